//! The hash key.

use game::{Keyed, Position, mix};

use crate::Abalone;

/// An odd number without a pattern, 2⁶⁴ divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Keyed for Abalone {
    /// The tokens of both sides have 74 bits. Spreading one side first keeps them from cancelling out; a
    /// bit that is no cell holds the turn. Carrying the key along would cost more than this does.
    #[inline]
    fn key(&self) -> u64 {
        let board = self.board();
        mix(board.us.bits().wrapping_mul(SPREAD) ^ board.them.bits() ^ self.turn() as u64)
    }
}
