//! A 64-bit key.

use game::{Keyed, mix};

use crate::DragonQueen;

/// The whole position, without the ply count, fits into one word, and mixing is a bijection: two
/// positions have the same key only if they are equal.
impl Keyed for DragonQueen {
    #[inline]
    fn key(&self) -> u64 {
        mix(self.packed())
    }
}

impl DragonQueen {
    /// Bits 0 to 28 are the Dragons, 29 to 57 the Wights, 58 to 62 the Queen's square (31 for
    /// none), 63 the side to move.
    #[inline]
    fn packed(&self) -> u64 {
        const SET: u32 = 29;
        const NUMBER: u32 = 5;
        let queen = (self.board.queen.0 | 1 << 31).trailing_zeros();
        u64::from(self.board.dragons.0)
            | u64::from(self.board.wights.0) << SET
            | u64::from(queen) << (2 * SET)
            | (self.turn as u64) << (2 * SET + NUMBER)
    }
}
