//! Positions and moves as text.

use game::text::{BoardFormat, TextError, quoted};
use game::{ByPlayer, Explain, MoveError, Notation, PositionErrors};

use crate::ply::Ply;
use crate::square::SIDE;
use crate::{Board, DragonQueen, Illegal, Move, Piece, SetupError, Square};

fn format() -> BoardFormat {
    BoardFormat { rows: vec![SIDE; SIDE], letters: ".QDW", sides: ByPlayer { one: 'q', two: 'w' } }
}

impl Notation for DragonQueen {
    type Error = SetupError;

    /// Reads `BOARD SIDE [PLY]`; without the third word the position does not count plies.
    fn read(text: &str) -> Result<DragonQueen, PositionErrors<SetupError>> {
        let mut read = format().read(text);
        let word = (!read.rest.is_empty()).then(|| read.rest.remove(0));
        read.refuse_rest();
        let unknown = |error: &TextError| matches!(error, TextError::UnknownCell { .. });
        let all_cells_known = read.well_formed && !read.errors.iter().any(unknown);
        let board = board_of(&read.cells);

        let mut errors: Vec<SetupError> = read.errors.iter().cloned().map(SetupError::Text).collect();
        let ply = word.map(read_ply).transpose().unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        errors.extend(SetupError::too_many(|piece| read.count(piece.letter()) as u32));
        if all_cells_known && board == Board::EMPTY {
            errors.push(SetupError::NoPieces);
        }
        let turn = || read.turn.expect("a side that cannot be read is an error");
        PositionErrors::none_or(errors, || DragonQueen { board, turn: turn(), ply })
    }

    fn write(&self) -> String {
        let cell = |square| self.board.piece_at(square).map_or('.', Piece::letter);
        let cells: Vec<char> = Square::ALL.into_iter().map(cell).collect();
        let mut text = format().write(&cells, self.turn);
        if let Some(plies) = self.ply() {
            text.push_str(&format!(" {plies}"));
        }
        text
    }

    /// Reads a step `a1-a2` or a capture `c5xb4`. Two more forms do not distinguish them: `a1 a2`,
    /// and the form of the course's program, `MOVE 5,1-4,1`, with rows and columns counted from 1
    /// at the top left.
    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        let written =
            Written::read(text.trim()).map_err(|expected| MoveError::unreadable(text.trim(), expected))?;
        let Move { from, to } = written.mv;
        let mv = self.attempt(&[from.cell(), to.cell()])?;
        match (written.kind, self.board.piece_at(to)) {
            (Some(Kind::Step), Some(captured)) => Err(Illegal::IsCapture { from, to, captured }.into()),
            (Some(Kind::Capture), None) => Err(Illegal::IsStep { from, to }.into()),
            _ => Ok(mv),
        }
    }

    fn write_move(&self, mv: Move) -> String {
        let separator = if self.board.empty().contains(mv.to) { '-' } else { 'x' };
        format!("{}{separator}{}", mv.from, mv.to)
    }
}

/// The board with these characters in reading order.
fn board_of(cells: &[char]) -> Board {
    let mut board = Board::EMPTY;
    for (cell, &letter) in cells.iter().enumerate() {
        if let Some(square) = Square::from_cell(cell) {
            board = board.with(square, Piece::ALL.into_iter().find(|piece| piece.letter() == letter));
        }
    }
    board
}

fn read_ply(word: &str) -> Result<Ply, SetupError> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SetupError::PlyUnreadable { received: quoted(word) });
    }
    word.parse().ok().and_then(Ply::new).ok_or_else(|| SetupError::ply_out_of_range(quoted(word)))
}

/// A parsed move.
struct Written {
    mv: Move,
    /// Whether it was written as a step or a capture, if the form distinguishes them.
    kind: Option<Kind>,
}

#[derive(Clone, Copy)]
enum Kind {
    Step,
    Capture,
}

const FORMS: &str = "write a step as a1-a2 and a capture as c5xb4";

impl Written {
    /// Parses any of the forms, or returns a hint.
    fn read(text: &str) -> Result<Written, String> {
        if let Some((word, rest)) = text.split_once(char::is_whitespace)
            && word.eq_ignore_ascii_case("move")
        {
            let (from, to) = rest.trim_start().split_once('-').ok_or("write MOVE 5,1-4,1")?;
            let mv = Move { from: read_row_and_column(from)?, to: read_row_and_column(to)? };
            return Ok(Written { mv, kind: None });
        }
        let is_separator = |c: char| c == '-' || c == 'x' || c.is_whitespace();
        let (from, rest) = text.split_at(text.find(is_separator).ok_or(FORMS)?);
        let (kind, to) = match rest.as_bytes() {
            [b'-', ..] => (Some(Kind::Step), &rest[1..]),
            [b'x', ..] => (Some(Kind::Capture), &rest[1..]),
            _ => (None, rest.trim_start()),
        };
        Ok(Written { mv: Move { from: read_square(from)?, to: read_square(to)? }, kind })
    }
}

fn read_square(name: &str) -> Result<Square, String> {
    let expected = || format!("'{}' is no square (a1 to e5); {FORMS}", quoted(name));
    Square::from_name(name).ok_or_else(expected)
}

fn read_row_and_column(place: &str) -> Result<Square, String> {
    let &[row @ b'1'..=b'5', b',', column @ b'1'..=b'5'] = place.as_bytes() else {
        let place = quoted(place);
        return Err(format!("'{place}' is no row and column (1,1 at the top left to 5,5)"));
    };
    Ok(Square::at((row - b'1').into(), (column - b'1').into()).expect("1 to 5 are on the board"))
}
