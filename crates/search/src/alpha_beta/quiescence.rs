//! Quiescence search at the leaves.

use game::{Keyed, Position};

use super::window::NodeScore;
use super::{Node, Search};
use crate::history::ScoredMove;
use crate::limits::Stopped;
use crate::{Evaluator, MoveOrdering, Score};

impl<P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'_, P, E> {
    /// Quiescence: stand pat, then noisy moves only, until the position is quiet. Where captures are compulsory there is no
    /// standing pat and all moves are searched. Delta pruning skips captures that cannot reach alpha.
    pub(super) fn quiescence(&mut self, node: &Node<P>) -> Result<NodeScore, Stopped> {
        // Most positions here need no list of moves.
        if let Some(outcome) = node.pos.outcome() {
            return Ok(self.game_over_score(node, outcome));
        }
        let forced = self.options.quiescence && self.evaluator.must_capture(node.pos);
        let mut window = node.window;
        let mut best = NodeScore::path_independent(if forced { Score::LEAST } else { self.estimate(node) });
        if !self.options.quiescence
            || best.score >= window.beta
            || !forced && self.evaluator.is_quiet(node.pos)
        {
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
        Ok(best)
    }

    /// Orders the noisy moves, or all where captures are compulsory, by what they win.
    fn score_noisy(&mut self, node: &Node<P>, forced: bool) {
        node.pos.legal_moves(&mut self.move_lists[node.ply]);
        let (moves, scored_moves) = (&self.move_lists[node.ply], &mut self.scored_moves[node.ply]);
        scored_moves.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let gain = self.evaluator.tactical_gain(node.pos, mv);
            if forced || gain > 0 {
                let history_index = self.evaluator.history_index(node.pos, mv) as u32;
                let piece_to = self.evaluator.piece_to(node.pos, mv) as u32;
                scored_moves.push(ScoredMove {
                    place: place as u16,
                    gain,
                    history_index,
                    piece_to,
                    order_score: gain,
                });
            }
        }
    }
}
