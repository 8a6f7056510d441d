//! Thinking about a position: a search with its transposition table, weights and threads, and its result as data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use game::{Exact, Game as _, Notation as _, Position as _};
use search::{ParallelSearch, Report, Score, SearchParams, Table};

use crate::clock::{Budget, Control, Limits};
use crate::erased::{AnyPosition, MoveId, move_id, typed};
use crate::evaluation::WeightedEvaluator;
use crate::play::{Move, Play};
use crate::session::Session;
use crate::tables::{TableProbe, TablesChoice};
use crate::weights::WeightsError;

/// The options of a thinker.
#[derive(Clone, Debug)]
pub struct ThinkerOptions {
    /// The number of threads.
    pub threads: usize,
    /// The size of the transposition table, in bytes.
    pub table_bytes: usize,
    /// The evaluation.
    pub weights: WeightsChoice,
    /// The contempt for draws.
    pub contempt: Contempt,
    /// The tables of exact values to probe.
    pub tables: TablesChoice,
    /// The search parameters, if not the game's own.
    pub params: Option<SearchParams>,
}

/// Which weights to use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum WeightsChoice {
    /// The default: the game's network, or its terms if it has none.
    #[default]
    Best,
    /// The game's terms, even if it has a network.
    Terms,
    /// The terms from before the first fit.
    First,
    /// The contents of a file: a network, or a text of [`Weights`](crate::Weights).
    File(Arc<[u8]>),
}

impl WeightsChoice {
    /// The maximum length of a file of weights.
    pub const MOST_BYTES: u64 = learn::MOST_NETWORK_BYTES;

    /// The text of the weights of a game's terms.
    pub(crate) fn text<P: Play>(&self) -> Result<&str, WeightsError> {
        match self {
            WeightsChoice::Best | WeightsChoice::Terms => Ok(P::WEIGHTS),
            WeightsChoice::First => Ok(P::FIRST_WEIGHTS),
            WeightsChoice::File(bytes) => std::str::from_utf8(bytes).map_err(|_| WeightsError::NoText),
        }
    }
}

/// The value of a draw for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contempt {
    /// Zero, as in an analysis.
    None,
    /// Less than zero, by the game's own contempt: a player avoids a draw in a slightly worse position.
    Usual,
    /// Less than zero, by this many hundredths of the least piece.
    Points(i32),
}

impl Default for ThinkerOptions {
    fn default() -> ThinkerOptions {
        ThinkerOptions {
            threads: 1,
            table_bytes: 64 << 20,
            weights: WeightsChoice::Best,
            contempt: Contempt::None,
            tables: TablesChoice::default(),
            params: None,
        }
    }
}

/// A search for positions of one game, which keeps its transposition table from move to move.
pub trait Thinker: Send {
    /// Searches the present position of a session for the `lines` best moves. `observe` is told of every
    /// improvement.
    ///
    /// # Panics
    /// Panics if the session is of another game.
    fn think(
        &mut self,
        session: &Session,
        lines: usize,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&Thought),
    ) -> Thought;

    /// Clears the transposition table, as before a new game.
    fn forget(&mut self);

    /// Uses these search parameters from now on.
    fn set_params(&mut self, params: SearchParams);

    /// Prepares memory before a clock runs: at least one piece, and as many as `time` allows. Returns whether more is
    /// left. A longer search does so by itself.
    fn prepare(&self, time: Duration) -> bool;
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The complete depth in plies.
    pub depth: u8,
    /// Nodes searched.
    pub nodes: u64,
    /// The time spent.
    pub time: Duration,
    /// The best lines, best first; empty if the game is over.
    pub lines: Vec<BestLine>,
    /// The exact value of the position by the rules of the game, distance included, if it is known: from a table, or
    /// because the search's claim was [confirmed](Thought::confirmed).
    pub exact: Option<Exact>,
}

/// A move with its score and its principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestLine {
    /// Its score for the side to move.
    pub score: Score,
    /// The move.
    pub mv: MoveId,
    /// The principal variation, beginning with the move.
    pub moves: Vec<String>,
}

impl BestLine {
    /// A move of `pos` that has not been searched.
    pub(crate) fn unsearched(pos: &dyn AnyPosition, mv: MoveId) -> BestLine {
        BestLine { score: Score::DRAW, mv, moves: vec![pos.move_text(mv)] }
    }
}

impl Thought {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Option<MoveId> {
        Some(self.lines.first()?.mv)
    }

    /// The text of the best move.
    #[must_use]
    pub fn best_text(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }

    /// The same with the exact value of `pos`, the position it is about, where a win or loss was found and a short
    /// exhaustive search shows how quick it is. This takes some milliseconds, so it is for analysis and not for play.
    #[must_use]
    pub fn confirmed(self, pos: &dyn AnyPosition) -> Thought {
        let found = || pos.confirm(self.lines.first()?.score);
        Thought { exact: self.exact.or_else(found), ..self }
    }

