//! The part of an engine that thinks, on a thread of its own.

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

/// Something that takes a while.
pub enum WorkItem {
    /// Make everything ready to think.
    Prepare(Settings, Session),
    /// Forget everything, as before a new game.
    Forget,
    /// Think.
    Think(SearchTask),
    /// Count the games of so many plies.
    Count {
        /// Where from.
        session: Session,
        /// How many plies.
        depth: u32,
        /// To stop it.
        control: Control,
    },
}

/// What to think about, and how.
pub struct SearchTask {
    /// The game.
    pub session: Session,
    /// What is set.
    pub settings: Settings,
    /// How far.
    pub limits: Limits,
    /// To stop it.
    pub control: Control,
}

/// What comes of a work.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerEvent {
    /// Everything is ready to think.
    Ready,
    /// Thinking has found something better.
    Better(Thought),
    /// Something that people should know.
    Noted(String),
    /// Thinking is over.
    Done(Thought),
    /// The games are counted, unless that was stopped.
    Counted(u32, Option<u64>),
    /// It could not be done.
    Failed(String),
}

/// Somebody who thinks as the settings say, and remembers from move to move.
#[derive(Default)]
pub struct Worker(Option<PreparedSearcher>);

struct PreparedSearcher {
    settings: Settings,
    /// The boards of a game may be of several types.
    board: TypeId,
    searcher: Searcher,
    tables: TablesChoice,
    /// Whether it was reported that one of the tables is refused.
    is_fault_reported: bool,
}

enum Searcher {
    /// Everything there is, to play or to analyse.
    Whole(Box<dyn Thinker>),
    /// A player who makes mistakes.
    Level(Box<Machine>),
}

/// So long `isready` may wait for memory; for 64 MiB it takes a tenth of that at most.
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
    /// Does it, and tells what comes of it.
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
    /// A searcher for these settings and this board: the one there is, if it will do.
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

    /// Makes one more piece of the table's memory real, a matter of milliseconds; says whether there is more to do. For
    /// whoever waits for the next work.
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

    /// What is wrong with a table, once.
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
