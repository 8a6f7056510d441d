//! Generating and counting moves, in positions without a winner.
//!
//! A step is a distance between bits. Two squares at such a distance are neighbours, because a step
//! over the edge hits a bit without a square:
//!
//! ```text
//!  -7  -6  -5
//!  -1   .  +1
//!  +5  +6  +7
//! ```

use game::Player;

use crate::square::ROW;
use crate::{DragonQueen, Move, Square, SquareSet};

/// The distances of the steps forward in reading order. The other steps connect the same pairs of
/// squares in the opposite direction.
const STRAIGHT: [usize; 2] = [1, ROW];
const DIAGONAL: [usize; 2] = [ROW - 1, ROW + 1];

/// The neighbours of b4 at these distances.
#[inline]
const fn around_b4(distances: [usize; 2]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < distances.len() {
        set |= 1 << (B4 + distances[i]) | 1 << (B4 - distances[i]);
        i += 1;
    }
    set
}

const B4: usize = ROW + 1;
pub(crate) const STRAIGHT_AROUND: u64 = around_b4(STRAIGHT);
pub(crate) const DIAGONAL_AROUND: u64 = around_b4(DIAGONAL);
pub(crate) const ALL_AROUND: u64 = STRAIGHT_AROUND | DIAGONAL_AROUND;

/// The neighbours of `square`, given those of b4 in `around`; bits beside the board may be
/// included.
#[inline]
pub(crate) fn moved(around: u64, square: Square) -> SquareSet {
    SquareSet((around << square.bit() >> B4) as u32)
}

/// The number of steps of this distance, in either direction, from a square of `here` to one of
/// `there`. The sets are disjoint.
#[inline]
fn steps(here: SquareSet, there: SquareSet, distance: usize) -> u32 {
    (here.0 & there.0 >> distance | there.0 & here.0 >> distance).count_ones()
}

/// The number of steps of this distance, in either direction, out of `here`: the pairs of squares
/// of which exactly one is in it.
#[inline]
fn steps_out(here: SquareSet, distance: usize) -> u32 {
    let pairs = SquareSet::BOARD.0 & SquareSet::BOARD.0 >> distance;
    ((here.0 ^ here.0 >> distance) & pairs).count_ones()
}

impl DragonQueen {
    #[inline]
    pub(crate) fn generate(&self, moves: &mut Vec<Move>) {
        let board = &self.board;
        match self.turn {
            Player::One => {
                let court = board.of(Player::One);
                for from in court {
                    push(moves, from, moved(ALL_AROUND, from) & !court);
                }
            }
            Player::Two => {
                let (vacant, court) = (board.empty(), board.of(Player::One));
                for from in board.wights {
                    let steps = moved(STRAIGHT_AROUND, from) & vacant;
                    let captures = moved(DIAGONAL_AROUND, from) & court;
                    push(moves, from, steps | captures);
                }
            }
        }
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        let board = &self.board;
        let court = board.of(Player::One);
        match self.turn {
            Player::One => [STRAIGHT, DIAGONAL].as_flattened().iter().map(|&d| steps_out(court, d)).sum(),
            Player::Two => {
                let vacant = board.empty();
                STRAIGHT.iter().map(|&d| steps(board.wights, vacant, d)).sum::<u32>()
                    + DIAGONAL.iter().map(|&d| steps(board.wights, court, d)).sum::<u32>()
            }
        }
    }

    /// Adds the moves that capture or end the game, and counts the others.
    #[inline]
    pub(crate) fn generate_exits(&self, moves: &mut Vec<Move>) -> u32 {
        let board = &self.board;
        let (vacant, court) = (board.empty(), board.of(Player::One));
        match self.turn {
            Player::One => {
                let mut quiet =
                    [STRAIGHT, DIAGONAL].as_flattened().iter().map(|&d| steps(court, vacant, d)).sum();
                for from in board.queen {
                    let home = moved(ALL_AROUND, from) & vacant & SquareSet::BOTTOM;
                    quiet -= home.len();
                    push(moves, from, home | moved(ALL_AROUND, from) & board.wights);
                }
                for from in board.dragons {
                    push(moves, from, moved(ALL_AROUND, from) & board.wights);
                }
                quiet
            }
            Player::Two => {
                for from in board.wights {
                    push(moves, from, moved(DIAGONAL_AROUND, from) & court);
                }
                STRAIGHT.iter().map(|&d| steps(board.wights, vacant, d)).sum()
            }
        }
    }

    /// Whether there is a legal move. The Queen's side always has one: four pieces never fill the
    /// board, and only their own pieces are in their way.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        self.turn == Player::One || self.count() > 0
    }
}

#[inline]
fn push(moves: &mut Vec<Move>, from: Square, targets: SquareSet) {
    for to in targets {
        moves.push(Move { from, to });
    }
}
