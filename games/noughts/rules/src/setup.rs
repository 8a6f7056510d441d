//! The errors of positions.

use game::Player;
use game::text::TextError;

use crate::Noughts;
use crate::notation::LETTERS;

/// An error in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is not a position text; these errors are common to all games.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The players did not take turns.
    #[error("after {crosses} x and {noughts} o it is not {}'s turn: x begins, and the players take turns", LETTERS[*.turn])]
    Turns {
        /// The side to move in the text.
        turn: Player,
        /// The number of squares that x has marked.
        crosses: usize,
        /// The number of squares that o has marked.
        noughts: usize,
    },
    /// The player to move had won before the last move.
    #[error("{} is to move and has three in a row: the game was over before the last move", LETTERS[*.0])]
    PlayedOn(Player),
}

impl game::PositionError for SetupError {
    fn is_malformed(&self) -> bool {
        matches!(self, SetupError::Text(error) if error.is_malformed())
    }
}

impl Noughts {
    /// Every reason why no game can reach this arrangement.
    pub(crate) fn errors(&self) -> Vec<SetupError> {
        let count = |player| self.marks.iter().filter(|&&mark| mark == Some(player)).count();
        let (turn, crosses, noughts) = (self.turn, count(Player::One), count(Player::Two));
        let ahead = usize::from(turn == Player::Two);
        let turns = (crosses != noughts + ahead).then_some(SetupError::Turns { turn, crosses, noughts });
        let played_on = self.has_line(turn).then_some(SetupError::PlayedOn(turn));
        turns.into_iter().chain(played_on).collect()
    }
}
