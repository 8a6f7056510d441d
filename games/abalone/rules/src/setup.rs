//! Arrangements of tokens, and their errors.

use game::text::TextError;
use game::{ByPlayer, Player, PositionErrors};

use crate::board::{Board, FULL, LOST};
use crate::cell::CELLS;
use crate::layout::SIDES;
use crate::{Abalone, Cell};

/// Any arrangement of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The owner of the token on each cell, in reading order.
    pub cells: [Option<Player>; CELLS],
    /// The side to move.
    pub turn: Player,
}

/// An error in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is not a position text.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A side has more tokens than it starts with.
    #[error("{} has {count} tokens: a side starts with {FULL} and gets no more", SIDES[*.player].name)]
    TooMany {
        /// The side.
        player: Player,
        /// The number of its tokens.
        count: usize,
    },
    /// A side has fewer tokens than it can have at the end of a game.
    #[error("{} has {count} of its tokens: the game is over when a side is down to {LOST}", SIDES[*.player].name)]
    TooFew {
        /// The side.
        player: Player,
        /// The number of its tokens.
        count: usize,
    },
    /// Both sides have lost.
    #[error("both sides are down to {LOST} tokens: the game was over when the first of them was")]
    BothLost,
}

impl game::PositionError for SetupError {
    fn is_malformed(&self) -> bool {
        matches!(self, SetupError::Text(error) if error.is_malformed())
    }
}

impl SetupError {
    /// The errors in these numbers of tokens.
    pub(crate) fn of_counts(counts: ByPlayer<usize>) -> Vec<SetupError> {
        const LEAST: usize = LOST as usize;
        const MOST: usize = FULL as usize;
        let of_player = |player| match counts[player] {
            count if count > MOST => Some(SetupError::TooMany { player, count }),
            count if count < LEAST => Some(SetupError::TooFew { player, count }),
            _ => None,
        };
        let both_lost = (counts == ByPlayer { one: LEAST, two: LEAST }).then_some(SetupError::BothLost);
        Player::ALL.into_iter().filter_map(of_player).chain(both_lost).collect()
    }
}

impl Setup {
    fn count(&self, player: Player) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(player)).count()
    }
}

impl Abalone {
    /// The position with this arrangement.
    ///
    /// # Errors
    /// Fails with every reason why the position is impossible: each side has 7 to 11 tokens, and
    /// not both have 7.
    pub fn from_setup(setup: &Setup) -> Result<Abalone, PositionErrors<SetupError>> {
        let errors = SetupError::of_counts(ByPlayer::new(|player| setup.count(player)));
        let tokens = |player| {
            let belongs = |cell: &Cell| setup.cells[cell.id()] == Some(player);
            Cell::ALL.into_iter().filter(belongs).collect()
        };
        PositionErrors::none_or(errors, || {
            Abalone::new(Board { us: tokens(setup.turn), them: tokens(setup.turn.other()) }, setup.turn)
        })
    }
}
