//! The position index for tables: left empty.

use game::Indexed;

use crate::Noughts;

/// Tables pay if captures lead from large slices to smaller ones. A game of nine plies is searched
/// to its end.
impl Indexed for Noughts {}
