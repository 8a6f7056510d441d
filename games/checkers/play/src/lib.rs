//! Checkers, for the engine.

mod actions;
mod assignment;
mod ballots;
mod evaluation;
mod hub;
mod reference;

use engine::{GameEntry, entry};

/// Checkers.
pub struct CheckersPlay;

/// The type of its boards.
pub type Boards = CheckersPlay;

/// The entry for a catalogue.
pub static GAME: GameEntry = entry::<CheckersPlay>();
