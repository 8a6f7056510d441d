//! Positions.

use std::sync::Arc;

use catalogue::CATALOGUE;
use engine::{AnyPosition, CellId, Control, InvalidMove, MoveId, PictureOptions, Symmetry, picture};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::{Raise as _, exception};
use crate::game::PyGame;
use crate::mv::PyMove;
use crate::running::{brief, guarded, interruptible};
use crate::values::{self, expected};

/// The layout of what a position pickles into; another version refuses it.
const PICKLE_VERSION: u32 = 1;

/// A position of a game: immutable, hashable, comparable, picklable.
#[pyclass(frozen, name = "Position", module = "plywood", weakref)]
#[derive(Clone)]
pub(crate) struct PyPosition {
    pub(crate) game: PyGame,
    pub(crate) pos: Arc<dyn AnyPosition>,
}

impl PyPosition {
    pub(crate) fn new(game: PyGame, pos: Box<dyn AnyPosition>) -> PyPosition {
        PyPosition { game, pos: pos.into() }
    }

    /// The legal move that a text or a move means, or why there is none.
    pub(crate) fn legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<MoveId> {
        if let Ok(mv) = mv.cast::<PyMove>() {
            return self.own_move(mv.get());
        }
        let text = move_text(mv)?;
        guarded(|| self.pos.parse_move(text))?.raise()
    }

    /// A move of this or another position as a move of this one.
    fn own_move(&self, mv: &PyMove) -> PyResult<MoveId> {
        if Arc::ptr_eq(&self.pos, &mv.before) || self.pos.equals(&*mv.before) {
            return Ok(mv.id);
        }
        let text = mv.text();
        let (here, there) = (self.game.name(), mv.game.name());
        if here != there {
            return Err(exception::WrongGame::new_err(format!(
                "{text} is a move of {there}, and the position is one of {here}"
            )));
        }
        guarded(|| self.pos.parse_move(&text))?.raise()
    }

    pub(crate) fn after(&self, id: MoveId) -> PyPosition {
        PyPosition::new(self.game, self.pos.play(id))
    }

    fn symmetry(&self, number: usize) -> PyResult<Symmetry> {
        let count = self.pos.symmetries();
        let known = u8::try_from(number).ok().filter(|&number| number < count);
        known.map(Symmetry).ok_or_else(|| {
            PyIndexError::new_err(format!("expected a symmetry below {count}, found {number}"))
        })
    }

    fn attempt(&self, mv: &Bound<'_, PyAny>) -> PyResult<Result<MoveId, InvalidMove>> {
        if let Ok(mv) = mv.cast::<PyMove>() {
            return guarded(|| self.pos.parse_move(&mv.get().text()));
        }
        let text = move_text(mv)?;
        guarded(|| self.pos.parse_move(text))
    }
}

#[pymethods]
impl PyPosition {
    /// The position that a text describes; `game` is a `Game` or its name.
    ///
    /// Raises `InvalidPosition` with everything that is wrong with the text.
    #[staticmethod]
    fn parse(game: &Bound<'_, PyAny>, text: &str) -> PyResult<PyPosition> {
        let game = match game.cast::<PyGame>() {
            Ok(game) => game.get().0,
            Err(_) => CATALOGUE.find(game.cast::<PyString>()?.to_str()?).raise()?,
        };
        let pos = guarded(|| game.read(text))?.raise()?;
        Ok(PyPosition::new(crate::game::game_of(&*pos), pos))
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// The position text: the rows from top to bottom joined by `/`, then the side to move.
    #[getter]
    fn text(&self) -> String {
        self.pos.text()
    }

    /// The position in one of the formats of `Game.formats`.
    fn text_as(&self, format: &str) -> PyResult<String> {
        self.pos.text_as(format).ok_or_else(|| {
            let known = self.pos.game().formats().join(", ");
            PyValueError::new_err(format!("there is no format '{format}': there are {known}"))
        })
    }

    /// Whose turn it is.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        values::player(py, self.pos.turn())
    }

