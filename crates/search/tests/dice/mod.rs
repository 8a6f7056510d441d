//! A stand-in for a game's evaluation.

use game::Game;
use search::{Evaluator, MoveOrdering, StaticEval};

/// Evaluates positions as good as at random, and each always the same.
pub(crate) struct Dice;

impl<G: Game> Evaluator<G> for Dice {
    type Scratch = ();

    fn evaluate(&self, pos: &G, _: usize, (): &mut ()) -> StaticEval {
        StaticEval { points: (pos.key() % 401) as i32 - 200, drawn: 0 }
    }
}

impl<G: Game> MoveOrdering<G> for Dice {
    const HISTORY_SIZE: usize = 64;
    const PIECE_TO_SIZE: usize = 8;

    /// Captures are noisy: there is an end to them.
    fn tactical_gain(&self, pos: &G, mv: G::Move) -> i32 {
        let pieces = |pos: &G| pos.occupants().into_iter().flatten().count() as i32;
        pieces(pos) - pieces(&pos.play_unchecked(mv))
    }

    fn history_index(&self, pos: &G, mv: G::Move) -> usize {
        (pos.key_after(pos.key(), mv) % 64) as usize
    }

    fn piece_to(&self, pos: &G, mv: G::Move) -> usize {
        self.history_index(pos, mv) % 8
    }

    fn is_irreversible(&self, pos: &G, mv: G::Move) -> bool {
        let _ = (pos, mv);
        false
    }
}
