//! The rules of Raichu, on every even board from 8 × 8 to 26 × 26. The rules in words are in
//! games/raichu/RULES.md.
//!
//! A position has one of three types, so that on the usual board a set of squares is a single word,
//! while the sizes of larger boards are known only at run time: [`Raichu8`], [`Raichu16`] (10 to
//! 16) and [`Raichu26`] (18 to 26). [`size`] returns the size of a position text.
//!
//! ```
//! use game::{Notation, Position};
//! use raichu::Raichu8;
//!
//! let start = Raichu8::start();
//! assert_eq!(start.write(), "......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B.B.B/........ w");
//!
//! let refusal = start.read_move("b3-b4").unwrap_err();
//! assert_eq!(refusal.to_string(), "b3 is a Pichu: it moves diagonally forward, not straight ahead");
//!
//! let next = start.play(start.read_move("b3-c4")?)?;
//! assert_eq!(next.count_moves(), 22);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod concerned;
mod count;
mod direction;
mod explain;
mod game;
mod illegal;
mod index;
mod key;
mod layout;
mod lead;
mod movegen;
mod moves;
mod notation;
mod piece;
mod position;
mod reach;
mod retro;
mod setup;
mod slide;
mod square;
mod square_set;
mod symmetry;

pub use illegal::Illegal;
pub use moves::Move;
pub use piece::{Kind, Piece};
pub use position::Raichu;
pub use reach::Reach;
pub use setup::{SetupError, is_size, size};
pub use square::Square;
pub use square_set::SquareSet;

/// Raichu on 8 × 8.
pub type Raichu8 = Raichu<1, 8>;
/// Raichu on 10 × 10, 12 × 12, 14 × 14 and 16 × 16.
pub type Raichu16 = Raichu<4, 16>;
/// Raichu on 18 × 18 and larger boards, up to 26 × 26.
pub type Raichu26 = Raichu<11, 26>;
