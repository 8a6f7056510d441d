//! Positions and moves as text.

use game::text::{BoardFormat, BoardText, TextError};
use game::{ByPlayer, Explain, MoveError, Notation, Player, Position, PositionErrors};

use crate::cell::{ROWS, row_letter};
use crate::{Abalone, Cell, Illegal, Move, Setup, SetupError};

/// The letters of the tokens, and of the side to move.
pub(crate) const LETTERS: ByPlayer<char> = ByPlayer { one: 'b', two: 'r' };

const EXPECTED: &str = "write the token behind and the one in front of it, such as A4B3 or A4 B3";

fn format() -> BoardFormat {
    BoardFormat { rows: (0..ROWS).map(|row| row_of(row).count()).collect(), letters: ".br", sides: LETTERS }
}

fn row_of(row: usize) -> impl Iterator<Item = Cell> {
    Cell::ALL.into_iter().filter(move |cell| cell.row() == row)
}

impl Notation for Abalone {
    type Error = SetupError;

    fn read(text: &str) -> Result<Abalone, PositionErrors<SetupError>> {
        let mut read = format().read(text);
        read.refuse_rest();
        PositionErrors::none_or(errors(&read), || setup(&read)).and_then(|setup| Abalone::from_setup(&setup))
    }

    fn write(&self) -> String {
        let letter = |cell| self.token_at(cell).map_or('.', |player| LETTERS[player]);
        format().write(&Cell::ALL.map(letter), self.turn())
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        let pair = read_pair(text).map_err(|expected| MoveError::unreadable(text, expected))?;
        Ok(self.attempt(&pair.map(Cell::id))?)
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }
}

/// Every error in the text of a position.
fn errors(read: &BoardText) -> Vec<SetupError> {
    let unknown_cells = read.errors.iter().any(|error| matches!(error, TextError::UnknownCell { .. }));
    let complete = read.well_formed && !unknown_cells;
    let counts = ByPlayer::new(|player| read.count(LETTERS[player]));
    // A character that could not be read may have been a token, so "too few" is not certain.
    let certain = |error: &SetupError| complete || matches!(error, SetupError::TooMany { .. });
    let of_text = read.errors.iter().cloned().map(SetupError::Text);
    of_text.chain(SetupError::of_counts(counts).into_iter().filter(certain)).collect()
}

/// The arrangement in a text without errors.
fn setup(read: &BoardText) -> Setup {
    let owner = |id: usize| Player::ALL.into_iter().find(|&player| read.cells[id] == LETTERS[player]);
    let turn = read.turn.expect("a side to move that cannot be read is an error");
    Setup { cells: std::array::from_fn(owner), turn }
}

/// The two cells of a move, or a hint on how to write one.
fn read_pair(text: &str) -> Result<[Cell; 2], String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (behind, front) = match *words {
        [pair] => pair.split_at_checked(2).ok_or(EXPECTED)?,
        [behind, front] => (behind, front),
        _ => return Err(EXPECTED.to_string()),
    };
    Ok([read_cell(behind)?, read_cell(front)?])
}

fn read_cell(text: &str) -> Result<Cell, String> {
    let &[letter, digit] = text.as_bytes() else { return Err(EXPECTED.to_string()) };
    if !letter.is_ascii_alphabetic() || !digit.is_ascii_digit() {
        return Err(EXPECTED.to_string());
    }
    if !(b'A'..b'A' + ROWS as u8).contains(&letter) {
        return Err(format!("the rows are A to {}, in capitals", row_letter(ROWS - 1)));
    }
    let row = usize::from(letter - b'A');
    let cell = usize::from(digit - b'0').checked_sub(1).and_then(|diagonal| Cell::at(row, diagonal));
    cell.ok_or_else(|| {
        let cells: Vec<Cell> = row_of(row).collect();
        format!("row {} has the cells {} to {}", row_letter(row), cells[0], cells[cells.len() - 1])
    })
}
