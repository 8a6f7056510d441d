//! Exact values with proofs.

use std::sync::{Mutex, PoisonError};

use catalogue::CATALOGUE;
use engine::{Exact, ExactSolver, SolveLimit, SolveProgress};
use pyo3::prelude::*;

use crate::error::{Raise as _, exception};
use crate::game::PyGame;
use crate::position::PyPosition;
use crate::running::{Observer, PyStop, brief, control, interruptible, limits};
use crate::thinker::{ExactParts, exact_parts, expect_board, tables_choice};

/// The value, the line, nodes, seconds, what ended it, and the plies before which there is no win and no loss.
type SolutionParts =
    (Option<ExactParts>, Vec<String>, u64, f64, Option<&'static str>, Option<u32>, Option<u32>);

/// Finds exact values of positions of one game, and remembers what was found out.
#[pyclass(frozen, name = "_Solver", module = "plywood._plywood")]
pub(crate) struct PySolver {
    game: PyGame,
    solver: Mutex<Box<dyn ExactSolver>>,
}

#[pymethods]
impl PySolver {
    #[new]
    fn new(py: Python<'_>, game: &PyGame, memory: usize, tables: &Bound<'_, PyAny>) -> PyResult<PySolver> {
        let (any, tables) = (game.0.start(), tables_choice(*game, tables)?);
        let solver = brief(py, || any.game().solver(memory, &tables))?;
        Ok(PySolver { game: *game, solver: Mutex::new(solver) })
    }

    /// The value of a position, as far as the limits allow.
    #[pyo3(signature = (pos, nodes, seconds, stop, observe))]
    fn solve(
        &self,
        py: Python<'_>,
        pos: &PyPosition,
        nodes: Option<u64>,
        seconds: Option<f64>,
        stop: Option<&PyStop>,
        observe: Option<Py<PyAny>>,
    ) -> PyResult<SolutionParts> {
        expect_board(self.game, pos)?;
        let limits = limits(seconds, None, nodes)?;
        let control = control(stop);
        let mut observer = Observer::new(observe, &control);
        let solution = interruptible(py, &control, || {
            let told = &mut |progress: &SolveProgress| {
                let SolveProgress { nodes, no_win_before, no_loss_before } = *progress;
                observer.tell(|_| Ok((nodes, no_win_before, no_loss_before)));
            };
            self.lock().solve(&*pos.pos, &limits, &control, told)
        })?;
        observer.finish()?;
        let limit = solution.limit.map(|limit| match limit {
            SolveLimit::Time => "time",
            SolveLimit::Nodes => "nodes",
            SolveLimit::Memory => "memory",
            SolveLimit::Interrupt => "stopped",
        });
        Ok((
            solution.value.map(exact_parts),
            solution.line,
            solution.nodes,
            solution.time.as_secs_f64(),
            limit,
            solution.bounds.no_win_before(),
            solution.bounds.no_loss_before(),
        ))
    }

    /// Every move with its value, where that can be had, the best first.
    #[pyo3(signature = (pos, nodes, seconds, stop))]
    fn moves(
        &self,
        py: Python<'_>,
        pos: &PyPosition,
        nodes: Option<u64>,
        seconds: Option<f64>,
        stop: Option<&PyStop>,
    ) -> PyResult<Vec<(String, Option<ExactParts>)>> {
        expect_board(self.game, pos)?;
        let limits = limits(seconds, None, nodes)?;
        let control = control(stop);
        let moves = interruptible(py, &control, || {
            let mut solver = self.lock();
            let value = solver.solve(&*pos.pos, &limits, &control, &mut |_| ()).value;
            solver.moves(&*pos.pos, value, &limits, &control)
        })?;
        Ok(moves.into_iter().map(|mv| (mv.text, mv.value.map(exact_parts))).collect())
    }

    /// The text of the proof of a value.
    #[pyo3(signature = (pos, value, memory, nodes, seconds, stop))]
    #[allow(clippy::too_many_arguments, reason = "called by the package alone, in this order")]
    fn prove(
        &self,
        py: Python<'_>,
        pos: &PyPosition,
        value: ExactParts,
        memory: usize,
        nodes: Option<u64>,
        seconds: Option<f64>,
        stop: Option<&PyStop>,
    ) -> PyResult<String> {
        expect_board(self.game, pos)?;
        let value = match value {
            (1, Some(plies)) => Exact::Win(plies),
            (-1, Some(plies)) => Exact::Loss(plies),
            _ => Exact::Draw,
        };
        let limits = limits(seconds, None, nodes)?;
        let control = control(stop);
        let proof = interruptible(py, &control, || {
            let mut text = Vec::new();
            let written = self.lock().prove(&*pos.pos, value, memory, &limits, &control, &mut text);
            written.map(|_| text)
        })?;
        let text = proof.map_err(|error| exception::SolveError::new_err(error.to_string()))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

impl PySolver {
    fn lock(&self) -> std::sync::MutexGuard<'_, Box<dyn ExactSolver>> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks the text of a proof with nothing but the rules: the position, its value and the number of claims.
#[pyfunction(name = "_check_proof")]
pub(crate) fn check_proof(py: Python<'_>, text: &str) -> PyResult<(String, ExactParts, usize)> {
    let checked = interruptible(py, &engine::Control::new(), || engine::check_proof(CATALOGUE, text))?;
    let checked = checked.raise()?;
    Ok((checked.position, exact_parts(checked.value), checked.claims))
}
