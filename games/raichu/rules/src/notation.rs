//! Positions and moves as text.

use game::text::{BoardFormat, TextError};
use game::{CellId, Explain, MoveError, Notation, PositionErrors};

use crate::board::Board;
use crate::illegal::Illegal;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Raichu;
use crate::setup::{SIDES, SetupError, size};
use crate::square::{Named, Square};

const EMPTY: char = '.';

/// The format of boards with rows of these lengths.
fn format(rows: Vec<usize>) -> BoardFormat {
    BoardFormat { rows, letters: ".wW@bB$", sides: SIDES }
}

/// The lengths of the rows in a text, so that the rest of it can be read even if the number of its
/// rows or cells is wrong.
fn rows_as_given(text: &str) -> Vec<usize> {
    let board = text.split_whitespace().next().unwrap_or_default();
    board.split('/').map(|row| row.chars().count()).collect()
}

impl<const W: usize, const N: usize> Notation for Raichu<W, N> {
    type Error = SetupError;

    const FORMATS: &'static [&'static str] = &["text", "grid", "line"];

    /// Reads a position text, with its rows joined by `/` or by nothing.
    fn read(text: &str) -> Result<Self, PositionErrors<SetupError>> {
        let mut errors = Vec::new();
        let size = size(text);
        let rows = match &size {
            Ok(size) => vec![*size; *size],
            Err(nothing @ SetupError::Text(TextError::Nothing { .. })) => return Err(nothing.clone().into()),
            Err(_) => rows_as_given(text),
        };
        errors.extend(size.clone().and_then(Self::check_size).err());
        let mut read = format(rows).read(text);
        read.refuse_rest();
        if read.knows_all_cells() && read.count(EMPTY) == read.cells.len() {
            errors.push(SetupError::NoPiece);
        }
        errors.extend(read.errors.into_iter().map(SetupError::from));
        let (cells, turn) = (read.cells, read.turn);
        PositionErrors::none_or(errors, || {
            let size = size.expect("a board that has no size is an error");
            let turn = turn.expect("a missing side to move is an error");
            let mut board = Board::EMPTY;
            for (cell, &letter) in cells.iter().enumerate() {
                if let Some(piece) = Piece::from_letter(letter) {
                    board.toggle(Square::new(cell / size, cell % size).index(N), piece);
                }
            }
            Self::new(board, turn, size)
        })
    }

    fn write(&self) -> String {
        format(vec![self.size(); self.size()]).write(&self.letters(), self.turn)
    }

    /// `line` is the board alone with its rows joined, as in the original program.
    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(self.write()),
            "grid" => {
                let rows: Vec<String> = self.letters().chunks(self.size()).map(String::from_iter).collect();
                Some(rows.join("\n"))
            }
            "line" => Some(self.letters().into_iter().collect()),
            _ => None,
        }
    }

    fn read_move(&self, text: &str) -> Result<Move<N>, MoveError<Illegal>> {
        let word = text.trim();
        if word == "pass" {
            return Ok(self.attempt(&[])?);
        }
        let Some((from, captures, to)) = split_move(word) else {
            let expected = "write a2-a4 for a step, c4xe6 for a capture, or pass";
            return Err(MoveError::unreadable(text, expected));
        };
        let last = Square::new(self.size() - 1, self.size() - 1);
        let on_board = |square: &Named| {
            square.on_board(self.size()).ok_or_else(|| {
                let expected = format!("{} is off the board (a1 to {last})", game::text::quoted(square.name));
                MoveError::unreadable(text, expected)
            })
        };
        let (from, to) = (on_board(&from)?, on_board(&to)?);
        let mv = self.attempt(&[self.cell(from), self.cell(to)])?;
        match (captures, mv.is_jump()) {
            (false, true) => Err(Illegal::WriteCapture { from, to }.into()),
            (true, false) => Err(Illegal::WriteStep { from, to }.into()),
            _ => Ok(mv),
        }
    }

    fn write_move(&self, mv: Move<N>) -> String {
        mv.to_string()
    }
}

impl<const W: usize, const N: usize> Raichu<W, N> {
    /// The board in reading order.
    fn letters(&self) -> Vec<char> {
        let letter = |cell| self.piece_at(self.square_of(cell)).map_or(EMPTY, Piece::letter);
        (0..self.size() * self.size()).map(letter).collect()
    }

    /// The cell of a square in the text and the diagram.
    pub(crate) fn cell(&self, square: Square) -> CellId {
        self.size() * square.row() + square.column()
    }

    /// The square of a cell in the text and the diagram.
    pub(crate) fn square_of(&self, cell: CellId) -> Square {
        Square::new(cell / self.size(), cell % self.size())
    }
}

/// The two squares of a move as text, and whether it is written as a capture.
fn split_move(word: &str) -> Option<(Named<'_>, bool, Named<'_>)> {
    let (from, rest) = Square::split_from(word)?;
    let captures = rest.starts_with('x');
    let (to, rest) = Square::split_from(rest.strip_prefix(['-', 'x'])?)?;
    rest.is_empty().then_some((from, captures, to))
}
