//! The rules of Abalone on 37 cells: a hexagon of edge 4, eleven tokens a side, and pairs that push.
//!
//! ```text
//!       A4 A5 A6 A7               b b b b
//!      B3 B4 B5 B6 B7            b b b b b
//!     C2 C3 C4 C5 C6 C7         . . b b . .
//!    D1 D2 D3 D4 D5 D6 D7      . . . . . . .
//!     E1 E2 E3 E4 E5 E6         . . r r . .
//!      F1 F2 F3 F4 F5            r r r r r
//!       G1 G2 G3 G4               r r r r
//! ```
//!
//! The rules and the choices made where their source is silent are in `games/abalone/RULES.md`.
//!
//! ```
//! use abalone::Abalone;
//! use game::{Notation, Position};
//!
//! let start = Abalone::start();
//! let after = start.play_unchecked(start.read_move("A4B3")?);
//! assert_eq!(after.write(), ".bbb/bbbbb/b.bb../......./..rr../rrrrr/rrrr r");
//! assert_eq!(
//!     start.read_move("A4A5").unwrap_err().to_string(),
//!     "A6 in front of the pair holds a token of Blue's own: only two tokens move, and they push only enemies"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod cell_set;
mod concerned;
mod direction;
mod explain;
mod game;
mod illegal;
mod index;
mod key;
mod layout;
mod movegen;
mod moves;
mod notation;
mod position;
mod retro;
mod setup;
mod symmetry;

pub use cell::Cell;
pub use cell_set::{CellSet, Cells};
pub use direction::Direction;
pub use illegal::Illegal;
pub use moves::Move;
pub use position::Abalone;
pub use setup::{Setup, SetupError};
