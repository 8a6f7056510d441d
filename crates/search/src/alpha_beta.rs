//! The search itself.

mod deepen;
mod margin;
mod quiesce;
#[cfg(test)]
mod tests;
mod window;

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Keyed, Outcome, Player, Position, Value};

use crate::judge::ALL_PARTS;
use crate::limits::{NODES_PER_QUESTION, Stopped};
use crate::order::{Context, Experience, Ranked};
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

impl<P: Position> Node<'_, P> {
    /// Whether all that is asked is on which side of a bound the score lies, so that guesses are welcome.
    fn is_probe(&self) -> bool {
        self.window.is_null()
    }
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
    /// The ideas of the moves that led here.
    trail: Vec<Option<u32>>,
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
    /// Who is to move at the root.
    root_turn: Option<Player>,
    /// Plies that cost nothing are not given beyond this one.
    longest: usize,
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
            experience: Experience::new(J::SLOTS, J::IDEAS),
            nodes: 0,
            path: Vec::new(),
            since: Vec::new(),
            trail: Vec::new(),
            lists: Vec::new(),
            ranks: Vec::new(),
            lines: Vec::new(),
            excluded: Vec::new(),
            best_so_far: None,
            completed: Report::default(),
            observer: None,
            shared_nodes: None,
            first_depth: 1,
            root_turn: None,
            longest: 0,
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
        if let Some(found) = self.step3_exact(node) {
            return Ok(found);
        }
        if node.depth <= 0 {
            return self.quiesce(node);
        }
        let known = self.table.get(node.key);
        if let Some(found) = self.step4_known(node, known) {
            return Ok(found);
        }
        if let Some(found) = self.step5_game_over(node) {
            return Ok(found);
        }
        if let Some(found) = self.step6_nothing_to_gain(node) {
            return Ok(found);
        }
        let worth = self.step7_worth(node);
        if let Some(found) = self.step8_good_enough(node, worth)? {
            return Ok(found);
        }
        self.step9_rank(node, known);
        if let Some(found) = self.step10_surely_good_enough(node, worth)? {
            return Ok(found);
        }
        self.step11_each_move(node, worth, known)
    }

    /// Counts the position, and stops where the limits say so.
    fn step1_enter(&mut self, node: &Node<P>) -> Result<(), Stopped> {
        if self.nodes >= self.limits.nodes && self.completed.depth > 0 {
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

    /// A position that has come before on the way here is a draw, and so is one without progress for too long.
    fn step2_repetition(&mut self, node: &Node<P>) -> Option<Found> {
        if node.ply == 0 {
            return None;
        }
        let since = *self.since.last()?;
        let is_over = self.path[since..].contains(&node.key)
            || self.patience_left(node) == Some(0) && node.pos.outcome().is_none();
        is_over.then(|| Found { by_repetition: true, ..Found::everywhere(self.draw(node)) })
    }

    /// What is known exactly need not be searched. A win that comes too late for the rule that stops the game is a
    /// draw. Where a rule that stops games without progress might come first, who would win is clearly better and no
    /// more is claimed.
    fn step3_exact(&mut self, node: &Node<P>) -> Option<Found> {
        if node.ply == 0 {
            return None;
        }
        let score = self.judge.exact(node.pos)?;
        let Some(plies) = score.distance() else { return Some(Found::everywhere(self.draw(node))) };
        if node.pos.plies_left().is_some_and(|left| plies > left) {
            return Some(Found { by_cap: true, ..Found::everywhere(self.draw(node)) });
        }
        if self.patience_left(node).is_some_and(|left| plies > left) {
            let points = margin::LATE_WIN - plies as i32;
            let score = Score::estimate(if score.is_win() { points } else { -points });
            // It is true of this way only.
            return Some(Found { by_repetition: true, ..Found::everywhere(score) });
        }
        Some(Found::everywhere(score))
    }

    /// How many plies may still go by without an irreversible move.
    fn patience_left(&self, node: &Node<P>) -> Option<u32> {
        debug_assert!(self.trail.len() == node.ply);
        let idle = self.path.len() - self.since.last().copied().unwrap_or_default();
        Some(self.options.patience?.saturating_sub(idle as u32))
    }

    fn estimate(&self, node: &Node<P>) -> Score {
        let worth = Score::estimate(self.judge.evaluate(node.pos));
        if self.options.contempt == 0 {
            return worth;
        }
        worth.plus(self.price_of_draw(node) * self.judge.drawn_parts(node.pos) / ALL_PARTS)
    }

    /// What the table knows may be enough. A win or loss counts only if it comes before the game is stopped.
    fn step4_known(&mut self, node: &Node<P>, known: Option<Entry>) -> Option<Found> {
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
    fn step5_game_over(&mut self, node: &Node<P>) -> Option<Found> {
        let outcome = node.pos.legal_moves(&mut self.lists[node.ply])?;
        Some(self.ended(node, outcome))
    }

    fn ended(&self, node: &Node<P>, outcome: Outcome) -> Found {
        match outcome.for_player(node.pos.turn()) {
            Value::Win => Found::everywhere(Score::win_in(0)),
            Value::Loss => Found::everywhere(Score::loss_in(0)),
            Value::Draw => {
                debug_assert_eq!(outcome, Outcome::Draw);
                Found { by_cap: node.pos.plies_left() == Some(0), ..Found::everywhere(self.draw(node)) }
            }
        }
    }

    /// What a draw is worth here.
    fn draw(&self, node: &Node<P>) -> Score {
        Score::DRAW.plus(self.price_of_draw(node))
    }

    fn price_of_draw(&self, node: &Node<P>) -> i32 {
        let ours = self.root_turn == Some(node.pos.turn());
        if ours { -self.options.contempt } else { self.options.contempt }
    }

    /// Here nobody wins faster than by the next move or loses faster than by the one after it, so where the
    /// window lies beyond there is nothing to find.
    fn step6_nothing_to_gain(&self, node: &Node<P>) -> Option<Found> {
        let (fastest_win, fastest_loss) = (Score::win_in(1), Score::loss_in(2));
        if node.ply == 0 {
            None
        } else if node.window.alpha >= fastest_win {
            Some(Found::everywhere(fastest_win))
        } else if node.window.beta <= fastest_loss {
            Some(Found::everywhere(fastest_loss))
        } else {
            None
        }
    }

    /// What the position seems to be worth, where that may be used to look at less than everything.
    fn step7_worth(&self, node: &Node<P>) -> Option<Score> {
        let is_of_use = self.options.selective && node.is_probe() && !self.judge.is_forced(node.pos);
        is_of_use.then(|| self.estimate(node))
    }

    /// What is so good that it need not be searched, were it not a proof that is wanted.
    fn step8_good_enough(&mut self, node: &Node<P>, worth: Option<Score>) -> Result<Option<Found>, Stopped> {
        let beta = node.window.beta;
        let Some(worth) = worth.filter(|_| !beta.is_decided()) else { return Ok(None) };
        if node.depth <= margin::BETTER_DEPTH
            && worth.plus(-Self::swing(margin::BETTER_POINTS * node.depth)) >= beta
        {
            return Ok(Some(Found::everywhere(worth)));
        }
        if node.may_pass
            && node.depth >= margin::PASS_DEPTH
            && worth >= beta
            && let Some(passed) = self.judge.after_passing(node.pos)
        {
            let same_turn = passed.turn() == node.pos.turn();
            let reduction = margin::PASS_REDUCTION + node.depth / margin::PASS_DEPTH_PER_PLY;
            let child = Node {
                pos: &passed,
                key: passed.key(),
                ply: node.ply + 1,
                depth: node.depth - 1 - reduction,
                window: node.window.one_ply_later(same_turn),
                after: None,
                may_pass: false,
            };
            // Nothing can be repeated across a move that was not made.
            let found = self.with_path(node.key, None, true, |search| search.search(&child))?;
            let found = found.one_ply_earlier(same_turn);
            if found.score >= beta && !found.score.is_decided() {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A margin for this game.
    const fn swing(points: i32) -> i32 {
        points * J::SWING / 100
    }

    /// Gives every move its rank; [`pick`](Search::pick) takes them in that order.
    fn step9_rank(&mut self, node: &Node<P>, known: Option<Entry>) {
        let best = known.and_then(|entry| entry.best);
        let advice = self.experience.advice(&self.context(node));
        let (moves, ranks) = (&self.lists[node.ply], &mut self.ranks[node.ply]);
        ranks.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let gain = self.judge.gain(node.pos, mv);
            let slot = self.judge.slot(node.pos, mv) as u32;
            let idea = self.judge.idea(node.pos, mv) as u32;
            let mut ranked = Ranked { place: place as u16, gain, slot, idea, promise: 0 };
            ranked.promise =
                if best == Some(ranked.place) { Experience::best_known() } else { advice.promise(&ranked) };
            ranks.push(ranked);
        }
    }

    /// A noisy move that wins much more than needed even in a shallower search wins enough.
    fn step10_surely_good_enough(
        &mut self,
        node: &Node<P>,
        worth: Option<Score>,
    ) -> Result<Option<Found>, Stopped> {
        let beta = node.window.beta;
        let Some(worth) = worth.filter(|_| node.depth >= margin::SURELY_DEPTH && !beta.is_decided()) else {
            return Ok(None);
        };
        let enough = beta.plus(margin::SURELY_POINTS);
        let window = Window { alpha: enough.just_below(), beta: enough };
        for i in 0..self.ranks[node.ply].len() {
            let ranked = self.ranks[node.ply][i];
            if !ranked.is_noisy() || worth.plus(ranked.gain) < enough {
                continue;
            }
            let mv = self.lists[node.ply][usize::from(ranked.place)];
            let found = self.look(node, mv, ranked, node.depth - margin::SURELY_REDUCTION, window)?;
            if found.score >= enough {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Tries the moves, and remembers what came of it.
    fn step11_each_move(
        &mut self,
        node: &Node<P>,
        worth: Option<Score>,
        known: Option<Entry>,
    ) -> Result<Found, Stopped> {
        let mut best = Found::everywhere(Score::LEAST);
        let mut best_place = None;
        let mut window = node.window;
        let mut tried = 0;
        let mut any_by_cap = false;
        let depth = self.depth_of_moves(node, known);
        for i in 0..self.ranks[node.ply].len() {
            let ranked = self.pick(node.ply, i);
            let mv = self.lists[node.ply][usize::from(ranked.place)];
            if node.ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            if tried > 0
                && let Some(guess) = self.guess(node, worth, ranked, tried, window)
            {
                // A guess keeps the rest from being called a loss.
                best.score = best.score.max(guess);
                continue;
            }
            let found = self.try_move(node, mv, ranked, depth, window, tried)?;
            tried += 1;
            any_by_cap |= found.by_cap;
            if found.score <= best.score {
                continue;
            }
            best = found;
            if found.score > window.alpha {
                best_place = Some(ranked.place);
                window.alpha = found.score;
                self.extend_line(node.ply, mv);
                if node.ply == 0 {
                    self.improve(node, found.score);
                }
            }
            if found.score >= window.beta {
                if !ranked.is_noisy() {
                    let at = self.context(node);
                    let earlier = &self.ranks[node.ply][..i];
                    self.experience.learn(&at, node.depth, ranked, earlier);
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

    /// The move with the best rank of those that were not tried yet, put into place `i`.
    fn pick(&mut self, ply: usize, i: usize) -> Ranked {
        let ranks = &mut self.ranks[ply];
        let mut best = i;
        for j in i + 1..ranks.len() {
            if ranks[j].promise > ranks[best].promise {
                best = j;
            }
        }
        ranks.swap(i, best);
        ranks[i]
    }

    /// How deeply moves are looked at. Where there is no choice, a ply costs nothing.
    fn depth_of_moves(&self, node: &Node<P>, known: Option<Entry>) -> i32 {
        if !self.options.selective || node.ply == 0 {
            return node.depth - 1;
        }
        if self.ranks[node.ply].len() == 1 && node.ply < self.longest {
            return node.depth;
        }
        let is_unknown = known.is_none_or(|entry| entry.best.is_none());
        node.depth - 1 - i32::from(is_unknown && node.depth >= margin::UNKNOWN_DEPTH)
    }

    /// What a quiet move is worth at most that is not worth trying, where only a probe asks for it.
    fn guess(
        &self,
        node: &Node<P>,
        worth: Option<Score>,
        ranked: Ranked,
        tried: usize,
        window: Window,
    ) -> Option<Score> {
        let worth = worth.filter(|_| !ranked.is_noisy() && !window.alpha.is_decided())?;
        let missing = margin::HOPELESS_POINTS + margin::HOPELESS_POINTS_PER_PLY * node.depth;
        let hope = worth.plus(Self::swing(missing));
        if node.depth <= margin::HOPELESS_DEPTH && hope <= window.alpha {
            return Some(hope);
        }
        let many = margin::FEW_MOVES + (node.depth * node.depth) as usize;
        (node.depth <= margin::FEW_DEPTH && tried >= many).then(|| worth.min(window.alpha))
    }

    /// The first move is searched in the whole window, the others only to see whether they are better; late and
    /// quiet ones less deeply at first.
    fn try_move(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        ranked: Ranked,
        depth: i32,
        window: Window,
        tried: usize,
    ) -> Result<Found, Stopped> {
        if tried == 0 {
            return self.look(node, mv, ranked, depth, window);
        }
        let reduction = self.reduction(node, ranked, tried).min(depth - 1).max(0);
        let mut found = self.look(node, mv, ranked, depth - reduction, window.null())?;
        if reduction > 0 && found.score > window.alpha {
            found = self.look(node, mv, ranked, depth, window.null())?;
        }
        if !window.is_null() && found.score > window.alpha && found.score < window.beta {
            found = self.look(node, mv, ranked, depth, window)?;
        }
        Ok(found)
    }

    /// Looks at the position after a move.
    fn look(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        ranked: Ranked,
        depth: i32,
        window: Window,
    ) -> Result<Found, Stopped> {
        let next = node.pos.play_unchecked(mv);
        let same_turn = next.turn() == node.pos.turn();
        let child = Node {
            pos: &next,
            key: node.pos.key_after(node.key, mv),
            ply: node.ply + 1,
            depth,
            window: window.one_ply_later(same_turn),
            after: Some(ranked.slot),
            may_pass: true,
        };
        let forget = self.judge.is_irreversible(node.pos, mv);
        let found = self.with_path(node.key, Some(ranked.idea), forget, |search| search.search(&child))?;
        Ok(found.one_ply_earlier(same_turn))
    }

    fn reduction(&self, node: &Node<P>, ranked: Ranked, tried: usize) -> i32 {
        if !self.options.selective
            || ranked.is_noisy()
            || node.depth < margin::LATE_DEPTH
            || tried < margin::LATE_MOVES
        {
            return 0;
        }
        let late = i32::from(margin::LATE[node.depth.min(63) as usize][tried.min(63)]);
        let merit = self.experience.advice(&self.context(node)).merit(&ranked) / margin::MERIT_PER_PLY;
        let on_the_line = i32::from(!node.is_probe());
        late - merit - on_the_line
    }

    fn context(&self, node: &Node<P>) -> Context {
        let back = |plies: usize| self.trail.len().checked_sub(plies).and_then(|i| self.trail[i]);
        Context { turn: node.pos.turn(), ply: node.ply, after: node.after, trail: [back(1), back(2)] }
    }

    /// Does something with this position on the path; `forget` says that nothing before can come again.
    fn with_path<T>(
        &mut self,
        key: u64,
        idea: Option<u32>,
        forget: bool,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.path.push(key);
        self.trail.push(idea);
        let since = if forget { self.path.len() } else { self.since.last().copied().unwrap_or_default() };
        self.since.push(since);
        let result = act(self);
        self.since.pop();
        self.trail.pop();
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
