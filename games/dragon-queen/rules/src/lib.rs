//! The rules of The Dragon Queen: a Queen and her three Dragons against five Wights on 5 × 5.
//!
//! ```text
//! 5  . . Q . .
//! 4  . D D D .
//! 3  . . . . .
//! 2  . . . . .
//! 1  W W W W W
//!    a b c d e
//! ```
//!
//! The Queen tries to reach the Wights' row, the Wights try to capture her. The rules are in
//! games/dragon-queen/RULES.md.
//!
//! ```
//! use dragon_queen::DragonQueen;
//! use game::{Notation, Position};
//!
//! let start = DragonQueen::start();
//! let next = start.play(start.read_move("c1-c2")?)?;
//! assert_eq!(next.write(), "..Q../.DDD./...../..W../WW.WW q");
//!
//! let refused = start.read_move("a1-b2").unwrap_err();
//! assert_eq!(
//!     refused.to_string(),
//!     "a Wight steps only along its row or its column: it goes diagonally to capture, and b2 is empty",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod concerned;
mod explain;
mod game;
mod illegal;
mod index;
mod key;
mod layout;
mod movegen;
mod moves;
mod notation;
mod piece;
mod ply;
mod position;
mod retro;
mod setup;
mod square;
mod square_set;
mod symmetry;

pub use board::Board;
pub use illegal::Illegal;
pub use moves::Move;
pub use piece::Piece;
pub use position::DragonQueen;
pub use setup::SetupError;
pub use square::Square;
pub use square_set::{SquareSet, Squares};
