//! Position texts and moves.

use game::text::BoardFormat;
use game::{ByPlayer, CellId, Explain, MoveError, Notation, Player, PositionErrors};

use crate::setup::{Setup, SetupError};
use crate::{Checkers, Illegal, Move, Piece, Square, fen};

/// The letter of a piece in a position text.
pub(crate) fn letter(piece: Option<Piece>) -> char {
    match piece {
        None => '.',
        Some(Piece { player: Player::One, is_king: false }) => 'r',
        Some(Piece { player: Player::One, is_king: true }) => 'R',
        Some(Piece { player: Player::Two, is_king: false }) => 'b',
        Some(Piece { player: Player::Two, is_king: true }) => 'B',
    }
}

/// The piece of a letter; `None` for `.` and unknown letters.
fn piece(letter: char) -> Option<Piece> {
    let player = match letter {
        'r' | 'R' => Player::One,
        'b' | 'B' => Player::Two,
        _ => return None,
    };
    Some(Piece { player, is_king: letter.is_ascii_uppercase() })
}

pub(crate) fn format() -> BoardFormat {
    BoardFormat { rows: vec![8; 8], letters: ".rRbB", sides: ByPlayer { one: 'r', two: 'b' } }
}

/// Puts the pieces of 64 cells on a board. Pieces on light squares are returned as errors.
pub(crate) fn place(cells: &[char], setup: &mut Setup) -> Vec<SetupError> {
    let mut errors = Vec::new();
    for (cell, &letter) in cells.iter().enumerate() {
        let Some(piece) = piece(letter) else { continue };
        match Square::from_cell(cell) {
            Some(square) => setup.put(square, piece),
            None => errors.push(SetupError::LightSquare { row: cell / 8 + 1, column: cell % 8 + 1, letter }),
        }
    }
    errors
}

/// The 64 cells from top left to bottom right.
pub(crate) fn cells(pos: &Checkers) -> Vec<char> {
    let at = |cell| Square::from_cell(cell).and_then(|square| pos.piece_at(square));
    (0..64).map(|cell| letter(at(cell))).collect()
}

impl Notation for Checkers {
    type Error = SetupError;

    const FORMATS: &'static [&'static str] = &["text", "fen", "grid"];

    /// Reads a position text or a PDN FEN.
    fn read(text: &str) -> Result<Checkers, PositionErrors<SetupError>> {
        if text.contains(':') {
            return fen::read(text);
        }
        let mut read = format().read(text);
        read.refuse_rest();
        let mut errors: Vec<SetupError> = read.errors.drain(..).map(SetupError::from).collect();
        let mut setup = Setup::new(read.turn.unwrap_or(Player::One));
        if read.well_formed {
            errors.extend(place(&read.cells, &mut setup));
            errors.extend(setup.errors_besides(&errors));
        } else {
            let count = |man, king| read.count(man) + read.count(king);
            errors.extend(SetupError::too_many(ByPlayer { one: count('r', 'R'), two: count('b', 'B') }));
        }
        PositionErrors::check(errors)?;
        setup.position()
    }

    fn write(&self) -> String {
        format().write(&cells(self), self.turn)
    }

    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(self.write()),
            "fen" => Some(fen::write(self)),
            "grid" => Some(crate::puzzle::grid(&cells(self))),
            _ => None,
        }
    }

    /// Reads `11-15`, `22x15`, a whole path `22x15x8`, or only the ends of a path if every chain
    /// between them leads to the same position.
    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        let expected = "write a step as 11-15 and a jump as 22x15 or 22x15x8, with squares 1 to 32";
        let unreadable = || MoveError::unreadable(text, expected);
        let trimmed = text.trim();
        let jumps = trimmed.contains('x');
        let squares: Option<Vec<Square>> = trimmed.split(if jumps { 'x' } else { '-' }).map(square).collect();
        let squares = squares.filter(|squares| squares.len() >= 2).ok_or_else(unreadable)?;
        let cells: Vec<CellId> = squares.iter().map(|square| square.cell()).collect();
        let mv = self.attempt(&cells)?;
        if mv.is_jump() == jumps {
            Ok(mv)
        } else {
            Err(Illegal::WrongMark { written: trimmed.to_string(), right: self.write_move(mv) }.into())
        }
    }

    fn write_move(&self, mv: Move) -> String {
        format!("{mv:?}")
    }
}

/// The square with a number, written without leading zeros or signs.
pub(crate) fn square(text: &str) -> Option<Square> {
    let plain =
        (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { Square::from_number(text.parse().ok()?) } else { None }
}
