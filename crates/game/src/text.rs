//! Position texts, `BOARD SIDE [PLY]`: the format that all games share.
//!
//! ```
//! use game::text::BoardFormat;
//! use game::{ByPlayer, Player};
//!
//! let format =
//!     BoardFormat { rows: vec![2, 3, 2], letters: ".xo", sides: ByPlayer { one: 'x', two: 'o' } };
//! let mut read = format.read("x./.../oo x");
//! read.refuse_rest();
//! assert_eq!((read.errors.len(), read.turn), (0, Some(Player::One)));
//! assert_eq!((read.cells[0], read.count('o')), ('x', 2));
//! assert_eq!(format.write(&read.cells, Player::Two), "x./.../oo o");
//!
//! let read = format.read("x./..?/oo z");
//! let errors: Vec<String> = read.errors.iter().map(ToString::to_string).collect();
//! assert_eq!(
//!     errors,
//!     [
//!         "row 2, column 3: expected one of . x o, found '?'",
//!         "expected x or o as the side to move, found 'z'",
//!     ]
//! );
//! ```

use std::fmt::Display;

use crate::{ByPlayer, Player, PositionError};

/// The format of a game's boards.
#[derive(Clone, Debug)]
pub struct BoardFormat {
    /// The number of cells in each row, from top to bottom. If all rows are equally long, the
    /// slashes may be omitted.
    pub rows: Vec<usize>,
    /// The characters of cells: `.` for an empty one, and the letter of each piece.
    pub letters: &'static str,
    /// The letters for the side to move.
    pub sides: ByPlayer<char>,
}

/// What [`BoardFormat::read`] found in a text.
#[derive(Clone, Debug)]
pub struct BoardText<'a> {
    /// The cells in reading order; an unknown character counts as `.`.
    pub cells: Vec<char>,
    /// Whether the number of cells is right, so that each has a known place.
    pub well_formed: bool,
    /// The side to move, if it could be read.
    pub turn: Option<Player>,
    /// The words after the side to move.
    pub rest: Vec<&'a str>,
    /// The errors found so far.
    pub errors: Vec<TextError>,
}

/// An error in a position text, common to all games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TextError {
    /// The text is empty.
    #[error(
        "the position is empty: give BOARD SIDE, the rows from top to bottom joined by '/', then {} or {}",
        .sides.one, .sides.two
    )]
    Nothing {
        /// The letters for the side to move.
        sides: ByPlayer<char>,
    },
    /// The number of rows is wrong.
    #[error("the board has {}, not {expected}", counted(*.received, "row", "rows"))]
    RowCount {
        /// Rows found.
        received: usize,
        /// Rows expected.
        expected: usize,
    },
    /// A row is too long or too short.
    #[error("row {row} has {}, not {expected}", counted(*.received, "cell", "cells"))]
    RowLength {
        /// The row, counted from 1 at the top.
        row: usize,
        /// Cells found.
        received: usize,
        /// Cells expected.
        expected: usize,
    },
    /// A board without `/` has the wrong number of cells.
    #[error("the board has {}, not {expected}", counted(*.received, "cell", "cells"))]
    Length {
        /// Cells found.
        received: usize,
        /// Cells expected.
        expected: usize,
    },
    /// A character is not one of the game's.
    #[error("row {row}, column {column}: expected one of {}, found '{}'", spaced(.letters), .received.escape_debug())]
    UnknownCell {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The place in the row, counted from 1 on the left.
        column: usize,
        /// The character.
        received: char,
        /// The characters expected.
        letters: &'static str,
    },
    /// The side to move is missing.
    #[error("the side to move is missing after the board: {} or {}", .sides.one, .sides.two)]
    NoSide {
        /// The letters expected.
        sides: ByPlayer<char>,
    },
    /// The side to move is unknown.
    #[error("expected {} or {} as the side to move, found '{received}'", .sides.one, .sides.two)]
    UnknownSide {
        /// The word found.
        received: String,
        /// The letters expected.
        sides: ByPlayer<char>,
    },
    /// There are superfluous words.
    #[error("'{received}' has no meaning at the end of a position")]
    ExtraWord {
        /// The word.
        received: String,
    },
}

