//! The reference player's evaluation: material, and how near the Queen is to the bottom row.

use dragon_queen::{DragonQueen, Piece};
use game::{Player, Position};

const DRAGON: i32 = 150;
const WIGHT: i32 = 100;
/// Per row that the Queen has advanced.
const ROW: i32 = 30;

pub(crate) fn evaluate(pos: &DragonQueen) -> i32 {
    let board = pos.board();
    let count = |piece| board.pieces(piece).len() as i32;
    let row = board.pieces(Piece::Queen).first().map_or(0, |queen| queen.row() as i32);
    let queens = DRAGON * count(Piece::Dragon) - WIGHT * count(Piece::Wight) + ROW * row;
    if pos.turn() == Player::One { queens } else { -queens }
}
