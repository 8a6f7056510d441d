//! Random games.

use rand::Rng;

use crate::{Game, Outcome};

/// The result of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The outcome.
    pub outcome: Outcome,
    /// The number of plies.
    pub plies: u32,
}

/// Plays random moves from `start` to the end of the game; all legal moves are equally likely. The
/// no-progress rule applies, but repetitions are not detected. `moves` is a buffer.
///
/// Do not call it for a game that may never end by its rules and house rules.
pub fn playout<G: Game>(start: &G, rng: &mut impl Rng, moves: &mut Vec<G::Move>) -> Playout {
    let mut pos = start.clone();
    let mut plies = 0;
    let mut idle = 0;
    loop {
        if let Some(outcome) = pos.legal_moves(moves) {
            return Playout { outcome, plies };
        }
        if G::HOUSE_RULES.no_progress_draw(idle).is_some() {
            return Playout { outcome: Outcome::Draw, plies };
        }
        let mv = moves[below(rng, moves.len())];
        idle = if pos.is_progress(mv) { 0 } else { idle + 1 };
        pos = pos.play_unchecked(mv);
        plies += 1;
    }
}

/// A random number less than `limit`. The bias is below limit / 2³².
#[inline]
pub fn below(rng: &mut impl Rng, limit: usize) -> usize {
    ((u64::from(rng.next_u32()) * limit as u64) >> 32) as usize
}
