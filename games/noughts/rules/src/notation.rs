//! Positions and moves as text: `x.o/.x./..o x` and `b1`.

use game::text::{BoardFormat, TextError};
use game::{ByPlayer, Explain, MoveError, Notation, Player, PositionErrors};

use crate::square::SIDE;
use crate::{Illegal, Noughts, Square};

/// The marks in a position text, and the words for the sides to move.
pub(crate) const LETTERS: ByPlayer<char> = ByPlayer { one: 'x', two: 'o' };

/// What can be wrong with the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// It is not written like a position; these errors are the same in all games.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The players did not take turns.
    #[error("after {crosses} x and {noughts} o it is not {}'s turn: x begins, and the players take turns", LETTERS[*.turn])]
    Turns {
        /// Whose turn it is said to be.
        turn: Player,
        /// How many squares x has marked.
        crosses: usize,
        /// How many squares o has marked.
        noughts: usize,
    },
    /// The player to move has won before the last move.
    #[error("{} is to move and has three in a row: the game was over before the last move", LETTERS[*.0])]
    PlayedOn(Player),
}

impl game::PositionError for SetupError {
    fn is_malformed(&self) -> bool {
        matches!(self, SetupError::Text(error) if error.is_malformed())
    }
}

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
        // What was not read cannot break the rules.
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

impl Noughts {
    /// Every reason why no game reaches this arrangement.
    fn errors(&self) -> Vec<SetupError> {
        let count = |player| self.marks.iter().filter(|&&mark| mark == Some(player)).count();
        let (turn, crosses, noughts) = (self.turn, count(Player::One), count(Player::Two));
        let ahead = usize::from(turn == Player::Two);
        let turns = (crosses != noughts + ahead).then_some(SetupError::Turns { turn, crosses, noughts });
        let played_on = self.has_line(turn).then_some(SetupError::PlayedOn(turn));
        turns.into_iter().chain(played_on).collect()
    }
}
