//! Tables of exact values: probing one position or arrays of them, building, verifying.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use engine::{
    AnyTables, BoardError, Build, BuildError, BuildEvent, Exact, Player, SolveError, TableInfo, TablesAt,
    Verdict,
};
use numpy::{IntoPyArray as _, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{Raise as _, exception};
use crate::game::PyGame;
use crate::position::PyPosition;
use crate::running::{Observer, PyStop, brief, control, interruptible};
use crate::thinker::{ExactParts, exact_parts, expect_board};

/// In an array of results, a position that no table has.
const UNKNOWN: i8 = -128;
/// In an array of distances, a draw or an unknown position.
const NO_DISTANCE: i16 = -1;
/// With fewer positions another thread costs more than it brings.
const WORTH_A_THREAD: usize = 4096;

/// Results and distances, an array each.
type Columns<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);
/// Its value, every move with its own, and the best line.
type ProbeParts = (Option<ExactParts>, Vec<(String, Option<ExactParts>)>, Vec<String>);
/// The name, the number of pieces, the file, then positions, wins, losses, draws, the longest win and a position with
/// it; or why it is refused.
type TableParts = (String, u32, Option<String>, Option<ContentsParts>, Option<String>);
type ContentsParts = (u64, u64, u64, u64, Option<u32>, Option<String>);

/// The tables of one game.
#[pyclass(frozen, name = "_Tables", module = "plywood._plywood")]
pub(crate) struct PyTables {
    pub(crate) game: PyGame,
    pub(crate) tables: Arc<dyn AnyTables>,
}

/// A column of results and one of distances.
fn columns(values: &[Option<Exact>]) -> (Vec<i8>, Vec<i16>) {
    let parts = |value: &Option<Exact>| match value.map(exact_parts) {
        None => (UNKNOWN, NO_DISTANCE),
        Some((result, plies)) => {
            let plies = plies.map_or(NO_DISTANCE, |plies| i16::try_from(plies).unwrap_or(i16::MAX));
            (result, plies)
        }
    };
    values.iter().map(parts).unzip()
}

