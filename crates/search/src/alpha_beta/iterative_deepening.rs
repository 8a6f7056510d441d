//! Iterative deepening at the root, with aspiration windows and MultiPV.

use game::{Keyed, Position};

use super::path::Path;
use super::window::Window;
use super::{Node, Search};
use crate::limits::{NODES_BETWEEN_STOP_CHECKS, Stopped};
use crate::{Evaluator, Line, MoveOrdering, RawScore, Report};

/// More than any two estimates lie apart.
const WIDEST: i32 = 1 << 17;

impl<P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'_, P, E> {
    /// Iterative deepening (Slate and Atkin 1977): searches depth by depth, and tells the observer
    /// of each complete depth and of each better move that is found on the way to the next.
    /// `history` has the keys of the positions that came before and may come again. The answer is
    /// the last report, or one of depth 0 without moves where there was no time for any.
    pub fn run(&mut self, root: &P, history: &[u64]) -> Report<P::Move> {
        self.completed = Report::default();
        self.root_turn = Some(root.turn());
        for depth in 1..=self.limits.depth {
            if depth > 1 && !(self.limits.may_deepen)(depth) {
                break;
            }
            self.best_so_far = None;
            let Ok(lines) = self.multi_pv(root, history, depth) else {
                self.completed.lines = self.interim();
                break;
            };
            debug_assert!(lines.iter().all(|line| is_playable(root, &line.moves)), "lines are legal");
            debug_assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "the best line comes first");
            let done = lines.iter().all(|line| line.score.distance().is_some_and(|d| d <= depth.into()));
            self.completed = Report { depth, nodes: self.all_nodes(), lines };
            if let Some(observer) = &mut self.observer {
                observer(&self.completed);
            }
            if done {
                break;
            }
        }
        self.completed.nodes = self.all_nodes();
        self.completed.clone()
    }

    /// The best first move at the depth under way has changed. While that depth is not complete, a
    /// loss is news about the moves tried so far and not about the position, so it is not reported:
    /// the lines of the last complete depth stand, or, before there is one, the move with a mere
    /// estimate.
    pub(super) fn new_best_root_move(&mut self, root: &Node<P>, score: RawScore) {
        if !self.excluded_root_moves.is_empty() {
            return;
        }
        let mut moves = self.lines[0].clone();
        let mut score = score;
        if score.is_loss() {
            if self.best_so_far.is_some() || !self.completed.lines.is_empty() {
                return;
            }
            score = self.estimate(root);
            moves.truncate(1);
        }
        let before = self.best_so_far.as_ref().or(self.completed.lines.first());
        let is_news = before.is_none_or(|line| line.moves.first() != moves.first());
        self.best_so_far = Some(Line { score: score.into(), moves });
        if is_news && self.observer.is_some() {
            let report =
                Report { depth: self.completed.depth, nodes: self.all_nodes(), lines: self.interim() };
            if let Some(observer) = &mut self.observer {
                observer(&report);
            }
        }
    }

    /// The lines of the last complete depth, after a better move that was found since.
    fn interim(&mut self) -> Vec<Line<P::Move>> {
        let best = self.best_so_far.iter();
        let is_other = |line: &&Line<P::Move>| {
            self.best_so_far.as_ref().is_none_or(|best| best.moves.first() != line.moves.first())
        };
        let others = self.completed.lines.iter().filter(is_other);
        best.chain(others).take(self.options.lines.max(1)).cloned().collect()
    }

    fn all_nodes(&self) -> u64 {
        self.shared_nodes.map_or(self.nodes, |shared| shared.count() + self.nodes % NODES_BETWEEN_STOP_CHECKS)
    }

    /// The principal variations at one depth; each is searched without the root moves of those
    /// before.
    fn multi_pv(&mut self, root: &P, history: &[u64], depth: u8) -> Result<Vec<Line<P::Move>>, Stopped> {
        self.excluded_root_moves.clear();
        let mut lines: Vec<Line<P::Move>> = Vec::new();
        for i in 0..self.options.lines.max(1) {
            let guess = self.completed.lines.get(i).map(|line| line.score.into());
            let score = self.aspiration_search(root, history, depth, guess)?;
            let moves = self.lines[0].clone();
            let Some(&first) = moves.first() else { break };
            lines.push(Line { score: score.into(), moves });
            self.excluded_root_moves.push(first);
        }
        lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        Ok(lines)
    }

    /// Aspiration windows (Slate and Atkin 1977): from depth 5 on, search in score ± 20 around the
    /// last score, and four times as wide on the side that fails; a decided score opens that side
    /// at once. They save a third of the nodes in Raichu 8 × 8 and cost some elsewhere.
    fn aspiration_search(
        &mut self,
        root: &P,
        history: &[u64],
        depth: u8,
        guess: Option<RawScore>,
    ) -> Result<RawScore, Stopped> {
        let params = self.options.params;
        let mut reach = params.aspiration_window;
        let around = guess.filter(|guess| i32::from(depth) >= params.aspiration_depth && !guess.is_decided());
        let mut window = around
            .map_or(Window::FULL, |guess| Window { alpha: guess.plus(-reach), beta: guess.plus(reach) });
        loop {
            debug_assert!(window.alpha < window.beta, "a window has room for a score");
            self.path = Path::to_root(history);
            self.extension_limit = params.single_reply_ply_factor as usize * usize::from(depth);
            let key = root.key();
            let depth = i32::from(depth);
            let node =
                Node { pos: root, key, ply: 0, depth, window, previous_move: None, may_null_move: false };
            let score = self.search(&node)?.score;
            reach = (reach * params.aspiration_widening).min(WIDEST);
            if score <= window.alpha && window.alpha > RawScore::LEAST {
                window.alpha = if score.is_decided() { RawScore::LEAST } else { score.plus(-reach) };
            } else if score >= window.beta && window.beta < RawScore::MOST {
                window.beta = if score.is_decided() { RawScore::MOST } else { score.plus(reach) };
            } else {
                return Ok(score);
            }
        }
    }
}

/// Whether the moves are legal one after the other.
fn is_playable<P: Position>(root: &P, line: &[P::Move]) -> bool {
    let (mut pos, mut moves) = (root.clone(), Vec::new());
    line.iter().all(|&mv| {
        let is_legal = pos.legal_moves(&mut moves).is_none() && moves.contains(&mv);
        if is_legal {
            pos = pos.play_unchecked(mv);
        }
        is_legal
    })
}
