//! Pieces on a board that may be no position, and everything that is wrong with them.

use game::text::TextError;
use game::{ByPlayer, Player, PositionError, PositionErrors};

use crate::{Checkers, Piece, Square, SquareSet};

/// Pieces on a board, not yet known to be a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    pieces: ByPlayer<SquareSet>,
    kings: SquareSet,
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
        Setup { pieces: ByPlayer::default(), kings: SquareSet::EMPTY, turn }
    }

    /// Puts a piece on a square, in place of what may have stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        let here = SquareSet::of(square);
        self.pieces = self.pieces.map(|set| set - here);
        self.pieces[piece.player] |= here;
        self.kings = if piece.is_king { self.kings | here } else { self.kings - here };
    }

    /// Whether something stands on a square.
    #[must_use]
    pub fn is_occupied(&self, square: Square) -> bool {
        self.occupied().contains(square)
    }

    fn occupied(&self) -> SquareSet {
        self.pieces.one | self.pieces.two
    }

    /// Everything that keeps this from being a position.
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
            let Setup { pieces, kings, turn } = self;
            Checkers { ours: pieces[turn], theirs: pieces[turn.other()], kings, turn }
        })
    }
}