fn arrays(py: Python<'_>, (results, plies): (Vec<i8>, Vec<i16>)) -> Columns<'_> {
    (results.into_pyarray(py), plies.into_pyarray(py))
}

/// How many threads share so many positions.
fn shares(positions: usize) -> usize {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    (positions / WORTH_A_THREAD).clamp(1, threads)
}

/// Does work on parts of `positions` numbers at the same time: `work` is given where a part begins and ends.
fn in_parallel<E: Send>(
    positions: usize,
    work: impl Fn(usize, usize) -> Result<Vec<Option<Exact>>, E> + Sync,
) -> Result<Vec<Option<Exact>>, E> {
    let part = positions.div_ceil(shares(positions)).max(1);
    thread::scope(|scope| {
        let work = &work;
        let begins: Vec<usize> = (0..positions).step_by(part).collect();
        let (first, others) = begins.split_first().map_or((0, &[][..]), |(first, others)| (*first, others));
        let others: Vec<_> = others
            .iter()
            .map(|&begin| scope.spawn(move || work(begin, (begin + part).min(positions))))
            .collect();
        let mut values = work(first, part.min(positions))?;
        for other in others {
            match other.join() {
                Ok(more) => values.extend(more?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(values)
    })
}

#[pymethods]
impl PyTables {
    #[new]
    fn new(
        py: Python<'_>,
        game: &PyGame,
        folder: Option<PathBuf>,
        embedded: bool,
        cache: usize,
    ) -> PyResult<PyTables> {
        let at = TablesAt { folder, embedded, cache_bytes: cache };
        let any = game.0.start();
        let tables = brief(py, || any.game().tables(&at))?;
        Ok(PyTables { game: *game, tables })
    }

    /// What a position is worth.
    fn exact(&self, py: Python<'_>, pos: &PyPosition) -> PyResult<Option<ExactParts>> {
        expect_board(self.game, pos)?;
        // A block that is not in memory is read and decoded.
        let value = brief(py, || self.tables.exact(&*pos.pos))?.raise()?;
        Ok(value.map(exact_parts))
    }

    /// What a position and its moves are worth, and the best line.
    fn probe(&self, py: Python<'_>, pos: &PyPosition) -> PyResult<ProbeParts> {
        expect_board(self.game, pos)?;
        let probe = brief(py, || self.tables.probe(&*pos.pos))?.raise()?;
        let moves = probe.moves.into_iter().map(|mv| (mv.text, mv.value.map(exact_parts)));
        Ok((probe.value.map(exact_parts), moves.collect(), probe.line))
    }

    /// What each position of a list is worth.
    fn exact_list<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, PyPosition>>,
    ) -> PyResult<Columns<'py>> {
        for pos in &positions {
            expect_board(self.game, pos)?;
        }
        let positions: Vec<_> = positions.into_iter().map(|pos| pos.pos.clone()).collect();
        let values = brief(py, || {
            in_parallel(positions.len(), |begin, end| {
                positions[begin..end].iter().map(|pos| self.tables.exact(&**pos)).collect()
            })
        })?;
        Ok(arrays(py, columns(&values.raise()?)))
    }

    /// What positions in arrays are worth: `boards` has a row of pieces for each position, `turns` its side to move.
    fn exact_boards<'py>(
        &self,
        py: Python<'py>,
        boards: PyReadonlyArray2<'py, u8>,
        turns: PyReadonlyArray1<'py, u8>,
    ) -> PyResult<Columns<'py>> {
        let like = self.game.0.start();
        let cells = like.diagram().cells.len();
        let (rows, columns_found) = (boards.as_array().nrows(), boards.as_array().ncols());
        if columns_found != cells {
            return Err(PyValueError::new_err(format!(
                "expected boards of {cells} cells, found {columns_found}"
            )));
        }
        let boards = boards.as_slice()?;
        let turns = turns.as_slice()?;
        if turns.len() != rows {
            return Err(PyValueError::new_err(format!(
                "expected a side to move for each of {rows} boards, found {}",
                turns.len()
            )));
        }
        if let Some(other) = turns.iter().find(|&&turn| turn > 1) {
            return Err(PyValueError::new_err(format!("expected 0 or 1 as the side to move, found {other}")));
        }
        let turns: Vec<Player> = turns.iter().map(|&turn| Player::ALL[usize::from(turn)]).collect();
        let values = brief(py, || {
            let values = in_parallel(rows, |begin, end| {
                let part =
                    self.tables.exact_boards(&*like, &boards[begin * cells..end * cells], &turns[begin..end]);
                part.map_err(|error| match error {
                    BoardError::Position { number, error } => {
                        BoardError::Position { number: begin + number, error }
                    }
                    other => other,
                })
            });
            values.map(|values| columns(&values))
        })?;
        Ok(arrays(py, values.raise()?))
    }

    /// Every table that there is.
    fn list(&self, py: Python<'_>) -> PyResult<Vec<TableParts>> {
        let parts = |info: TableInfo| match info.contents {
            Err(refused) => (info.name, info.pieces, None, None, Some(refused.to_string())),
            Ok(contents) => {
                let summary = contents.summary;
                let longest = summary.longest_win.map(|win| win.distance);
                let numbers = (summary.positions(), summary.wins, summary.losses, summary.draws);
                let (positions, wins, losses, draws) = numbers;
                let counted = (positions, wins, losses, draws, longest, contents.longest_win);
                (info.name, info.pieces, contents.path, Some(counted), None)
            }
        };
        brief(py, || self.tables.list().into_iter().map(parts).collect())
    }

    /// Why a table was refused, if one was.
    #[getter]
    fn fault(&self) -> Option<String> {
        self.tables.fault().map(ToString::to_string)
    }

    /// Proves the table of this name with nothing but the rules.
    #[pyo3(signature = (name, threads, stop))]
    fn verify(&self, py: Python<'_>, name: &str, threads: usize, stop: Option<&PyStop>) -> PyResult<()> {
        let control = control(stop);
        let found = self.tables.list().into_iter().find(|table| table.name == name);
        let slice = found.map(|table| table.slice).ok_or_else(|| {
            exception::TableError::new_err(format!("there is no table '{name}': see Tables.info"))
        })?;
        let verdict = interruptible(py, &control, || {
            self.tables.verify(slice, threads.max(1), control.token(), &mut |_| ())
        })?;
        verdict.map_err(|verdict: Verdict| exception::TableError::new_err(verdict.to_string()))
    }
}

