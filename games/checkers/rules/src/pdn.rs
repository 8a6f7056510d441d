//! Whole games in PDN, the Portable Draughts Notation, as it is written and as it is found.
//!
//! Our Red is PDN's White. In game type 21 Black moves first, and PDN 3.0 gives results from the point
//! of view of the side that moves first in that type of game: `1-0` means that Black won. Many
//! programs read it the other way round, as in chess; `result` decides which is meant.

mod lexer;
mod read;
mod result;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

/// The start position of game type 21; a game from there needs no FEN.
const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
