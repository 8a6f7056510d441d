//! Where rules, search and tables meet: every game behind one face of text and data, so that no front end is
//! generic over games.
//!
//! ```
//! let game = engine::find("checkers")?;
//! let pos = game.start();
//! assert_eq!(pos.perft(3, 1), 302);
//! let after = pos.play("22-18")?;
//! assert_eq!(after.moves().len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod raichu_sizes;
mod registry;

pub use any::{AnyPosition, MoveRefused, NamedMove, PositionRefused};
pub use registry::{GameInfo, GameRef, UnknownGame, find, games};

pub use game::{
    ByPlayer, Cell, Diagram, HouseRules, Label, Outcome, Piece, Player, Point, Shade, Side, Value,
};
