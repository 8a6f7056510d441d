//! Positions and moves as text: `x.o/.x./..o x` and `b1`.

use game::text::BoardFormat;
use game::{ByPlayer, Explain, MoveError, Notation, Player, PositionErrors};

use crate::square::SIDE;
use crate::{Illegal, Noughts, SetupError, Square};

/// The marks in a position text, which are also the letters of the sides.
pub(crate) const LETTERS: ByPlayer<char> = ByPlayer { one: 'x', two: 'o' };

fn format() -> BoardFormat {
    BoardFormat { rows: vec![SIDE; SIDE], letters: ".xo", sides: LETTERS }
}

impl Notation for Noughts {
    type Error = SetupError;

    fn read(text: &str) -> Result<Noughts, PositionErrors<SetupError>> {
        let mut read = format().read(text);
        read.refuse_rest();
        let owner = |letter: char| Player::ALL.into_iter().find(|&player| LETTERS[player] == letter);
        let mark = |cell: usize| read.cells.get(cell).and_then(|&letter| owner(letter));
        let pos = Noughts { marks: std::array::from_fn(mark), turn: read.turn.unwrap_or(Player::One) };

        let mut errors: Vec<SetupError> = read.errors.iter().cloned().map(SetupError::Text).collect();
        // Unread cells cannot break the rules.
        if read.knows_all_cells() && read.turn.is_some() {
            errors.extend(pos.errors());
        }
        PositionErrors::none_or(errors, || pos)
    }

    fn write(&self) -> String {
        let letter = |square| self.mark(square).map_or('.', |player| LETTERS[player]);
        format().write(&Square::all().map(letter).collect::<Vec<char>>(), self.turn)
    }

    fn read_move(&self, text: &str) -> Result<Square, MoveError<Illegal>> {
        let word = text.trim();
        let Some(square) = Square::all().find(|square| square.to_string() == word) else {
            return Err(MoveError::unreadable(word, "name a square, a1 to c3"));
        };
        Ok(self.attempt(&[square.cell()])?)
    }

    fn write_move(&self, square: Square) -> String {
        square.to_string()
    }
}
