//! One of the 25 squares.

use std::fmt;

use game::CellId;

/// The number of squares in a row, and of rows.
pub(crate) const SIDE: usize = 5;

/// The number of bits from one row to the next: a row has one bit more than squares, so that a step
/// over the edge hits a bit without a square.
pub(crate) const ROW: usize = SIDE + 1;

/// A square, `a1` at the bottom left to `e5` at the top right.
///
/// It is stored as the number of its bit in a [`SquareSet`](crate::SquareSet):
///
/// ```text
///     a  b  c  d  e
/// 5   0  1  2  3  4   (5)
/// 4   6  7  8  9 10  (11)
/// 3  12 13 14 15 16  (17)
/// 2  18 19 20 21 22  (23)
/// 1  24 25 26 27 28
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Every square, in reading order.
    pub const ALL: [Square; SIDE * SIDE] = {
        let mut all = [Square(0); SIDE * SIDE];
        let mut cell = 0;
        while cell < all.len() {
            all[cell] = Square((cell / SIDE * ROW + cell % SIDE) as u8);
            cell += 1;
        }
        all
    };

    /// The square in this row and column, both counted from 0 at the top left, if the board has it.
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Option<Square> {
        if row < SIDE && column < SIDE { Some(Square((row * ROW + column) as u8)) } else { None }
    }

    /// The square with a name such as `c3`.
    ///
    /// ```
    /// # use dragon_queen::Square;
    /// assert_eq!(Square::from_name("c5"), Square::at(0, 2));
    /// assert_eq!(Square::from_name("c6"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Square> {
        let &[file @ b'a'..=b'e', rank @ b'1'..=b'5'] = name.as_bytes() else { return None };
        Square::at((b'5' - rank).into(), (file - b'a').into())
    }

    /// The square with this number in the diagram and in the position text.
    #[must_use]
    pub const fn from_cell(cell: CellId) -> Option<Square> {
        Square::at(cell / SIDE, cell % SIDE)
    }

    /// Its number in the diagram and in the position text.
    #[must_use]
    pub const fn cell(self) -> CellId {
        self.row() * SIDE + self.column()
    }

    /// Its row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / ROW
    }

    /// Its column, counted from 0 on the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % ROW
    }

    /// Its mirror image in the same row.
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square((self.row() * ROW + (SIDE - 1 - self.column())) as u8)
    }

    /// The square of `bit`, which must have one.
    #[inline]
    pub(crate) const fn from_bit(bit: u32) -> Square {
        debug_assert!(bit < (SIDE * ROW) as u32 && bit % ROW as u32 != SIDE as u32);
        Square(bit as u8)
    }

    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.column() as u8);
        write!(f, "{file}{}", SIDE - self.row())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cells_and_mirror_images_agree() {
        let names = Square::ALL.map(|square| square.to_string());
        assert_eq!([&*names[0], &*names[4], &*names[20], &*names[24]], ["a5", "e5", "a1", "e1"]);
        for (cell, name) in names.iter().enumerate() {
            let square = Square::from_name(name).unwrap();
            assert_eq!(square.cell(), cell);
            assert_eq!(square.mirrored().cell(), cell / 5 * 5 + 4 - cell % 5);
        }
        assert_eq!(Square::from_cell(25), None);
        for wrong in ["", "a", "a0", "a6", "f1", "A1", "a11", "1a", "é1", "a1 "] {
            assert_eq!(Square::from_name(wrong), None, "{wrong}");
        }
    }
}
