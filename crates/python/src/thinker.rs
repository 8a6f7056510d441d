//! Thinking: analyses, and the moves of a level.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use engine::{
    Contempt, Control, Exact, Level, Limits, Machine, Score, Session, TablesChoice, Thinker, ThinkerOptions,
    Thought, Time,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{Raise as _, exception};
use crate::game::PyGame;
use crate::mv::PyMove;
use crate::position::PyPosition;
use crate::running::{Observer, PyStop, brief, control, duration, interruptible, is_brief, limits};
use crate::session::standing;
use crate::tables::PyTables;
use crate::values::expected;

/// An exact value: 1, 0 or -1 for the side to move, and the plies to the end of a win or a loss.
pub(crate) type ExactParts = (i8, Option<u32>);
/// An estimate in points, or what was proven.
type ScoreParts = (Option<i32>, Option<ExactParts>);
type LineParts = (ScoreParts, PyMove, Vec<String>);
type ThoughtParts = (u8, u64, f64, Vec<LineParts>, Option<ExactParts>);

pub(crate) fn exact_parts(exact: Exact) -> ExactParts {
    match exact {
        Exact::Win(plies) => (1, Some(plies)),
        Exact::Loss(plies) => (-1, Some(plies)),
        Exact::Draw => (0, None),
    }
}

fn score_parts(score: Score) -> ScoreParts {
    match score {
        Score::Estimate(points) => (Some(points), None),
        Score::Win(plies) => (None, Some((1, Some(plies)))),
        Score::Loss(plies) => (None, Some((-1, Some(plies)))),
    }
}

fn thought_parts(pos: &PyPosition, thought: &Thought) -> ThoughtParts {
    let line =
        |line: &engine::BestLine| (score_parts(line.score), PyMove::new(pos, line.mv), line.moves.clone());
    let lines = thought.lines.iter().map(line).collect();
    (thought.depth, thought.nodes, thought.time.as_secs_f64(), lines, thought.exact.map(exact_parts))
}

/// A position of another type of board than what was made for a game.
pub(crate) fn expect_board(game: PyGame, pos: &PyPosition) -> PyResult<()> {
    if game.0.start().game().board_type() == pos.pos.game().board_type() {
        return Ok(());
    }
    let (expected, found) = (game.name(), pos.game.name());
    Err(exception::WrongGame::new_err(format!("expected a position of {expected}, found one of {found}")))
}

/// The tables that an option means: `True` for those of the program, `False` for none, or a `Tables`.
pub(crate) fn tables_choice(game: PyGame, tables: &Bound<'_, PyAny>) -> PyResult<TablesChoice> {
    if let Ok(tables) = tables.cast::<PyTables>() {
        let tables = tables.get();
        if tables.game.0.start().game().board_type() != game.0.start().game().board_type() {
            let (expected, found) = (game.name(), tables.game.name());
            return Err(exception::WrongGame::new_err(format!(
                "expected tables of {expected}, found those of {found}"
            )));
        }
        return Ok(TablesChoice::These(tables.tables.clone()));
    }
    let is_wanted = tables.extract::<bool>().map_err(|_| expected("True, False or Tables", tables))?;
    Ok(if is_wanted { TablesChoice::Embedded } else { TablesChoice::None })
}

/// Who thinks: somebody who analyses, or who plays at a level.
enum Mind {
    Analyst(Box<dyn Thinker>),
    Player(Machine),
}

/// Thinks about positions of one game, and remembers what was found out.
#[pyclass(frozen, name = "_Thinker", module = "plywood._plywood")]
pub(crate) struct PyThinker {
    game: PyGame,
    mind: Mutex<Mind>,
}

