//! A set of cells in one word.

use crate::{Cell, Direction};

game::square_set! {
    /// A set of cells of the board.
    ///
    /// ```
    /// # use abalone::{Cell, CellSet};
    /// let row_d: CellSet = Cell::ALL.into_iter().filter(|cell| cell.row() == 3).collect();
    /// assert_eq!(row_d.len(), 7);
    /// assert_eq!((CellSet::BOARD - row_d).into_iter().next(), Cell::at(0, 3));
    /// ```
    pub struct CellSet(u64) of Cell, iterated by Cells;
}

impl CellSet {
    /// The cells at most `steps` steps from the middle, D4.
    #[must_use]
    pub const fn around_middle(steps: usize) -> CellSet {
        let mut bits = 0;
        let mut id = 0;
        while id < Cell::ALL.len() {
            let cell = Cell::ALL[id];
            let (row, diagonal) = (cell.row() as isize - 3, cell.diagonal() as isize - 3);
            let third = (row + diagonal).abs();
            let longest = if row.abs() > diagonal.abs() { row.abs() } else { diagonal.abs() };
            if longest <= steps as isize && third <= steps as isize {
                bits |= cell.mask();
            }
            id += 1;
        }
        CellSet(bits)
    }

    /// The six corners.
    #[must_use]
    pub const fn corners() -> CellSet {
        let mut bits = 0;
        let mut i = 0;
        while i < Direction::ALL.len() {
            bits |= Direction::ALL[i].corner().mask();
            i += 1;
        }
        CellSet(bits)
    }

    /// The neighbour of each cell in a direction; cells without one are dropped.
    #[must_use]
    #[inline]
    pub const fn shifted(self, direction: Direction) -> CellSet {
        CellSet::from_bits(self.0.rotate_left(direction.rotation()))
    }

    /// The set without the cells of `from`, and with those of `to`.
    #[inline]
    pub(crate) fn moved(self, from: CellSet, to: CellSet) -> CellSet {
        (self - from) | to
    }

    /// The bits, numbered as in [`Cell`].
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The cells among these bits; bits without a cell are dropped.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> CellSet {
        CellSet(bits & CellSet::BOARD.0)
    }
}
