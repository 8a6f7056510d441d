//! From depth to depth at the root.

use game::{Keyed, Position};

use super::window::Window;
use super::{Node, Search, margin};
use crate::limits::Stopped;
use crate::{Judge, Line, Report, Score};

impl<P: Position + Keyed, J: Judge<P>> Search<'_, P, J> {
    /// Searches deeper and deeper and tells `observe` after each depth. `history` has the keys of the positions
    /// that came before and may come again. The answer is the last report, or one of depth 0 without moves where
    /// there was no time for any.
    pub fn run(
        &mut self,
        root: &P,
        history: &[u64],
        mut observe: impl FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut report = Report { depth: 0, nodes: 0, lines: Vec::new() };
        for depth in 1..=self.limits.depth {
            if depth > 1 && !(self.limits.may_deepen)(depth) {
                break;
            }
            let Ok(lines) = self.best_lines(root, history, depth, &report.lines) else { break };
            let done = lines.iter().all(|line| line.score.distance().is_some_and(|d| d <= depth.into()));
            report = Report { depth, nodes: self.nodes, lines };
            observe(&report);
            if done {
                break;
            }
        }
        report.nodes = self.nodes;
        report
    }

    /// The best lines at one depth; each is searched without the first moves of those before.
    fn best_lines(
        &mut self,
        root: &P,
        history: &[u64],
        depth: u8,
        before: &[Line<P::Move>],
    ) -> Result<Vec<Line<P::Move>>, Stopped> {
        self.excluded.clear();
        let mut lines: Vec<Line<P::Move>> = Vec::new();
        for i in 0..self.options.lines.max(1) {
            let guess = before.get(i).map(|line| line.score);
            let score = self.aspire(root, history, depth, guess)?;
            let moves = self.lines[0].clone();
            let Some(&first) = moves.first() else { break };
            lines.push(Line { score, moves });
            self.excluded.push(first);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        Ok(lines)
    }

    /// Searches in a small window around the last score, and in a wider one where that fails.
    fn aspire(
        &mut self,
        root: &P,
        history: &[u64],
        depth: u8,
        guess: Option<Score>,
    ) -> Result<Score, Stopped> {
        let mut reach = margin::ASPIRATION;
        let around = guess.filter(|guess| depth >= margin::ASPIRATION_DEPTH && !guess.is_decided());
        let mut window = around
            .map_or(Window::FULL, |guess| Window { alpha: guess.plus(-reach), beta: guess.plus(reach) });
        loop {
            self.path.clear();
            self.path.extend_from_slice(history);
            self.since.clear();
            self.since.push(0);
            let key = root.key();
            let depth = i32::from(depth);
            let node = Node { pos: root, key, ply: 0, depth, window, after: None, may_pass: false };
            let score = self.search(&node)?.score;
            reach *= 4;
            if score <= window.alpha && window.alpha > Score::LEAST {
                window.alpha = if score.is_decided() { Score::LEAST } else { score.plus(-reach) };
            } else if score >= window.beta && window.beta < Score::MOST {
                window.beta = if score.is_decided() { Score::MOST } else { score.plus(reach) };
            } else {
                return Ok(score);
            }
        }
    }
}
