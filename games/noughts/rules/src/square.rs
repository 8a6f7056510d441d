//! One of the nine squares.

use std::fmt;

use game::CellId;

/// The number of squares in a row, and of rows.
pub(crate) const SIDE: usize = 3;
/// The number of squares.
pub(crate) const SQUARES: usize = SIDE * SIDE;
/// The names of the columns.
pub(crate) const FILES: [char; SIDE] = ['a', 'b', 'c'];

/// A square, `a1` at the bottom left to `c3` at the top right. It is stored as its number in the
/// position text and in the diagram, which are the same by contract:
///
/// ```text
/// 3  0 1 2
/// 2  3 4 5
/// 1  6 7 8
///    a b c
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(CellId);

impl Square {
    /// The square in this row and column, both counted from 0 at the top left, if the board has it.
    #[must_use]
    pub fn new(row: usize, column: usize) -> Option<Square> {
        (row < SIDE && column < SIDE).then(|| Square(SIDE * row + column))
    }

    /// Every square, in the order of the position text.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(Square)
    }

    /// Its number.
    #[must_use]
    pub fn cell(self) -> CellId {
        self.0
    }

    /// Its row and its column, counted from 0 at the top left.
    #[must_use]
    pub fn place(self) -> (usize, usize) {
        (self.0 / SIDE, self.0 % SIDE)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = self.place();
        write!(f, "{}{}", FILES[column], SIDE - row)
    }
}
