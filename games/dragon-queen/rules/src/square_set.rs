//! A set of squares in one word.

use crate::Square;
use crate::square::ROW;

game::square_set! {
    /// A set of squares.
    ///
    /// ```
    /// # use dragon_queen::{Square, SquareSet};
    /// let bottom = SquareSet::BOTTOM;
    /// let names: Vec<String> = bottom.into_iter().map(|square| square.to_string()).collect();
    /// assert_eq!(names, ["a1", "b1", "c1", "d1", "e1"]);
    /// assert_eq!((SquareSet::BOARD - bottom).len(), 20);
    /// ```
    pub struct SquareSet(u32) of Square, iterated by Squares;
}

impl SquareSet {
    /// The bottom row, where the Queen wins.
    pub const BOTTOM: SquareSet = SquareSet::drawn(
        "
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        x x x x x
        ",
    );

    /// The squares beside, above and below those of the set.
    #[must_use]
    #[inline]
    pub const fn straight_neighbours(self) -> SquareSet {
        let SquareSet(s) = self;
        SquareSet((s << 1 | s >> 1 | s << ROW | s >> ROW) & SquareSet::BOARD.0)
    }

    /// The squares that touch those of the set at a corner.
    #[must_use]
    #[inline]
    pub const fn diagonal_neighbours(self) -> SquareSet {
        let SquareSet(s) = self;
        let shifted = s << (ROW - 1) | s >> (ROW - 1) | s << (ROW + 1) | s >> (ROW + 1);
        SquareSet(shifted & SquareSet::BOARD.0)
    }

    /// The squares of all rows below a square.
    #[must_use]
    #[inline]
    pub const fn below(square: Square) -> SquareSet {
        SquareSet(SquareSet::BOARD.0 >> ((square.row() + 1) * ROW) << ((square.row() + 1) * ROW))
    }

    /// The set with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SquareSet {
        const A: u32 = 0b00_0001_0000_0100_0001_0000_0100_0001;
        let SquareSet(s) = self;
        let outer = (s & A) << 4 | s >> 4 & A;
        let inner = (s & A << 1) << 2 | s >> 2 & A << 1;
        SquareSet(outer | inner | s & A << 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_the_squares_in_it() {
        let all: Vec<Square> = (0..25).map(|cell| Square::from_cell(cell).unwrap()).collect();
        assert_eq!(Square::ALL.into_iter().collect::<Vec<_>>(), all);
        assert_eq!(all.iter().copied().collect::<SquareSet>(), SquareSet::BOARD);
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
            let at = |rows, columns| Square::ALL.into_iter().filter(is_at(rows, columns));
            assert_eq!(set.straight_neighbours(), at(0, 1).chain(at(1, 0)).collect());
            assert_eq!(set.diagonal_neighbours(), at(1, 1).collect());
            let below = Square::ALL.into_iter().filter(|other| other.row() > square.row());
            assert_eq!(SquareSet::below(square), below.collect());
            assert_eq!(set.mirrored(), SquareSet::of(square.mirrored()));
            assert_eq!((!set).mirrored(), !SquareSet::of(square.mirrored()));
        }
        assert_eq!(SquareSet::EMPTY.first(), None);
    }
}
