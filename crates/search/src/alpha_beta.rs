//! The search itself: principal variation search with a transposition table, one technique a step.
//!
//! The steps run in the order of their numbers in [`Search::search`] and, from step 15 on, for each
//! move. Each says what it is called, when it applies, where it comes from, why it is sound or how
//! it is kept from doing harm, and what it brings: nodes are those of docs/lab.md, "What each
//! technique brings". Numbers in formulas are those of
//! [`SearchParams::DEFAULT`](crate::SearchParams::DEFAULT).
//!
//! | steps | |
//! |---|---|
//! | 1 | this file |
//! | 2–6: scores that are known | `known_scores.rs` |
//! | 7–9, 11, 15, 16: pruning | `pruning.rs` |
//! | 12, 13, 17: extensions and reductions | `reductions.rs` |
//! | 10, 14, 18, 19: the moves | `move_loop.rs` |
//!
//! Pruning by guess is confined to null windows with undecided bounds and never returns a decided
//! score, so a reported win or loss is a proof.

mod iterative_deepening;
mod known_scores;
mod move_loop;
mod path;
mod pruning;
mod quiescence;
mod reductions;
#[cfg(test)]
mod tests;
mod window;

use game::{Keyed, Player, Position};

use crate::history::{History, ScoredMove};
use crate::limits::{NODES_BETWEEN_STOP_CHECKS, Stopped};
use crate::smp::{MovesInProgress, SharedNodes};
use crate::{Evaluator, Limits, Line, MoveOrdering, Options, Report, Table};
use path::Path;
use window::{NodeScore, Window};

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
    /// A null window only asks on which side of a bound the score lies, so that pruning by guess is
    /// welcome.
    fn is_null_window(&self) -> bool {
        self.window.is_null()
    }
}

/// One thread of search.
pub struct Search<'a, P: Position, E: Evaluator<P>> {
    evaluator: &'a E,
    /// What the evaluator keeps between evaluations.
    scratch: E::Scratch,
    table: &'a Table,
    limits: Limits<'a>,
    options: Options,
    history_tables: History,
    nodes: u64,
    path: Path,
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
    shared_nodes: Option<&'a SharedNodes>,
    /// The moves that the threads are searching, where there are several.
    moves_in_progress: Option<&'a MovesInProgress>,
    /// Who is to move at the root.
    root_turn: Option<Player>,
    /// Extensions are not given from this ply on.
    extension_limit: usize,
}

/// Is called with every improvement.
type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

impl<'a, P: Position + Keyed, E: Evaluator<P> + MoveOrdering<P>> Search<'a, P, E> {
    /// A search that shares `table` with others.
    pub fn new(evaluator: &'a E, table: &'a Table, limits: Limits<'a>, options: Options) -> Search<'a, P, E> {
        Search {
            evaluator,
            scratch: E::Scratch::default(),
            table,
            limits,
            options,
            history_tables: History::new(E::HISTORY_SIZE, E::PIECE_TO_SIZE),
            nodes: 0,
            path: Path::to_root(&[]),
            move_lists: Vec::new(),
            scored_moves: Vec::new(),
            lines: Vec::new(),
            excluded_root_moves: Vec::new(),
            best_so_far: None,
            completed: Report::default(),
            observer: None,
            shared_nodes: None,
            moves_in_progress: None,
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

    /// The same search as one of several threads, which count their nodes together.
    #[must_use]
    pub(crate) fn counting_with(mut self, nodes: &'a SharedNodes) -> Self {
        self.shared_nodes = Some(nodes);
        self
    }

    /// The same search, which defers moves that other threads are searching.
    #[must_use]
    pub(crate) fn deferring(mut self, moves: &'a MovesInProgress) -> Self {
        self.moves_in_progress = Some(moves);
        self
    }

    /// The score of a node: of fail-soft alpha-beta (Fishburn 1983), so it may lie outside of the
    /// window.
    fn search(&mut self, node: &Node<P>) -> Result<NodeScore, Stopped> {
        debug_assert!(node.window.alpha < node.window.beta, "a window has room for a score");
        debug_assert_eq!(node.ply, self.path.ply(), "the path leads to the node");
        debug_assert!(node.ply == 0 || node.depth <= 255, "{} plies deep", node.depth);
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

    /// Step 1. Counts the node and stops where the limits say so. The clock is only asked every
    /// [`NODES_BETWEEN_STOP_CHECKS`] nodes; the limit of nodes is exact, but the first depth is
    /// always completed.
    fn step1_count_node(&mut self, node: &Node<P>) -> Result<(), Stopped> {
        if self.nodes >= self.limits.nodes && self.completed.depth > 0 {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_STOP_CHECKS) {
            let shared = self.shared_nodes.inspect(|shared| shared.add(NODES_BETWEEN_STOP_CHECKS));
            if shared.is_some_and(SharedNodes::are_used_up) || self.limits.cancel.is_cancelled() {
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
}
