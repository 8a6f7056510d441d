//! The hash key.

use game::{Keyed, Player, Position, mix};

use crate::moves::Move;
use crate::piece::{Kind, Piece};
use crate::position::Raichu;

/// Each piece on each square has its own word, and the key is their sum without carry, so that a move
/// changes few of them. The words are computed rather than looked up: mixing takes about as long as reading
/// a table that is in the nearest cache, and never longer.
fn word(piece: Piece, at: usize) -> u64 {
    mix((piece.number() << 10 | at) as u64 + 1)
}

/// What the side to move and the size of the board add.
const BLACK_TO_MOVE: u64 = mix(1 << 20);

fn of_size(size: usize) -> u64 {
    mix(size as u64) << 1
}

impl<const W: usize, const N: usize> Keyed for Raichu<W, N> {
    fn key(&self) -> u64 {
        let turn = if self.turn == Player::Two { BLACK_TO_MOVE } else { 0 };
        let pieces = Piece::ALL.into_iter().zip(self.board.pieces());
        let words = pieces.flat_map(|(piece, squares)| squares.iter().map(move |at| word(piece, at)));
        words.fold(turn ^ of_size(self.size()), |key, word| key ^ word)
    }

    #[inline]
    fn key_after(&self, key: u64, mv: Move<N>) -> u64 {
        debug_assert!(self.is_legal(mv));
        let key = key ^ BLACK_TO_MOVE;
        if mv.is_pass() {
            return key;
        }
        let player = self.turn;
        let kind = self.board.kind(mv.from());
        let after = if mv.is_promotion() { Kind::Raichu } else { kind };
        let jumped = if mv.is_jump() {
            word(Piece { player: player.other(), kind: self.board.kind(mv.over()) }, mv.over())
        } else {
            0
        };
        key ^ word(Piece { player, kind }, mv.from()) ^ word(Piece { player, kind: after }, mv.to()) ^ jumped
    }
}
