//! The one symmetry: the board turned by half a turn, with the colours exchanged.

use game::{Position, Symmetric, Symmetry};

use crate::{Checkers, Move};

/// The number of the highest bit of a board.
const LAST_BIT: u32 = 34;

/// A set of squares turned by half a turn.
#[inline]
pub(crate) fn turned(set: u64) -> u64 {
    set.reverse_bits() >> (u64::BITS - 1 - LAST_BIT)
}

impl Symmetric for Checkers {
    const SYMMETRIES: u8 = 1;

    fn swaps_players(_: Symmetry) -> bool {
        true
    }

    fn transform(&self, _: Symmetry) -> Checkers {
        Checkers {
            ours: turned(self.ours),
            theirs: turned(self.theirs),
            kings: turned(self.kings),
            turn: self.turn().other(),
        }
    }

    fn transform_move(&self, _: Symmetry, mv: Move) -> Move {
        mv.turned()
    }
}
