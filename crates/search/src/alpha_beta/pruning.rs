//! Pruning by guess: steps 7, 8, 9, 11, 15 and 16.
//!
//! All of it happens in null windows with undecided bounds and gives undecided scores, so that a
//! reported win or loss stays a proof.

use game::{Keyed, Position};

use super::window::{NodeScore, Window};
use super::{Node, Search};
use crate::history::ScoredMove;
use crate::limits::Stopped;
use crate::{Evaluator, MoveOrdering, RawScore};

impl<P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'_, P, E> {
    /// Step 7. Static evaluation for the pruning steps: in null windows of a selective search, and
    /// not where captures are compulsory, since standing pat is then no option.
    pub(super) fn step7_static_eval(&mut self, node: &Node<P>) -> Option<RawScore> {
        let is_of_use =
            self.options.selective && node.is_null_window() && !self.evaluator.must_capture(node.pos);
        let static_eval = is_of_use.then(|| self.estimate(node));
        debug_assert!(!static_eval.is_some_and(RawScore::is_decided), "an estimate proves nothing");
        static_eval
    }

    /// Step 8. Reverse futility pruning (static null move): at depth ≤ 6, fail high if eval −
    /// 40·depth ≥ beta.
    ///
    /// Near the leaves an advantage that large is not lost by the moves that are left. Not against
    /// a decided beta, where a proof is wanted. Without it the bench takes 1.5 times the nodes, The
    /// Dragon Queen 2.1 times. Raichu's evaluation swings more: with twice the margin it scored
    /// 90.1 % against the reference player instead of 86.4 % (docs/lab.md, "Wider margins for
    /// Raichu").
    pub(super) fn step8_reverse_futility(
        &self,
        node: &Node<P>,
        static_eval: Option<RawScore>,
    ) -> Option<NodeScore> {
        let params = &self.options.params;
        let beta = node.window.beta;
        let static_eval = static_eval.filter(|_| !beta.is_decided())?;
        let margin = params.reverse_futility_margin * node.depth;
        let fails_high = node.depth <= params.reverse_futility_depth && static_eval.plus(-margin) >= beta;
        debug_assert!(!fails_high || static_eval >= beta, "a margin is not negative");
        fails_high.then(|| NodeScore::path_independent(static_eval))
    }

    /// Step 9. Null-move pruning (Beal 1989, Donninger 1993): at depth ≥ 3 and eval ≥ beta, let the
    /// opponent move twice; if the score is still ≥ beta at R = 2 + depth / 5 less depth, fail
    /// high.
    ///
    /// Never twice in a row, only where the game says that passing is no better than moving (no
    /// zugzwang), and a decided score is not believed. Without it Abalone takes 12 times the nodes
    /// and Raichu 1.2 to 1.3 times; checkers and The Dragon Queen do without.
    pub(super) fn step9_null_move_pruning(
        &mut self,
        node: &Node<P>,
        static_eval: Option<RawScore>,
    ) -> Result<Option<NodeScore>, Stopped> {
        let beta = node.window.beta;
        let is_promising = node.may_null_move
            && node.depth >= self.options.params.null_move_depth
            && !beta.is_decided()
            && static_eval.is_some_and(|static_eval| static_eval >= beta);
        if !is_promising {
            return Ok(None);
        }
        let Some(passed) = self.evaluator.null_move(node.pos) else { return Ok(None) };
        let same_turn = passed.turn() == node.pos.turn();
        debug_assert!(!same_turn, "after a null move it is the opponent's turn");
        let params = &self.options.params;
        let reduction = params.null_move_reduction + node.depth / params.null_move_depth_divisor;
        let child = Node {
            pos: &passed,
            key: passed.key(),
            ply: node.ply + 1,
            depth: node.depth - 1 - reduction,
            window: node.window.one_ply_later(same_turn),
            previous_move: None,
            may_null_move: false,
        };
        // Nothing can be repeated across a move that was not made.
        let found = self.with_move_pushed(node.key, None, true, |search| search.search(&child))?;
        let found = found.one_ply_earlier(same_turn);
        Ok((found.score >= beta && !found.score.is_decided()).then_some(found))
    }

    /// Step 11. ProbCut (Buro 1995): at depth ≥ 5, a noisy move whose score in a search 4 plies
    /// shallower is ≥ beta + 100 fails high.
    ///
    /// Only moves with eval + gain ≥ beta + 100 are tried, and none against a decided beta. It
    /// saves a fifth of the nodes in The Dragon Queen and costs as much in Raichu. ProbCut of the
    /// whole position at half the depth lost to this in checkers (docs/lab.md, "Bolder margins").
    pub(super) fn step11_probcut(
        &mut self,
        node: &Node<P>,
        static_eval: Option<RawScore>,
    ) -> Result<Option<NodeScore>, Stopped> {
        match static_eval {
            Some(static_eval)
                if node.depth >= self.options.params.probcut_depth && !node.window.beta.is_decided() =>
            {
                self.probcut(node, static_eval)
            }
            _ => Ok(None),
        }
    }

    /// The shallower searches of step 11.
    fn probcut(&mut self, node: &Node<P>, static_eval: RawScore) -> Result<Option<NodeScore>, Stopped> {
        let (params, beta) = (&self.options.params, node.window.beta);
        let (enough, depth) = (beta.plus(params.probcut_margin), node.depth - params.probcut_reduction);
        debug_assert!(enough >= beta && !enough.is_decided(), "the raised beta is an estimate");
        let window = Window { alpha: enough.just_below(), beta: enough };
        for i in 0..self.scored_moves[node.ply].len() {
            let scored = self.scored_moves[node.ply][i];
            if !scored.is_noisy() || static_eval.plus(scored.gain) < enough {
                continue;
            }
            let mv = self.move_lists[node.ply][usize::from(scored.place)];
            let found = self.search_child(node, mv, scored, depth, window)?;
            if found.score >= enough {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Step 15. Futility pruning (Schaeffer 1986, Heinz 1998): at depth ≤ 4, skip a quiet move if
    /// eval + 30 + 25·depth ≤ alpha.
    ///
    /// Gives the score that the move is taken to have. Without it the bench takes 1.6 times the
    /// nodes. Margins this small, with more reduction of late moves, reach depth 21 of checkers in
    /// 5.3 instead of 41.0 million nodes, and won +89 =77 −34 (docs/lab.md, "Bolder margins").
    pub(super) fn step15_futility_pruning(
        &self,
        node: &Node<P>,
        static_eval: RawScore,
        alpha: RawScore,
    ) -> Option<RawScore> {
        let params = &self.options.params;
        let hope = static_eval.plus(params.futility_margin + params.futility_margin_per_ply * node.depth);
        (node.depth <= params.futility_depth && hope <= alpha).then_some(hope)
    }

    /// Step 16. Late move pruning (move count pruning): at depth ≤ 4, skip quiet moves after the
    /// first 5 + depth².
    ///
    /// Gives the score that the move is taken to have: no better than alpha, or than the position.
    /// Without it Raichu takes 1.4 to 1.5 times the nodes and Abalone 1.3 times.
    pub(super) fn step16_late_move_pruning(
        &self,
        node: &Node<P>,
        static_eval: RawScore,
        tried: usize,
        alpha: RawScore,
    ) -> Option<RawScore> {
        let params = &self.options.params;
        let many = params.late_move_pruning_moves + node.depth * node.depth;
        (node.depth <= params.late_move_pruning_depth && tried as i32 >= many).then(|| static_eval.min(alpha))
    }

    /// The score of a quiet move that steps 15 and 16 skip: not with a decided alpha, where a proof
    /// is wanted, and not before one move was searched.
    pub(super) fn skipped_move_score(
        &self,
        node: &Node<P>,
        static_eval: Option<RawScore>,
        scored: ScoredMove,
        tried: usize,
        alpha: RawScore,
    ) -> Option<RawScore> {
        let static_eval = static_eval?;
        if tried == 0 || scored.is_noisy() || alpha.is_decided() {
            return None;
        }
        let guess = self
            .step15_futility_pruning(node, static_eval, alpha)
            .or_else(|| self.step16_late_move_pruning(node, static_eval, tried, alpha));
        debug_assert!(
            guess.is_none_or(|guess| guess <= alpha && !guess.is_decided()),
            "a guess raises no bound"
        );
        guess
    }
}
