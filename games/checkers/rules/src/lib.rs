//! The rules of checkers (English draughts): 32 dark squares, compulsory jumps, short kings.
//!
//! ```text
//!   .b.b.b.b      Black is at the top and moves down
//!   b.b.b.b.
//!   .b.b.b.b
//!   ........
//!   ........
//!   r.r.r.r.
//!   .r.r.r.r
//!   r.r.r.r.      Red is at the bottom, moves up and starts
//! ```
//!
//! ```
//! use checkers::Checkers;
//! use game::{Notation, Position};
//!
//! let start = Checkers::start();
//! let after = start.play(start.read_move("22-18")?)?;
//! assert_eq!(after.write_as("fen").unwrap(), "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod concerned;
mod direction;
mod explain;
mod fen;
mod game;
mod illegal;
mod index;
mod key;
mod layout;
mod movegen;
mod moves;
mod notation;
mod pdn;
mod piece;
mod position;
mod puzzle;
mod retro;
mod setup;
mod square;
mod square_set;
mod symmetry;

pub use fen::FenError;
pub use illegal::Illegal;
pub use moves::Move;
pub use piece::Piece;
pub use position::Checkers;
pub use puzzle::{Puzzle, PuzzleError, PuzzleErrorKind};
pub use setup::{Setup, SetupError};
pub use square::Square;
pub use square_set::{SquareSet, Squares};