impl PositionError for TextError {
    fn is_malformed(&self) -> bool {
        !matches!(self, TextError::UnknownCell { .. })
    }
}

impl BoardFormat {
    /// Reads as much of `text` as possible, and collects its errors. The words after the side are
    /// left to the caller, who rejects them with [`BoardText::refuse_rest`] if there must be none.
    #[must_use]
    pub fn read<'a>(&self, text: &'a str) -> BoardText<'a> {
        let mut words = text.split_whitespace();
        let mut read = BoardText {
            cells: Vec::new(),
            well_formed: false,
            turn: None,
            rest: Vec::new(),
            errors: Vec::new(),
        };
        match words.next() {
            None => {
                read.errors.push(TextError::Nothing { sides: self.sides });
                return read;
            }
            Some(board) => self.read_board(board, &mut read),
        }
        let sides = self.sides;
        match words.next() {
            None => read.errors.push(TextError::NoSide { sides }),
            Some(word) => {
                read.turn = Player::ALL.into_iter().find(|&p| word.chars().eq([sides[p]]));
                if read.turn.is_none() {
                    read.errors.push(TextError::UnknownSide { received: quoted(word), sides });
                }
            }
        }
        read.rest = words.collect();
        read
    }

    fn read_board(&self, board: &str, read: &mut BoardText) {
        let whole: usize = self.rows.iter().sum();
        let one_length = self.rows.iter().all(|&len| len == self.rows[0]);
        let rows: Vec<Vec<char>> = if board.contains('/') || !one_length {
            let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
            if rows.len() != self.rows.len() {
                let (received, expected) = (rows.len(), self.rows.len());
                read.errors.push(TextError::RowCount { received, expected });
            } else {
                for (i, (row, &expected)) in rows.iter().zip(&self.rows).enumerate() {
                    if row.len() != expected {
                        let received = row.len();
                        read.errors.push(TextError::RowLength { row: i + 1, received, expected });
                    }
                }
            }
            rows
        } else {
            let cells: Vec<char> = board.chars().collect();
            if cells.len() != whole {
                read.errors.push(TextError::Length { received: cells.len(), expected: whole });
            }
            cells.chunks(self.rows[0]).map(<[char]>::to_vec).collect()
        };
        read.well_formed = read.errors.is_empty();
        for (row, cells) in rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                let known = self.letters.contains(cell);
                if !known {
                    read.errors.push(TextError::UnknownCell {
                        row: row + 1,
                        column: column + 1,
                        received: cell,
                        letters: self.letters,
                    });
                }
                read.cells.push(if known { cell } else { '.' });
            }
        }
    }

    /// The text of a board, with its rows joined by `/`, and the side to move.
    #[must_use]
    pub fn write(&self, cells: &[char], turn: Player) -> String {
        let mut text = String::with_capacity(cells.len() + self.rows.len() + 4);
        let mut rest = cells;
        for (i, &len) in self.rows.iter().enumerate() {
            let (row, below) = rest.split_at(len);
            if i > 0 {
                text.push('/');
            }
            text.extend(row);
            rest = below;
        }
        text.push(' ');
        text.push(self.sides[turn]);
        text
    }
}

impl BoardText<'_> {
    /// Reports every word after the side to move as an error.
    pub fn refuse_rest(&mut self) {
        for word in std::mem::take(&mut self.rest) {
            self.errors.push(TextError::ExtraWord { received: quoted(word) });
        }
    }

    /// Whether every cell could be read, so that the rules can judge the whole board. Otherwise a
    /// missing piece may be a character that could not be read.
    #[must_use]
    pub fn knows_all_cells(&self) -> bool {
        let unknown = |error: &TextError| matches!(error, TextError::UnknownCell { .. });
        self.well_formed && !self.errors.iter().any(unknown)
    }

    /// The number of cells with this character.
    #[must_use]
    pub fn count(&self, letter: char) -> usize {
        self.cells.iter().filter(|&&c| c == letter).count()
    }
}

