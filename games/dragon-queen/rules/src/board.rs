//! Pieces on squares, and nothing else.

use game::Player;

use crate::{Piece, Square, SquareSet};

/// An arrangement of any number of pieces, at most one on each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) queen: SquareSet,
    pub(crate) dragons: SquareSet,
    pub(crate) wights: SquareSet,
}

impl Board {
    /// No pieces.
    pub const EMPTY: Board =
        Board { queen: SquareSet::EMPTY, dragons: SquareSet::EMPTY, wights: SquareSet::EMPTY };

    /// The squares of the pieces of this kind.
    #[must_use]
    #[inline]
    pub const fn pieces(&self, piece: Piece) -> SquareSet {
        match piece {
            Piece::Queen => self.queen,
            Piece::Dragon => self.dragons,
            Piece::Wight => self.wights,
        }
    }

    /// The squares of the pieces of `player`.
    #[must_use]
    #[inline]
    pub fn of(&self, player: Player) -> SquareSet {
        match player {
            Player::One => self.queen | self.dragons,
            Player::Two => self.wights,
        }
    }

    /// The empty squares.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> SquareSet {
        !(self.queen | self.dragons | self.wights)
    }

    /// The piece on `square`.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::ALL.into_iter().find(|&piece| self.pieces(piece).contains(square))
    }

    /// The board with `piece`, or nothing, on `square`.
    #[must_use]
    #[inline]
    pub fn with(mut self, square: Square, piece: Option<Piece>) -> Board {
        let here = SquareSet::of(square);
        for kind in Piece::ALL {
            let set = match kind {
                Piece::Queen => &mut self.queen,
                Piece::Dragon => &mut self.dragons,
                Piece::Wight => &mut self.wights,
            };
            *set = if piece == Some(kind) { *set | here } else { *set - here };
        }
        self
    }

    /// The board with left and right exchanged.
    #[must_use]
    #[inline]
    pub fn mirrored(&self) -> Board {
        Board {
            queen: self.queen.mirrored(),
            dragons: self.dragons.mirrored(),
            wights: self.wights.mirrored(),
        }
    }
}
