//! The search itself.

mod deepen;
mod margin;
mod quiesce;
#[cfg(test)]
mod tests;
mod window;

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Keyed, Outcome, Position, Value};

use crate::limits::{NODES_PER_QUESTION, Stopped};
use crate::order::{Experience, Ranked};
use crate::{Bound, Entry, Judge, Limits, Line, Options, Report, Score, Table};
use window::{Found, Window};

/// One position on the way from the root.
struct Node<'n, P: Position> {
    pos: &'n P,
    key: u64,
    ply: usize,
    depth: i32,
    window: Window,
    /// The slot of the move that led here.
    after: Option<u32>,
    may_pass: bool,
}

/// One thread of search.
pub struct Search<'a, P: Position, J> {
    judge: &'a J,
    table: &'a Table,
    limits: Limits<'a>,
    options: Options,
    experience: Experience,
    nodes: u64,
    /// The keys of the positions that may come again: of the game so far and of the way from the root.
    path: Vec<u64>,
    /// For each ply, where in `path` the positions begin that may still come again.
    since: Vec<usize>,
    /// Working space for each ply.
    lists: Vec<Vec<P::Move>>,
    ranks: Vec<Vec<Ranked>>,
    /// The best line from each ply on.
    lines: Vec<Vec<P::Move>>,
    /// First moves that are not looked at, because they have their own line already.
    excluded: Vec<P::Move>,
    /// The best first move so far at the depth under way, with its line.
    best_so_far: Option<Line<P::Move>>,
    /// The last complete depth.
    completed: Report<P::Move>,
    observer: Option<Observer<'a, P::Move>>,
    /// The nodes of all threads together, where there are several.
    shared_nodes: Option<&'a AtomicU64>,
    first_depth: u8,
}

