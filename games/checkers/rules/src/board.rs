//! Sets of squares as words.

use game::{Bits, Player};

use crate::Square;

/// Every square of the board.
pub(crate) const SQUARES: u64 = 0x7_FBFD_FEFF;
/// The top row, where red men are crowned.
pub(crate) const TOP: u64 = 0xF;
/// The bottom row, where black men are crowned.
pub(crate) const BOTTOM: u64 = 0xF << 31;

/// The row where a man of `player` is crowned.
#[inline]
pub(crate) const fn crown_row(player: Player) -> u64 {
    match player {
        Player::One => TOP,
        Player::Two => BOTTOM,
    }
}

/// The squares of a set.
pub(crate) fn squares(set: u64) -> impl Iterator<Item = Square> {
    Bits(set).map(Square::from_bit_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_masks_are_the_bits_of_the_squares() {
        let all = |keep: fn(&Square) -> bool| Square::all().filter(keep).fold(0, |set, s| set | s.bit());
        assert_eq!(SQUARES, all(|_| true));
        assert_eq!(TOP, all(|s| s.row() == 0));
        assert_eq!(BOTTOM, all(|s| s.row() == 7));
    }
}
