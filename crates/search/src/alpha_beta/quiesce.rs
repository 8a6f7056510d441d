//! The end of the tree.

use game::{Keyed, Position};

use super::window::Found;
use super::{Node, Search, margin};
use crate::limits::Stopped;
use crate::order::Ranked;
use crate::{Judge, Score};

impl<P: Position + Keyed, J: Judge<P>> Search<'_, P, J> {
    /// Only noisy moves, until the position is quiet enough to be judged.
    pub(super) fn quiesce(&mut self, node: &Node<P>) -> Result<Found, Stopped> {
        // Most positions here need no list of moves.
        if let Some(outcome) = node.pos.outcome() {
            return Ok(self.ended(node, outcome));
        }
        let forced = self.options.quiescence && self.judge.is_forced(node.pos);
        let mut window = node.window;
        let mut best = Found::everywhere(if forced { Score::LEAST } else { self.estimate(node) });
        if !self.options.quiescence || best.score >= window.beta || !forced && self.judge.is_quiet(node.pos) {
            return Ok(best);
        }
        let stand = best.score;
        let may_guess = self.options.selective && !forced;
        window.alpha = window.alpha.max(stand);
        self.rank_noisy(node, forced);
        for i in 0..self.ranks[node.ply].len() {
            let ranked = self.pick(node.ply, i);
            let mv = self.lists[node.ply][usize::from(ranked.place)];
            let hope = stand.plus(ranked.gain + Self::swing(margin::HOPELESS_GAIN));
            if may_guess && hope <= window.alpha && !window.alpha.is_decided() {
                best.score = best.score.max(hope);
                continue;
            }
            let found = self.look(node, mv, ranked, 0, window)?;
            let by_cap = best.by_cap || found.by_cap;
            if found.score > best.score {
                best = found;
            }
            best.by_cap = by_cap;
            if best.score > window.alpha {
                window.alpha = best.score;
                self.extend_line(node.ply, mv);
            }
            if best.score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Gives the noisy moves, or all where there is no choice but these, their rank: the more they win the higher.
    fn rank_noisy(&mut self, node: &Node<P>, forced: bool) {
        node.pos.legal_moves(&mut self.lists[node.ply]);
        let (moves, ranks) = (&self.lists[node.ply], &mut self.ranks[node.ply]);
        ranks.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let gain = self.judge.gain(node.pos, mv);
            if forced || gain > 0 {
                let slot = self.judge.slot(node.pos, mv) as u32;
                let idea = self.judge.idea(node.pos, mv) as u32;
                ranks.push(Ranked { place: place as u16, gain, slot, idea, promise: gain });
            }
        }
    }
}
