//! A move.

use std::fmt;

use crate::Cell;

/// A pair of neighbouring tokens that shift by one cell, from the token behind towards the one in
/// front. Whether the pair pushes an enemy depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The cell of the token behind.
    pub behind: Cell,
    /// The cell of the token in front, to which the one behind moves.
    pub front: Cell,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.behind, self.front)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
