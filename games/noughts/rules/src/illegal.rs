//! The rules that a move can break: a variant for each, and a sentence that a beginner understands.

use game::{CellId, Player};

use crate::Square;
use crate::notation::LETTERS;
use crate::square::SQUARES;

/// The rules that an attempted move can break.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// A player has won.
    #[error("the game is over: {} has three in a row and has won", LETTERS[*.0])]
    Won(Player),
    /// The board is full, and nobody has won.
    #[error("the game is over: every square is marked and nobody has three in a row, so it is a draw")]
    Full,
    /// No square was touched, which means a pass.
    #[error("nobody may pass: mark an empty square")]
    Pass,
    /// More than one square was touched.
    #[error("{0} squares are no move: a player marks one square in a turn")]
    ManySquares(usize),
    /// There is no such cell.
    #[error(
        "there is no cell {0}: the board has {SQUARES}, numbered from 0 in the order of the position text"
    )]
    NoCell(CellId),
    /// The square has a mark.
    #[error("{square} is taken: {} has marked it, and only an empty square can be marked", LETTERS[*.by])]
    Taken {
        /// The square.
        square: Square,
        /// The player who has marked it.
        by: Player,
    },
}
