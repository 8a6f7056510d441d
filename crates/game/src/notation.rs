//! Positions and moves as text.

use std::fmt;

use crate::Explain;

/// The ability to read and write positions and moves. A reader consumes everything or fails; it
/// ignores surrounding blanks. [`text::BoardFormat`](crate::text::BoardFormat) does most of the
/// work.
pub trait Notation: Explain {
    /// An error in the text of a position.
    type Error: PositionError;

    /// The formats that [`write_as`](Notation::write_as) supports, the default first.
    const FORMATS: &'static [&'static str] = &["text", "grid"];

    /// Reads a position text, or another format that contains a whole position.
    ///
    /// # Errors
    /// Fails with every error in `text`, not only the first.
    fn read(text: &str) -> Result<Self, PositionErrors<Self::Error>>;

    /// The position text: `BOARD SIDE [PLY]`, the rows from top to bottom joined by `/`.
    fn write(&self) -> String;

    /// The position in one of [`FORMATS`](Notation::FORMATS), or `None` for an unknown format.
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
    /// Fails if `text` is not a move, or if the move is illegal.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError<Self::Illegal>>;

    /// The text of a legal move; different moves have different texts.
    fn write_move(&self, mv: Self::Move) -> String;
}

/// The board of a position text as lines, without the side to move.
fn rows_as_lines(position: &str) -> String {
    let board = position.split(' ').next().unwrap_or_default();
    board.replace('/', "\n")
}

/// One error in the text of a position. A game's own enum usually wraps
/// [`TextError`](crate::text::TextError), forwards `is_malformed` to it, and adds the errors of its
/// rules.
pub trait PositionError: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// Whether the text is not a position text at all (the wrong length, an unknown side), rather
    /// than a position that the game rejects.
    fn is_malformed(&self) -> bool;
}

/// All errors in the text of a position; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionErrors<E>(Vec<E>);

impl<E: PositionError> PositionErrors<E> {
    /// Succeeds if there are no errors.
    ///
    /// # Errors
    /// Fails if `errors` is not empty.
    pub fn check(errors: Vec<E>) -> Result<(), PositionErrors<E>> {
        PositionErrors::none_or(errors, || ())
    }

    /// `value`, or all the errors if there are any.
    ///
    /// # Errors
    /// Fails if `errors` is not empty.
    pub fn none_or<T>(errors: Vec<E>, value: impl FnOnce() -> T) -> Result<T, PositionErrors<E>> {
        if errors.is_empty() { Ok(value()) } else { Err(PositionErrors(errors)) }
    }

    /// Each error.
    pub fn iter(&self) -> impl Iterator<Item = &E> {
        self.0.iter()
    }

    /// Whether any of the errors means that the text is not a position text at all.
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
        // A board of another game has an error in every cell.
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

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError<I: std::error::Error> {
    /// It is not a move in this game's notation.
    #[error("'{received}' is not a move: {expected}")]
    Unreadable {
        /// The text.
        received: String,
        /// A hint, to follow a colon: "write a step as a1-a2".
        expected: String,
    },
    /// It is a move, but a rule forbids it.
    #[error(transparent)]
    Illegal(#[from] I),
}

impl<I: std::error::Error> MoveError<I> {
    /// The error for a text that is not a move. A long text is truncated.
    pub fn unreadable(received: &str, expected: impl Into<String>) -> MoveError<I> {
        MoveError::Unreadable { received: crate::text::quoted(received), expected: expected.into() }
    }
}
