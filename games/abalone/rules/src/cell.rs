//! The cells of the board.

use std::fmt;

use game::CellId;

use crate::{CellSet, Direction};

/// The number of cells.
pub(crate) const CELLS: usize = 37;

/// The number of rows, and of diagonals.
pub(crate) const ROWS: usize = 7;

/// One of the 37 cells. Cells are ordered by row and then by diagonal.
///
/// A cell is a bit of a word: row A is row 0, and the cell of row r on diagonal d is bit 8·r + d.
///
/// ```text
///           4  5  6  7
///         11 12 13 14 15
///       18 19 20 21 22 23
///     25 26 27 28 29 30 31
///       33 34 35 36 37 38
///         41 42 43 44 45
///          49 50 51 52
/// ```
///
/// So a step is a rotation of the word, the same for every cell, and the six neighbours of a cell
/// are at ±1, ±7 and ±8. Between the rows and at both ends of the word there are bits without a
/// cell: a step off the board always hits one of them, never another cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Every cell, in reading order.
    pub const ALL: [Cell; CELLS] = all();

    /// The cell of a row and a diagonal, both counted from 0: `at(0, 3)` is A4.
    ///
    /// ```
    /// # use abalone::Cell;
    /// assert_eq!(Cell::at(3, 0).unwrap().to_string(), "D1");
    /// assert_eq!(Cell::at(0, 0), None);
    /// ```
    #[must_use]
    pub const fn at(row: usize, diagonal: usize) -> Option<Cell> {
        let on_board = row < ROWS && diagonal < ROWS && 3 <= row + diagonal && row + diagonal <= 9;
        if on_board { Some(Cell((8 * row + diagonal + 1) as u8)) } else { None }
    }

    /// The cell with this number in reading order.
    #[must_use]
    pub fn from_id(id: CellId) -> Option<Cell> {
        Cell::ALL.get(id).copied()
    }

    /// Its number in reading order, from 0.
    #[must_use]
    pub fn id(self) -> CellId {
        (CellSet::BOARD.bits() & (self.mask() - 1)).count_ones() as CellId
    }

    /// Its row, from 0 for row A.
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / 8
    }

    /// Its diagonal, from 0 for diagonal 1.
    #[must_use]
    pub const fn diagonal(self) -> usize {
        self.0 as usize % 8 - 1
    }

    /// The next cell in a direction, if the board has one there.
    #[must_use]
    #[inline]
    pub fn neighbour(self, direction: Direction) -> Option<Cell> {
        let mask = self.mask().rotate_left(direction.rotation());
        (mask & CellSet::BOARD.bits() != 0).then_some(Cell(mask.trailing_zeros() as u8))
    }

    /// The direction in which `other` is the next cell, if it is a neighbour.
    #[must_use]
    pub fn direction_to(self, other: Cell) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(direction) == Some(other))
    }

    /// The number of its bit.
    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        self.0
    }

    /// The cell of a bit that has one.
    #[inline]
    pub(crate) const fn from_bit(bit: u8) -> Cell {
        Cell(bit)
    }

    /// The word with only its bit set.
    #[inline]
    pub(crate) const fn mask(self) -> u64 {
        1u64.wrapping_shl(self.0 as u32)
    }
}

const fn all() -> [Cell; CELLS] {
    let mut cells = [Cell(0); CELLS];
    let mut found = 0;
    let mut place = 0;
    while place < ROWS * ROWS {
        if let Some(cell) = Cell::at(place / ROWS, place % ROWS) {
            cells[found] = cell;
            found += 1;
        }
        place += 1;
    }
    cells
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", row_letter(self.row()), self.diagonal() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The letter of a row, from A.
pub(crate) fn row_letter(row: usize) -> char {
    char::from(b'A' + row as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_places_convert_both_ways() {
        for (id, cell) in Cell::ALL.into_iter().enumerate() {
            assert_eq!(cell.id(), id);
            assert_eq!(Cell::from_id(id), Some(cell));
            assert_eq!(Cell::at(cell.row(), cell.diagonal()), Some(cell));
        }
        assert_eq!(Cell::from_id(CELLS), None);
        assert!(Cell::ALL.is_sorted());
    }

    #[test]
    fn steps_follow_rows_and_diagonals_and_never_come_round() {
        for cell in Cell::ALL {
            for direction in Direction::ALL {
                let (down, along) = direction.offset();
                let row = cell.row().checked_add_signed(down);
                let diagonal = cell.diagonal().checked_add_signed(along);
                let expected = row.zip(diagonal).and_then(|(row, diagonal)| Cell::at(row, diagonal));
                assert_eq!(cell.neighbour(direction), expected, "{cell} {direction:?}");
            }
        }
    }
}
