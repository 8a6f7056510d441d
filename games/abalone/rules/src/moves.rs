//! A move.

use std::fmt;

use crate::Cell;

/// A pair of neighbouring tokens that shift one cell, from the one behind towards the one in front. Whether
/// the pair pushes something is a matter of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the token behind stands.
    pub behind: Cell,
    /// Where the token in front stands, and where the one behind arrives.
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
