//! The squares that a broken rule is about.

use crate::{Illegal, Square};

impl Illegal {
    /// The square that its sentence names.
    pub(crate) fn square(&self) -> Option<Square> {
        match *self {
            Illegal::Taken { square, .. } => Some(square),
            Illegal::Won(_)
            | Illegal::Full
            | Illegal::Pass
            | Illegal::ManySquares(_)
            | Illegal::NoCell(_) => None,
        }
    }
}
