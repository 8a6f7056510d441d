//! Openings as text, one per line.

use engine::{AnyPosition, GameRef, Session, quoted};

use super::Opening;

/// Why a text is not a list of openings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningFileError {
    /// A line is invalid.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The fault.
        fault: LineError,
    },
    /// There are only blank lines and comments.
    #[error("there is no opening: give a position or moves from the start in each line, comments after '#'")]
    Empty,
}

/// Why a line is not an opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// It is neither a position nor a list of moves.
    #[error("'{received}' is neither a position ({position}) nor moves from the start ({mv})")]
    Neither {
        /// The line.
        received: String,
        /// Why it is not a position.
        position: String,
        /// Why its first word is not a move.
        mv: String,
    },
    /// It is a position that the game rejects.
    #[error("'{received}' is not a position of this game: {why}")]
    Position {
        /// The line.
        received: String,
        /// The reason.
        why: String,
    },
    /// One of its moves is invalid.
    #[error("move {number}, '{received}': {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        received: String,
        /// The reason.
        why: String,
    },
    /// The game is over before the players begin.
    #[error("the game is already over after the opening")]
    Over,
}

/// Reads the openings of a game: on each line a position text, or moves from the start separated by
/// blanks. `#` begins a comment.
///
/// # Errors
/// Fails with the first invalid line, or if there are no openings.
pub fn read_openings(game: GameRef, text: &str) -> Result<Vec<Opening>, OpeningFileError> {
    let mut openings = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        // Some editors begin a file with a byte order mark.
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            continue;
        }
        let opening = read_line(game, line).map_err(|fault| OpeningFileError::Line { line: i + 1, fault })?;
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningFileError::Empty) } else { Ok(openings) }
}

fn read_line(game: GameRef, line: &str) -> Result<Opening, LineError> {
    let start = game.start();
    let first = line.split_whitespace().next().unwrap_or_default();
    let session = match start.in_play().parse_move(first) {
        Err(refused) if refused.is_unreadable => read_position(game, line, &refused.reason)?,
        _ => play(&*start, line)?,
    };
    if session.ending().is_some() {
        return Err(LineError::Over);
    }
    Ok(Opening::of(&session))
}

fn read_position(game: GameRef, line: &str, no_move: &str) -> Result<Session, LineError> {
    let received = quoted(line);
    game.read(line).map(|pos| Session::game(&*pos)).map_err(|refused| {
        // A board has several words; a single word may have been meant as a move.
        if refused.is_malformed && !line.contains('/') {
            LineError::Neither { received, position: refused.reasons, mv: no_move.to_string() }
        } else {
            LineError::Position { received, why: refused.reasons }
        }
    })
}

fn play(start: &dyn AnyPosition, line: &str) -> Result<Session, LineError> {
    let mut session = Session::game(start);
    for (i, mv) in line.split_whitespace().enumerate() {
        if session.ending().is_some() {
            return Err(LineError::Over);
        }
        session.play_text(mv).map_err(|refused| LineError::Move {
            number: i + 1,
            received: quoted(mv),
            why: refused.reason,
        })?;
    }
    Ok(session)
}
