//! The Dragon Queen, for the engine.

mod actions;
mod assignment;
mod evaluation;
mod reference;

use engine::{GameEntry, entry};

/// The Dragon Queen.
pub struct DragonQueenPlay;

/// The type of its boards.
pub type Boards = DragonQueenPlay;

/// The entry for a catalogue.
pub static GAME: GameEntry = entry::<DragonQueenPlay>();
