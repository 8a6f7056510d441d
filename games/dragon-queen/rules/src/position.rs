//! A position: the pieces, the side to move, and the number of plies played.

use game::{Outcome, Player, Position};

use crate::movegen::{ALL_AROUND, DIAGONAL_AROUND, moved};
use crate::ply::Ply;
use crate::{Board, Move, Piece, SetupError, SquareSet};

/// The Dragon Queen; the rules are in games/dragon-queen/RULES.md. Player one has the Queen and the
/// Dragons.
///
/// A position may count its plies. If it does, it is a draw after the 50th, and its successors have
/// one ply more; otherwise there is no limit. The two are different positions, but have the same
/// key and the same index.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DragonQueen {
    pub(crate) board: Board,
    pub(crate) turn: Player,
    pub(crate) ply: Option<Ply>,
}

impl DragonQueen {
    /// The pieces.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of plies played, if they are counted.
    #[must_use]
    pub fn ply(&self) -> Option<u8> {
        self.ply.map(Ply::get)
    }

    /// The same position after `plies` plies, or without a count. A game that is played to its end
    /// starts with a count of 0.
    ///
    /// ```
    /// use dragon_queen::DragonQueen;
    /// use game::Position;
    ///
    /// let start = DragonQueen::start();
    /// assert_eq!(start.plies_left(), None);
    /// assert_eq!(start.with_ply(Some(0))?.plies_left(), Some(50));
    /// assert!(start.with_ply(Some(51)).is_err());
    /// # Ok::<(), dragon_queen::SetupError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if there are more than 50.
    pub fn with_ply(&self, plies: Option<u8>) -> Result<DragonQueen, SetupError> {
        let ply = match plies {
            None => None,
            Some(plies) => Some(Ply::new(plies).ok_or_else(|| SetupError::ply_out_of_range(plies))?),
        };
        Ok(DragonQueen { ply, ..self.clone() })
    }

    /// Whether a win or the ply limit has ended the game. A position without moves is over too.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        !self.queen_in_play() | self.ply.is_some_and(Ply::is_last)
    }

    /// Whether there is a Queen who has not reached the bottom row: otherwise a player has won.
    #[inline]
    pub(crate) fn queen_in_play(&self) -> bool {
        !(self.board.queen - SquareSet::BOTTOM).is_empty()
    }

    /// The outcome of a position that is stopped or has no moves.
    fn ended(&self) -> Outcome {
        if self.board.queen.is_empty() {
            Outcome::Win(Player::Two)
        } else if !(self.board.queen & SquareSet::BOTTOM).is_empty() {
            Outcome::Win(Player::One)
        } else {
            Outcome::Draw
        }
    }
}

impl Position for DragonQueen {
    type Move = Move;

    const ALTERNATES: bool = true;

    /// The Wights are to move. Plies are not counted; see [`with_ply`](DragonQueen::with_ply).
    ///
    /// ```text
    /// 5  . . Q . .
    /// 4  . D D D .
    /// 3  . . . . .
    /// 2  . . . . .
    /// 1  W W W W W
    ///    a b c d e
    /// ```
    fn start() -> DragonQueen {
        const QUEEN: SquareSet = SquareSet::drawn(
            "
            . . x . .
            . . . . .
            . . . . .
            . . . . .
            . . . . .
            ",
        );
        const DRAGONS: SquareSet = SquareSet::drawn(
            "
            . . . . .
            . x x x .
            . . . . .
            . . . . .
            . . . . .
            ",
        );
        let board = Board { queen: QUEEN, dragons: DRAGONS, wights: SquareSet::BOTTOM };
        DragonQueen { board, turn: Player::Two, ply: None }
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) -> Option<Outcome> {
        moves.clear();
        if !self.is_stopped() {
            self.generate(moves);
        }
        moves.is_empty().then(|| self.ended())
    }

    #[inline]
    fn play_unchecked(&self, mv: Move) -> DragonQueen {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");
        let (from, to) = (SquareSet::of(mv.from), SquareSet::of(mv.to));
        let mut board = self.board;
        match self.turn {
            Player::One => {
                if board.queen == from {
                    board.queen = to;
                } else {
                    board.dragons = (board.dragons - from) | to;
                }
                board.wights = board.wights - to;
            }
            Player::Two => {
                board.wights = (board.wights - from) | to;
                board.queen = board.queen - to;
                board.dragons = board.dragons - to;
            }
        }
        DragonQueen { board, turn: self.turn.other(), ply: self.ply.map(Ply::next) }
    }

    fn is_legal(&self, mv: Move) -> bool {
        if self.is_stopped() {
            return false;
        }
        let rows = mv.from.row().abs_diff(mv.to.row());
        let columns = mv.from.column().abs_diff(mv.to.column());
        let Some(piece) = self.board.piece_at(mv.from) else { return false };
        let target = self.board.piece_at(mv.to).map(Piece::player);
        piece.player() == self.turn
            && target != Some(self.turn)
            && match piece {
                Piece::Queen | Piece::Dragon => rows.max(columns) == 1,
                Piece::Wight if target.is_some() => rows == 1 && columns == 1,
                Piece::Wight => rows + columns == 1,
            }
    }

    #[inline]
    fn may_win_at_once(&self) -> bool {
        let Some(queen) = self.board.queen.first() else { return true };
        let near = |around, squares: SquareSet| !(moved(around, queen) & squares).is_empty();
        match self.turn {
            Player::One => near(ALL_AROUND, SquareSet::BOTTOM),
            Player::Two => near(DIAGONAL_AROUND, self.board.wights),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.is_stopped() || !self.can_move()).then(|| self.ended())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_stopped() { 0 } else { self.count().into() }
    }

    #[inline]
    fn plies_left(&self) -> Option<u32> {
        self.ply().map(|plies| (Ply::LAST - plies).into())
    }
}
