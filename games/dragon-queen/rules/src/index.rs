//! The index of positions without a winner.
//!
//! A slice has the positions with given numbers of Dragons and Wights and one player to move. Its
//! indices run over the Queen's squares, then over the ways to place the Dragons on the 24 other
//! squares, then over the ways to place the Wights on the rest. The Queen is on the files a to c;
//! otherwise the board is mirrored:
//!
//! ```text
//! 5   0  1  8  .  .
//! 4   2  3  9  .  .
//! 3   4  5 10  .  .
//! 2   6  7 11  .  .
//! 1   .  .  .  .  .
//!     a  b  c  d  e
//! ```
//!
//! If she is on the middle file, the Dragons decide: of two arrangements that are mirror images,
//! only one has indices.

use std::sync::{LazyLock, OnceLock};

use game::combinations::{choose, unrank};
use game::{Indexed, Player, Slice, gather, scatter};

use crate::square::SIDE;
use crate::{Board, DragonQueen, Move, Piece, Square, SquareSet};

/// The file that is its own mirror image, which is also the number of files to its left.
const MIDDLE: usize = SIDE / 2;
const QUEEN_ROWS: usize = SIDE - 1;
/// The number of the Queen's squares on the left.
const LEFT_SQUARES: u64 = (MIDDLE * QUEEN_ROWS) as u64;
const DRAGON_COUNTS: usize = Piece::Dragon.most() as usize + 1;
const WIGHT_COUNTS: u64 = Piece::Wight.most() as u64 + 1;

/// The material of a slice.
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

    /// The number of ways to place the Dragons, given the Queen.
    fn dragon_ways(&self) -> u64 {
        choose(24, self.dragons)
    }

    /// The number of ways to place the Dragons with the Queen on the middle file, counting mirror
    /// images once.
    fn folded_ways(&self) -> u64 {
        let symmetric: u64 = (0..=self.dragons / 2)
            .map(|pairs| {
                // Ten pairs of squares, and four on the middle file besides the Queen's.
                let alone = self.dragons - 2 * pairs;
                choose(10, pairs) * choose(4, alone)
            })
            .sum();
        self.dragon_ways().midpoint(symmetric)
    }

    /// The number of ways to place the Wights, given the other pieces.
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
        let court = LEFT_SQUARES * material.dragon_ways() + QUEEN_ROWS as u64 * material.folded_ways();
        court * material.wight_ways()
    }

    fn index(&self) -> u64 {
        let mut board = self.board;
        let queen = board.queen.first().expect("a position in a slice has a Queen");
        let dragons = board.dragons;
        if queen.column() > MIDDLE || queen.column() == MIDDLE && dragons.mirrored().0 < dragons.0 {
            board = board.mirrored();
        }
        let material = Material { dragons: board.dragons.len(), wights: board.wights.len(), turn: self.turn };
        let for_dragons = !board.queen;
        let (row, dragons) = (queen.row() as u64, number(board.dragons, for_dragons));
        let court = if queen.column() == MIDDLE {
            let folded = FOLDED[queen.row()][material.dragons as usize].number[dragons as usize];
            LEFT_SQUARES * material.dragon_ways() + row * material.folded_ways() + u64::from(folded)
        } else {
            let column = queen.column().min(queen.mirrored().column()) as u64;
            (row * MIDDLE as u64 + column) * material.dragon_ways() + dragons
        };
        court * material.wight_ways() + number(board.wights, for_dragons - board.dragons)
    }

    /// Mirroring moves the Queen to another file, except on the middle file, where the Dragons
    /// decide.
    fn shares_number(&self) -> bool {
        let on_middle_file = self.board.queen.first().is_some_and(|queen| queen.column() == MIDDLE);
        !on_middle_file || self.board.dragons.mirrored() != self.board.dragons
    }

    fn unindex(slice: Slice, index: u64) -> DragonQueen {
        debug_assert!(index < Self::slice_len(slice));
        let material = Material::of(slice);
        let (court, wights_number) = (index / material.wight_ways(), index % material.wight_ways());
        let left = LEFT_SQUARES * material.dragon_ways();
        let (row, column, dragons_number) = if court < left {
            let (queen, dragons) = (court / material.dragon_ways(), court % material.dragon_ways());
            (queen as usize / MIDDLE, queen as usize % MIDDLE, dragons)
        } else {
            let (row, folded) =
                ((court - left) / material.folded_ways(), (court - left) % material.folded_ways());
            let dragons = FOLDED[row as usize][material.dragons as usize].unfold[folded as usize];
            (row as usize, MIDDLE, dragons.into())
        };
        let queen = SquareSet::of(Square::at(row, column).expect("the number is one of 12"));
        let dragons = numbered(dragons_number, material.dragons, !queen);
        let wights = numbered(wights_number, material.wights, !(queen | dragons));
        DragonQueen { board: Board { queen, dragons, wights }, turn: material.turn, ply: None }
    }

    fn conversions(&self, moves: &mut Vec<Move>) -> usize {
        moves.clear();
        if self.is_stopped() { 0 } else { self.generate_exits(moves) as usize }
    }

    fn partner(slice: Slice) -> Slice {
        let material = Material::of(slice);
        Material { turn: material.turn.other(), ..material }.slice()
    }

    /// A capture leads to a slice with one Dragon or Wight fewer, so these come first.
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

