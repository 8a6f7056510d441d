//! Moves: small values that print as text.

use std::sync::Arc;

use engine::{AnyPosition, MoveId};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::game::PyGame;
use crate::position::PyPosition;

/// A legal move of some position. It equals every move of the same game that is written alike, and its text.
#[pyclass(frozen, name = "Move", module = "plywood")]
pub(crate) struct PyMove {
    pub(crate) game: PyGame,
    pub(crate) before: Arc<dyn AnyPosition>,
    pub(crate) id: MoveId,
}

impl PyMove {
    pub(crate) fn new(pos: &PyPosition, id: MoveId) -> PyMove {
        PyMove { game: pos.game, before: pos.pos.clone(), id }
    }
}

#[pymethods]
impl PyMove {
    /// How it is written.
    #[getter]
    pub(crate) fn text(&self) -> String {
        self.before.move_text(self.id)
    }

    /// Its place in the list of legal moves.
    #[getter]
    fn index(&self) -> usize {
        self.id.place()
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// The position that it is a move of.
    #[getter]
    fn before(&self) -> PyPosition {
        PyPosition { game: self.game, pos: self.before.clone() }
    }

    /// The position that it leads to.
    #[getter]
    fn after(&self) -> PyPosition {
        PyPosition::new(self.game, self.before.play(self.id))
    }

    /// The cells that a player touches to make it, in order; none for a pass.
    #[getter]
    fn touched(&self) -> Vec<usize> {
        self.before.touched(self.id)
    }

    /// How many pieces leave the board.
    #[getter]
    fn takes(&self) -> usize {
        let standing = |pos: &dyn AnyPosition| pos.occupants().into_iter().flatten().count();
        standing(&*self.before).saturating_sub(standing(&*self.before.play(self.id)))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text())
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let same = match other.cast::<PyMove>() {
            Ok(other) => {
                let other = other.get();
                let is_same_move = Arc::ptr_eq(&self.before, &other.before) && self.id == other.id;
                is_same_move || self.game.name() == other.game.name() && self.text() == other.text()
            }
            Err(_) => match other.cast::<PyString>() {
                Ok(text) => text.to_str()? == self.text(),
                Err(_) => return Ok(py.NotImplemented()),
            },
        };
        match op {
            CompareOp::Eq => Ok(same.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!same).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text()).hash()
    }

    fn __copy__(slf: Py<PyMove>) -> Py<PyMove> {
        slf
    }

    fn __deepcopy__(slf: Py<PyMove>, _memo: &Bound<'_, PyAny>) -> Py<PyMove> {
        slf
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (PyPosition, String))> {
        let restore = py.import("plywood._plywood")?.getattr("_restore_move")?;
        Ok((restore.unbind(), (self.before(), self.text())))
    }
}

/// A move from its pickle.
#[pyfunction(name = "_restore_move")]
pub(crate) fn restore_move(pos: &PyPosition, text: &Bound<'_, PyAny>) -> PyResult<PyMove> {
    Ok(PyMove::new(pos, pos.legal(text)?))
}
