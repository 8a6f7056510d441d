//! What the reference players know about each game: enough to play sensibly, and no more.

mod abalone;
mod checkers;
mod dragon_queen;
mod raichu;

use ::abalone::Abalone;
use ::checkers::Checkers;
use ::dragon_queen::DragonQueen;
use ::raichu::{Raichu8, Raichu16, Raichu26};
use engine::AnyPosition;
use game::Game;

use crate::player::Player;
use crate::player::reference::Reference;

/// A game that a [`Reference`] player can play.
pub trait ReferenceEval: Game {
    /// How many plies the reference player looks ahead.
    const DEPTH: u8;

    /// After how many random plies the players begin, unless somebody asks for another number: enough for variety,
    /// and few enough that the game is still open.
    const OPENING_PLIES: usize;

    /// What a position that is not over is worth to the side to move, in hundredths of the least piece.
    fn evaluate(&self) -> i32;

    /// Whether a move captures something.
    fn is_capture(&self, mv: Self::Move) -> bool;
}

/// The reference player for the game of `pos`, at its own depth or another; nothing for a game that has none.
#[must_use]
pub fn reference_for(pos: &dyn AnyPosition, depth: Option<u8>, seed: u64) -> Option<Box<dyn Player>> {
    Some((entry_of(pos)?.make)(depth, seed))
}

/// How many random plies an opening of the game of `pos` has, unless somebody asks for another number.
#[must_use]
pub fn opening_plies(pos: &dyn AnyPosition) -> usize {
    const USUAL: usize = 6;
    entry_of(pos).map_or(USUAL, |entry| entry.opening_plies)
}

/// What is told about a game without its type.
struct ReferenceEntry {
    is_of: fn(&dyn AnyPosition) -> bool,
    make: fn(Option<u8>, u64) -> Box<dyn Player>,
    opening_plies: usize,
}

/// The games that have a reference evaluation; the one place here that names them all.
static ENTRIES: [ReferenceEntry; 6] = [
    entry::<Raichu8>(),
    entry::<Raichu16>(),
    entry::<Raichu26>(),
    entry::<Checkers>(),
    entry::<DragonQueen>(),
    entry::<Abalone>(),
];

const fn entry<G: ReferenceEval>() -> ReferenceEntry {
    ReferenceEntry {
        is_of: |pos| pos.as_any().is::<G>(),
        make: |depth, seed| Box::new(Reference::<G>::new(depth.unwrap_or(G::DEPTH), seed)),
        opening_plies: G::OPENING_PLIES,
    }
}

fn entry_of(pos: &dyn AnyPosition) -> Option<&'static ReferenceEntry> {
    ENTRIES.iter().find(|entry| (entry.is_of)(pos))
}