/// What building the tables of a game would take: memory in bytes, seconds, and how many are missing.
#[pyfunction(name = "_forecast_tables")]
pub(crate) fn forecast_tables(
    py: Python<'_>,
    game: &PyGame,
    folder: PathBuf,
    pieces: Option<u32>,
    threads: usize,
) -> PyResult<(u64, f64, usize)> {
    let any = game.0.start();
    let pieces = pieces.unwrap_or_else(|| any.game().default_table_pieces());
    let forecast = brief(py, || {
        let build = Build { folder: &folder, pieces, threads, memory: u64::MAX, cancel: &engine::NEVER };
        any.game().forecast_tables(&build)
    })?;
    let forecast = forecast.map_err(build_error)?;
    let missing = forecast.groups.iter().filter(|group| !group.is_done).count();
    Ok((forecast.memory, forecast.time.as_secs_f64(), missing))
}

/// Builds the tables that are missing. `observe` is called with the part of the whole that is done and with the name of
/// a table that was written, or None.
#[pyfunction(name = "_build_tables")]
#[pyo3(signature = (game, folder, pieces, threads, memory, stop, observe))]
#[allow(clippy::too_many_arguments, reason = "called by the package alone, in this order")]
pub(crate) fn build_tables(
    py: Python<'_>,
    game: &PyGame,
    folder: PathBuf,
    pieces: Option<u32>,
    threads: usize,
    memory: u64,
    stop: Option<&PyStop>,
    observe: Option<Py<PyAny>>,
) -> PyResult<()> {
    let any = game.0.start();
    let pieces = pieces.unwrap_or_else(|| any.game().default_table_pieces());
    let control = control(stop);
    let observer = Mutex::new(Observer::new(observe, &control));
    let built = interruptible(py, &control, || {
        let build = Build { folder: &folder, pieces, threads, memory, cancel: control.token() };
        let forecast = any.game().forecast_tables(&build)?;
        let missing = || forecast.groups.iter().filter(|group| !group.is_done);
        let total = missing().map(|group| group.entries).sum::<u64>().max(1) as f64;
        let before = |slice| -> u64 {
            missing().take_while(|group| group.slice != slice).map(|group| group.entries).sum()
        };
        let tell = |event: &BuildEvent| {
            let (part, name) = match event {
                BuildEvent::Part(group, part) => {
                    let done = before(group.slice) as f64 + part * group.entries as f64;
                    (Some(done / total), None)
                }
                BuildEvent::Done { name, .. } => (None, Some(name.clone())),
            };
            observer.lock().unwrap_or_else(PoisonError::into_inner).tell(|_| Ok((part, name)));
        };
        any.game().build_tables(&build, &forecast, &tell)
    })?;
    observer.into_inner().unwrap_or_else(PoisonError::into_inner).finish()?;
    match built {
        // What is finished stays.
        Err(BuildError::Solve(SolveError::Stopped)) => Ok(()),
        other => other.map_err(build_error),
    }
}

fn build_error(error: BuildError) -> PyErr {
    exception::TableError::new_err(error.to_string())
}
