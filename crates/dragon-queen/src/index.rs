//! Numbering the positions in which nobody has won.
//!
//! A slice has the positions with so many Dragons and Wights and one player to move. Its numbers run over
//! the Queen's squares, then over the ways to put the Dragons on the 24 others, then over the ways to put the
//! Wights on what is left. The Queen stands on the files a to c; where she does not, the board is
//! mirrored:
//!
//! ```text
//! 5   0  1  2  .  .
//! 4   3  4  5  .  .
//! 3   6  7  8  .  .
//! 2   9 10 11  .  .
//! 1   .  .  .  .  .
//!     a  b  c  d  e
//! ```

use std::sync::{LazyLock, OnceLock};

use game::combinations::{choose, rank, unrank};
use game::{Indexed, Player, Slice, gather, scatter};

use crate::square::SIDE;
use crate::{Board, DragonQueen, Piece, Square, SquareSet};

const QUEEN_FILES: usize = 3;
const QUEEN_SQUARES: u64 = (QUEEN_FILES * (SIDE - 1)) as u64;
const WIGHT_COUNTS: u64 = Piece::Wight.most() as u64 + 1;

/// What a slice is made of.
struct Material {
    dragons: u32,
    wights: u32,
    turn: Player,
}

impl Material {
    fn slice(&self) -> Slice {
        Slice((u64::from(self.dragons) * WIGHT_COUNTS + u64::from(self.wights)) * 2 + self.turn as u64)
    }

    fn of(Slice(number): Slice) -> Material {
        let pieces = number / 2;
        Material {
            dragons: (pieces / WIGHT_COUNTS) as u32,
            wights: (pieces % WIGHT_COUNTS) as u32,
            turn: Player::ALL[(number % 2) as usize],
        }
    }

    /// In how many ways the Dragons can stand once the Queen does.
    fn dragon_ways(&self) -> u64 {
        choose(24, self.dragons)
    }

    /// In how many ways the Wights can stand once the others do.
    fn wight_ways(&self) -> u64 {
        choose(24 - self.dragons, self.wights)
    }
}

impl Indexed for DragonQueen {
    fn slice(&self) -> Option<Slice> {
        let (dragons, wights) = (self.board.dragons.len(), self.board.wights.len());
        self.queen_in_play().then(|| Material { dragons, wights, turn: self.turn }.slice())
    }

    #[inline]
    fn pieces(&self) -> u32 {
        self.board.queen.len() + self.board.dragons.len() + self.board.wights.len()
    }

    fn slice_len(slice: Slice) -> u64 {
        let material = Material::of(slice);
        if material.dragons > Piece::Dragon.most() {
            return 0;
        }
        QUEEN_SQUARES * material.dragon_ways() * material.wight_ways()
    }

    fn index(&self) -> u64 {
        let mut board = self.board;
        let mut queen = board.queen.first().expect("a position in a slice has a Queen");
        if queen.column() >= QUEEN_FILES {
            board = board.mirrored();
            queen = queen.mirrored();
        }
        let queen_number = (queen.row() * QUEEN_FILES + queen.column()) as u64;
        let for_dragons = !board.queen;
        let for_wights = for_dragons - board.dragons;
        let material = Material { dragons: board.dragons.len(), wights: board.wights.len(), turn: self.turn };
        (queen_number * material.dragon_ways() + number(board.dragons, for_dragons)) * material.wight_ways()
            + number(board.wights, for_wights)
    }

    /// Mirroring takes the Queen to another file but for the middle one.
    fn shares_number(&self) -> bool {
        self.board.queen.first().is_some_and(|queen| queen.column() != QUEEN_FILES - 1)
    }

