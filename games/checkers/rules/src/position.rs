//! A position and how a move changes it.

use game::{Outcome, Player, Position};

use crate::{Move, Piece, Square, SquareSet, movegen};

/// A position of checkers on the 32 dark squares; the rules are in games/checkers/RULES.md. Red,
/// who moves up the board, is [`Player::One`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checkers {
    /// The pieces of the side to move and of the other: stored this way, playing a move has no
    /// branches.
    pub(crate) ours: SquareSet,
    pub(crate) theirs: SquareSet,
    pub(crate) kings: SquareSet,
    pub(crate) turn: Player,
}

impl Checkers {
    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let player = Player::ALL.into_iter().find(|&player| self.pieces(player).contains(square))?;
        Some(Piece { player, is_king: self.kings.contains(square) })
    }

    /// The pieces of a player.
    #[must_use]
    #[inline]
    pub fn pieces(&self, player: Player) -> SquareSet {
        if player == self.turn { self.ours } else { self.theirs }
    }

    /// The kings of both players.
    #[must_use]
    #[inline]
    pub fn kings(&self) -> SquareSet {
        self.kings
    }

    /// Whether the side to move must jump.
    #[must_use]
    #[inline]
    pub fn must_jump(&self) -> bool {
        movegen::must_jump(self)
    }

    /// The squares without a piece.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> SquareSet {
        !(self.ours | self.theirs)
    }
}

impl Position for Checkers {
    type Move = Move;

    const ALTERNATES: bool = true;

    fn start() -> Checkers {
        const BLACK: SquareSet = SquareSet::drawn(
            "
              x   x   x   x
            x   x   x   x
              x   x   x   x
            .   .   .   .
              .   .   .   .
            .   .   .   .
              .   .   .   .
            .   .   .   .
            ",
        );
        Checkers { ours: BLACK.turned(), theirs: BLACK, kings: SquareSet::EMPTY, turn: Player::One }
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) -> Option<Outcome> {
        moves.clear();
        movegen::generate(self, moves);
        moves.is_empty().then(|| self.verdict())
    }

    #[inline(always)]
    fn play_unchecked(&self, mv: Move) -> Checkers {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");
        let (from, to) = (SquareSet::of(mv.from()), SquareSet::of(mv.to()));
        let captured = mv.captured();
        // The mover is a king afterwards if it was one or is on its crowning row.
        let is_king = self.kings.contains(mv.from());
        let crowned = if is_king { to } else { to & SquareSet::crown_row(self.turn) };
        Checkers {
            ours: self.theirs - captured,
            theirs: (self.ours - from) | to,
            kings: (self.kings - captured - from) | crowned,
            turn: self.turn.other(),
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        movegen::is_legal(self, mv)
    }

    #[inline]
    fn may_win_at_once(&self) -> bool {
        movegen::may_win_at_once(self)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (!movegen::can_move(self)).then(|| self.verdict())
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        movegen::count(self)
    }
}

impl Checkers {
    /// The outcome if the side to move has no move. A side without pieces has lost, even if it is
    /// not to move.
    fn verdict(&self) -> Outcome {
        let is_alone = self.theirs.is_empty();
        Outcome::Win(if is_alone { self.turn } else { self.turn.other() })
    }
}
