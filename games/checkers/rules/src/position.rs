//! A position and how a move changes it.

use game::{Outcome, Player, Position};

use crate::board::{SQUARES, crown_row};
use crate::movegen;
use crate::{Move, Piece, Square};

/// A position of checkers on the 32 dark squares; the rules are in games/checkers/RULES.md. Red, who moves up
/// the board, is [`Player::One`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checkers {
    /// The pieces of the side to move and of the other one: seen this way, a move has no branches.
    pub(crate) ours: u64,
    pub(crate) theirs: u64,
    pub(crate) kings: u64,
    pub(crate) turn: Player,
}

impl Checkers {
    /// What stands on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = square.bit();
        let is_king = self.kings & bit != 0;
        let player = Player::ALL.into_iter().find(|&player| self.pieces(player) & bit != 0)?;
        Some(Piece { player, is_king })
    }

    /// How many pieces a player has.
    #[must_use]
    pub fn count(&self, player: Player) -> u32 {
        self.pieces(player).count_ones()
    }

    /// The pieces of a player, each as the bit of its square.
    #[must_use]
    #[inline]
    pub fn pieces(&self, player: Player) -> u64 {
        if player == self.turn { self.ours } else { self.theirs }
    }

    /// The kings of both players, each as the bit of its square.
    #[must_use]
    #[inline]
    pub fn kings(&self) -> u64 {
        self.kings
    }

    /// Whether the side to move must jump.
    #[must_use]
    #[inline]
    pub fn must_jump(&self) -> bool {
        movegen::must_jump(self)
    }

    /// The squares without a piece, each as its bit.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> u64 {
        SQUARES & !(self.ours | self.theirs)
    }
}

impl Position for Checkers {
    type Move = Move;

    const ALTERNATES: bool = true;

    fn start() -> Checkers {
        let rows = |rows: std::ops::Range<usize>| {
            Square::all().filter(|s| rows.contains(&s.row())).fold(0, |set, s| set | s.bit())
        };
        Checkers { ours: rows(5..8), theirs: rows(0..3), kings: 0, turn: Player::One }
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
        let (from, to, captured) = (mv.start_bit(), mv.end_bit(), mv.captured());
        // The mover is a king from now on if it was one or stands on the row where it is crowned.
        let crowned = if self.kings & from != 0 { to } else { to & crown_row(self.turn) };
        Checkers {
            ours: self.theirs & !captured,
            theirs: self.ours & !from | to,
            kings: self.kings & !captured & !from | crowned,
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
    /// The outcome where the side to move has no move. A side without pieces has lost, whoever is to move.
    fn verdict(&self) -> Outcome {
        let alone = self.theirs == 0;
        Outcome::Win(if alone { self.turn } else { self.turn.other() })
    }
}
