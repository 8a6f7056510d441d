//! Checkers for the engine.

mod ballots;
mod evaluation;
mod hub;
mod reference;

use engine::{GameEntry, entry};

/// Checkers.
pub struct CheckersPlay;

/// The entry for a catalogue.
pub static GAME: GameEntry = entry::<CheckersPlay>();
