//! The end of the tree.

use game::{Keyed, Position};

use super::window::Found;
use super::{Node, Search};
use crate::limits::Stopped;
use crate::{Judge, Score};

impl<P: Position + Keyed, J: Judge<P>> Search<'_, P, J> {
    /// Only noisy moves, until the position is quiet enough to be judged.
    pub(super) fn quiesce(&mut self, node: &Node<P>) -> Result<Found, Stopped> {
        let forced = self.judge.is_forced(node.pos);
        let worth = Score::estimate(self.judge.evaluate(node.pos));
        if !self.options.quiescence {
            return Ok(Found::everywhere(worth));
        }
        let mut window = node.window;
        let mut best = Found::everywhere(if forced { Score::LEAST } else { worth });
        if best.score >= window.beta {
            return Ok(best);
        }
        window.alpha = window.alpha.max(best.score);
        self.step8_rank(node, None);
        for i in 0..self.ranks[node.ply].len() {
            let ranked = self.pick(node.ply, i);
            if !forced && !ranked.is_noisy() {
                break;
            }
            let mv = self.lists[node.ply][usize::from(ranked.place)];
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
}
