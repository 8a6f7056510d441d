//! The 32 dark squares.

use std::fmt;

use game::CellId;

/// A dark square, with its PDN number:
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
///
/// It is stored as the number of its bit in a [`SquareSet`](crate::SquareSet). One bit in nine is
/// unused, so that the four neighbours of every square are 4 and 5 bits away and a step over the
/// edge hits a bit without a square:
///
/// ```text
///     0   1   2   3
///   4   5   6   7  (8)
///     9  10  11  12
///  13  14  15  16  (17)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Every square, in reading order.
    pub const ALL: [Square; 32] = {
        let mut all = [Square(0); 32];
        let mut i = 0;
        while i < all.len() {
            all[i] = Square((i + i / 8) as u8);
            i += 1;
        }
        all
    };

    /// The length of a table indexed by [`index`](Square::index).
    pub const TABLE_LEN: usize = 36;

    /// The square with this PDN number, 1 to 32.
    #[must_use]
    pub fn from_number(number: usize) -> Option<Square> {
        Square::ALL.get(number.checked_sub(1)?).copied()
    }

    /// The square in this row and column, both counted from 0 at the top left; `None` for a light
    /// square.
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Option<Square> {
        let is_dark = row < 8 && column < 8 && (row + column) % 2 == 1;
        if is_dark { Some(Square::ALL[4 * row + column / 2]) } else { None }
    }

    /// The square of a cell in the diagram and the position text; `None` for a light cell or one
    /// off the board.
    #[must_use]
    pub const fn from_cell(cell: CellId) -> Option<Square> {
        Square::at(cell / 8, cell % 8)
    }

    /// Its cell in the diagram and the position text.
    #[must_use]
    pub const fn cell(self) -> CellId {
        8 * self.row() + self.column()
    }

    /// The PDN number, 1 to 32.
    #[must_use]
    pub const fn number(self) -> usize {
        (self.0 - self.0 / 9) as usize + 1
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        (self.number() - 1) / 4
    }

    /// The column, counted from 0 on the left.
    #[must_use]
    pub const fn column(self) -> usize {
        (self.number() - 1) % 4 * 2 + (self.row() + 1) % 2
    }

    /// Its index in tables of [`TABLE_LEN`](Square::TABLE_LEN) entries: faster than the number, at
    /// the price of a few unused entries.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its image on the board rotated by 180°.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Square {
        Square(Square::LAST_BIT as u8 - self.0)
    }

    /// The number of the last square's bit.
    pub(crate) const LAST_BIT: u32 = 34;

    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The square of `bit`, which must have one.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Square {
        debug_assert!(bit <= Square::LAST_BIT && bit % 9 != 8);
        Square(bit as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_cells_and_places_convert_both_ways() {
        for (i, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.number(), i + 1);
            assert_eq!(Square::from_number(i + 1), Some(square));
            assert_eq!(Square::at(square.row(), square.column()), Some(square));
            assert_eq!(Square::from_cell(square.cell()), Some(square));
            assert_eq!(Square::from_bit(square.bit()), square);
            assert_eq!(square.turned().number(), 32 - i);
            assert!(square.index() < Square::TABLE_LEN);
        }
        assert!(Square::ALL.is_sorted());
        assert_eq!((Square::from_number(0), Square::from_number(33)), (None, None));
        let dark = (0..64).filter(|&cell| Square::from_cell(cell).is_some());
        assert_eq!(dark.count(), 32);
        assert_eq!((Square::from_cell(0), Square::from_cell(64)), (None, None));
    }
}
