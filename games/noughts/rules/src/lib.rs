//! Noughts and crosses: the example of a complete game, to be read in half an hour and used as a
//! model.
//!
//! ```text
//! 3  x . o      x begins. The players mark an empty square in turn. Three in a row, a column
//! 2  . x .      or a diagonal win. If every square is marked and nobody has won, the game is
//! 1  . . o      a draw.
//!    a b c
//! ```
//!
//! ```
//! use game::{Notation, Position};
//! use noughts::Noughts;
//!
//! let pos = Noughts::read("x.o/.x./..o x")?;
//! let next = pos.play(pos.read_move("c2")?)?;
//! assert_eq!(next.write(), "x.o/.xx/..o o");
//!
//! let refused = next.read_move("b2").unwrap_err();
//! assert_eq!(refused.to_string(), "b2 is taken: x has marked it, and only an empty square can be marked");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The code is simple rather than fast. The parts of the contract, and their files:
//!
//! | trait | file | may be left empty |
//! |---|---|---|
//! | [`Position`](::game::Position) | position.rs | no; `is_legal`, `outcome` and `count_moves` have slow defaults |
//! | [`Explain`](::game::Explain) | explain.rs, with the sentences in illegal.rs | no |
//! | [`Notation`](::game::Notation) | notation.rs, with the errors in setup.rs | no |
//! | [`Layout`](::game::Layout) | layout.rs | no |
//! | [`Keyed`](::game::Keyed) | key.rs, empty | yes: then the key is a hash of all fields |
//! | [`Symmetric`](::game::Symmetric) | symmetry.rs | yes: then the game has no symmetry |
//! | [`Indexed`](::game::Indexed) | index.rs, empty | yes: then the game has no tables |
//! | [`Retro`](::game::Retro) | retro.rs | yes: then the game has no predecessors |
//! | [`Game`](::game::Game) | game.rs | only the house rules |

mod concerned;
mod explain;
mod game;
mod illegal;
mod index;
mod key;
mod layout;
mod notation;
mod position;
mod retro;
mod setup;
mod square;
mod symmetry;

pub use illegal::Illegal;
pub use position::Noughts;
pub use setup::SetupError;
pub use square::Square;
