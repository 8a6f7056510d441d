//! Quiescence search at the leaves.

use game::{Keyed, Position};

use super::window::NodeScore;
use super::{Node, Search};
use crate::limits::Stopped;
use crate::{Evaluator, MoveOrdering, RawScore};

impl<P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'_, P, E> {
    /// Quiescence search (Shannon 1950): stand pat, then noisy moves only, until the position is
    /// quiet. Where captures are compulsory there is no standing pat and all moves are searched.
    ///
    /// Delta pruning: skip a noisy move if eval + gain + 100 ≤ alpha, except against a decided
    /// alpha and where captures are compulsory.
    pub(super) fn quiescence(&mut self, node: &Node<P>) -> Result<NodeScore, Stopped> {
        debug_assert!(node.depth <= 0, "{} plies are left", node.depth);
        // Most positions here need no list of moves.
        if let Some(outcome) = node.pos.outcome() {
            return Ok(self.game_over_score(node, outcome));
        }
        let forced = self.options.quiescence && self.evaluator.must_capture(node.pos);
        let mut window = node.window;
        let mut best =
            NodeScore::path_independent(if forced { RawScore::LEAST } else { self.estimate(node) });
        if !self.options.quiescence
            || best.score >= window.beta
            || !forced && self.evaluator.is_quiet(node.pos)
        {
            return Ok(best);
        }
        // The first depth is completed whatever the limit of nodes; from there on without captures.
        if !forced && self.nodes >= self.limits.nodes {
            return Ok(best);
        }
        let stand = best.score;
        let may_guess = self.options.selective && !forced;
        window.alpha = window.alpha.max(stand);
        self.score_noisy(node, forced);
        for i in 0..self.scored_moves[node.ply].len() {
            let scored = self.pick(node.ply, i);
            let mv = self.move_lists[node.ply][usize::from(scored.place)];
            let hope = stand.plus(scored.gain + self.options.params.delta_margin);
            if may_guess && hope <= window.alpha && !window.alpha.is_decided() {
                best.score = best.score.max(hope);
                continue;
            }
            let found = self.search_child(node, mv, scored, 0, window)?;
            let by_cap = best.by_cap || found.by_cap;
            if found.score > best.score {
                best = found;
            }
            best.by_cap = by_cap;
            if best.score > window.alpha {
                window.alpha = best.score;
                self.update_pv(node.ply, mv);
            }
            if best.score >= window.beta {
                break;
            }
        }
        debug_assert!(best.score >= stand, "standing pat was one of the choices");
        debug_assert!(best.score.is_possible(), "where captures are compulsory there is one");
        Ok(best)
    }
}