    /// How the game ended, or None.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.pos.outcome().map(|outcome| values::outcome(py, outcome)).transpose()
    }

    /// The number of plies until a rule ends the game, where there is such a rule and the position counts.
    #[getter]
    fn plies_left(&self) -> Option<u32> {
        self.pos.plies_left()
    }

    /// What stands on each cell, in the order of `Game.cells`: 0 for nothing, otherwise a piece's place in `Game.pieces`
    /// plus 1.
    #[getter]
    fn board(&self) -> Vec<u8> {
        let number = |occupant: Option<usize>| occupant.map_or(0, |number| number as u8 + 1);
        self.pos.occupants().into_iter().map(number).collect()
    }

    /// Every legal move, in an order that depends on the position alone.
    #[getter]
    fn legal_moves(&self) -> Vec<PyMove> {
        (0..self.pos.move_count()).map(|place| PyMove::new(self, MoveId::new(place))).collect()
    }

    /// The legal move that a text means, or that a move of another position means here.
    ///
    /// Raises `IllegalMove` with the rule that is broken.
    #[pyo3(name = "move")]
    fn find_move(&self, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        Ok(PyMove::new(self, self.legal(mv)?))
    }

    /// The position after a move, which is a `Move` or its text.
    ///
    /// Raises `IllegalMove` with the rule that is broken.
    fn play(&self, mv: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        Ok(self.after(self.legal(mv)?))
    }

    /// The position after several moves, which are `Move`s or texts.
    fn play_all(&self, moves: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let mut pos = self.clone();
        for mv in moves.try_iter()? {
            pos = pos.after(pos.legal(&mv?)?);
        }
        Ok(pos)
    }

    /// Why a move is not legal, in a sentence; None where it is.
    fn why_illegal(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.attempt(mv)?.err().map(|refused| refused.to_string()))
    }

    /// Whether a move is legal.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.attempt(mv)?.is_ok())
    }

    /// The legal move that a player means by touching these cells of the board one after the other.
    ///
    /// Raises `IllegalMove` with the rule that is broken.
    fn touch(&self, cells: Vec<CellId>) -> PyResult<PyMove> {
        Ok(PyMove::new(self, guarded(|| self.pos.touch(&cells))?.raise()?))
    }

    /// How many sequences of `depth` moves there are.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: i64, threads: i64) -> PyResult<u64> {
        count(py, &*self.pos, plies(depth)?, processors(threads)?)
    }

    /// The part of `perft` that each first move has.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(&self, py: Python<'py>, depth: i64, threads: i64) -> PyResult<Bound<'py, PyDict>> {
        let parts = PyDict::new(py);
        let threads = processors(threads)?;
        let Some(depth) = plies(depth)?.checked_sub(1) else { return Ok(parts) };
        for mv in self.legal_moves() {
            parts.set_item(mv.text(), count(py, &*self.after(mv.id).pos, depth, threads)?)?;
        }
        Ok(parts)
    }

    /// How many symmetries the game has besides the identity.
    #[getter]
    fn symmetries(&self) -> u8 {
        self.pos.symmetries()
    }

    /// The position transformed by a symmetry, a number below `symmetries`.
    fn transform(&self, symmetry: usize) -> PyResult<PyPosition> {
        Ok(PyPosition::new(self.game, self.pos.transform(self.symmetry(symmetry)?)))
    }

    /// The move of the transformed position that corresponds to a legal move.
    fn transform_move(&self, symmetry: usize, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let symmetry = self.symmetry(symmetry)?;
        let id = self.pos.transform_move(symmetry, self.legal(mv)?);
        Ok(PyMove::new(&PyPosition::new(self.game, self.pos.transform(symmetry)), id))
    }

    /// Whether a symmetry exchanges the players.
    fn swaps_players(&self, symmetry: usize) -> PyResult<bool> {
        Ok(self.pos.swaps_players(self.symmetry(symmetry)?))
    }

    /// The position as an SVG picture; `moves` are drawn as arrows, `cells` get a mark.
    #[pyo3(signature = (*, moves = Vec::new(), cells = Vec::new(), flip = false))]
    fn svg(&self, moves: Vec<Bound<'_, PyAny>>, cells: Vec<CellId>, flip: bool) -> PyResult<String> {
        let moves = moves.iter().map(|mv| self.legal(mv)).collect::<PyResult<_>>()?;
        let options = PictureOptions { flip, moves, cells, ..PictureOptions::default() };
        guarded(|| picture(&*self.pos, &options))
    }

    fn _repr_svg_(&self) -> String {
        picture(&*self.pos, &PictureOptions::default())
    }

    fn __repr__(&self) -> String {
        format!("Position.parse('{}', '{}')", self.game.name(), self.pos.text())
    }

    fn __str__(&self) -> String {
        self.pos.text()
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        self.pos.equals(&*other.pos)
    }

    fn __hash__(&self) -> u64 {
        self.pos.key()
    }

    fn __copy__(slf: Py<PyPosition>) -> Py<PyPosition> {
        slf
    }

    fn __deepcopy__(slf: Py<PyPosition>, _memo: &Bound<'_, PyAny>) -> Py<PyPosition> {
        slf
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (u32, String, String))> {
        let restore = py.import("plywood._plywood")?.getattr("_restore_position")?;
        Ok((restore.unbind(), (PICKLE_VERSION, self.game.name(), self.pos.text())))
    }
}

/// The text of what should be a move.
fn move_text<'m>(mv: &'m Bound<'_, PyAny>) -> PyResult<&'m str> {
    let text = mv.cast::<PyString>().map_err(|_| expected("a Move or its text", mv))?;
    text.to_str()
}

/// A depth of perft.
fn plies(depth: i64) -> PyResult<u8> {
    let plies = u8::try_from(depth);
    plies.map_err(|_| PyValueError::new_err(format!("expected a depth from 0 to 255, found {depth}")))
}

/// A number of threads.
fn processors(threads: i64) -> PyResult<usize> {
    let known = usize::try_from(threads).ok().filter(|threads| (1..=1024).contains(threads));
    known.ok_or_else(|| PyValueError::new_err(format!("expected 1 to 1024 threads, found {threads}")))
}

/// How many sequences of so many moves there are. What takes longer than a moment is interruptible.
fn count(py: Python<'_>, pos: &dyn AnyPosition, depth: u8, threads: usize) -> PyResult<u64> {
    const BRIEF: u8 = 4;
    let control = Control::new();
    let work = || pos.perft_until(depth.into(), threads, &control);
    let counted = if depth <= BRIEF { brief(py, work) } else { interruptible(py, &control, work) };
    Ok(counted?.unwrap_or_default())
}

/// A position from its pickle.
#[pyfunction(name = "_restore_position")]
pub(crate) fn restore_position(version: u32, game: &str, text: &str) -> PyResult<PyPosition> {
    if version != PICKLE_VERSION {
        return Err(exception::VersionError::new_err(format!(
            "expected a position that was pickled by version {PICKLE_VERSION} of the layout, found version {version}"
        )));
    }
    let pos = CATALOGUE.find(game).raise()?.read(text).raise()?;
    Ok(PyPosition::new(crate::game::game_of(&*pos), pos))
}
