//! One call that tests any game against the contract of [`game`].
//!
//! ```
//! use conformance::Seed;
//! use game::toy::Toy;
//!
//! conformance::check::<Toy>(Seed(7));
//! ```
//!
//! The positions come from random games, from their boards rearranged at random, and from the
//! game's slices. If the game breaks the contract, the test panics with the name of the check, the
//! difference and the position.
//!
//! | check | claim |
//! |---|---|
//! | `index` | index and unindex are inverse and dense; moves lead to the partner slice or to earlier ones |
//! | `generator-predicate` | a move is generated exactly when `is_legal` and `play` accept it |
//! | `move-list` | no move twice, an old list is replaced, none exactly when the game is over |
//! | `outcome`, `move-count` | the shortcuts equal what the list says |
//! | `perft` | counting, playing out, dividing and threads agree |
//! | `position-text`, `move-text` | what is written is read back, and different things are written differently |
//! | `garbage` | no text makes a reader panic, and what it accepts is written and read back |
//! | `layout` | the diagram can be drawn and shows what the text says |
//! | `explain` | the cells of a move mean that move; all others are refused with a sentence |
//! | `key` | a key kept is the key computed, and belongs to one position |
//! | `symmetry` | symmetries commute with moves and are a group |
//! | `retro` | p is a predecessor of q exactly when q is a successor of p |
//! | `plies-left` | each ply takes one |
//! | `house-rules` | games that promise to end do |
//! | `names` | the name can be typed |
//!
//! Two more compare with files: [`successors`] and [`perft`](mod@perft). [`single`] has the checks
//! for one position or text, for fuzzers and property tests that supply their own.

pub mod perft;
pub mod single;
pub mod successors;

mod board_text;
mod claim;
mod constants;
mod counting;
mod data_file;
mod explain;
mod garbage;
mod index;
mod key;
mod layout;
mod move_text;
mod moves;
mod numbering;
mod position_text;
mod retro;
mod sample;
mod seed;
mod setups;
mod symmetry;
mod whole_games;

pub use seed::Seed;

use game::Game;
use sample::Sample;

/// Tests a game from its start position.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn check<G: Game>(seed: Seed) {
    check_from(&[G::start()], seed);
}

/// Tests a game from the given start positions, such as those of other board sizes; at least one.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn check_from<G: Game>(starts: &[G], seed: Seed) {
    assert!(!starts.is_empty(), "a game is tested from at least one position");
    constants::check::<G>();
    numbering::check::<G>(seed);
    let sample = Sample::new(starts, seed);
    moves::check(&sample);
    counting::check(&sample);
    position_text::check(&sample);
    move_text::check(&sample);
    layout::check(&sample);
    explain::check(&sample);
    key::check(&sample);
    symmetry::check(&sample);
    index::check(&sample);
    retro::check(&sample);
    whole_games::check(&sample);
}

/// Different positions of a game, for tests that compare its rules with a slow twin: from random
/// games, from their boards rearranged at random, and from the slices of its tables.
///
/// ```
/// use conformance::Seed;
/// use game::{Position, toy::Toy};
///
/// let positions = conformance::positions::<Toy>(Seed(7));
/// assert_eq!(positions[0], Toy::start());
/// ```
#[must_use]
pub fn positions<G: Game>(seed: Seed) -> Vec<G> {
    Sample::new(&[G::start()], seed).positions
}
