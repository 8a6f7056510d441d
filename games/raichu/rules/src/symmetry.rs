//! Reflections.

use game::{Symmetric, Symmetry};

use crate::moves::Move;
use crate::position::Raichu;
use crate::square_set::SquareSet;

/// Left and right exchanged.
const MIRROR: Symmetry = Symmetry(0);
/// The players exchanged, together with top and bottom.
const EXCHANGE: Symmetry = Symmetry(1);
/// Both: the board rotated by 180°, with the players exchanged.
const TURN: Symmetry = Symmetry(2);

impl<const W: usize, const N: usize> Raichu<W, N> {
    /// The board turned by 180°, with the players exchanged: each player sees its own pieces in the
    /// same place.
    pub const HALF_TURN: Symmetry = TURN;
}

impl<const W: usize, const N: usize> Symmetric for Raichu<W, N> {
    const SYMMETRIES: u8 = 3;

    fn swaps_players(symmetry: Symmetry) -> bool {
        symmetry == EXCHANGE || symmetry == TURN
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        let (mut board, mut turn) = (self.board, self.turn);
        if symmetry == MIRROR || symmetry == TURN {
            board = board.map(|squares| squares.mirrored(size));
        }
        if Self::swaps_players(symmetry) {
            board = board.map(|squares| squares.flipped(size));
            board.players = board.players.swapped();
            turn = turn.other();
        }
        self.with(board, turn)
    }

    fn transform_move(&self, symmetry: Symmetry, mv: Move<N>) -> Move<N> {
        let last = self.size() - 1;
        mv.map(|at| {
            let (mut row, mut column) = (at / N, at % N);
            if symmetry == MIRROR || symmetry == TURN {
                column = last - column;
            }
            if Self::swaps_players(symmetry) {
                row = last - row;
            }
            N * row + column
        })
    }
}

impl<const W: usize, const N: usize> SquareSet<W, N> {
    /// Left and right exchanged on a board of this size.
    pub(crate) fn mirrored(self, size: usize) -> Self {
        match self.word() {
            Some(word) => Self::from_word(mirrored_word(word)),
            None => self
                .numbers()
                .fold(Self::EMPTY, |all, at| all | Self::of_number(N * (at / N) + size - 1 - at % N)),
        }
    }

    /// Top and bottom exchanged on a board of this size.
    pub(crate) fn flipped(self, size: usize) -> Self {
        match self.word() {
            Some(word) => Self::from_word(flipped_word(word)),
            None => self
                .numbers()
                .fold(Self::EMPTY, |all, at| all | Self::of_number(N * (size - 1 - at / N) + at % N)),
        }
    }
}

/// Left and right exchanged on the board of 8 × 8: a row is a byte.
#[inline]
pub(crate) fn mirrored_word(word: u64) -> u64 {
    word.reverse_bits().swap_bytes()
}

/// Top and bottom exchanged on the board of 8 × 8.
#[inline]
pub(crate) fn flipped_word(word: u64) -> u64 {
    word.swap_bytes()
}
