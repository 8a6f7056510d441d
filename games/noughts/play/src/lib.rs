//! Noughts and crosses, for the engine: the rules and nothing else, so everything here is a
//! default.

use engine::{GameEntry, Play, entry};
use noughts::Noughts;

/// Noughts and crosses.
pub struct NoughtsPlay;

impl Play for NoughtsPlay {
    type Position = Noughts;
}

/// The type of its boards.
pub type Boards = NoughtsPlay;

/// The entry for a catalogue.
pub static GAME: GameEntry = entry::<NoughtsPlay>();
