//! The squares that a broken rule is about.

use crate::{Illegal, Square};

impl Illegal {
    /// The squares that its sentence names, first the one that is in the way.
    pub(crate) fn squares(&self) -> Vec<Square> {
        match *self {
            Illegal::QueenLost
            | Illegal::PliesPlayed
            | Illegal::NoMoves
            | Illegal::NoCell(_)
            | Illegal::Pass(_)
            | Illegal::ManySquares(_) => Vec::new(),
            Illegal::QueenHome(square)
            | Illegal::OneSquare(square)
            | Illegal::Nothing(square)
            | Illegal::DiagonalStep(square) => vec![square],
            Illegal::NotYours { from, .. } | Illegal::SameSquare { from, .. } => vec![from],
            Illegal::OwnPiece { to, .. } | Illegal::StraightCapture { to, .. } => vec![to],
            Illegal::TooFar { from, to, .. }
            | Illegal::IsCapture { from, to, .. }
            | Illegal::IsStep { from, to } => vec![to, from],
        }
    }
}
