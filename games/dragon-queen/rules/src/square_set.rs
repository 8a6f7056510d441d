//! A set of squares in one word.

use std::ops::Not;

use game::Bits;

use crate::Square;
use crate::square::ROW;

/// A set of squares.
///
/// ```
/// # use dragon_queen::{Square, SquareSet};
/// let bottom = SquareSet::BOTTOM;
/// let names: Vec<String> = bottom.into_iter().map(|square| square.to_string()).collect();
/// assert_eq!(names, ["a1", "b1", "c1", "d1", "e1"]);
/// assert_eq!((SquareSet::ALL - bottom).len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareSet(pub(crate) u32);

impl SquareSet {
    /// No square.
    pub const NONE: SquareSet = SquareSet(0);
    /// The whole board.
    pub const ALL: SquareSet = SquareSet(0b01_1111_0111_1101_1111_0111_1101_1111);
    /// The bottom row, where the Queen wins.
    pub const BOTTOM: SquareSet = SquareSet(0b1_1111 << (4 * ROW));

    /// The set of this one square.
    #[must_use]
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.bit())
    }

    /// Whether `square` is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.bit() & 1 != 0
    }

    /// Whether there is no square in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares the set has.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The square of the set that comes first in reading order.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<Square> {
        (!self.is_empty()).then(|| Square::from_bit(self.0.trailing_zeros()))
    }

    /// The squares beside, above and below those of the set.
    #[must_use]
    #[inline]
    pub const fn straight_neighbours(self) -> SquareSet {
        let SquareSet(s) = self;
        SquareSet((s << 1 | s >> 1 | s << ROW | s >> ROW) & SquareSet::ALL.0)
    }

    /// The squares that touch those of the set at a corner.
    #[must_use]
    #[inline]
    pub const fn diagonal_neighbours(self) -> SquareSet {
        let SquareSet(s) = self;
        let shifted = s << (ROW - 1) | s >> (ROW - 1) | s << (ROW + 1) | s >> (ROW + 1);
        SquareSet(shifted & SquareSet::ALL.0)
    }

    /// The squares of all rows below a square.
    #[must_use]
    #[inline]
    pub const fn below(square: Square) -> SquareSet {
        SquareSet(SquareSet::ALL.0 >> ((square.row() + 1) * ROW) << ((square.row() + 1) * ROW))
    }

    /// The set seen in a mirror, left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SquareSet {
        const A: u32 = 0b00_0001_0000_0100_0001_0000_0100_0001;
        let SquareSet(s) = self;
        let outer = (s & A) << 4 | s >> 4 & A;
        let inner = (s & A << 1) << 2 | s >> 2 & A << 1;
        SquareSet(outer | inner | s & A << 2)
    }
}

game::set_operators!(SquareSet);

impl Not for SquareSet {
    type Output = SquareSet;

    /// Every other square of the board.
    #[inline]
    fn not(self) -> SquareSet {
        SquareSet::ALL - self
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::NONE, |set, square| set | SquareSet::of(square))
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = std::iter::Map<Bits, fn(usize) -> Square>;

    /// The squares in reading order.
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        Bits(self.0.into()).map(|bit| Square::from_bit(bit as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_the_squares_in_it() {
        let all: Vec<Square> = (0..25).map(|cell| Square::from_cell(cell).unwrap()).collect();
        assert_eq!(SquareSet::ALL.into_iter().collect::<Vec<_>>(), all);
        assert_eq!(all.iter().copied().collect::<SquareSet>(), SquareSet::ALL);
        for square in all {
            let set = SquareSet::of(square);
            assert_eq!(set.first(), Some(square));
            assert!(set.contains(square) && !(!set).contains(square));
            assert_eq!((!set).len(), 24);
            let is_at = |rows, columns| {
                move |other: &Square| {
                    let apart =
                        [other.row().abs_diff(square.row()), other.column().abs_diff(square.column())];
                    apart == [rows, columns]
                }
            };
            let at = |rows, columns| SquareSet::ALL.into_iter().filter(is_at(rows, columns));
            assert_eq!(set.straight_neighbours(), at(0, 1).chain(at(1, 0)).collect());
            assert_eq!(set.diagonal_neighbours(), at(1, 1).collect());
            let below = SquareSet::ALL.into_iter().filter(|other| other.row() > square.row());
            assert_eq!(SquareSet::below(square), below.collect());
            assert_eq!(set.mirrored(), SquareSet::of(square.mirrored()));
            assert_eq!((!set).mirrored(), !SquareSet::of(square.mirrored()));
        }
        assert_eq!(SquareSet::NONE.first(), None);
    }
}
