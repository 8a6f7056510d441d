//! Hash keys.

use game::{Keyed, Player, gather, mix};

use crate::{Checkers, SquareSet};

impl Keyed for Checkers {
    /// Three words of 32 bits and the side to move, mixed: cheaper than updating a key move by
    /// move.
    #[inline]
    fn key(&self) -> u64 {
        let [ours, theirs, kings] =
            [self.ours, self.theirs, self.kings].map(|set| gather(set.0, SquareSet::BOARD.0));
        let turn = u64::from(self.turn == Player::Two) << 32;
        mix(ours << 32 | theirs) ^ mix(!(kings | turn)).rotate_left(32)
    }
}
