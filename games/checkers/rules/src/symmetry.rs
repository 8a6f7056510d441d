//! The only symmetry: the board rotated by 180°, with the colours exchanged.

use game::{Position, Symmetric, Symmetry};

use crate::{Checkers, Move};

impl Symmetric for Checkers {
    const SYMMETRIES: u8 = 1;

    fn swaps_players(_: Symmetry) -> bool {
        true
    }

    fn transform(&self, _: Symmetry) -> Checkers {
        Checkers {
            ours: self.ours.turned(),
            theirs: self.theirs.turned(),
            kings: self.kings.turned(),
            turn: self.turn().other(),
        }
    }

    fn transform_move(&self, _: Symmetry, mv: Move) -> Move {
        mv.turned()
    }
}
