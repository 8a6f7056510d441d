//! The tokens on the board.

use crate::{Cell, CellSet, Move};

/// The number of tokens of a side at the start.
pub(crate) const FULL: u32 = 11;

/// The number of tokens at which a side has lost: the fourth loss ends the game.
pub(crate) const LOST: u32 = FULL - 4;

/// The tokens from the point of view of the player to move. The rules do not depend on colours, so
/// one generator serves both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// The tokens of the player to move.
    pub(crate) us: CellSet,
    /// The tokens of the opponent.
    pub(crate) them: CellSet,
}

impl Board {
    /// The cells without a token.
    #[inline]
    pub(crate) fn empty(&self) -> CellSet {
        CellSet::BOARD - (self.us | self.them)
    }

    /// Whether a side has lost four tokens.
    #[inline]
    pub(crate) fn is_decided(&self) -> bool {
        // Most positions have too many tokens for that, and a single count shows it.
        let tokens = (self.us | self.them).len();
        tokens <= LOST + FULL && (self.us.len() == LOST || self.them.len() == LOST)
    }

    /// The board after a legal move, from the opponent's point of view.
    #[inline]
    pub(crate) fn after(&self, mv: Move) -> Board {
        // Behind, front, ahead and beyond are equally spaced, and a step off the board hits a bit
        // without a cell.
        let step = mv.front.bit().wrapping_sub(mv.behind.bit());
        let ahead = Cell::from_bit(mv.front.bit().wrapping_add(step));
        let beyond = ahead.bit().wrapping_add(step);
        let pushed = self.them.bits().wrapping_shr(ahead.bit().into()) & 1;

        let us = self.us.moved(mv.behind.into(), ahead.into());
        let them = self.them.bits() & !ahead.mask() | pushed.wrapping_shl(beyond.into());
        Board { us: CellSet::from_bits(them), them: us }
    }
}
