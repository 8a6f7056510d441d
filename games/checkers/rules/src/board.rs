//! The geometry of the board: sets of squares as words, and the four directions.

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

/// A diagonal direction, by its number in [`Direction::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Direction(pub(crate) u8);

impl Direction {
    pub(crate) const UP_LEFT: Direction = Direction(0);
    pub(crate) const UP_RIGHT: Direction = Direction(1);
    pub(crate) const DOWN_LEFT: Direction = Direction(2);
    pub(crate) const DOWN_RIGHT: Direction = Direction(3);

    pub(crate) const ALL: [Direction; 4] =
        [Direction::UP_LEFT, Direction::UP_RIGHT, Direction::DOWN_LEFT, Direction::DOWN_RIGHT];

    /// Where a man of `player` goes.
    #[inline]
    pub(crate) const fn forward(player: Player) -> [Direction; 2] {
        match player {
            Player::One => [Direction::UP_LEFT, Direction::UP_RIGHT],
            Player::Two => [Direction::DOWN_LEFT, Direction::DOWN_RIGHT],
        }
    }

    /// The other end of the same diagonal.
    #[inline]
    pub(crate) const fn opposite(self) -> Direction {
        Direction(3 - self.0)
    }

    /// All the squares of a set moved one step, those that leave the board being lost once the result is
    /// masked with squares.
    #[inline]
    pub(crate) const fn step(self, set: u64) -> u64 {
        match self.0 {
            0 => set >> 5,
            1 => set >> 4,
            2 => set << 4,
            _ => set << 5,
        }
    }

    /// The number of the bit that is `steps` steps from the bit `from`.
    #[inline(always)]
    pub(crate) const fn moved(self, from: u64, steps: u64) -> u64 {
        match self.0 {
            0 => from.wrapping_sub(5 * steps),
            1 => from.wrapping_sub(4 * steps),
            2 => from + 4 * steps,
            _ => from + 5 * steps,
        }
    }

    /// All the squares of a set moved two steps.
    #[inline]
    pub(crate) const fn jump(self, set: u64) -> u64 {
        match self.0 {
            0 => set >> 10,
            1 => set >> 8,
            2 => set << 8,
            _ => set << 10,
        }
    }

    /// The squares from which a piece jumps this way.
    #[inline]
    pub(crate) const fn jumpers(self, enemy: u64, empty: u64) -> u64 {
        let back = self.opposite();
        back.step(enemy & back.step(empty))
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

    #[test]
    fn steps_lead_to_diagonal_neighbours_and_never_round_the_edge() {
        let offsets = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        for square in Square::all() {
            assert!(squares(square.bit()).eq([square]));
            for (direction, (down, right)) in Direction::ALL.into_iter().zip(offsets) {
                let place = |at: usize, by: isize| at.checked_add_signed(by).unwrap_or(usize::MAX);
                let neighbour = Square::at(place(square.row(), down), place(square.column(), right));
                let bit = neighbour.map_or(0, Square::bit);
                assert_eq!(direction.step(square.bit()) & SQUARES, bit);
            }
        }
    }
}
