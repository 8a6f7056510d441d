//! The squares that a broken rule is about.

use crate::illegal::Illegal;
use crate::square::Square;

impl Illegal {
    /// The squares that its sentence names, first the one that is in the way.
    pub(crate) fn squares(&self) -> Vec<Square> {
        match *self {
            Illegal::Over(_)
            | Illegal::NoCell { .. }
            | Illegal::NotTwo { .. }
            | Illegal::CannotPass { .. }
            | Illegal::MustPass { .. } => Vec::new(),
            Illegal::NoPiece { at }
            | Illegal::NotYours { at, .. }
            | Illegal::SameSquare { at, .. }
            | Illegal::PichuAtEnd { at }
            | Illegal::OwnInTheWay { at, .. }
            | Illegal::TooStrong { at, .. } => vec![at],
            Illegal::PichuCapture { from, .. }
            | Illegal::PichuSideways { from, .. }
            | Illegal::PichuStraight { from }
            | Illegal::PikachuCapture { from, .. }
            | Illegal::PikachuDiagonal { from } => vec![from],
            Illegal::PichuBackward { from, to, .. }
            | Illegal::PichuOffDiagonal { from, to }
            | Illegal::PichuTooFar { from, to, .. }
            | Illegal::PikachuBackward { from, to, .. }
            | Illegal::PikachuOffLine { from, to }
            | Illegal::PikachuTooFar { from, to, .. }
            | Illegal::RaichuOffLine { from, to }
            | Illegal::NothingToJump { from, to, .. }
            | Illegal::WriteCapture { from, to }
            | Illegal::WriteStep { from, to } => vec![to, from],
            Illegal::TwoInTheWay { first, second } => vec![first, second],
            Illegal::OntoOwn { to, .. } | Illegal::OntoEnemy { to, .. } => vec![to],
            Illegal::NoLanding { over, to, .. } => vec![to, over],
        }
    }
}
