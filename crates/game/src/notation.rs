//! Positions and moves as text.

use std::fmt;

use crate::Explain;

/// The ability to read and write positions and moves. A reader consumes everything or fails; blanks around
/// a text do not matter. [`text::BoardFormat`](crate::text::BoardFormat) does most of the work.
pub trait Notation: Explain {
    /// What can be wrong with the text of a position.
    type Error: PositionError;

    /// The forms that [`write_as`](Notation::write_as) knows, the ordinary one first.
    const FORMATS: &'static [&'static str] = &["text", "grid"];

    /// Reads a position text, or another form that holds a whole position.
    ///
    /// # Errors
    /// Fails with everything that is wrong with `text`, not only with what was seen first.
    fn read(text: &str) -> Result<Self, PositionErrors<Self::Error>>;

    /// The position text: `BOARD SIDE [PLY]`, the rows from top to bottom joined by `/`.
    fn write(&self) -> String;

    /// The position in one of [`FORMATS`](Notation::FORMATS), or nothing where `format` is none of them.
    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(self.write()),
            "grid" => Some(rows_as_lines(&self.write())),
            _ => None,
        }
    }

    /// Reads a move that is legal here.
    ///
    /// # Errors
    /// Fails when `text` is not written like a move, or when the move is illegal.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError<Self::Illegal>>;

    /// The text of a legal move, different for different moves.
    fn write_move(&self, mv: Self::Move) -> String;
}

/// The board of a position text as lines, without the side to move.
fn rows_as_lines(position: &str) -> String {
    let board = position.split(' ').next().unwrap_or_default();
    board.replace('/', "\n")
}

/// One thing that is wrong with the text of a position. A game's own enum usually wraps
/// [`TextError`](crate::text::TextError), passes its answer on, and adds what its rules refuse.
pub trait PositionError: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// Whether the text is not a position text at all (of the wrong length, a side that is none), rather
    /// than one that the game refuses.
    fn is_malformed(&self) -> bool;
}

/// Everything that is wrong with the text of a position; at least one error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionErrors<E>(Vec<E>);

impl<E: PositionError> PositionErrors<E> {
    /// Nothing, if there are no errors.
    ///
    /// # Errors
    /// Fails when `errors` is not empty.
    pub fn check(errors: Vec<E>) -> Result<(), PositionErrors<E>> {
        PositionErrors::none_or(errors, || ())
    }

    /// `value`, or all the errors if there are any.
    ///
    /// # Errors
    /// Fails when `errors` is not empty.
    pub fn none_or<T>(errors: Vec<E>, value: impl FnOnce() -> T) -> Result<T, PositionErrors<E>> {
        if errors.is_empty() { Ok(value()) } else { Err(PositionErrors(errors)) }
    }

    /// Each error.
    pub fn iter(&self) -> impl Iterator<Item = &E> {
        self.0.iter()
    }

    /// Whether any error makes the text no position text at all.
    #[must_use]
    pub fn is_malformed(&self) -> bool {
        self.iter().any(E::is_malformed)
    }
}

impl<E: PositionError> From<E> for PositionErrors<E> {
    fn from(error: E) -> PositionErrors<E> {
        PositionErrors(vec![error])
    }
}

impl<E: PositionError> fmt::Display for PositionErrors<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A board of the wrong kind altogether has an error in every cell.
        const SHOWN: usize = 20;
        for (i, error) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{error}", if i == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl<E: PositionError> std::error::Error for PositionErrors<E> {}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError<I: std::error::Error> {
    /// It is not written like a move of this game.
    #[error("'{received}' is not a move: {expected}")]
    Unreadable {
        /// What was given.
        received: String,
        /// What would do, as it stands after a colon: "write a step as a1-a2".
        expected: String,
    },
    /// It is written like a move, and a rule forbids it.
    #[error(transparent)]
    Illegal(#[from] I),
}

impl<I: std::error::Error> MoveError<I> {
    /// The error of a text that is not written like a move. A long text is cut.
    pub fn unreadable(received: &str, expected: impl Into<String>) -> MoveError<I> {
        MoveError::Unreadable { received: crate::text::quoted(received), expected: expected.into() }
    }
}
