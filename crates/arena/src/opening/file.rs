//! Openings as a text: one in each line.

use engine::{AnyPosition, GameRef, Session, quoted};

use super::Opening;

/// Why a text is no list of openings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningFileError {
    /// Something is wrong with a line.
    #[error("line {line}: {fault}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineError,
    },
    /// There is nothing but blank lines and comments.
    #[error("there is no opening: give a position or moves from the start in each line, comments after '#'")]
    Empty,
}

/// Why a line is no opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// It is neither.
    #[error("'{received}' is neither a position ({position}) nor moves from the start ({mv})")]
    Neither {
        /// What was given.
        received: String,
        /// Why it is no position.
        position: String,
        /// Why its first word is no move.
        mv: String,
    },
    /// It is a position that the game refuses.
    #[error("'{received}' is not a position of this game: {why}")]
    Position {
        /// What was given.
        received: String,
        /// Why not.
        why: String,
    },
    /// One of its moves is none.
    #[error("move {number}, '{received}': {why}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What was given.
        received: String,
        /// Why not.
        why: String,
    },
    /// There is nothing left to play.
    #[error("the game is already over after the opening")]
    Over,
}

/// Reads openings of a game: in each line a position text, or moves from the start with blanks between them. What
/// follows a `#` is a comment.
///
/// # Errors
/// Fails with the first line that is none, and where there are none.
pub fn read_openings(game: GameRef, text: &str) -> Result<Vec<Opening>, OpeningFileError> {
    let mut openings = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        // Some editors begin a file with a mark that is no character.
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
        // A board has several words; a single one may have been meant as a move.
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
