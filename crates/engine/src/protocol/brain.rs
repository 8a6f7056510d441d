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
pub enum Job {
    /// Make everything ready to think.
    Prepare(Settings, Session),
    /// Forget everything, as before a new game.
    Forget,
    /// Think.
    Think(Task),
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
pub struct Task {
    /// The game.
    pub session: Session,
    /// What is set.
    pub settings: Settings,
    /// How far.
    pub limits: Limits,
    /// To stop it.
    pub control: Control,
}

/// What comes of a job.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
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
pub struct Brain(Option<Made>);

struct Made {
    settings: Settings,
    /// The boards of a game may be of several types.
    board: TypeId,
    mind: Mind,
    tables: TablesChoice,
    /// Whether it was told that one of the tables is refused.
    is_fault_told: bool,
}

enum Mind {
    /// Everything there is, to play or to analyse.
    Whole(Box<dyn Thinker>),
    /// A player who makes mistakes.
    Level(Box<Machine>),
}

/// So long `isready` may wait for memory; for 64 MiB it takes a tenth of that at most.
const TO_PREPARE: Duration = Duration::from_secs(1);

impl Mind {
    fn prepare(&self, time: Duration) -> bool {
        match self {
            Mind::Whole(thinker) => thinker.prepare(time),
            Mind::Level(machine) => machine.prepare(time),
        }
    }
}

impl Job {
    /// Does it, and tells what comes of it.
    pub fn run(self, brain: &mut Brain, tell: &mut dyn FnMut(News)) {
        let news = match self {
            Job::Prepare(settings, session) => brain.mind(&settings, session.position()).map(|mind| {
                mind.prepare(TO_PREPARE);
                News::Ready
            }),
            Job::Forget => return brain.forget(),
            Job::Think(task) => brain.think(&task, tell).map(News::Done),
            Job::Count { session, depth, control } => {
                Ok(News::Counted(depth, count(session.position(), depth, &control)))
            }
        };
        tell(news.unwrap_or_else(|fault| News::Failed(fault.to_string())));
    }
}

impl Brain {
    /// A mind for these settings and this board: the one there is, if it will do.
    fn mind(&mut self, settings: &Settings, pos: &dyn AnyPosition) -> Result<&mut Mind, WeightsError> {
        let game = pos.game();
        let board = game.board_type();
        let will_do = |made: &Made| made.board == board && made.settings.think_alike(settings);
        let made = match self.0.take().filter(will_do) {
            Some(made) => made,
            None => {
                let (level, options) = (settings.level(), settings.thinking(game));
                let mind = if level == Level::HIGHEST {
                    Mind::Whole(game.thinker(&options)?)
                } else {
                    Mind::Level(Box::new(Machine::new(game, level, settings.seed(), &options)?))
                };
                let (settings, tables) = (settings.clone(), options.tables);
                Made { settings, board, mind, tables, is_fault_told: false }
            }
        };
        Ok(&mut self.0.insert(made).mind)
    }

    /// Makes one more piece of the table's memory real, a matter of milliseconds; says whether there is more to do. For
    /// whoever waits for the next job.
    pub fn prepare(&self) -> bool {
        self.0.as_ref().is_some_and(|made| made.mind.prepare(Duration::ZERO))
    }

    fn forget(&mut self) {
        match &mut self.0 {
            Some(Made { mind: Mind::Whole(thinker), .. }) => thinker.forget(),
            Some(Made { mind: Mind::Level(machine), .. }) => machine.forget(),
            None => (),
        }
    }

    /// What is wrong with a table, once.
    fn new_fault(&mut self) -> Option<String> {
        let made = self.0.as_mut().filter(|made| !made.is_fault_told)?;
        let fault = made.tables.fault()?;
        made.is_fault_told = true;
        Some(format!("warning: {fault}"))
    }

    fn think(&mut self, task: &Task, tell: &mut dyn FnMut(News)) -> Result<Thought, WeightsError> {
        let Task { session, settings, limits, control } = task;
        let moves = session.position().move_count();
        let mut thought = match self.mind(settings, session.position())? {
            Mind::Whole(thinker) => {
                let mut limits = limits.clone();
                if moves == 1 && matches!(limits.time, Time::Clock { .. }) {
                    // There is nothing to think about, and time may be short later.
                    limits.depth = Some(1);
                }
                thinker.think(session, settings.lines(), &limits, control, &mut |thought| {
                    // Before the first depth is complete, what is best is only what came first.
                    if thought.depth > 0 {
                        tell(News::Better(thought.clone()));
                    }
                })
            }
            Mind::Level(machine) => {
                // What it thinks of all the moves, before it makes its mistake, is its secret.
                let mut thought = machine.choose(session, limits, control, &mut |_| ());
                thought.lines.truncate(1);
                thought
            }
        };
        if let Some(fault) = self.new_fault() {
            tell(News::Noted(fault));
        }
        if thought.lines.is_empty() {
            // Not even one position could be looked at.
            let any = (moves > 0).then(|| MoveId::new(0));
            thought.lines.extend(any.map(|mv| BestLine::unsearched(session.position(), mv)));
        }
        Ok(thought)
    }
}

/// As many as [`AnyPosition::perft`] counts, asking now and then whether to stop.
fn count(pos: &dyn AnyPosition, depth: u32, control: &Control) -> Option<u64> {
    const AT_ONCE: u32 = 3;
    if control.is_stopped() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(pos.perft(depth, 1));
    }
    let mut sum: u64 = 0;
    for mv in 0..pos.move_count() {
        let after = pos.play(MoveId::new(mv));
        sum = sum.saturating_add(count(&*after, depth - 1, control)?);
    }
    Some(sum)
}
