//! The search itself: principal variation search with a transposition table, one technique a step.
//!
//! The steps run in the order of their numbers in [`Search::search`]. Each says what it is called, when it applies, and
//! why it is sound or how it is kept from doing harm. Pruning by guess is confined to null windows with undecided
//! bounds and never returns a decided score, so a reported win or loss is a proof. `params.rs` has the numbers.

mod iterative_deepening;
mod quiescence;
#[cfg(test)]
mod tests;
mod window;

use std::sync::atomic::{AtomicU64, Ordering};

use game::{Keyed, Outcome, Player, Position, Value};

use crate::evaluator::DRAW_SCALE;
use crate::history::{Context, History, ScoredMove};
use crate::limits::{NODES_BETWEEN_STOP_CHECKS, Stopped};
use crate::{Bound, Entry, Evaluator, Limits, Line, MoveOrdering, Options, Report, Score, Table};
use window::{NodeScore, Window};

/// The score of a table win that the no-progress rule might stop, less its plies: above any material.
const UNREACHABLE_WIN: i32 = 20_000;

/// One position on the way from the root.
struct Node<'n, P: Position> {
    pos: &'n P,
    key: u64,
    ply: usize,
    depth: i32,
    window: Window,
    /// The history index of the move that led here.
    previous_move: Option<u32>,
    may_null_move: bool,
}

impl<P: Position> Node<'_, P> {
    /// A null window only asks on which side of a bound the score lies, so that pruning by guess is welcome.
    fn is_null_window(&self) -> bool {
        self.window.is_null()
    }
}

/// One thread of search.
pub struct Search<'a, P: Position, E> {
    evaluator: &'a E,
    table: &'a Table,
    limits: Limits<'a>,
    options: Options,
    history_tables: History,
    nodes: u64,
    /// The keys of the positions that may come again: of the game so far and of the way from the root.
    key_stack: Vec<u64>,
    /// For each ply, where in `key_stack` the positions begin that may still come again.
    last_irreversible: Vec<usize>,
    /// The piece-to indices of the moves that led here, for continuation history.
    continuation_stack: Vec<Option<u32>>,
    /// Working space for each ply.
    move_lists: Vec<Vec<P::Move>>,
    scored_moves: Vec<Vec<ScoredMove>>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<P::Move>>,
    /// Root moves that have their own line already (MultiPV).
    excluded_root_moves: Vec<P::Move>,
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
    /// Extensions are not given from this ply on.
    extension_limit: usize,
}

