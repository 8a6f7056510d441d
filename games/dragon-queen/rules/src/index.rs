//! Numbering the positions in which nobody has won.
//!
//! A slice has the positions with so many Dragons and Wights and one player to move. Its numbers run over
//! the Queen's squares, then over the ways to put the Dragons on the 24 others, then over the ways to put the
//! Wights on what is left. The Queen stands on the files a to c; where she does not, the board is
//! mirrored:
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
//! Where she is on the middle file, the Dragons decide: of two ways to stand that are mirror images only one has
//! numbers.

use std::sync::{LazyLock, OnceLock};

use game::combinations::{choose, unrank};
use game::{Indexed, Player, Slice, gather, scatter};

use crate::square::SIDE;
use crate::{Board, DragonQueen, Move, Piece, Square, SquareSet};

/// The file that is its own mirror image, and the number of those on its left.
const MIDDLE: usize = SIDE / 2;
const QUEEN_ROWS: usize = SIDE - 1;
/// The Queen's squares on the left.
const LEFT_SQUARES: u64 = (MIDDLE * QUEEN_ROWS) as u64;
const DRAGON_COUNTS: usize = Piece::Dragon.most() as usize + 1;
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

    /// In how many ways the Dragons can stand with the Queen on the middle file, mirror images counted once.
    fn folded_ways(&self) -> u64 {
        let symmetric: u64 = (0..=self.dragons / 2)
            .map(|pairs| {
                // Ten pairs of squares, and four on the middle file beside the Queen's.
                let alone = self.dragons - 2 * pairs;
                choose(10, pairs) * choose(4, alone)
            })
            .sum();
        self.dragon_ways().midpoint(symmetric)
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

    /// Mirroring takes the Queen to another file but for the middle one, where the Dragons decide.
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

/// Numbers of subsets of 24 squares, by their three bytes: whoever solves tables asks for tens of billions of them, and
/// all this stays in the fastest memory that a processor has.
struct Ranks {
    low: [u32; BYTE],
    /// By how many elements the bytes below have.
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

    /// The same as [`game::combinations::rank`] for a subset that any pieces can be.
    #[inline]
    fn rank(&self, subset: usize) -> u64 {
        let (low, middle, high) = (subset % BYTE, subset >> 8 & (BYTE - 1), subset >> 16 & (BYTE - 1));
        let below = (low.count_ones() as usize, (subset & 0xffff).count_ones() as usize);
        u64::from(self.low[low])
            + u64::from(self.middle[below.0][middle])
            + u64::from(self.high[below.1][high])
    }
}

/// What the elements of a byte at some place add to the number of a set with so many elements below.
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

/// The set of this size inside `room` with this number.
fn numbered(number: u64, size: u32, room: SquareSet) -> SquareSet {
    /// The subsets of 24 squares by size and number: whoever solves tables asks for a billion of them.
    static SUBSETS: [OnceLock<Vec<u32>>; WIGHT_COUNTS as usize] =
        [const { OnceLock::new() }; WIGHT_COUNTS as usize];
    let all = || (0..choose(24, size)).map(|number| unrank(number, size) as u32).collect();
    let subset = SUBSETS[size as usize].get_or_init(all)[number as usize];
    SquareSet(scatter(subset.into(), room.0.into()) as u32)
}

/// The ways in which so many Dragons can stand with the Queen on some square of the middle file.
#[derive(Default)]
struct Folded {
    /// By the number among all ways: the number among those that are counted, meaningful for these alone.
    number: Vec<u16>,
    /// And back.
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