/// The index of a set among the subsets of `room` of its size.
#[inline]
fn number(set: SquareSet, room: SquareSet) -> u64 {
    RANKS.rank(gather(set.0.into(), room.0.into()) as usize)
}

/// The indices of subsets of 24 squares, by their three bytes: building tables needs tens of
/// billions of them, and these arrays fit into the first-level cache.
struct Ranks {
    low: [u32; BYTE],
    /// By the number of elements in the lower bytes.
    middle: [[u32; BYTE]; WIGHT_COUNTS as usize],
    high: [[u32; BYTE]; WIGHT_COUNTS as usize],
}

const BYTE: usize = 1 << 8;

static RANKS: Ranks = Ranks::new();

impl Ranks {
    const fn new() -> Ranks {
        let mut ranks = Ranks {
            low: [0; BYTE],
            middle: [[0; BYTE]; WIGHT_COUNTS as usize],
            high: [[0; BYTE]; WIGHT_COUNTS as usize],
        };
        let mut byte = 0;
        while byte < BYTE {
            ranks.low[byte] = share(byte, 0, 0);
            let mut below = 0;
            while below < WIGHT_COUNTS as usize {
                ranks.middle[below][byte] = share(byte, 8, below);
                ranks.high[below][byte] = share(byte, 16, below);
                below += 1;
            }
            byte += 1;
        }
        ranks
    }

    /// The same as [`game::combinations::rank`], for subsets with as many elements as there can be
    /// pieces.
    #[inline]
    fn rank(&self, subset: usize) -> u64 {
        let (low, middle, high) = (subset % BYTE, subset >> 8 & (BYTE - 1), subset >> 16 & (BYTE - 1));
        let below = (low.count_ones() as usize, (subset & 0xffff).count_ones() as usize);
        u64::from(self.low[low])
            + u64::from(self.middle[below.0][middle])
            + u64::from(self.high[below.1][high])
    }
}

/// The share of a byte at this place in the index of a set with `below` elements in lower bytes.
const fn share(byte: usize, at: u32, below: usize) -> u32 {
    let (mut sum, mut size, mut element) = (0, below as u32, 0);
    while element < 8 {
        if byte >> element & 1 != 0 {
            size += 1;
            sum += choose(at + element, size) as u32;
        }
        element += 1;
    }
    sum
}

/// The subset of `room` with this size and index.
fn numbered(number: u64, size: u32, room: SquareSet) -> SquareSet {
    /// The subsets of 24 squares by size and index: building tables needs a billion of them.
    static SUBSETS: [OnceLock<Vec<u32>>; WIGHT_COUNTS as usize] =
        [const { OnceLock::new() }; WIGHT_COUNTS as usize];
    let all = || (0..choose(24, size)).map(|number| unrank(number, size) as u32).collect();
    let subset = SUBSETS[size as usize].get_or_init(all)[number as usize];
    SquareSet(scatter(subset.into(), room.0.into()) as u32)
}

/// The arrangements of Dragons with the Queen on a given square of the middle file.
#[derive(Default)]
struct Folded {
    /// From the index among all arrangements to the index among the counted ones, valid only for
    /// these.
    number: Vec<u16>,
    /// The inverse.
    unfold: Vec<u16>,
}

/// By the Queen's row and the number of Dragons.
static FOLDED: LazyLock<[[Folded; DRAGON_COUNTS]; QUEEN_ROWS]> = LazyLock::new(|| {
    std::array::from_fn(|row| {
        let queen = Square::at(row, MIDDLE).expect("she is on the board");
        std::array::from_fn(|dragons| Folded::new(!SquareSet::of(queen), dragons as u32))
    })
});

impl Folded {
    fn new(room: SquareSet, dragons: u32) -> Folded {
        let mut folded = Folded::default();
        for number in 0..choose(24, dragons) {
            let set = numbered(number, dragons, room);
            folded.number.push(folded.unfold.len() as u16);
            if set.0 <= set.mirrored().0 {
                folded.unfold.push(number as u16);
            }
        }
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_make_the_whole_number() {
        for size in 0..=Piece::Wight.most() {
            for number in (0..choose(24, size)).step_by(7) {
                assert_eq!(RANKS.rank(unrank(number, size) as usize), number);
            }
        }
    }
}