/// Whoever hears of improvements.
type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<'a, P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'a, P, E> {
    /// A search that shares `table` with others.
    pub fn new(evaluator: &'a E, table: &'a Table, limits: Limits<'a>, options: Options) -> Search<'a, P, E> {
        Search {
            evaluator,
            table,
            limits,
            options,
            history_tables: History::new(E::HISTORY_SIZE, E::PIECE_TO_SIZE),
            nodes: 0,
            key_stack: Vec::new(),
            last_irreversible: Vec::new(),
            continuation_stack: Vec::new(),
            move_lists: Vec::new(),
            scored_moves: Vec::new(),
            lines: Vec::new(),
            excluded_root_moves: Vec::new(),
            best_so_far: None,
            completed: Report::default(),
            observer: None,
            shared_nodes: None,
            first_depth: 1,
            root_turn: None,
            extension_limit: 0,
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

    fn search(&mut self, node: &Node<P>) -> Result<NodeScore, Stopped> {
        self.step1_count_node(node)?;
        if let Some(found) = self.step2_repetition(node) {
            return Ok(found);
        }
        if let Some(found) = self.step3_tablebase_probe(node) {
            return Ok(found);
        }
        if node.depth <= 0 {
            return self.quiescence(node);
        }
        let tt_entry = self.table.get(node.key);
        if let Some(found) = self.step4_transposition_cutoff(node, tt_entry) {
            return Ok(found);
        }
        if let Some(found) = self.step5_game_over(node) {
            return Ok(found);
        }
        if let Some(found) = self.step6_mate_distance_pruning(node) {
            return Ok(found);
        }
        let static_eval = self.step7_static_eval(node);
        if let Some(found) = self.step8_reverse_futility(node, static_eval) {
            return Ok(found);
        }
        if let Some(found) = self.step9_null_move_pruning(node, static_eval)? {
            return Ok(found);
        }
        self.step10_score_moves(node, tt_entry);
        if let Some(found) = self.step11_probcut(node, static_eval)? {
            return Ok(found);
        }
        let extension = self.step12_single_reply_extension(node);
        let reduction = self.step13_internal_iterative_reduction(node, tt_entry, extension);
        self.step14_move_loop(node, static_eval, node.depth - 1 + extension - reduction)
    }

    /// Counts the node and stops where the limits say so. The clock is only asked every
    /// [`NODES_BETWEEN_STOP_CHECKS`] nodes; the limit of nodes is exact, but the first depth is always completed.
    fn step1_count_node(&mut self, node: &Node<P>) -> Result<(), Stopped> {
        if self.nodes >= self.limits.nodes && self.completed.depth > 0 {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOP_CHECKS) {
            if let Some(shared) = self.shared_nodes {
                shared.fetch_add(NODES_BETWEEN_STOP_CHECKS, Ordering::Relaxed);
            }
            if (self.limits.stop)() {
                return Err(Stopped);
            }
        }
        if self.lines.len() <= node.ply {
            self.move_lists.push(Vec::new());
            self.scored_moves.push(Vec::new());
            self.lines.push(Vec::new());
        }
        self.lines[node.ply].clear();
        Ok(())
    }

    /// Draw by repetition, on the first occurrence since the last irreversible move, and by no progress. Both hold on this
    /// path only.
    fn step2_repetition(&mut self, node: &Node<P>) -> Option<NodeScore> {
        if node.ply == 0 {
            return None;
        }
        let last_irreversible = *self.last_irreversible.last()?;
        let is_over = self.key_stack[last_irreversible..].contains(&node.key)
            || self.plies_until_no_progress_draw(node) == Some(0) && node.pos.outcome().is_none();
        is_over.then(|| NodeScore { by_repetition: true, ..NodeScore::path_independent(self.draw(node)) })
    }

    /// Tablebase probe. A win that comes after the game's ply cap is a draw. Where the no-progress rule might come first,
    /// the winner gets [`UNREACHABLE_WIN`], an estimate above all material.
    fn step3_tablebase_probe(&mut self, node: &Node<P>) -> Option<NodeScore> {
        if node.ply == 0 {
            return None;
        }
        let score = self.evaluator.exact(node.pos)?;
        let Some(plies) = score.distance() else { return Some(NodeScore::path_independent(self.draw(node))) };
        if node.pos.plies_left().is_some_and(|left| plies > left) {
            return Some(NodeScore { by_cap: true, ..NodeScore::path_independent(self.draw(node)) });
        }
        if self.plies_until_no_progress_draw(node).is_some_and(|left| plies > left) {
            let points = UNREACHABLE_WIN - plies as i32;
            let score = Score::estimate(if score.is_win() { points } else { -points });
            // True on this path only.
            return Some(NodeScore { by_repetition: true, ..NodeScore::path_independent(score) });
        }
        Some(NodeScore::path_independent(score))
    }

    /// How many plies may still go by without an irreversible move before the game is drawn.
    fn plies_until_no_progress_draw(&self, node: &Node<P>) -> Option<u32> {
        debug_assert!(self.continuation_stack.len() == node.ply);
        let idle = self.key_stack.len() - self.last_irreversible.last().copied().unwrap_or_default();
        Some(self.options.no_progress_limit?.saturating_sub(idle as u32))
    }

    /// The static evaluation, with contempt for as much of it as the evaluator holds to be drawn.
    fn estimate(&self, node: &Node<P>) -> Score {
        let static_eval = Score::estimate(self.evaluator.evaluate(node.pos));
        if self.options.contempt == 0 {
            return static_eval;
        }
        static_eval.plus(self.contempt(node) * self.evaluator.draw_scale(node.pos) / DRAW_SCALE)
    }

    /// Transposition table cutoff, in null windows: the entry is deep enough or decided, and its bound decides the window.
    /// A decided score counts only if its distance is within the game's ply cap, which is not part of the key.
    fn step4_transposition_cutoff(&mut self, node: &Node<P>, tt_entry: Option<Entry>) -> Option<NodeScore> {
        let entry = tt_entry.filter(|_| self.options.table)?;
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
        is_enough.then_some(NodeScore::path_independent(entry.score))
    }

    /// Generates the moves; a finished game has its score.
    fn step5_game_over(&mut self, node: &Node<P>) -> Option<NodeScore> {
        let outcome = node.pos.legal_moves(&mut self.move_lists[node.ply])?;
        Some(self.game_over_score(node, outcome))
    }

    fn game_over_score(&self, node: &Node<P>, outcome: Outcome) -> NodeScore {
        match outcome.for_player(node.pos.turn()) {
            Value::Win => NodeScore::path_independent(Score::win_in(0)),
            Value::Loss => NodeScore::path_independent(Score::loss_in(0)),
            Value::Draw => {
                debug_assert_eq!(outcome, Outcome::Draw);
                NodeScore {
                    by_cap: node.pos.plies_left() == Some(0),
                    ..NodeScore::path_independent(self.draw(node))
                }
            }
        }
    }

    /// The score of a draw: contempt makes it less than 0 for the side to move at the root.
    fn draw(&self, node: &Node<P>) -> Score {
        Score::DRAW.plus(self.contempt(node))
    }

    fn contempt(&self, node: &Node<P>) -> i32 {
        let ours = self.root_turn == Some(node.pos.turn());
        if ours { -self.options.contempt } else { self.options.contempt }
    }

    /// Mate distance pruning: nobody wins faster than by the next move or loses faster than by the reply to it, so cut
    /// off if alpha ≥ win in 1 or beta ≤ loss in 2.
    fn step6_mate_distance_pruning(&self, node: &Node<P>) -> Option<NodeScore> {
        let (fastest_win, fastest_loss) = (Score::win_in(1), Score::loss_in(2));
        if node.ply == 0 {
            None
        } else if node.window.alpha >= fastest_win {
            Some(NodeScore::path_independent(fastest_win))
        } else if node.window.beta <= fastest_loss {
            Some(NodeScore::path_independent(fastest_loss))
        } else {
            None
        }
    }

    /// Static evaluation for the pruning steps: in null windows of a selective search, and not where captures are
    /// compulsory, since standing pat is then no option.
    fn step7_static_eval(&self, node: &Node<P>) -> Option<Score> {
        let is_of_use =
            self.options.selective && node.is_null_window() && !self.evaluator.must_capture(node.pos);
        is_of_use.then(|| self.estimate(node))
    }

    /// Reverse futility pruning (static null move): at depth ≤ 6, fail high if eval − 40·depth ≥ beta. Not against a
    /// decided beta, where a proof is wanted.
    fn step8_reverse_futility(&self, node: &Node<P>, static_eval: Option<Score>) -> Option<NodeScore> {
        let beta = node.window.beta;
        let static_eval = static_eval.filter(|_| !beta.is_decided())?;
        let params = &self.options.params;
        let margin = params.reverse_futility_margin * node.depth;
        let fails_high = node.depth <= params.reverse_futility_depth && static_eval.plus(-margin) >= beta;
        fails_high.then(|| NodeScore::path_independent(static_eval))
    }

    /// Null-move pruning (Donninger 1993): at depth ≥ 3 and eval ≥ beta, let the opponent move twice; if the score is
    /// still ≥ beta at R = 2 + depth / 5 less depth, fail high. Never twice in a row, only where the game says that
    /// passing is no better than moving (no zugzwang), and a decided score is not believed.
    fn step9_null_move_pruning(
        &mut self,
        node: &Node<P>,
        static_eval: Option<Score>,
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
        let found = self.with_key_pushed(node.key, None, true, |search| search.search(&child))?;
        let found = found.one_ply_earlier(same_turn);
        Ok((found.score >= beta && !found.score.is_decided()).then_some(found))
    }

    /// Move ordering: table move, noisy moves by gain, killers, countermove, then history. [`pick`](Search::pick) takes
    /// them in that order.
    fn step10_score_moves(&mut self, node: &Node<P>, tt_entry: Option<Entry>) {
        let best = tt_entry.and_then(|entry| entry.best);
        let view = self.history_tables.view(&self.context(node));
        let (moves, scored_moves) = (&self.move_lists[node.ply], &mut self.scored_moves[node.ply]);
        scored_moves.clear();
        for (place, &mv) in moves.iter().enumerate() {
            let gain = self.evaluator.tactical_gain(node.pos, mv);
            let history_index = self.evaluator.history_index(node.pos, mv) as u32;
            let piece_to = self.evaluator.piece_to(node.pos, mv) as u32;
            let mut scored =
                ScoredMove { place: place as u16, gain, history_index, piece_to, order_score: 0 };
            scored.order_score =
                if best == Some(scored.place) { History::table_move() } else { view.order_score(&scored) };
            scored_moves.push(scored);
        }
    }

    /// ProbCut (Buro 1995): at depth ≥ 5, a noisy move whose score in a search 4 plies shallower is ≥ beta + 100 fails
    /// high. Not against a decided beta.
    fn step11_probcut(
        &mut self,
        node: &Node<P>,
        static_eval: Option<Score>,
    ) -> Result<Option<NodeScore>, Stopped> {
        let params = self.options.params;
        let beta = node.window.beta;
        let Some(static_eval) =
            static_eval.filter(|_| node.depth >= params.probcut_depth && !beta.is_decided())
        else {
            return Ok(None);
        };
        let enough = beta.plus(params.probcut_margin);
        let window = Window { alpha: enough.just_below(), beta: enough };
        for i in 0..self.scored_moves[node.ply].len() {
            let scored = self.scored_moves[node.ply][i];
            if !scored.is_noisy() || static_eval.plus(scored.gain) < enough {
                continue;
            }
            let mv = self.move_lists[node.ply][usize::from(scored.place)];
            let found = self.search_child(node, mv, scored, node.depth - params.probcut_reduction, window)?;
            if found.score >= enough {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The move loop: searches the moves in order to `depth`, with pruning and reductions for late ones, and stores the
    /// result in the transposition table.
    fn step14_move_loop(
        &mut self,
        node: &Node<P>,
        static_eval: Option<Score>,
        depth: i32,
    ) -> Result<NodeScore, Stopped> {
        let mut best = NodeScore::path_independent(Score::LEAST);
        let mut best_place = None;
        let mut window = node.window;
        let mut tried = 0;
        let mut any_by_cap = false;
        debug_assert!(node.window.alpha < node.window.beta, "a window has room for a score");
        for i in 0..self.scored_moves[node.ply].len() {
            let scored = self.pick(node.ply, i);
            let mv = self.move_lists[node.ply][usize::from(scored.place)];
            if node.ply == 0 && self.excluded_root_moves.contains(&mv) {
                continue;
            }
            if tried > 0
                && let Some(guess) =
                    self.futility_or_late_move_pruning(node, static_eval, scored, tried, window)
            {
                // A pruned move might be better than a loss, so the node is not called lost.
                best.score = best.score.max(guess);
                continue;
            }
            let found = self.principal_variation_search(node, mv, scored, depth, window, tried)?;
            tried += 1;
            any_by_cap |= found.by_cap;
            if found.score <= best.score {
                continue;
            }
            best = found;
            if found.score > window.alpha {
                best_place = Some(scored.place);
                window.alpha = found.score;
                self.update_pv(node.ply, mv);
                if node.ply == 0 {
                    self.new_best_root_move(node, found.score);
                }
            }
            if found.score >= window.beta {
                if !scored.is_noisy() {
                    let at = self.context(node);
                    let earlier = &self.scored_moves[node.ply][..i];
                    let bonus = self.options.params.history_bonus(node.depth);
                    self.history_tables.update(&at, bonus, scored, earlier);
                }
                break;
            }
        }
        // With more plies left before the cap, a rejected move might have been the best one.
        best.by_cap |= any_by_cap && best.score < node.window.beta;
        if node.ply > 0 || self.excluded_root_moves.is_empty() {
            self.remember(node, best, best_place);
        }
        Ok(best)
    }

    /// One step of selection sort: the best move that was not tried yet, put into place `i`. Cutoffs come early, so most
    /// lists are never sorted whole.
    fn pick(&mut self, ply: usize, i: usize) -> ScoredMove {
        let scored_moves = &mut self.scored_moves[ply];
        let mut best = i;
        for j in i + 1..scored_moves.len() {
            if scored_moves[j].order_score > scored_moves[best].order_score {
                best = j;
            }
        }
        scored_moves.swap(i, best);
        scored_moves[i]
    }

    /// Single-reply extension: a forced move costs no depth, up to twice the depth of the root.
    fn step12_single_reply_extension(&self, node: &Node<P>) -> i32 {
        let is_single = self.scored_moves[node.ply].len() == 1;
        let may_extend = self.options.selective && 0 < node.ply && node.ply < self.extension_limit;
        i32::from(is_single && may_extend)
    }

    /// Internal iterative reduction (Schröder 2022): at depth ≥ 5 a node without a table move is searched one ply
    /// shallower; the next iteration will have one.
    fn step13_internal_iterative_reduction(
        &self,
        node: &Node<P>,
        tt_entry: Option<Entry>,
        extension: i32,
    ) -> i32 {
        let has_no_table_move = tt_entry.is_none_or(|entry| entry.best.is_none());
        let may_reduce = self.options.selective && node.ply > 0 && extension == 0;
        i32::from(
            may_reduce
                && has_no_table_move
                && node.depth >= self.options.params.internal_iterative_reduction_depth,
        )
    }

    /// Futility pruning: at depth ≤ 4 a quiet move is skipped if eval + 30 + 25·depth ≤ alpha. Late move pruning: at
    /// depth ≤ 4 quiet moves after the first 5 + depth² are skipped. Gives the score that the move is taken to have, in
    /// null windows with an undecided alpha only.
    fn futility_or_late_move_pruning(
        &self,
        node: &Node<P>,
        static_eval: Option<Score>,
        scored: ScoredMove,
        tried: usize,
        window: Window,
    ) -> Option<Score> {
        let static_eval = static_eval.filter(|_| !scored.is_noisy() && !window.alpha.is_decided())?;
        let params = &self.options.params;
        let missing = params.futility_margin + params.futility_margin_per_ply * node.depth;
        let hope = static_eval.plus(missing);
        if node.depth <= params.futility_depth && hope <= window.alpha {
            return Some(hope);
        }
        let many = params.late_move_pruning_moves + node.depth * node.depth;
        (node.depth <= params.late_move_pruning_depth && tried as i32 >= many)
            .then(|| static_eval.min(window.alpha))
    }

    /// Principal variation search: the first move in the whole window, the others in a null window, reduced where they
    /// are late, and again deeper or wider where that fails high.
    fn principal_variation_search(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        scored: ScoredMove,
        depth: i32,
        window: Window,
        tried: usize,
    ) -> Result<NodeScore, Stopped> {
        if tried == 0 {
            return self.search_child(node, mv, scored, depth, window);
        }
        let reduction = self.late_move_reduction(node, scored, tried).min(depth - 1).max(0);
        let mut found = self.search_child(node, mv, scored, depth - reduction, window.null())?;
        if reduction > 0 && found.score > window.alpha {
            found = self.search_child(node, mv, scored, depth, window.null())?;
        }
        if !window.is_null() && found.score > window.alpha && found.score < window.beta {
            found = self.search_child(node, mv, scored, depth, window)?;
        }
        Ok(found)
    }

    /// Searches the position after a move.
    fn search_child(
        &mut self,
        node: &Node<P>,
        mv: P::Move,
        scored: ScoredMove,
        depth: i32,
        window: Window,
    ) -> Result<NodeScore, Stopped> {
        let next = node.pos.play_unchecked(mv);
        let same_turn = next.turn() == node.pos.turn();
        let child = Node {
            pos: &next,
            key: node.pos.key_after(node.key, mv),
            ply: node.ply + 1,
            depth,
            window: window.one_ply_later(same_turn),
            previous_move: Some(scored.history_index),
            may_null_move: true,
        };
        let forget = self.evaluator.is_irreversible(node.pos, mv);
        let found =
            self.with_key_pushed(node.key, Some(scored.piece_to), forget, |search| search.search(&child))?;
        Ok(found.one_ply_earlier(same_turn))
    }

    /// Late move reduction: ln(depth)·ln(tried) plies for quiet moves at depth ≥ 2, less where history speaks for the move
    /// and on the principal variation.
    fn late_move_reduction(&self, node: &Node<P>, scored: ScoredMove, tried: usize) -> i32 {
        let params = &self.options.params;
        if !self.options.selective
            || scored.is_noisy()
            || node.depth < params.late_move_reduction_depth
            || (tried as i32) < params.late_move_reduction_moves
        {
            return 0;
        }
        let late = params.late_move_reduction(node.depth, tried);
        let history_score = self.history_tables.view(&self.context(node)).history_score(&scored)
            / params.late_move_reduction_history_divisor;
        let on_the_line = i32::from(!node.is_null_window());
        late - history_score - on_the_line
    }

    fn context(&self, node: &Node<P>) -> Context {
        let back = |plies: usize| {
            self.continuation_stack.len().checked_sub(plies).and_then(|i| self.continuation_stack[i])
        };
        Context {
            turn: node.pos.turn(),
            ply: node.ply,
            previous_move: node.previous_move,
            continuation_stack: [back(1), back(2)],
        }
    }

    /// Acts with this position on the key stack; `forget` says that nothing before can come again.
    fn with_key_pushed<T>(
        &mut self,
        key: u64,
        piece_to: Option<u32>,
        forget: bool,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.key_stack.push(key);
        self.continuation_stack.push(piece_to);
        let last_irreversible = if forget {
            self.key_stack.len()
        } else {
            self.last_irreversible.last().copied().unwrap_or_default()
        };
        self.last_irreversible.push(last_irreversible);
        let result = act(self);
        self.last_irreversible.pop();
        self.continuation_stack.pop();
        self.key_stack.pop();
        result
    }

    fn update_pv(&mut self, ply: usize, mv: P::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        if let Some(rest) = tail.first() {
            head[ply].extend_from_slice(rest);
        }
    }

    /// Stores the result in the transposition table. Of a path-dependent score only the move is stored.
    fn remember(&mut self, node: &Node<P>, best: NodeScore, place: Option<u16>) {
        let bound = if best.is_path_dependent() {
            Bound::None
        } else if best.score >= node.window.beta {
            Bound::Lower
        } else if best.score <= node.window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        debug_assert!(Score::LEAST < best.score && best.score < Score::MOST, "every move was given a score");
        let depth = node.depth.clamp(0, 255) as u8;
        self.table.put(node.key, Entry { score: best.score, bound, depth, best: place });
    }
}
