//! Games of the catalogue.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use catalogue::CATALOGUE;
use engine::{AnyPosition, GameRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Raise as _;
use crate::position::PyPosition;
use crate::running::guarded;
use crate::values::{player_number, player_of};

/// A game on one size of board: `Game("checkers")`, `Game("raichu:10")`.
#[pyclass(frozen, name = "Game", module = "plywood")]
#[derive(Clone, Copy)]
pub(crate) struct PyGame(pub(crate) GameRef);

/// Every game, on its usual board.
#[pyfunction]
pub(crate) fn games() -> Vec<PyGame> {
    CATALOGUE.all().map(PyGame).collect()
}

/// The game on the board of a position, by its shortest name.
pub(crate) fn game_of(pos: &dyn AnyPosition) -> PyGame {
    let usual = CATALOGUE.find(pos.game().name()).expect("the game of a position is in the catalogue");
    if usual.info().sizes.is_none() {
        return PyGame(usual);
    }
    let diagram = pos.diagram();
    if usual.start().diagram() == diagram {
        return PyGame(usual);
    }
    let rows = diagram.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
    let sized = CATALOGUE.find(&format!("{}:{rows}", pos.game().name()));
    PyGame(sized.unwrap_or(usual))
}

#[pymethods]
impl PyGame {
    #[new]
    fn new(name: &str) -> PyResult<PyGame> {
        Ok(game_of(&*CATALOGUE.find(name).raise()?.start()))
    }

    /// The word that names it: `checkers`, `raichu:10`.
    #[getter]
    pub(crate) fn name(&self) -> String {
        self.0.word()
    }

    /// The name as people write it.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.info().title
    }

    /// The game in one sentence.
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.info().summary
    }

    /// The sizes of its board in words, where it has several.
    #[getter]
    fn sizes(&self) -> Option<&'static str> {
        self.0.info().sizes
    }

    /// The same position for this many times is a draw.
    #[getter]
    fn repetition(&self) -> Option<u32> {
        self.0.info().house_rules.repetition
    }

    /// This many plies without progress are a draw.
    #[getter]
    fn no_progress(&self) -> Option<u32> {
        self.0.info().house_rules.no_progress
    }

    /// The names of the two players.
    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        let players = self.0.start().diagram().players;
        (players.one.name, players.two.name)
    }

    /// The names of the cells, in the order of the position text.
    #[getter]
    fn cells(&self) -> Vec<String> {
        self.0.start().diagram().cells.into_iter().map(|cell| cell.name).collect()
    }

    /// The formats that `Position.text_as` knows.
    #[getter]
    fn formats(&self) -> Vec<&'static str> {
        self.0.start().game().formats().to_vec()
    }

    /// The extension of files in which other programs keep games of this kind, such as `pdn`.
    #[getter]
    fn shared_form(&self) -> Option<&'static str> {
        self.0.start().game().shared_form()
    }

    /// Every kind of piece: its letter in the position text, its name, and the number of its player.
    #[getter]
    fn pieces(&self) -> Vec<(char, &'static str, usize)> {
        let pieces = self.0.start().diagram().pieces.into_iter();
        pieces.map(|piece| (piece.letter, piece.name, player_number(piece.player))).collect()
    }

    /// The position with these pieces on its cells, as `Position.board` has them, and this side to move.
    ///
    /// Raises `InvalidPosition` with everything that is wrong with the arrangement.
    fn arrange(&self, board: Vec<u8>, turn: u8) -> PyResult<PyPosition> {
        let start = self.0.start();
        let cells = start.diagram().cells.len();
        if board.len() != cells {
            let found = board.len();
            return Err(PyValueError::new_err(format!("expected a board of {cells} cells, found {found}")));
        }
        let turn = player_of(turn)?;
        let occupants: Vec<_> = board.iter().map(|&number| usize::from(number).checked_sub(1)).collect();
        let pos = guarded(|| start.arranged(&occupants, turn))?.raise()?;
        Ok(PyPosition::new(*self, pos))
    }

    /// Where the game starts.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new(*self, self.0.start())
    }

    /// The position that a text describes.
    ///
    /// Raises `InvalidPosition` with everything that is wrong with the text.
    fn position(&self, text: &str) -> PyResult<PyPosition> {
        let pos = guarded(|| self.0.read(text))?.raise()?;
        Ok(PyPosition::new(game_of(&*pos), pos))
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.name())
    }

    fn __str__(&self) -> String {
        self.name()
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.name() == other.name()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: &Bound<'_, PyGame>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().name(),)))
    }
}