/// A quotation for a message: without control characters, and truncated if it is long.
#[must_use]
pub fn quoted(received: &str) -> String {
    const LONGEST: usize = 40;
    quoted_up_to(received, LONGEST)
}

/// The same with at most `longest` characters.
#[must_use]
pub fn quoted_up_to(received: &str, longest: usize) -> String {
    let mut text = String::new();
    for c in received.chars().take(longest) {
        match c {
            // Quotation marks and backslashes are printable.
            '\'' | '"' | '\\' => text.push(c),
            c => text.extend(c.escape_debug()),
        }
    }
    if received.chars().nth(longest).is_some() {
        text.push('…');
    }
    text
}

/// A number with its noun: `1 ply`, `12 plies`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

/// A clause as a sentence that stands alone: with a capital and a full stop. A first word with a
/// digit is the name of a square or a move, and stays as it is written.
///
/// ```
/// use game::text::sentence;
///
/// assert_eq!(sentence("nobody may pass"), "Nobody may pass.");
/// assert_eq!(sentence("b3 is taken"), "b3 is taken.");
/// ```
#[must_use]
pub fn sentence(clause: &str) -> String {
    let mut rest = clause.chars();
    let is_name =
        clause.split_whitespace().next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let mut sentence: String = match rest.next() {
        Some(first) if !is_name => first.to_uppercase().chain(rest).collect(),
        _ => clause.to_string(),
    };
    if !sentence.ends_with(['.', '!', '?', '…']) {
        sentence.push('.');
    }
    sentence
}

fn spaced(letters: &str) -> String {
    letters.chars().flat_map(|c| [' ', c]).skip(1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format() -> BoardFormat {
        BoardFormat { rows: vec![3, 3], letters: ".xo", sides: ByPlayer { one: 'x', two: 'o' } }
    }

    fn errors(text: &str) -> Vec<String> {
        let mut read = format().read(text);
        read.refuse_rest();
        read.errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn reads_both_forms() {
        for text in ["x.o/..o o", "x.o..o o", "  x.o/..o   o "] {
            let read = format().read(text);
            assert_eq!(read.errors, []);
            assert_eq!(format().write(&read.cells, read.turn.unwrap()), "x.o/..o o");
        }
    }

    #[test]
    fn reports_every_error_at_once() {
        assert_eq!(
            errors("x.o/.z q 7"),
            [
                "row 2 has 2 cells, not 3",
                "row 2, column 2: expected one of . x o, found 'z'",
                "expected x or o as the side to move, found 'q'",
                "'7' has no meaning at the end of a position",
            ]
        );
        assert_eq!(
            errors("x.o.?"),
            [
                "the board has 5 cells, not 6",
                "row 2, column 2: expected one of . x o, found '?'",
                "the side to move is missing after the board: x or o",
            ]
        );
        assert_eq!(
            errors("x.o/... / x"),
            ["expected x or o as the side to move, found '/'", "'x' has no meaning at the end of a position",]
        );
        assert_eq!(
            errors("xoo"),
            ["the board has 3 cells, not 6", "the side to move is missing after the board: x or o"]
        );
        assert_eq!(
            errors(" "),
            [
                "the position is empty: give BOARD SIDE, the rows from top to bottom joined by '/', then x or o"
            ]
        );
        assert_eq!(errors("x/x/x x"), ["the board has 3 rows, not 2"]);
    }

    #[test]
    fn all_cells_are_known_whatever_follows_the_board() {
        for (text, known) in [
            ("x.o/..o o", true),
            ("x.o..o q 7", true),
            ("x.o/..o", true),
            ("x.o/..z o", false),
            ("x.o/.. o", false),
            ("", false),
        ] {
            assert_eq!(format().read(text).knows_all_cells(), known, "{text}");
        }
    }

    #[test]
    fn what_is_quoted_is_short_and_printable() {
        assert_eq!(quoted("a\u{7}\n"), "a\\u{7}\\n");
        assert_eq!(quoted(&"é".repeat(50)).chars().count(), 41);
    }
}
