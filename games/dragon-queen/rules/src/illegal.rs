//! The rules that a move can break, and a sentence for each.

use game::{CellId, Player};

use crate::ply::Ply;
use crate::{Piece, Square};

/// The rules that an attempted move can break.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The Queen has won.
    #[error("the game is over: the Queen has reached the Wights' row on {0} and has won")]
    QueenHome(Square),
    /// The Wights have won.
    #[error("the game is over: there is no Queen any more, and the Wights have won")]
    QueenLost,
    /// The ply limit is reached.
    #[error("the game is over: nobody has won in {} plies, so it is a draw", Ply::LAST)]
    PliesPlayed,
    /// The Wights have no move. The Queen's side always has one.
    #[error("the game is over: the Wights are to move and have no legal move, so it is a draw")]
    NoMoves,
    /// There is no such cell.
    #[error("there is no cell {0}: the board has 25, numbered from 0 in the order of the position text")]
    NoCell(CellId),
    /// No square was touched, which means a pass.
    #[error("nobody may pass: a player who can move must move, and {} a legal move", have(*.0))]
    Pass(Player),
    /// Only one square was touched.
    #[error("{0} alone is no move: name the square the piece stands on and the one it goes to")]
    OneSquare(Square),
    /// More than two squares were touched.
    #[error("{0} squares are no move: a move is one step, from one square to another")]
    ManySquares(usize),
    /// There is no piece to move.
    #[error("{0} is empty: there is no piece to move")]
    Nothing(Square),
    /// The piece belongs to the opponent.
    #[error("{piece} stands on {from}, but {} to move", are(.piece.player().other()))]
    NotYours {
        /// Its square.
        from: Square,
        /// The piece.
        piece: Piece,
    },
    /// The same square was touched twice.
    #[error("{piece} stands on {from} already: a move goes to another square")]
    SameSquare {
        /// The square.
        from: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// The squares are not neighbours.
    #[error("{piece} moves one square at a time, and {to} is no neighbour of {from}")]
    TooFar {
        /// The piece.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A piece of the same player is on the destination.
    #[error("{piece} stands on {to}: a player never captures an own piece")]
    OwnPiece {
        /// The destination.
        to: Square,
        /// The piece there.
        piece: Piece,
    },
    /// A Wight would step diagonally.
    #[error(
        "a Wight steps only along its row or its column: it goes diagonally to capture, and {0} is empty"
    )]
    DiagonalStep(Square),
    /// A Wight would capture straight ahead.
    #[error("{piece} stands in the way on {to}: a Wight captures only diagonally")]
    StraightCapture {
        /// The destination.
        to: Square,
        /// The piece there.
        piece: Piece,
    },
    /// A capture was written as a step.
    #[error("{from}-{to} captures {captured}: write {from}x{to}")]
    IsCapture {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
        /// The captured piece.
        captured: Piece,
    },
    /// A step was written as a capture.
    #[error("{from}x{to} captures nothing, for {to} is empty: write {from}-{to}")]
    IsStep {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
}

fn have(player: Player) -> &'static str {
    match player {
        Player::One => "the Queen's side has",
        Player::Two => "the Wights have",
    }
}

fn are(player: Player) -> &'static str {
    match player {
        Player::One => "the Queen's side is",
        Player::Two => "the Wights are",
    }
}
