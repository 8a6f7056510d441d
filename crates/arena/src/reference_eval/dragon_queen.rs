//! The Dragon Queen: material, and how near the Queen is to the bottom row.

use dragon_queen::{DragonQueen, Move, Piece};
use game::{Player, Position};

use super::ReferenceEval;

const DRAGON: i32 = 150;
const WIGHT: i32 = 100;
/// For each row that the Queen has left behind.
const ROW: i32 = 30;

impl ReferenceEval for DragonQueen {
    const DEPTH: u8 = 6;
    /// So many have the openings that are known to be draws.
    const OPENING_PLIES: usize = 6;

    fn evaluate(&self) -> i32 {
        let board = self.board();
        let count = |piece| board.pieces(piece).len() as i32;
        let row = board.pieces(Piece::Queen).first().map_or(0, |queen| queen.row() as i32);
        let queens = DRAGON * count(Piece::Dragon) - WIGHT * count(Piece::Wight) + ROW * row;
        if self.turn() == Player::One { queens } else { -queens }
    }

    fn is_capture(&self, mv: Move) -> bool {
        self.board().piece_at(mv.to).is_some()
    }
}