/// Whoever hears of improvements.
type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<'a, P: Position + Keyed, J: Judge<P>> Search<'a, P, J> {
    /// A search that shares `table` with others.
    pub fn new(judge: &'a J, table: &'a Table, limits: Limits<'a>, options: Options) -> Search<'a, P, J> {
        Search {
            judge,
            table,
            limits,
            options,
            experience: Experience::new(J::SLOTS),
            nodes: 0,
            path: Vec::new(),
            since: Vec::new(),
            lists: Vec::new(),
            ranks: Vec::new(),
            lines: Vec::new(),
            excluded: Vec::new(),
            best_so_far: None,
            completed: Report::default(),
            observer: None,
            shared_nodes: None,
            first_depth: 1,
        }
    }

    /// The same search, which tells of every improvement.
    #[must_use]
    pub fn observed_by(mut self, observer: Observer<'a, P::Move>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The same search, which leaves out the depths before this one.
    #[must_use]
    pub(crate) fn starting_at(mut self, depth: u8) -> Self {
        self.first_depth = depth;
        self
    }

    /// The same search as one of several threads, which count their nodes together.
    #[must_use]
    pub(crate) fn counting_with(mut self, others: &'a AtomicU64) -> Self {
        self.shared_nodes = Some(others);
        self
    }

    fn search(&mut self, node: &Node<P>) -> Result<Found, Stopped> {
        self.step1_enter(node)?;
        if let Some(found) = self.step2_repetition(node) {
            return Ok(found);
        }
        let known = self.table.get(node.key);
        if let Some(found) = self.step3_known(node, known) {
            return Ok(found);
        }
        if let Some(found) = self.step4_game_over(node) {
            return Ok(found);
        }
        if node.depth <= 0 {
            return self.quiesce(node);
        }
        if let Some(found) = self.step5_prune(node)? {
            return Ok(found);
        }
        self.step6_rank(node, known);
        self.step7_each_move(node)
    }

    /// Counts the position, and stops where the limits say so.
    fn step1_enter(&mut self, node: &Node<P>) -> Result<(), Stopped> {
        if self.nodes >= self.limits.nodes {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_QUESTION) {
            if let Some(shared) = self.shared_nodes {
                shared.fetch_add(NODES_PER_QUESTION, Ordering::Relaxed);
            }
            if (self.limits.stop)() {
                return Err(Stopped);
            }
        }
        if self.lines.len() <= node.ply {
            self.lists.push(Vec::new());
            self.ranks.push(Vec::new());
            self.lines.push(Vec::new());
        }
        self.lines[node.ply].clear();
        Ok(())
    }

    /// A position that has come before on the way here is a draw.
    fn step2_repetition(&mut self, node: &Node<P>) -> Option<Found> {
        let since = *self.since.last()?;
        let again = node.ply > 0 && self.path[since..].contains(&node.key);
        again.then_some(Found { by_repetition: true, ..Found::everywhere(Score::DRAW) })
    }

    /// What the table knows may be enough. A win or loss counts only if it comes before the game is stopped.
    fn step3_known(&mut self, node: &Node<P>, known: Option<Entry>) -> Option<Found> {
        let entry = known.filter(|_| self.options.table)?;
        let left = node.pos.plies_left();
        let in_time = entry.score.distance().is_none_or(|plies| left.is_none_or(|left| plies <= left));
        let deep_enough = i32::from(entry.depth) >= node.depth || entry.score.is_decided();
        if node.ply == 0 || !node.window.is_null() || !deep_enough || !in_time {
            return None;
        }
        let Window { alpha, beta } = node.window;
        let is_enough = match entry.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        };
        is_enough.then_some(Found::everywhere(entry.score))
    }

    /// Lists the moves; a finished game needs no search.
    fn step4_game_over(&mut self, node: &Node<P>) -> Option<Found> {
        let outcome = node.pos.legal_moves(&mut self.lists[node.ply])?;
        Some(match outcome.for_player(node.pos.turn()) {
            Value::Win => Found::everywhere(Score::win_in(0)),
            Value::Loss => Found::everywhere(Score::loss_in(0)),
            Value::Draw => {
                debug_assert_eq!(outcome, Outcome::Draw);
                Found { by_cap: node.pos.plies_left() == Some(0), ..Found::everywhere(Score::DRAW) }
            }
        })
    }

    /// What is so good that it need not be searched, were it not a proof that is wanted.
    fn step5_prune(&mut self, node: &Node<P>) -> Result<Option<Found>, Stopped> {
        let beta = node.window.beta;
        if !self.options.selective
            || !node.window.is_null()
            || beta.is_decided()
            || self.judge.is_forced(node.pos)
        {
            return Ok(None);
        }
        let worth = Score::estimate(self.judge.evaluate(node.pos));
        if node.depth <= margin::BETTER_DEPTH && worth.plus(-margin::BETTER_POINTS * node.depth) >= beta {
            return Ok(Some(Found::everywhere(worth)));
        }
        if node.may_pass
            && node.depth >= margin::PASS_DEPTH
            && worth >= beta
            && let Some(passed) = self.judge.after_passing(node.pos)
        {
            let same_turn = passed.turn() == node.pos.turn();
            let child = Node {
                pos: &passed,
                key: passed.key(),
                ply: node.ply + 1,
                depth: node.depth - 1 - margin::PASS_REDUCTION,
                window: node.window.one_ply_later(same_turn),
                after: None,
                may_pass: false,
            };
            // Nothing can be repeated across a move that was not made.
            let found =
                self.with_path(node.key, true, |search| search.search(&child))?.one_ply_earlier(same_turn);
            if found.score >= beta && !found.score.is_decided() {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Puts the moves into the order in which they are tried.
    fn step6_rank(&mut self, node: &Node<P>, known: Option<Entry>) {
        let best = known.and_then(|entry| entry.best);
        let (moves, ranks) = (&self.lists[node.ply], &mut self.ranks[node.ply]);
        ranks.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let gain = self.judge.gain(node.pos, mv);
            let slot = self.judge.slot(node.pos, mv) as u32;
            let mut ranked = Ranked { place: place as u16, slot, noisy: gain > 0, promise: 0 };
            ranked.promise = if best == Some(ranked.place) {
                Experience::best_known()
            } else {
                self.experience.promise(node.pos.turn(), node.ply, node.after, &ranked, gain)
            };
            ranks.push(ranked);
        }
        ranks.sort_by_key(|ranked| std::cmp::Reverse(ranked.promise));
    }

    /// Tries the moves, and remembers what came of it.
    fn step7_each_move(&mut self, node: &Node<P>) -> Result<Found, Stopped> {
        let mut best = Found::everywhere(Score::LEAST);
        let mut best_place = None;
        let mut window = node.window;
        let mut quiet_tried = Vec::new();
        let mut tried = 0;
        let mut any_by_cap = false;
        for i in 0..self.ranks[node.ply].len() {
            let ranked = self.ranks[node.ply][i];
            let mv = self.lists[node.ply][usize::from(ranked.place)];
            if node.ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            let found = self.try_move(node, mv, ranked, window, tried)?;
            tried += 1;
            any_by_cap |= found.by_cap;
            if !ranked.noisy {
                quiet_tried.push(ranked.slot);
            }
            if found.score <= best.score {
                continue;
            }
            best = found;
            if found.score > window.alpha {
                best_place = Some(ranked.place);
                window.alpha = found.score;
                self.extend_line(node.ply, mv);
                if node.ply == 0 {
                    self.improve(found.score);
                }
            }
            if found.score >= window.beta {
                if !ranked.noisy {
                    let turn = node.pos.turn();
                    self.experience.learn(turn, node.ply, node.after, ranked.slot, node.depth, &quiet_tried);
                }
                break;
            }
        }
        // With more plies left, a rejected move might have been the best one.
        best.by_cap |= any_by_cap && best.score < node.window.beta;
        if node.ply > 0 || self.excluded.is_empty() {
            self.remember(node, best, best_place);
        }
        Ok(best)
    }

    /// The first move is searched in the whole window, the others only to see whether they are better; late and
    /// quiet ones less deeply at first.
    fn try_move(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        ranked: Ranked,
        window: Window,
        tried: usize,
    ) -> Result<Found, Stopped> {
        let next = node.pos.play_unchecked(mv);
        let key = node.pos.key_after(node.key, mv);
        let forget = self.judge.is_irreversible(node.pos, mv);
        let same_turn = next.turn() == node.pos.turn();
        let look = |search: &mut Self, depth: i32, window: Window| {
            let child = Node {
                pos: &next,
                key,
                ply: node.ply + 1,
                depth,
                window: window.one_ply_later(same_turn),
                after: Some(ranked.slot),
                may_pass: true,
            };
            let found = search.with_path(node.key, forget, |search| search.search(&child))?;
            Ok(found.one_ply_earlier(same_turn))
        };
        let depth = node.depth - 1;
        if tried == 0 {
            return look(self, depth, window);
        }
        let reduction = self.reduction(node, ranked, tried);
        let mut found = look(self, depth - reduction, window.null())?;
        if reduction > 0 && found.score > window.alpha {
            found = look(self, depth, window.null())?;
        }
        if !window.is_null() && found.score > window.alpha && found.score < window.beta {
            found = look(self, depth, window)?;
        }
        Ok(found)
    }

    fn reduction(&self, node: &Node<P>, ranked: Ranked, tried: usize) -> i32 {
        if !self.options.selective
            || ranked.noisy
            || node.depth < margin::LATE_DEPTH
            || tried < margin::LATE_MOVES
        {
            return 0;
        }
        let late = f64::from(node.depth).ln() * (tried as f64).ln() / 2.0;
        let disliked = i32::from(self.experience.merit(node.pos.turn(), ranked.slot) < 0);
        let on_the_line = i32::from(!node.window.is_null());
        (late as i32 + disliked - on_the_line).clamp(0, node.depth - 2)
    }

    /// Does something with this position on the path; `forget` says that nothing before can come again.
    fn with_path<T>(&mut self, key: u64, forget: bool, act: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(key);
        let since = if forget { self.path.len() } else { self.since.last().copied().unwrap_or_default() };
        self.since.push(since);
        let result = act(self);
        self.since.pop();
        self.path.pop();
        result
    }

    fn extend_line(&mut self, ply: usize, mv: P::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
    }

    /// Keeps the result. A score that is true only of the way here is not kept, its move is.
    fn remember(&mut self, node: &Node<P>, best: Found, place: Option<u16>) {
        let bound = if best.is_local() {
            Bound::None
        } else if best.score >= node.window.beta {
            Bound::Lower
        } else if best.score <= node.window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let depth = node.depth.clamp(0, 255) as u8;
        self.table.put(node.key, Entry { score: best.score, bound, depth, best: place });
    }
}