    /// Nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The thinker of one game, with its type.
pub(crate) struct ErasedThinker<P: Play> {
    evaluator: WeightedEvaluator<P>,
    table: Table,
    threads: usize,
    contempt: i32,
    params: SearchParams,
}

impl<P: Play> ErasedThinker<P> {
    pub(crate) fn new(options: &ThinkerOptions) -> Result<ErasedThinker<P>, WeightsError> {
        Ok(ErasedThinker {
            evaluator: WeightedEvaluator::chosen(&options.weights, TableProbe::chosen(&options.tables))?,
            table: Table::new(options.table_bytes),
            threads: options.threads.max(1),
            contempt: match options.contempt {
                Contempt::None => 0,
                Contempt::Usual => P::CONTEMPT,
                Contempt::Points(points) => points,
            },
            params: options.params.unwrap_or(P::SEARCH),
        })
    }
}

impl<P: Play> Thinker for ErasedThinker<P> {
    fn think(
        &mut self,
        session: &Session,
        lines: usize,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let root = typed::<P>(session.position()).expect("a thinker is asked about its own game");
        let history = session.earlier_keys();
        let no_progress_limit = P::Position::HOUSE_RULES.no_progress;
        let Budget { enough, most } = limits.time.budget();
        let timer = control.timer(limits.since);
        let cancel = control.token_with_time_limit(&timer, most);
        let may_deepen = |_| enough.is_none_or(|enough| timer.elapsed() < enough);
        self.table.new_generation();
        let task = ParallelSearch {
            root,
            history,
            evaluator: &self.evaluator,
            table: &self.table,
            limits: search::Limits {
                depth: limits.depth.unwrap_or(u8::MAX),
                nodes: limits.nodes.unwrap_or(u64::MAX),
                cancel: &cancel,
                may_deepen: &may_deepen,
            },
            options: search::Options {
                lines,
                contempt: self.contempt,
                no_progress_limit,
                params: self.params,
                ..search::Options::default()
            },
        };
        let exact = self.evaluator.known(root).map(|exact| exact.within(root.plies_left()));
        let told = |report: &Report<Move<P>>| Thought {
            exact,
            ..thought::<P>(root, report, limits.since.elapsed())
        };
        let mut search = || task.run(self.threads, &mut |report| observe(&told(report)));
        let lasts = most.is_none_or(|most| most >= MEANT_TO_LAST);
        let report =
            if lasts && !self.table.is_resident() { with_pages(&self.table, search) } else { search() };
        told(&report)
    }

    fn forget(&mut self) {
        self.table.clear();
    }

    fn set_params(&mut self, params: SearchParams) {
        self.params = params;
    }

    fn prepare(&self, time: Duration) -> bool {
        let (begin, mut is_first) = (Instant::now(), true);
        self.table.make_resident(|| std::mem::take(&mut is_first) || begin.elapsed() < time);
        !self.table.is_resident()
    }
}

/// Huge pages bring 10 to 30 % more nodes a second and take 10 to 70 ms for 64 MiB: a search that has already lasted
/// this long is likely to gain by them.
const WORTH_HUGE_PAGES: Duration = Duration::from_millis(250);
/// A shorter search does without, so that no answer waits for a page.
const MEANT_TO_LAST: Duration = Duration::from_secs(1);

/// Searches while another thread puts the table on huge pages, if it lasts.
fn with_pages<T>(table: &Table, search: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    let prepare = || {
        let begin = Instant::now();
        while let Some(left) = WORTH_HUGE_PAGES.checked_sub(begin.elapsed()) {
            if is_over.load(Ordering::Acquire) {
                return;
            }
            thread::park_timeout(left);
        }
        table.make_resident(|| !is_over.load(Ordering::Acquire));
    };
    thread::scope(|scope| {
        // Where no thread can be had, small pages must do.
        let helper = thread::Builder::new().name("pages".to_string()).spawn_scoped(scope, prepare);
        let found = search();
        is_over.store(true, Ordering::Release);
        if let Ok(helper) = helper {
            helper.thread().unpark();
        }
        found
    })
}

/// A report in words.
fn thought<P: Play>(root: &P::Position, report: &Report<Move<P>>, time: Duration) -> Thought {
    let written = |line: &search::Line<Move<P>>| {
        let mut pos = root.clone();
        let mut moves = Vec::new();
        for &mv in &line.moves {
            moves.push(pos.write_move(mv));
            pos = pos.play_unchecked(mv);
        }
        let first = *line.moves.first()?;
        Some(BestLine { score: line.score, mv: move_id(root, first), moves })
    };
    Thought {
        depth: report.depth,
        nodes: report.nodes,
        time,
        lines: report.lines.iter().filter_map(written).collect(),
        exact: None,
    }
}
