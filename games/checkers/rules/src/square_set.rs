//! A set of squares in one word.

use game::Player;

use crate::Square;
use crate::direction::Direction;

game::square_set! {
    /// A set of squares.
    ///
    /// ```
    /// # use checkers::{Square, SquareSet};
    /// let double_corners = SquareSet::drawn("
    ///       x   .   .   .
    ///     x   .   .   .
    ///       .   .   .   .
    ///     .   .   .   .
    ///       .   .   .   .
    ///     .   .   .   .
    ///       .   .   .   x
    ///     .   .   .   x
    /// ");
    /// let numbers: Vec<usize> = double_corners.into_iter().map(Square::number).collect();
    /// assert_eq!(numbers, [1, 5, 28, 32]);
    /// assert_eq!((double_corners & SquareSet::row(0)).len(), 1);
    /// ```
    pub struct SquareSet(u64) of Square, iterated by Squares;
}

impl SquareSet {
    /// The squares of a row, counted from 0 at the top.
    ///
    /// # Panics
    /// Panics if there is no such row.
    #[must_use]
    pub const fn row(row: usize) -> SquareSet {
        assert!(row < 8, "the board has 8 rows");
        SquareSet(0b1111 << Square::ALL[4 * row].bit())
    }

    /// The row where a man of `player` is crowned.
    #[must_use]
    #[inline]
    pub const fn crown_row(player: Player) -> SquareSet {
        match player {
            Player::One => const { SquareSet::row(0) },
            Player::Two => const { SquareSet::row(7) },
        }
    }

    /// The squares one step ahead of these for `player`, on each of the two diagonals. One step
    /// ahead for the opponent is one step back, on the same diagonals in the same order.
    #[must_use]
    #[inline(always)]
    pub const fn ahead(self, player: Player) -> [SquareSet; 2] {
        let SquareSet(set) = self;
        let [left, right] = match player {
            Player::One => [set >> 5, set >> 4],
            Player::Two => [set << 5, set << 4],
        };
        [SquareSet(left & SquareSet::BOARD.0), SquareSet(right & SquareSet::BOARD.0)]
    }

    /// The set on the board rotated by 180°.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> SquareSet {
        SquareSet(self.0.reverse_bits() >> (u64::BITS - 1 - Square::LAST_BIT))
    }

    /// The squares one step from these.
    #[inline]
    pub(crate) const fn step(self, direction: Direction) -> SquareSet {
        SquareSet(direction.step(self.0) & SquareSet::BOARD.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_their_squares() {
        for row in 0..8 {
            let squares: SquareSet = Square::ALL.into_iter().filter(|square| square.row() == row).collect();
            assert_eq!(SquareSet::row(row), squares);
        }
        assert!(SquareSet::BOARD.into_iter().eq(Square::ALL));
    }

    #[test]
    fn steps_lead_to_diagonal_neighbours_and_never_round_the_edge() {
        let offsets = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        for square in Square::ALL {
            let neighbour = |(down, right): (isize, isize)| {
                let place = |at: usize, by: isize| at.checked_add_signed(by).unwrap_or(usize::MAX);
                let neighbour = Square::at(place(square.row(), down), place(square.column(), right));
                neighbour.map_or(SquareSet::EMPTY, SquareSet::of)
            };
            let here = SquareSet::of(square);
            for (direction, offset) in Direction::ALL.into_iter().zip(offsets) {
                assert_eq!(here.step(direction), neighbour(offset));
            }
            assert_eq!(here.ahead(Player::One), [(-1, -1), (-1, 1)].map(neighbour));
            assert_eq!(here.ahead(Player::Two), [(1, 1), (1, -1)].map(neighbour));
        }
    }

    #[test]
    fn half_a_turn_takes_every_square_to_its_opposite() {
        for square in Square::ALL {
            assert_eq!(SquareSet::of(square).turned(), SquareSet::of(square.turned()));
        }
    }
}
