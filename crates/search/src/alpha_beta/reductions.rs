//! Extensions and reductions: steps 12, 13 and 17.

use game::{Keyed, Position};

use super::{Node, Search};
use crate::history::ScoredMove;
use crate::{Entry, Evaluator, MoveOrdering};

impl<P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'_, P, E> {
    /// Step 12. Single-reply extension: a forced move costs no depth, at plies < 2 · depth of the
    /// root.
    ///
    /// Where there is no choice there is nothing to judge. The limit keeps long forced lines from
    /// growing without end. In checkers, where captures are compulsory, it looks at 5 times the
    /// nodes and sees so much deeper.
    pub(super) fn step12_single_reply_extension(&self, node: &Node<P>) -> i32 {
        let is_single = self.scored_moves[node.ply].len() == 1;
        let may_extend = self.options.selective && 0 < node.ply && node.ply < self.extension_limit;
        i32::from(is_single && may_extend)
    }

    /// Step 13. Internal iterative reduction (Schröder 2022): at depth ≥ 5, search a node without a
    /// table move one ply shallower.
    ///
    /// Without a move to begin with the node is expensive; the next iteration will have one.
    /// Without the reduction checkers takes 8 times the nodes, Abalone and The Dragon Queen 1.4 to
    /// 1.6 times.
    pub(super) fn step13_internal_iterative_reduction(
        &self,
        node: &Node<P>,
        tt_entry: Option<Entry>,
        extension: i32,
    ) -> i32 {
        let has_no_table_move = tt_entry.is_none_or(|entry| entry.best.is_none());
        let may_reduce = self.options.selective && node.ply > 0 && extension == 0;
        let is_deep = node.depth >= self.options.params.internal_iterative_reduction_depth;
        i32::from(may_reduce && has_no_table_move && is_deep)
    }

    /// Step 17. Late move reduction (Letouzey's Fruit 2005, Romstad's Glaurung 2006): at depth ≥ 2,
    /// search a quiet move after the first ln(depth)·ln(tried) − history / 8192 plies shallower,
    /// one less on the principal variation.
    ///
    /// A reduced move that fails high is searched again to the whole depth, so the reduction costs
    /// time where it is wrong and seldom the result. The child keeps at least one ply. Without it
    /// the games take from 3 times the nodes (The Dragon Queen) to 17 times (Raichu 10 × 10).
    pub(super) fn step17_late_move_reduction(
        &self,
        node: &Node<P>,
        scored: ScoredMove,
        tried: usize,
        depth: i32,
    ) -> i32 {
        let params = &self.options.params;
        if !self.options.selective
            || scored.is_noisy()
            || node.depth < params.late_move_reduction_depth
            || (tried as i32) < params.late_move_reduction_moves
        {
            return 0;
        }
        let history = self.history_tables.view(&self.context(node)).history_score(&scored)
            / params.late_move_reduction_history_divisor;
        let on_principal_variation = i32::from(!node.is_null_window());
        let reduction = params.late_move_reduction(node.depth, tried) - history - on_principal_variation;
        reduction.min(depth - 1).max(0)
    }
}
