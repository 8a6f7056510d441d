//! The contract between a two-player game without chance and the code that plays, solves, referees
//! or draws it.
//!
//! A game is a type that implements [`Position`]. Its other abilities are separate traits:
//! [`Explain`] says why a move is illegal, [`Notation`] reads and writes text, [`Layout`] describes
//! the board for drawing, and [`Keyed`], [`Symmetric`], [`Indexed`] and [`Retro`] serve searching
//! and solving. [`Game`] combines them; the last four may be left empty. The folder
//! games/noughts/rules is a complete [`Game`] to start from, and CONTRIBUTING.md goes through it
//! step by step.
//!
//! Here is a complete small game: two players take one or two stones in turn, and the player who
//! takes the last stone wins.
//!
//! ```
//! use game::{Outcome, Player, Position};
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Stones {
//!     left: u32,
//!     turn: Player,
//! }
//!
//! impl Position for Stones {
//!     type Move = u32;
//!
//!     fn start() -> Stones {
//!         Stones { left: 7, turn: Player::One }
//!     }
//!
//!     fn turn(&self) -> Player {
//!         self.turn
//!     }
//!
//!     fn legal_moves(&self, moves: &mut Vec<u32>) -> Option<Outcome> {
//!         moves.clear();
//!         moves.extend(1..=self.left.min(2));
//!         // An empty table means that the opponent took the last stone.
//!         (self.left == 0).then_some(Outcome::Win(self.turn.other()))
//!     }
//!
//!     fn play_unchecked(&self, taken: u32) -> Stones {
//!         Stones { left: self.left - taken, turn: self.turn.other() }
//!     }
//! }
//!
//! let start = Stones::start();
//! assert_eq!(start.outcome(), None);
//! assert!(start.play(3).is_err());
//! assert_eq!(start.play(2)?.play(1)?.left, 4);
//!
//! // Sequences of moves of length 1 to 8: every game is over after 7 at the latest.
//! let counts: Vec<u64> = (1..=8).map(|depth| game::perft(&start, depth)).collect();
//! assert_eq!(counts, [2, 4, 8, 15, 16, 7, 1, 0]);
//! # Ok::<(), game::IllegalMove<u32>>(())
//! ```

pub mod combinations;
pub mod perft;
pub mod playout;
pub mod text;
pub mod toy;

mod bits;
mod exact;
mod explain;
#[allow(clippy::module_inception, reason = "the module of the trait Game")]
mod game;
mod history;
mod indexed;
mod keyed;
mod layout;
mod notation;
mod outcome;
mod played_game;
mod player;
mod position;
mod retro;
mod shared_game;
mod square_set;
mod symmetric;

pub use bits::{Bits, gather, push_each, scatter};
pub use exact::Exact;
pub use explain::{CellId, Explain};
pub use game::{Game, HouseRules};
pub use history::{History, HouseDraw};
pub use indexed::{Indexed, Slice};
pub use keyed::{Keyed, mix};
pub use layout::{Cell, Diagram, Edge, Label, Layout, Piece, Point, Shade, Side, Slide, Style, Tray};
pub use notation::{MoveError, Notation, PositionError, PositionErrors};
pub use outcome::{Outcome, Value};
pub use perft::perft;
pub use played_game::PlayedGame;
pub use player::{ByPlayer, Player};
pub use position::{IllegalMove, Position};
pub use retro::Retro;
pub use shared_game::{SharedGame, SharedMove};
pub use square_set::marked_cells;
pub use symmetric::{Symmetric, Symmetry};
