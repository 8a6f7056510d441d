//! The errors of positions.

use game::text::TextError;
use game::{Player, PositionErrors};

use crate::ply::Ply;
use crate::{Board, DragonQueen, Piece};

/// An error in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The text is not a position text.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The third word is not a number.
    #[error("expected a number of plies from 0 to {}, or nothing, found '{received}'", Ply::LAST)]
    PlyUnreadable {
        /// The word.
        received: String,
    },
    /// The number of plies is too large.
    #[error("the number of plies played is 0 to {}, not {received}", Ply::LAST)]
    PlyOutOfRange {
        /// The number.
        received: String,
    },
    /// There are too many pieces of a kind.
    #[error("there are {received} {}s: a game has {}", .piece.name(), most(*.piece))]
    TooMany {
        /// The kind.
        piece: Piece,
        /// The number of pieces.
        received: u32,
    },
    /// There are no pieces.
    #[error("the board is empty")]
    NoPieces,
}

fn most(piece: Piece) -> String {
    match piece.most() {
        1 => "only one".to_string(),
        most => format!("at most {most}"),
    }
}

impl game::PositionError for SetupError {
    fn is_malformed(&self) -> bool {
        match self {
            SetupError::Text(error) => error.is_malformed(),
            SetupError::PlyUnreadable { .. } => true,
            SetupError::PlyOutOfRange { .. } | SetupError::TooMany { .. } | SetupError::NoPieces => false,
        }
    }
}

impl SetupError {
    pub(crate) fn ply_out_of_range(plies: impl ToString) -> SetupError {
        SetupError::PlyOutOfRange { received: plies.to_string() }
    }

    /// An error for each kind with too many pieces.
    pub(crate) fn too_many(count: impl Fn(Piece) -> u32) -> impl Iterator<Item = SetupError> {
        let counted = Piece::ALL.into_iter().map(move |piece| (piece, count(piece)));
        counted
            .filter(|&(piece, received)| received > piece.most())
            .map(|(piece, received)| SetupError::TooMany { piece, received })
    }
}

impl DragonQueen {
    /// Accepts any board with at least one piece and at most one Queen, 3 Dragons and 5 Wights, on
    /// any squares. Plies are not counted; see [`with_ply`](DragonQueen::with_ply).
    ///
    /// # Errors
    /// Fails with every reason why the position is invalid.
    pub fn from_board(board: Board, turn: Player) -> Result<DragonQueen, PositionErrors<SetupError>> {
        let mut errors: Vec<SetupError> = SetupError::too_many(|piece| board.pieces(piece).len()).collect();
        if board == Board::EMPTY {
            errors.push(SetupError::NoPieces);
        }
        PositionErrors::none_or(errors, || DragonQueen { board, turn, ply: None })
    }
}
