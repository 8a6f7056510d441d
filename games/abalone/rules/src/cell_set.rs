//! Sets of cells.

use std::fmt;

use game::Bits;

use crate::{Cell, Direction};

/// A set of cells of the board.
///
/// ```
/// # use abalone::{Cell, CellSet};
/// let row_d: CellSet = Cell::ALL.into_iter().filter(|cell| cell.row() == 3).collect();
/// assert_eq!(row_d.len(), 7);
/// assert_eq!((CellSet::BOARD - row_d).into_iter().next(), Cell::at(0, 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// Every cell.
    pub const BOARD: CellSet = CellSet(board());

    /// The cells that are at most so many steps from the middle, D4.
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

    /// How many cells it has.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has none.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` belongs to it.
    #[must_use]
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & cell.mask() != 0
    }

    /// The next cell of each in a direction; where the board has none, the cell is dropped.
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

    /// The bits, numbered as [`Cell`] says.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The cells among these bits; the others are dropped.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> CellSet {
        CellSet(bits & CellSet::BOARD.0)
    }
}

const fn board() -> u64 {
    let mut bits = 0;
    let mut id = 0;
    while id < Cell::ALL.len() {
        bits |= Cell::ALL[id].mask();
        id += 1;
    }
    bits
}

game::set_operators!(CellSet);

impl From<Cell> for CellSet {
    #[inline]
    fn from(cell: Cell) -> CellSet {
        CellSet(cell.mask())
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        CellSet(cells.into_iter().fold(0, |bits, cell| bits | cell.mask()))
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        Cells(Bits(self.0))
    }
}

/// The cells of a [`CellSet`], in reading order.
#[derive(Clone, Debug)]
pub struct Cells(Bits);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.0.next().map(|bit| Cell::from_bit(bit as u8))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Cells {}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
