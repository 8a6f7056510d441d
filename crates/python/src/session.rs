//! Whole games: sessions and their records.

use catalogue::CATALOGUE;
use engine::{
    ByPlayer, Outcome, PictureOptions, Reason, Record, Session, move_arrows, picture, read_games,
    read_result, result_word,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{Raise as _, exception};
use crate::game::{PyGame, game_of};
use crate::mv::PyMove;
use crate::position::PyPosition;
use crate::running::brief;
use crate::values::{self, expected};

/// Where a game started, its moves, and who has resigned.
type SessionParts = (PyPosition, Vec<String>, Option<u8>);

/// A game that is played from a position on, with its history, which repetition and the count of plies without progress
/// look at.
#[pyclass(name = "Session", module = "plywood")]
#[derive(Clone)]
pub(crate) struct PySession {
    game: PyGame,
    pub(crate) session: Session,
}

/// The game that a position or a session means, and the position where it stands.
pub(crate) fn standing(given: &Bound<'_, PyAny>) -> PyResult<(PyPosition, Session)> {
    if let Ok(pos) = given.cast::<PyPosition>() {
        let pos = pos.get().clone();
        let session = Session::study(pos.pos.clone());
        return Ok((pos, session));
    }
    let session = given.cast::<PySession>().map_err(|_| expected("a Position or a Session", given))?;
    let session = session.borrow();
    Ok((session.position(), session.session.clone()))
}

#[pymethods]
impl PySession {
    /// A game from a position on, which is a `Position`, a `Game` or the name of a game.
    #[new]
    fn from_start(start: &Bound<'_, PyAny>) -> PyResult<PySession> {
        if let Ok(pos) = start.cast::<PyPosition>() {
            let pos = pos.get();
            return Ok(PySession { game: pos.game, session: Session::game(&*pos.pos) });
        }
        let game = match start.cast::<PyGame>() {
            Ok(game) => game.get().0,
            Err(_) => {
                let word = start.extract::<&str>();
                CATALOGUE
                    .find(word.map_err(|_| expected("a Position, a Game or its name", start))?)
                    .raise()?
            }
        };
        let start = game.start();
        Ok(PySession { game: game_of(&*start), session: Session::game(&*start) })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// Where it started.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition { game: self.game, pos: self.session.shared_start() }
    }

    /// Where it stands.
    #[getter]
    pub(crate) fn position(&self) -> PyPosition {
        PyPosition { game: self.game, pos: self.session.shared_position() }
    }

    /// Every position from the start to the present one.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        let mut pos = self.start();
        let mut positions = vec![pos.clone()];
        for (mv, _) in self.session.plies() {
            pos = pos.after(mv.id);
            positions.push(pos.clone());
        }
        positions
    }

    /// The moves that were played.
    #[getter]
    fn moves(&self) -> Vec<PyMove> {
        let positions = self.positions();
        let plies = positions.iter().zip(self.session.plies());
        plies.map(|(pos, (mv, _))| PyMove::new(pos, mv.id)).collect()
    }

    /// Plays a move, which is a `Move` or its text.
    ///
    /// Raises `IllegalMove` with the rule that is broken, and leaves the game as it was.
    fn play(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Some(ending) = self.session.ending() {
            let what = ending.describe(self.session.position());
            return Err(exception::IllegalMove::new_err(what));
        }
        let id = self.position().legal(mv)?;
        self.session.play(id);
        Ok(())
    }

    /// Takes the last move back and returns its text, or None at the start.
    fn undo(&mut self) -> Option<String> {
        self.session.undo()
    }

    /// A player, 0 or 1, gives up.
    fn resign(&mut self, player: u8) -> PyResult<()> {
        self.session.resign(values::player_of(player)?);
        Ok(())
    }

    /// How it ended, or None while it goes on: by the rules of the game, or by those for whole games.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.session.ending().map(|ending| values::outcome(py, ending.outcome)).transpose()
    }

    /// Why it is over: rules, repetition, no progress, resignation; or None.
    #[getter]
    fn reason(&self) -> Option<String> {
        self.session.ending().map(|ending| ending.reason.to_string())
    }

    /// How often the present position has come, this time included.
    #[getter]
    fn occurrences(&self) -> u32 {
        self.session.occurrences()
    }

    /// How many plies were played since the last progress.
    #[getter]
    fn plies_without_progress(&self) -> u32 {
        self.session.plies_without_progress()
    }

    /// The game as a record.
    #[pyo3(signature = (players = None))]
    fn record(&self, players: Option<(String, String)>) -> PyRecord {
        let diagram = self.session.position().diagram();
        let (one, two) = players
            .unwrap_or_else(|| (diagram.players.one.name.to_string(), diagram.players.two.name.to_string()));
        let ending = self.session.ending();
        PyRecord::new(Record {
            game: self.game.name(),
            position: self.session.start().text(),
            players: ByPlayer { one, two },
            outcome: ending.map(|ending| ending.outcome),
            reason: ending.map_or_else(|| "unfinished".to_string(), |ending| ending.reason.to_string()),
            moves: self.session.moves().map(str::to_string).collect(),
            opening: 0,
        })
    }

    /// The pictures of all positions, each with the move that led to it.
    fn _pictures(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        brief(py, || {
            let mut arrows = Vec::new();
            let mut plies = self.session.plies();
            let mut pictures = Vec::new();
            for pos in self.session.positions() {
                pictures.push(picture(pos, &PictureOptions { arrows, ..PictureOptions::default() }));
                arrows = plies.next().map(|(mv, _)| move_arrows(pos, mv.id)).unwrap_or_default();
            }
            pictures
        })
    }

    fn _repr_html_<'py>(slf: &Bound<'py, PySession>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("plywood._html")?.getattr("session_html")?.call1((slf,))
    }

    fn __len__(&self) -> usize {
        self.session.moves().len()
    }

    fn __repr__(&self) -> String {
        let plies = self.session.moves().len();
        let how = self.session.ending().map_or_else(
            || format!("{plies} plies"),
            |ending| format!("{plies} plies, {}", result_word(Some(ending.outcome))),
        );
        format!("<Session of {}: {how}>", self.game.name())
    }

    fn __copy__(&self) -> PySession {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PySession {
        self.clone()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, SessionParts)> {
        let restore = py.import("plywood._plywood")?.getattr("_restore_session")?;
        let resigned = self.session.ending().filter(|ending| ending.reason == Reason::Resignation);
        let loser = resigned.and_then(|ending| match ending.outcome {
            Outcome::Win(winner) => Some(values::player_number(winner.other()) as u8),
            Outcome::Draw => None,
        });
        let moves = self.session.moves().map(str::to_string).collect();
        Ok((restore.unbind(), (self.start(), moves, loser)))
    }
}

