//! Numbering positions for tables: left empty.

use game::Indexed;

use crate::Noughts;

/// Tables pay where captures lead from large ones to smaller ones. A game of nine plies is searched to its end.
impl Indexed for Noughts {}
