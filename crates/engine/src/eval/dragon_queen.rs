//! The Dragon Queen.

use dragon_queen::{DragonQueen, Move, Piece};
use game::{Player, Position};

use super::{Evaluation, Playable, Tally, Weights};

impl Playable for DragonQueen {
    type Evaluation = Terms;
}

/// The terms of The Dragon Queen. Positive weights are good for the Queen.
pub struct Terms;

const DRAGON: usize = 0;
const WIGHT: usize = 1;
const TO_MOVE: usize = 2;
const ROWS: usize = 3;

impl Evaluation<DragonQueen> for Terms {
    const TERMS: &'static [&'static str] = &["Dragon", "Wight", "to move", "Queen's row"];
    const WEIGHTS: &'static str = include_str!("../../weights/dragon-queen.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../weights/dragon-queen-first.txt");
    const UNIT: usize = WIGHT;
    const SLOTS: usize = 25 * 25;
    const IDEAS: usize = 2 * 25;

    #[inline]
    fn opening(_: &DragonQueen) -> i32 {
        super::PHASES
    }

    #[inline]
    fn tally(pos: &DragonQueen, tally: &mut impl Tally) {
        let sign = if pos.turn() == Player::One { 1 } else { -1 };
        let board = pos.board();
        tally.add(TO_MOVE, 1);
        tally.add(DRAGON, sign * board.pieces(Piece::Dragon).len() as i32);
        tally.add(WIGHT, sign * board.pieces(Piece::Wight).len() as i32);
        if let Some(queen) = board.pieces(Piece::Queen).first() {
            tally.add(ROWS, sign * queen.row() as i32);
        }
    }

    #[inline]
    fn gain(weights: &Weights, pos: &DragonQueen, mv: Move) -> i32 {
        match pos.board().piece_at(mv.to) {
            None => 0,
            Some(Piece::Queen) => 10_000,
            Some(Piece::Dragon) => weights.points(DRAGON).abs().max(1),
            Some(Piece::Wight) => weights.points(WIGHT).abs().max(1),
        }
    }

    #[inline]
    fn slot(_: &DragonQueen, mv: Move) -> usize {
        25 * mv.from.cell() + mv.to.cell()
    }

    /// What goes where.
    #[inline]
    fn idea(pos: &DragonQueen, mv: Move) -> usize {
        let is_queen = usize::from(pos.board().pieces(Piece::Queen).contains(mv.from));
        25 * is_queen + mv.to.cell()
    }

    #[inline]
    fn is_irreversible(pos: &DragonQueen, mv: Move) -> bool {
        !pos.board().vacant().contains(mv.to)
    }
}
