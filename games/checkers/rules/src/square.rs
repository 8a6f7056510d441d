//! The 32 dark squares.

use std::fmt;

/// A dark square, numbered as in PDN but from 0: left to right and top to bottom.
///
/// ```text
///     1   2   3   4
///   5   6   7   8
///     9  10  11  12
///  13  14  15  16
///    17  18  19  20
///  21  22  23  24
///    25  26  27  28
///  29  30  31  32
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 32;

    /// The square with this PDN number, 1 to 32.
    #[must_use]
    pub fn from_number(number: usize) -> Option<Square> {
        (1..=Square::COUNT).contains(&number).then(|| Square(number as u8 - 1))
    }

    /// The square in this row and column, both counted from 0 at the top left; nothing for a light square.
    #[must_use]
    pub fn at(row: usize, column: usize) -> Option<Square> {
        (row < 8 && column < 8 && (row + column) % 2 == 1).then(|| Square((4 * row + column / 2) as u8))
    }

    /// Every square in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// The PDN number, 1 to 32.
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0) + 1
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    pub fn row(self) -> usize {
        usize::from(self.0) / 4
    }

    /// The column, counted from 0 on the left.
    #[must_use]
    pub fn column(self) -> usize {
        usize::from(self.0) % 4 * 2 + (self.row() + 1) % 2
    }

    /// The bit of this square in a board. One bit in nine is left out, so that the four neighbours of every
    /// square are 4 and 5 bits away and a step over the edge hits a bit that is no square.
    ///
    /// ```text
    ///     0   1   2   3
    ///   4   5   6   7  (8)
    ///     9  10  11  12
    ///  13  14  15  16  (17)
    /// ```
    #[must_use]
    #[inline]
    pub fn bit(self) -> u64 {
        1 << (self.0 + self.0 / 8)
    }

    /// The square of a number of a bit, which must be one of a square.
    #[inline]
    pub(crate) fn from_bit_number(bit: usize) -> Square {
        debug_assert!(crate::board::SQUARES >> bit & 1 == 1);
        Square((bit - bit / 9) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
