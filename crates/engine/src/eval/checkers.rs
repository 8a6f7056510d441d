//! Checkers.

use checkers::{Checkers, Move};
use game::{Game, Position};

use super::{Evaluation, Playable, Tally, Weights};

impl Playable for Checkers {
    type Evaluation = Terms;
}

/// The terms of checkers.
pub struct Terms;

const MAN: usize = 0;
const KING: usize = 1;
const TO_MOVE: usize = 2;
const ROWS: usize = 3;
const GUARDS: usize = 4;
const CENTRE_MEN: usize = 5;
const CENTRE_KINGS: usize = 6;

/// The centre of the board, the same seen from both sides.
const CENTRE: u64 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 24;
/// The top row.
const TOP: u64 = 0xF;

impl Evaluation<Checkers> for Terms {
    const TERMS: &'static [&'static str] = &[
        "man",
        "king",
        "to move",
        "man's row",
        "guard on the back row",
        "man in the centre",
        "king in the centre",
    ];
    const WEIGHTS: &'static str = include_str!("../../weights/checkers.txt");
    const FIRST_WEIGHTS: &'static str = include_str!("../../weights/checkers-first.txt");
    const SLOTS: usize = 36 * 36;
    const IDEAS: usize = 2 * 36;

    #[inline]
    fn tally(pos: &Checkers, tally: &mut impl Tally) {
        tally.add(TO_MOVE, 1);
        for (player, sign) in [(pos.turn(), 1), (pos.turn().other(), -1)] {
            let pieces = pos.pieces(player);
            let (men, kings) = (pieces & !pos.kings(), pieces & pos.kings());
            // Seen from the player's own side, rows counted from the far one.
            let men = if player == game::Player::One { men } else { men.reverse_bits() >> 29 };
            let count = |set: u64| sign * set.count_ones() as i32;
            tally.add(MAN, count(men));
            tally.add(KING, count(kings));
            let mut rows = 0;
            for row in 0..8 {
                let first = 4 * row + row / 2;
                rows += (7 - row) * count(men >> first & 0xF);
            }
            tally.add(ROWS, rows);
            tally.add(GUARDS, count(men >> 31 & TOP));
            tally.add(CENTRE_MEN, count(men & CENTRE));
            tally.add(CENTRE_KINGS, count(kings & CENTRE));
        }
    }

    #[inline]
    fn gain(weights: &Weights, pos: &Checkers, mv: Move) -> i32 {
        if !mv.is_jump() {
            return 0;
        }
        let kings = (mv.captured() & pos.kings()).count_ones() as i32;
        let men = mv.captured().count_ones() as i32 - kings;
        men * weights.points(MAN) + kings * weights.points(KING)
    }

    #[inline]
    fn slot(_: &Checkers, mv: Move) -> usize {
        (36 * mv.start_bit().trailing_zeros() + mv.end_bit().trailing_zeros()) as usize
    }

    /// What goes where.
    #[inline]
    fn idea(pos: &Checkers, mv: Move) -> usize {
        let is_king = usize::from(pos.kings() & mv.start_bit() != 0);
        36 * is_king + mv.end_bit().trailing_zeros() as usize
    }

    #[inline]
    fn is_irreversible(pos: &Checkers, mv: Move) -> bool {
        pos.is_progress(mv)
    }

    #[inline]
    fn is_forced(pos: &Checkers) -> bool {
        pos.must_jump()
    }
}
