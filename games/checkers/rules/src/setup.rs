//! Arrangements of pieces, and their errors.

use game::text::TextError;
use game::{ByPlayer, Player, PositionError, PositionErrors};

use crate::{Checkers, Piece, Square, SquareSet};

/// An arrangement of pieces, which may not be a valid position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    pieces: ByPlayer<SquareSet>,
    kings: SquareSet,
    turn: Player,
}

/// An error in a position, in any notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is not a position text.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is not a PDN FEN.
    #[error(transparent)]
    Fen(#[from] crate::fen::FenError),
    /// A piece is on a light square.
    #[error("row {row}, column {column}: '{letter}' stands on a light square")]
    LightSquare {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The column, counted from 1 on the left.
        column: usize,
        /// The piece.
        letter: char,
    },
    /// A side has more pieces than at the start.
    #[error("{} has {count} pieces, and no more than 12 are allowed", side_name(*.player))]
    TooMany {
        /// The side.
        player: Player,
        /// The number of its pieces.
        count: usize,
    },
    /// A man is on its crowning row.
    #[error("the {} man on {square} would be a king there", side_name(*.player).to_lowercase())]
    UncrownedMan {
        /// Its owner.
        player: Player,
        /// Its square.
        square: Square,
    },
    /// There are no pieces.
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

/// The number of pieces of a side at the start, which is the largest possible.
pub(crate) const MOST_PIECES: usize = 12;

/// The names of the players.
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
        Setup { pieces: ByPlayer::default(), kings: SquareSet::EMPTY, turn }
    }

    /// Puts a piece on a square, replacing any other.
    pub fn put(&mut self, square: Square, piece: Piece) {
        let here = SquareSet::of(square);
        self.pieces = self.pieces.map(|set| set - here);
        self.pieces[piece.player] |= here;
        self.kings = if piece.is_king { self.kings | here } else { self.kings - here };
    }

    /// Whether a square is occupied.
    #[must_use]
    pub fn is_occupied(&self, square: Square) -> bool {
        self.occupied().contains(square)
    }

    fn occupied(&self) -> SquareSet {
        self.pieces.one | self.pieces.two
    }

    /// Every reason why this is not a valid position.
    #[must_use]
    pub fn errors(&self) -> Vec<SetupError> {
        let counts = self.pieces.map(|set| set.len() as usize);
        let mut errors: Vec<SetupError> = SetupError::too_many(counts).collect();
        for player in Player::ALL {
            let uncrowned = (self.pieces[player] - self.kings) & SquareSet::crown_row(player);
            errors.extend(uncrowned.into_iter().map(|square| SetupError::UncrownedMan { player, square }));
        }
        if self.occupied().is_empty() {
            errors.push(SetupError::Empty);
        }
        errors
    }

    /// The same without what known errors explain: a board is called empty only if no other error
    /// explains why no piece was found.
    pub(crate) fn errors_besides(&self, known: &[SetupError]) -> Vec<SetupError> {
        self.errors().into_iter().filter(|error| known.is_empty() || *error != SetupError::Empty).collect()
    }

    /// The position.
    ///
    /// # Errors
    /// Fails with every reason why this is not a valid position.
    pub fn position(self) -> Result<Checkers, PositionErrors<SetupError>> {
        PositionErrors::none_or(self.errors(), || {
            let Setup { pieces, kings, turn } = self;
            Checkers { ours: pieces[turn], theirs: pieces[turn.other()], kings, turn }
        })
    }
}
