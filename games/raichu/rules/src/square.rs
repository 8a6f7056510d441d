//! Squares by name.

use std::fmt;

/// A square: the letter of its column, then its row, counted from 1 at the top.
///
/// ```text
///     a b c d …
///   1 . . . .
///   2 . . X .     X is c2
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square {
    row: u8,
    column: u8,
}

impl Square {
    /// The square in this row and column, both counted from 0 at the top left; `None` if it is off
    /// the largest board.
    #[must_use]
    pub fn at(row: usize, column: usize) -> Option<Square> {
        (row < 26 && column < 26).then(|| Square::new(row, column))
    }

    /// Like [`Square::at`], for a square that is known to be on the board.
    pub(crate) fn new(row: usize, column: usize) -> Square {
        debug_assert!(row < 26 && column < 26);
        Square { row: row as u8, column: column as u8 }
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    #[inline(always)]
    pub fn row(self) -> usize {
        self.row.into()
    }

    /// The column, counted from 0 on the left.
    #[must_use]
    #[inline(always)]
    pub fn column(self) -> usize {
        self.column.into()
    }

    /// Its index in tables of `side` × `side` entries, row by row. `side` must be at least that of
    /// the board.
    #[must_use]
    #[inline(always)]
    pub fn index(self, side: usize) -> usize {
        side * self.row() + self.column()
    }

    /// The square with this number in sets for boards of at most `N` × `N`.
    #[inline(always)]
    pub(crate) fn from_number<const N: usize>(number: usize) -> Square {
        Square { row: (number / N) as u8, column: (number % N) as u8 }
    }

    /// The distance from here to `to`, down and to the right.
    pub(crate) fn offset(self, to: Square) -> (isize, isize) {
        let minus = |a: u8, b: u8| isize::from(a) - isize::from(b);
        (minus(to.row, self.row), minus(to.column, self.column))
    }

    /// The square at this offset, which must be on the board.
    pub(crate) fn shifted(self, (rows, columns): (isize, isize)) -> Square {
        let plus = |a: u8, b: isize| usize::from(a).wrapping_add_signed(b);
        Square::new(plus(self.row, rows), plus(self.column, columns))
    }

    /// Parses the name at the beginning of `text`, for any size of board; returns the rest too.
    pub(crate) fn split_from(text: &str) -> Option<(Named<'_>, &str)> {
        let column = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, rest) = text.split_at(1 + digits);
        let row = name[1..].starts_with(|c| c != '0').then(|| name[1..].parse().unwrap_or(usize::MAX))?;
        Some((Named { name, row: row - 1, column: usize::from(column - b'a') }, rest))
    }
}

/// A square as text, on the board or not.
pub(crate) struct Named<'a> {
    pub(crate) name: &'a str,
    row: usize,
    column: usize,
}

impl Named<'_> {
    /// The square, if a board of this size has it.
    pub(crate) fn on_board(&self, size: usize) -> Option<Square> {
        (self.row < size && self.column < size).then(|| Square::new(self.row, self.column))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Square> {
        let (named, rest) = Square::split_from(text)?;
        named.on_board(26).filter(|_| rest.is_empty())
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for row in 0..26 {
            for column in 0..26 {
                let square = Square::new(row, column);
                assert_eq!(read(&square.to_string()), Some(square));
            }
        }
        let huge = "a99999999999999999999999999";
        for text in ["", "a", "a0", "a01", "A1", "1a", "a27", "é1", "aé", huge] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
