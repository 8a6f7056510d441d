//! Every game behind one face of text and data, so that no front end is generic over games.
//!
//! ```
//! let game = engine::find("checkers")?;
//! let pos = game.start();
//! assert_eq!(pos.moves().len(), 7);
//! assert_eq!(pos.perft(3, 1), 302);
//! let refusal = pos.play("22-22").err().unwrap();
//! assert_eq!(refusal.to_string(), "a move must lead somewhere else than 22");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod raichu_sizes;
mod registry;

pub use any::{AnyPosition, MoveRefused, NamedMove, PositionRefused};
pub use registry::{GameInfo, GameRef, UnknownGame, find, games};

pub use game::text::quoted;
pub use game::{
    ByPlayer, Cell, Diagram, HouseRules, Label, Outcome, Piece, Player, Point, Shade, Side, Value,
};