    fn unindex(slice: Slice, index: u64) -> DragonQueen {
        debug_assert!(index < Self::slice_len(slice));
        let material = Material::of(slice);
        let (index, wights_number) = (index / material.wight_ways(), index % material.wight_ways());
        let (queen_number, dragons_number) = (index / material.dragon_ways(), index % material.dragon_ways());
        let (row, column) = (queen_number as usize / QUEEN_FILES, queen_number as usize % QUEEN_FILES);
        let queen = SquareSet::of(Square::new(row, column).expect("the number is one of 12"));
        let dragons = numbered(dragons_number, material.dragons, !queen);
        let wights = numbered(wights_number, material.wights, !(queen | dragons));
        DragonQueen { board: Board { queen, dragons, wights }, turn: material.turn, ply: None }
    }

    fn partner(slice: Slice) -> Slice {
        let material = Material::of(slice);
        Material { turn: material.turn.other(), ..material }.slice()
    }

    /// A capture leads to a slice with a Dragon or a Wight less, so these come first.
    fn slices(pieces: u32) -> Vec<Slice> {
        let mut slices = Vec::new();
        for dragons in 0..=Piece::Dragon.most() {
            for wights in 0..=Piece::Wight.most() {
                if 1 + dragons + wights <= pieces {
                    slices.extend(Player::ALL.map(|turn| Material { dragons, wights, turn }.slice()));
                }
            }
        }
        slices
    }

    /// The pieces as letters and the side to move: `QDDWWW w`.
    fn slice_name(slice: Slice) -> String {
        let material = Material::of(slice);
        let (dragons, wights) = ("D".repeat(material.dragons as usize), "W".repeat(material.wights as usize));
        let side = if material.turn == Player::One { 'q' } else { 'w' };
        format!("Q{dragons}{wights} {side}")
    }
}

/// The number of a set among those of its size inside `room`.
#[inline]
fn number(set: SquareSet, room: SquareSet) -> u64 {
    RANKS.rank(gather(set.0.into(), room.0.into()) as usize)
}

/// Numbers of subsets of 24 squares, in halves of 12: whoever solves tables asks for tens of billions of them.
struct Ranks {
    low: Box<[u32; HALF]>,
    /// By how many elements the low half has.
    high: Box<[[u32; HALF]; WIGHT_COUNTS as usize]>,
}

const HALF_SQUARES: u32 = 12;
const HALF: usize = 1 << HALF_SQUARES;

static RANKS: LazyLock<Ranks> = LazyLock::new(|| {
    let low = std::array::from_fn(|low| rank(low as u64) as u32);
    // The first elements are numbered 0, so that what is left is the share of the others.
    let share = |below: usize, high: usize| rank((high << HALF_SQUARES | ((1 << below) - 1)) as u64) as u32;
    let high = std::array::from_fn(|below| std::array::from_fn(|high| share(below, high)));
    Ranks { low: Box::new(low), high: Box::new(high) }
});

impl Ranks {
    /// The same as [`rank`] for a subset that any pieces can be.
    #[inline]
    fn rank(&self, subset: usize) -> u64 {
        let (low, high) = (subset % HALF, subset >> HALF_SQUARES);
        u64::from(self.low[low]) + u64::from(self.high[low.count_ones() as usize][high])
    }
}

/// The set of this size inside `room` with this number.
fn numbered(number: u64, size: u32, room: SquareSet) -> SquareSet {
    /// The subsets of 24 squares by size and number: whoever solves tables asks for a billion of them.
    static SUBSETS: [OnceLock<Vec<u32>>; WIGHT_COUNTS as usize] =
        [const { OnceLock::new() }; WIGHT_COUNTS as usize];
    let all = || (0..choose(24, size)).map(|number| unrank(number, size) as u32).collect();
    let subset = SUBSETS[size as usize].get_or_init(all)[number as usize];
    SquareSet(scatter(subset.into(), room.0.into()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_make_the_whole_number() {
        for size in 0..=Piece::Wight.most() {
            for number in (0..choose(24, size)).step_by(7) {
                assert_eq!(RANKS.rank(unrank(number, size) as usize), number);
            }
        }
    }
}