#[pymethods]
impl PyThinker {
    /// Somebody who analyses, or with a level who plays.
    #[new]
    #[pyo3(signature = (game, level, threads, memory, tables, seed, contempt))]
    #[allow(clippy::too_many_arguments, reason = "called by the package alone, by name")]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        level: Option<u8>,
        threads: usize,
        memory: usize,
        tables: &Bound<'_, PyAny>,
        seed: u64,
        contempt: Option<i32>,
    ) -> PyResult<PyThinker> {
        if !(1..=1024).contains(&threads) {
            return Err(PyValueError::new_err(format!("expected 1 to 1024 threads, found {threads}")));
        }
        let options = ThinkerOptions {
            threads,
            table_bytes: memory,
            tables: tables_choice(*game, tables)?,
            contempt: contempt.map_or(Contempt::None, Contempt::Points),
            ..ThinkerOptions::default()
        };
        let level = level.map(|number| {
            Level::new(number).ok_or_else(|| {
                PyValueError::new_err(format!("expected a level from 1 to 10, found {number}"))
            })
        });
        let (any, level) = (game.0.start(), level.transpose()?);
        let mind = brief(py, || match level {
            None => any.game().thinker(&options).map(Mind::Analyst),
            Some(level) => Machine::new(any.game(), level, seed, &options).map(Mind::Player),
        });
        let mind = mind?.raise()?;
        Ok(PyThinker { game: *game, mind: Mutex::new(mind) })
    }

    /// Thinks about where a game stands. `observe` is called with every improvement.
    #[pyo3(signature = (position, lines, depth, nodes, seconds, clock, stop, observe))]
    #[allow(clippy::too_many_arguments, reason = "called by the package alone, in this order")]
    fn think(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        lines: usize,
        depth: Option<u8>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        clock: Option<(f64, f64)>,
        stop: Option<&PyStop>,
        observe: Option<Py<PyAny>>,
    ) -> PyResult<ThoughtParts> {
        let (pos, session) = standing(position)?;
        expect_board(self.game, &pos)?;
        let mut limits = limits(seconds, depth, nodes)?;
        if let Some((left, increment)) = clock {
            limits.time = Time::Clock { left: duration(left)?, increment: duration(increment)? };
        }
        let control = control(stop);
        if is_brief(&limits) && observe.is_none() {
            let thought = brief(py, || {
                let mut mind = self.free()?;
                Some(mind.think(&session, lines, &limits, &control, &mut |_| ()))
            })?;
            if let Some(thought) = thought {
                return Ok(thought_parts(&pos, &thought));
            }
        }
        let mut observer = Observer::new(observe, &control);
        let thought = interruptible(py, &control, || {
            let mut mind = self.wait(&control)?;
            Some(mind.think(&session, lines, &limits, &control, &mut |thought| {
                observer.tell(|_| Ok((thought_parts(&pos, thought),)));
            }))
        })?;
        observer.finish()?;
        let thought = thought.ok_or_else(|| {
            exception::PlywoodError::new_err("it was stopped while another thread used the same engine")
        })?;
        Ok(thought_parts(&pos, &thought))
    }

    /// Forgets everything, as before a new game.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let control = Control::new();
        interruptible(py, &control, || match self.wait(&control).as_deref_mut() {
            Some(Mind::Analyst(thinker)) => thinker.forget(),
            Some(Mind::Player(machine)) => machine.forget(),
            None => (),
        })
    }
}

impl PyThinker {
    /// Who thinks, unless another thread has it.
    fn free(&self) -> Option<MutexGuard<'_, Mind>> {
        match self.mind.try_lock() {
            Ok(mind) => Some(mind),
            Err(TryLockError::Poisoned(mind)) => Some(mind.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Who thinks, as soon as no other thread has it; nothing if it is stopped before.
    fn wait(&self, control: &Control) -> Option<MutexGuard<'_, Mind>> {
        loop {
            let mind = self.free();
            if mind.is_some() || control.is_stopped() {
                return mind;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Mind {
    fn think(
        &mut self,
        session: &Session,
        lines: usize,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&Thought),
    ) -> Thought {
        match self {
            Mind::Analyst(thinker) => thinker
                .think(session, lines, limits, control, observe)
                .confirmed_if(!is_brief(limits), session.position()),
            Mind::Player(machine) => machine.choose(session, limits, control, observe),
        }
    }
}

/// Confirming a claim takes some milliseconds.
trait Confirmed {
    fn confirmed_if(self, is_wanted: bool, pos: &dyn engine::AnyPosition) -> Self;
}

impl Confirmed for Thought {
    fn confirmed_if(self, is_wanted: bool, pos: &dyn engine::AnyPosition) -> Thought {
        if is_wanted { self.confirmed(pos) } else { self }
    }
}
