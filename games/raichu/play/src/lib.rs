//! Raichu, for the engine, on boards of all sizes.

mod actions;
mod assignment;
mod evaluation;
mod reference;
mod sizes;

use engine::{GameEntry, entry};

/// Raichu on boards of up to N × N squares, W words each; see [`raichu::Raichu`].
pub struct RaichuPlay<const W: usize, const N: usize>;

/// Raichu on 8 × 8.
pub type Raichu8Play = RaichuPlay<1, 8>;
/// Raichu on boards up to 16 × 16.
pub type Raichu16Play = RaichuPlay<4, 16>;
/// Raichu on boards up to 26 × 26.
pub type Raichu26Play = RaichuPlay<11, 26>;

/// The types of its boards.
pub type Boards = (Raichu8Play, Raichu16Play, Raichu26Play);

/// The entry for a catalogue.
pub static GAME: GameEntry = entry::<Raichu8Play>().with_sizes(sizes::SIZES);
