//! Abalone on 37 cells, for the engine.

mod actions;
mod assignment;
mod evaluation;
mod reference;

use engine::{GameEntry, entry};

/// Abalone on 37 cells.
pub struct AbalonePlay;

/// The type of its boards.
pub type Boards = AbalonePlay;

/// The entry for a catalogue.
pub static GAME: GameEntry = entry::<AbalonePlay>();