/// A session from its pickle.
#[pyfunction(name = "_restore_session")]
pub(crate) fn restore_session(
    start: &PyPosition,
    moves: Vec<String>,
    resigned: Option<u8>,
) -> PyResult<PySession> {
    let mut session = Session::game(&*start.pos);
    for mv in moves {
        session.play_text(&mv).raise()?;
    }
    if let Some(player) = resigned {
        session.resign(values::player_of(player)?);
    }
    Ok(PySession { game: start.game, session })
}

/// The text of a record, its event, its day, and what could not be read of it.
type RecordParts = (String, String, String, Vec<String>);

/// A game that was played, as text and data.
#[pyclass(frozen, name = "Record", module = "plywood")]
#[derive(Clone)]
pub(crate) struct PyRecord {
    record: Record,
    event: String,
    date: String,
    faults: Vec<String>,
}

impl PyRecord {
    pub(crate) fn new(record: Record) -> PyRecord {
        PyRecord { record, event: String::new(), date: String::new(), faults: Vec::new() }
    }
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (game, moves, *, position = None, players = None, result = "*", reason = ""))]
    fn from_parts(
        game: &str,
        moves: Vec<String>,
        position: Option<String>,
        players: Option<(String, String)>,
        result: &str,
        reason: &str,
    ) -> PyResult<PyRecord> {
        let start = CATALOGUE.find(game).raise()?.start();
        let outcome = read_result(result).ok_or_else(|| {
            PyValueError::new_err(format!("'{result}' is no result: write 1-0, 0-1, 1/2-1/2 or *"))
        })?;
        let (one, two) = players.unwrap_or_else(|| ("?".to_string(), "?".to_string()));
        let position = position.unwrap_or_else(|| start.text());
        let record = Record {
            game: game.to_string(),
            position,
            players: ByPlayer { one, two },
            outcome,
            reason: reason.to_string(),
            moves,
            opening: 0,
        };
        Ok(PyRecord::new(record))
    }

    /// Every game of a text: our own records, or with a `game` that shares a form with other programs, such as PDN,
    /// that form. What cannot be read of such a game is in its `faults`.
    #[staticmethod]
    #[pyo3(signature = (text, game = None))]
    fn read(py: Python<'_>, text: &str, game: Option<&str>) -> PyResult<Vec<PyRecord>> {
        let game = game.map(|word| CATALOGUE.find(word)).transpose().raise()?;
        let has_form = game.is_some_and(|game| game.start().game().shared_form().is_some());
        if !has_form {
            let records = brief(py, || Record::read_all(text))?.raise()?;
            return Ok(records.into_iter().map(PyRecord::new).collect());
        }
        let games = brief(py, || read_games(CATALOGUE, game, text))?.raise()?;
        let games = games.into_iter().map(|game| PyRecord {
            record: game.record(),
            event: game.shared.event,
            date: game.shared.date,
            faults: game.shared.faults,
        });
        Ok(games.collect())
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.record.game
    }

    /// The text of the position where it started.
    #[getter]
    fn position(&self) -> &str {
        &self.record.position
    }

    /// Who played.
    #[getter]
    fn players(&self) -> (&str, &str) {
        (&self.record.players.one, &self.record.players.two)
    }

    /// How it ended, or None.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.record.outcome.map(|outcome| values::outcome(py, outcome)).transpose()
    }

    /// The result as a word: 1-0, 0-1, 1/2-1/2 or *.
    #[getter]
    fn result(&self) -> &'static str {
        result_word(self.record.outcome)
    }

    /// What brought the end about.
    #[getter]
    fn reason(&self) -> &str {
        &self.record.reason
    }

    /// The texts of the moves.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.moves.clone()
    }

    /// How many of the moves are an opening that nobody chose.
    #[getter]
    fn opening(&self) -> usize {
        self.record.opening
    }

    /// The event, or nothing.
    #[getter]
    fn event(&self) -> &str {
        &self.event
    }

    /// The day, or nothing.
    #[getter]
    fn date(&self) -> &str {
        &self.date
    }

    /// What could not be read of it.
    #[getter]
    fn faults(&self) -> Vec<String> {
        self.faults.clone()
    }

    /// The text of the record.
    #[getter]
    fn text(&self) -> String {
        self.record.write()
    }

    /// The game in the form that other programs share, such as PDN; None where the game has none.
    #[pyo3(signature = (*, event = "", number = 1, date = ""))]
    fn shared(&self, py: Python<'_>, event: &str, number: usize, date: &str) -> PyResult<Option<String>> {
        // Writing goes through the moves, so they must be legal.
        let session = brief(py, || self.record.replay(CATALOGUE))?.raise()?;
        let event = if event.is_empty() { &self.event } else { event };
        let date = if date.is_empty() { &self.date } else { date };
        Ok(self.record.write_shared(session.start(), event, number, date))
    }

    /// The game, played again.
    ///
    /// Raises `RecordError` where the position or a move is none.
    fn replay(&self, py: Python<'_>) -> PyResult<PySession> {
        let session = brief(py, || self.record.replay(CATALOGUE))?.raise()?;
        Ok(PySession { game: game_of(session.start()), session })
    }

    fn __repr__(&self) -> String {
        let (one, two) = self.players();
        let plies = self.record.moves.len();
        format!("<Record of {}: {one} - {two} {}, {plies} plies>", self.record.game, self.result())
    }

    fn __str__(&self) -> String {
        self.record.write()
    }

    fn __eq__(&self, other: &PyRecord) -> bool {
        self.record == other.record
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, RecordParts)> {
        let restore = py.import("plywood._plywood")?.getattr("_restore_record")?;
        let (event, date, faults) = (self.event.clone(), self.date.clone(), self.faults.clone());
        Ok((restore.unbind(), (self.record.write(), event, date, faults)))
    }
}

/// A record from its pickle.
#[pyfunction(name = "_restore_record")]
pub(crate) fn restore_record(
    text: &str,
    event: String,
    date: String,
    faults: Vec<String>,
) -> PyResult<PyRecord> {
    let first = Record::read_all(text).raise()?.into_iter().next();
    let record = first.ok_or_else(|| exception::RecordError::new_err("the text has no record"))?;
    Ok(PyRecord { record, event, date, faults })
}
