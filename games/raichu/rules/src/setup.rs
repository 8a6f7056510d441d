//! The errors of position texts, and the sizes of boards.

use game::ByPlayer;
use game::text::TextError;

use crate::position::Raichu;

/// An error in the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// It is not a position text, or has an unknown character.
    #[error(transparent)]
    Text(#[from] TextError),
    /// No board has this size.
    #[error("a board of {size} rows: Raichu is played on n × n squares, n even and from 8 to 26")]
    Size {
        /// The number of rows.
        size: usize,
    },
    /// A board without `/` has an impossible number of cells.
    #[error(
        "a board of {cells} cell{} is not one of n × n, n even and from 8 to 26: that is 64, 100, 144 … or 676 cells",
        if *.cells == 1 { "" } else { "s" }
    )]
    Cells {
        /// The number of cells.
        cells: usize,
    },
    /// The board belongs to another type of positions.
    #[error("a board of {size} × {size} squares was given where n is from {smallest} to {largest}")]
    OtherSize {
        /// The number of rows.
        size: usize,
        /// The smallest size of this type.
        smallest: usize,
        /// The largest size of this type.
        largest: usize,
    },
    /// There are no pieces.
    #[error("the board is empty: a position has at least one piece")]
    NoPiece,
}

impl game::PositionError for SetupError {
    fn is_malformed(&self) -> bool {
        match self {
            SetupError::Text(error) => error.is_malformed(),
            SetupError::Size { .. } | SetupError::Cells { .. } | SetupError::OtherSize { .. } => true,
            SetupError::NoPiece => false,
        }
    }
}

/// The letters for the side to move.
pub(crate) const SIDES: ByPlayer<char> = ByPlayer { one: 'w', two: 'b' };

/// Whether there is a board with this number of rows and columns.
#[must_use]
pub fn is_size(size: usize) -> bool {
    size.is_multiple_of(2) && (8..=26).contains(&size)
}

/// The number of rows and columns of the board in a position text: the number of its rows if they
/// are joined by `/`, otherwise the square root of the number of its cells. It determines which of
/// [`Raichu8`](crate::Raichu8), [`Raichu16`](crate::Raichu16) and [`Raichu26`](crate::Raichu26)
/// reads it.
///
/// # Errors
/// Fails if no board of Raichu has this number of rows or cells.
pub fn size(text: &str) -> Result<usize, SetupError> {
    let Some(board) = text.split_whitespace().next() else {
        return Err(TextError::Nothing { sides: SIDES }.into());
    };
    if board.contains('/') {
        let size = board.split('/').count();
        if is_size(size) { Ok(size) } else { Err(SetupError::Size { size }) }
    } else {
        let cells = board.chars().count();
        let size = cells.isqrt();
        if size * size == cells && is_size(size) { Ok(size) } else { Err(SetupError::Cells { cells }) }
    }
}

impl<const W: usize, const N: usize> Raichu<W, N> {
    /// Whether this type has boards of this size.
    ///
    /// # Errors
    /// Fails if it does not.
    pub(crate) fn check_size(size: usize) -> Result<(), SetupError> {
        let (smallest, largest) = (Self::SMALLEST, Self::LARGEST);
        if !is_size(size) {
            Err(SetupError::Size { size })
        } else if !(smallest..=largest).contains(&size) {
            Err(SetupError::OtherSize { size, smallest, largest })
        } else {
            Ok(())
        }
    }
}
