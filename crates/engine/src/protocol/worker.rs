//! The thread of an engine that searches.

use std::any::TypeId;
use std::time::Duration;

use super::settings::Settings;
use crate::clock::{Control, Limits, Time};
use crate::erased::{AnyPosition, MoveId};
use crate::level::Level;
use crate::player::Machine;
use crate::session::Session;
use crate::tables::TablesChoice;
use crate::think::{BestLine, Thinker, Thought};
use crate::weights::WeightsError;

/// Work for the worker.
pub enum WorkItem {
    /// Prepare to search.
    Prepare(Settings, Session),
    /// Clear all state before a new game.
    Forget,
    /// Think.
    Think(SearchTask),
    /// Run perft.
    Count {
        /// The position.
        session: Session,
        /// The depth in plies.
        depth: u32,
        /// Stops it.
        control: Control,
    },
}

/// A search to run.
pub struct SearchTask {
    /// The game.
    pub session: Session,
    /// The settings.
    pub settings: Settings,
    /// The limits.
    pub limits: Limits,
    /// Stops it.
    pub control: Control,
}

/// An event of the worker.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerEvent {
    /// Everything is prepared.
    Ready,
    /// The search has found something better.
    Better(Thought),
    /// A message for people.
    Noted(String),
    /// The search is over.
    Done(Thought),
    /// The perft count, unless it was stopped.
    Counted(u32, Option<u64>),
    /// The work failed.
    Failed(String),
}

/// Searches with the engine's settings, keeping its state from move to move.
#[derive(Default)]
pub struct Worker(Option<PreparedSearcher>);

struct PreparedSearcher {
    settings: Settings,
    /// One per type of board: the boards of a game may be of several types.
    board: TypeId,
    searcher: Searcher,
    tables: TablesChoice,
    /// Whether it was reported that one of the tables is refused.
    is_fault_reported: bool,
}

enum Searcher {
    /// Full strength, to play or to analyse.
    Whole(Box<dyn Thinker>),
    /// A player who makes mistakes.
    Level(Box<Machine>),
}

/// The longest that `isready` waits for memory; 64 MiB take a tenth of that at most.
const TO_PREPARE: Duration = Duration::from_secs(1);

impl Searcher {
    fn prepare(&self, time: Duration) -> bool {
        match self {
            Searcher::Whole(thinker) => thinker.prepare(time),
            Searcher::Level(machine) => machine.prepare(time),
        }
    }
}

impl WorkItem {
    /// Does the work and sends its events.
    pub fn run(self, worker: &mut Worker, emit: &mut dyn FnMut(WorkerEvent)) {
        let event = match self {
            WorkItem::Prepare(settings, session) => {
                worker.searcher(&settings, session.position()).map(|searcher| {
                    searcher.prepare(TO_PREPARE);
                    WorkerEvent::Ready
                })
            }
            WorkItem::Forget => return worker.forget(),
            WorkItem::Think(task) => worker.think(&task, emit).map(WorkerEvent::Done),
            WorkItem::Count { session, depth, control } => {
                Ok(WorkerEvent::Counted(depth, session.position().perft_until(depth, 1, &control)))
            }
        };
        emit(event.unwrap_or_else(|fault| WorkerEvent::Failed(fault.to_string())));
    }
}

impl Worker {
    /// A searcher for these settings and this board: the present one if it fits.
    fn searcher(
        &mut self,
        settings: &Settings,
        pos: &dyn AnyPosition,
    ) -> Result<&mut Searcher, WeightsError> {
        let game = pos.game();
        let board = game.board_type();
        let will_do = |made: &PreparedSearcher| made.board == board && made.settings.think_alike(settings);
        let made = match self.0.take().filter(will_do) {
            Some(made) => made,
            None => {
                let (level, options) = (settings.level(), settings.thinking(game));
                let searcher = if level == Level::HIGHEST {
                    Searcher::Whole(game.thinker(&options)?)
                } else {
                    Searcher::Level(Box::new(Machine::new(game, level, settings.seed(), &options)?))
                };
                let (settings, tables) = (settings.clone(), options.tables);
                PreparedSearcher { settings, board, searcher, tables, is_fault_reported: false }
            }
        };
        Ok(&mut self.0.insert(made).searcher)
    }

    /// Prepares one more piece of the transposition table's memory, which takes milliseconds; returns whether more is
    /// left. To be called while waiting for work.
    pub fn prepare(&self) -> bool {
        self.0.as_ref().is_some_and(|made| made.searcher.prepare(Duration::ZERO))
    }

    fn forget(&mut self) {
        match &mut self.0 {
            Some(PreparedSearcher { searcher: Searcher::Whole(thinker), .. }) => thinker.forget(),
            Some(PreparedSearcher { searcher: Searcher::Level(machine), .. }) => machine.forget(),
            None => (),
        }
    }

    /// Reports a refused table, once.
    fn new_fault(&mut self) -> Option<String> {
        let made = self.0.as_mut().filter(|made| !made.is_fault_reported)?;
        let fault = made.tables.fault()?;
        made.is_fault_reported = true;
        Some(format!("warning: {fault}"))
    }

    fn think(
        &mut self,
        task: &SearchTask,
        emit: &mut dyn FnMut(WorkerEvent),
    ) -> Result<Thought, WeightsError> {
        let SearchTask { session, settings, limits, control } = task;
        let moves = session.position().move_count();
        let mut thought = match self.searcher(settings, session.position())? {
            Searcher::Whole(thinker) => {
                let mut limits = limits.clone();
                if moves == 1 && matches!(limits.time, Time::Clock { .. }) {
                    // There is nothing to think about, and time may be short later.
                    limits.depth = Some(1);
                }
                thinker.think(session, settings.lines(), &limits, control, &mut |thought| {
                    // Before the first depth is complete, what is best is only what came first.
                    if thought.depth > 0 {
                        emit(WorkerEvent::Better(thought.clone()));
                    }
                })
            }
            Searcher::Level(machine) => {
                // What it thinks of all the moves, before it makes its mistake, is its secret.
                let mut thought = machine.choose(session, limits, control, &mut |_| ());
                thought.lines.truncate(1);
                thought
            }
        };
        if let Some(fault) = self.new_fault() {
            emit(WorkerEvent::Noted(fault));
        }
        if thought.lines.is_empty() {
            // Not even one position could be looked at.
            let any = (moves > 0).then(|| MoveId::new(0));
            thought.lines.extend(any.map(|mv| BestLine::unsearched(session.position(), mv)));
        }
        Ok(thought)
    }
}
