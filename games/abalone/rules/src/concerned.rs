//! The cells that a broken rule is about.

use crate::{Cell, Illegal};

impl Illegal {
    /// The cells that its sentence names, first the one that is in the way.
    pub(crate) fn cells(self) -> Vec<Cell> {
        match self {
            Illegal::Decided { .. }
            | Illegal::Stuck { .. }
            | Illegal::NoCell { .. }
            | Illegal::Pass
            | Illegal::TooMany { .. } => Vec::new(),
            Illegal::Single { cell }
            | Illegal::Twice { cell }
            | Illegal::Empty { cell, .. }
            | Illegal::Enemy { cell, .. }
            | Illegal::Corner { corner: cell }
            | Illegal::OwnAhead { ahead: cell, .. } => vec![cell],
            Illegal::Apart { behind, front } | Illegal::Edge { behind, front } => vec![front, behind],
            Illegal::TwoAhead { ahead, beyond } | Illegal::OwnBeyond { ahead, beyond, .. } => {
                vec![beyond, ahead]
            }
        }
    }
}
