//! Pieces on a board that may be no position, and everything that is wrong with them.

use game::text::TextError;
use game::{ByPlayer, Player, PositionError, PositionErrors};

use crate::board::{SQUARES, crown_row, squares};
use crate::{Checkers, Piece, Square};

/// Pieces on a board, not yet known to be a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    red: u64,
    black: u64,
    kings: u64,
    turn: Player,
}

/// One thing that is wrong with a position, however it was given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text has not the shape of a position text.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text has not the shape of a PDN FEN.
    #[error(transparent)]
    Fen(#[from] crate::fen::FenError),
    /// There is a piece where none may stand.
    #[error("row {row}, column {column}: '{letter}' stands on a light square")]
    LightSquare {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The column, counted from 1 on the left.
        column: usize,
        /// The piece.
        letter: char,
    },
    /// A side has more pieces than there are at the start.
    #[error("{} has {count} pieces, and no more than 12 are allowed", side_name(*.player))]
    TooMany {
        /// Whose they are.
        player: Player,
        /// How many.
        count: usize,
    },
    /// A man stands where it would have been crowned.
    #[error("the {} man on {square} would be a king there", side_name(*.player).to_lowercase())]
    UncrownedMan {
        /// Whose it is.
        player: Player,
        /// Where.
        square: Square,
    },
    /// There is no piece at all.
    #[error("the board is empty: at least one piece must stand on it")]
    Empty,
}

impl PositionError for SetupError {
    fn is_malformed(&self) -> bool {
        match self {
            SetupError::Text(error) => error.is_malformed(),
            SetupError::Fen(error) => error.is_malformed(),
            _ => false,
        }
    }
}

impl SetupError {
    /// The errors of sides with these numbers of pieces.
    pub(crate) fn too_many(counts: ByPlayer<usize>) -> impl Iterator<Item = SetupError> {
        let too_many = move |player| SetupError::TooMany { player, count: counts[player] };
        Player::ALL.into_iter().filter(move |&player| counts[player] > MOST_PIECES).map(too_many)
    }
}

/// How many pieces a side has at the start, and no more ever.
pub(crate) const MOST_PIECES: usize = 12;

/// What the players are called.
pub(crate) fn side_name(player: Player) -> &'static str {
    match player {
        Player::One => "Red",
        Player::Two => "Black",
    }
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub fn new(turn: Player) -> Setup {
        Setup { red: 0, black: 0, kings: 0, turn }
    }

    /// Puts a piece on a square, in place of what may have stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        let bit = square.bit();
        self.red &= !bit;
        self.black &= !bit;
        self.kings &= !bit;
        *self.pieces_mut(piece.player) |= bit;
        if piece.is_king {
            self.kings |= bit;
        }
    }

    /// Whether something stands on a square.
    #[must_use]
    pub fn is_occupied(&self, square: Square) -> bool {
        (self.red | self.black) & square.bit() != 0
    }

    fn pieces_mut(&mut self, player: Player) -> &mut u64 {
        match player {
            Player::One => &mut self.red,
            Player::Two => &mut self.black,
        }
    }

    /// Everything that keeps this from being a position.
    #[must_use]
    pub fn errors(&self) -> Vec<SetupError> {
        let counts = ByPlayer { one: self.red, two: self.black }.map(|set| set.count_ones() as usize);
        let mut errors: Vec<SetupError> = SetupError::too_many(counts).collect();
        for (player, pieces) in [(Player::One, self.red), (Player::Two, self.black)] {
            let uncrowned = pieces & !self.kings & crown_row(player);
            errors.extend(squares(uncrowned).map(|square| SetupError::UncrownedMan { player, square }));
        }
        if (self.red | self.black) & SQUARES == 0 {
            errors.push(SetupError::Empty);
        }
        errors
    }

    /// The same, less what the errors known already explain: a board is called empty only if nothing else
    /// says why no piece was found.
    pub(crate) fn errors_besides(&self, known: &[SetupError]) -> Vec<SetupError> {
        self.errors().into_iter().filter(|error| known.is_empty() || *error != SetupError::Empty).collect()
    }

    /// The position.
    ///
    /// # Errors
    /// Fails with everything that keeps this from being one.
    pub fn position(self) -> Result<Checkers, PositionErrors<SetupError>> {
        PositionErrors::none_or(self.errors(), || {
            let Setup { red, black, kings, turn } = self;
            match turn {
                Player::One => Checkers { ours: red, theirs: black, kings, turn },
                Player::Two => Checkers { ours: black, theirs: red, kings, turn },
            }
        })
    }
}
