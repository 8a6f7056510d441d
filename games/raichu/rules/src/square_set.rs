//! Sets of squares.

use std::ops::{BitAnd, BitOr, BitXor, Sub};

use game::{Bits, Player};

use crate::direction::Direction;
use crate::square::Square;

/// A set of squares of a board of at most `N` × `N` squares, in `W` words of 64 bits.
///
/// Square number row · N + column is the bit with that number, whatever the size of the board: a
/// smaller board is the top left corner of the largest one, so that the distances between
/// neighbours are compile-time constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareSet<const W: usize, const N: usize>([u64; W]);

impl<const W: usize, const N: usize> SquareSet<W, N> {
    /// The empty set.
    pub const EMPTY: Self = SquareSet([0; W]);
    const FIRST_COLUMN: Self = Self::rectangle(0, N, 0, 1);
    const LAST_COLUMN: Self = Self::rectangle(0, N, N - 1, N);
    /// The board of 2i × 2i squares at index i.
    const BOARDS: [Self; 14] = {
        let mut boards = [Self::EMPTY; 14];
        let mut i = 0;
        while i < 14 && 2 * i <= N {
            boards[i] = Self::rectangle(0, 2 * i, 0, 2 * i);
            i += 1;
        }
        boards
    };

    /// The squares of a range of rows and columns; the ends of the ranges are exclusive.
    #[must_use]
    pub const fn rectangle(top: usize, bottom: usize, left: usize, right: usize) -> Self {
        let mut words = [0; W];
        let mut row = top;
        while row < bottom {
            let mut column = left;
            while column < right {
                let at = row * N + column;
                words[at / 64] |= 1 << (at % 64);
                column += 1;
            }
            row += 1;
        }
        SquareSet(words)
    }

    /// Every square of a board of this size.
    #[inline(always)]
    pub(crate) fn board(size: usize) -> Self {
        Self::BOARDS[if N == 8 { 4 } else { size / 2 }]
    }

    /// The row where pieces of `player` are promoted to Raichus.
    #[inline(always)]
    pub(crate) fn last_row(player: Player, size: usize) -> Self {
        match player {
            Player::One => Self::rectangle(size - 1, size, 0, size),
            Player::Two => Self::rectangle(0, 1, 0, size),
        }
    }

    /// The set of the square with this number.
    #[inline(always)]
    pub(crate) fn of_number(at: usize) -> Self {
        Self::of_number_if(true, at)
    }

    /// The same, or the empty set.
    #[inline(always)]
    pub(crate) fn of_number_if(condition: bool, at: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[if W == 1 { 0 } else { at / 64 }] = u64::from(condition) << (at % 64);
        set
    }

    /// The set itself, or the empty set.
    #[inline(always)]
    pub(crate) fn only_if(self, condition: bool) -> Self {
        SquareSet(self.0.map(|word| word & 0u64.wrapping_sub(condition.into())))
    }

    /// The set of one square.
    #[must_use]
    #[inline(always)]
    pub fn of(square: Square) -> Self {
        Self::of_number(square.index(N))
    }

    /// Whether `square` is in the set.
    #[must_use]
    #[inline(always)]
    pub fn contains(self, square: Square) -> bool {
        self.contains_number(square.index(N))
    }

    /// Whether the square with this number is in the set.
    #[inline(always)]
    pub(crate) fn contains_number(self, at: usize) -> bool {
        self.0[if W == 1 { 0 } else { at / 64 }] >> (at % 64) & 1 != 0
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The number of squares.
    #[must_use]
    #[inline(always)]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The squares, in reading order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        self.numbers().map(Square::from_number::<N>)
    }

    /// The numbers of the squares, lowest first.
    #[inline(always)]
    pub(crate) fn numbers(self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(move |i| Bits(self.0[i]).map(move |bit| 64 * i + bit))
    }

    /// The words, lowest squares first.
    #[inline(always)]
    pub(crate) fn words(self) -> [u64; W] {
        self.0
    }

    /// The set as one word, on the board of 8 × 8.
    #[inline(always)]
    pub(crate) fn word(self) -> Option<u64> {
        (W == 1).then_some(self.0[0])
    }

    /// The set whose lowest word is this one.
    #[inline(always)]
    pub(crate) fn from_word(word: u64) -> Self {
        let mut set = Self::EMPTY;
        set.0[0] = word;
        set
    }

    /// The change of a square's number by one step.
    #[inline(always)]
    pub(crate) const fn distance(dir: Direction) -> isize {
        let (rows, columns) = dir.step();
        rows * N as isize + columns
    }

    /// Every square moved by one step. Squares that leave the largest board disappear; those that
    /// leave a smaller one do not, so results must be intersected with sets of squares on the
    /// board.
    #[inline(always)]
    pub(crate) fn step(self, dir: Direction) -> Self {
        match dir {
            Direction::Right => self.up_by(1) - Self::FIRST_COLUMN,
            Direction::DownLeft => self.up_by(N - 1) - Self::LAST_COLUMN,
            Direction::Down => self.up_by(N),
            Direction::DownRight => self.up_by(N + 1) - Self::FIRST_COLUMN,
            Direction::Left => self.down_by(1) - Self::LAST_COLUMN,
            Direction::UpRight => self.down_by(N - 1) - Self::FIRST_COLUMN,
            Direction::Up => self.down_by(N),
            Direction::UpLeft => self.down_by(N + 1) - Self::LAST_COLUMN,
        }
    }

    /// Increases every number.
    #[inline(always)]
    fn up_by(self, bits: usize) -> Self {
        let mut words = self.0;
        let mut from_below = 0;
        for word in &mut words {
            let moved = *word << bits | from_below;
            from_below = *word >> (64 - bits);
            *word = moved;
        }
        SquareSet(words)
    }

    /// Decreases every number.
    #[inline(always)]
    fn down_by(self, bits: usize) -> Self {
        let mut words = self.0;
        let mut from_above = 0;
        for word in words.iter_mut().rev() {
            let moved = *word >> bits | from_above;
            from_above = *word << (64 - bits);
            *word = moved;
        }
        SquareSet(words)
    }
}

macro_rules! set_operator {
    ($operator:ident, $method:ident, |$a:ident, $b:ident| $change:expr) => {
        impl<const W: usize, const N: usize> $operator for SquareSet<W, N> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for ($a, $b) in self.0.iter_mut().zip(other.0) {
                    $change;
                }
                self
            }
        }
    };
}

set_operator!(BitAnd, bitand, |a, b| *a &= b);
set_operator!(BitOr, bitor, |a, b| *a |= b);
set_operator!(BitXor, bitxor, |a, b| *a ^= b);
set_operator!(Sub, sub, |a, b| *a &= !b);

#[cfg(test)]
mod tests {
    use super::*;

    fn steps_equal_coordinates<const W: usize, const N: usize>() {
        for size in (8..=N).step_by(2) {
            let board = SquareSet::<W, N>::board(size);
            assert_eq!(board.len() as usize, size * size);
            for from in board.numbers() {
                for dir in Direction::ALL {
                    let (rows, columns) = dir.step();
                    let row = (from / N).wrapping_add_signed(rows);
                    let column = (from % N).wrapping_add_signed(columns);
                    let there = row < size && column < size;
                    let expected = SquareSet::of_number_if(there, if there { row * N + column } else { 0 });
                    assert_eq!(
                        SquareSet::<W, N>::of_number(from).step(dir) & board,
                        expected,
                        "{from} {dir:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn steps_never_go_round_the_edge() {
        steps_equal_coordinates::<1, 8>();
        steps_equal_coordinates::<4, 16>();
        steps_equal_coordinates::<11, 26>();
    }

    #[test]
    fn sets_of_many_words_are_sets() {
        let numbers = [0, 63, 64, 127, 300, 675];
        let set = numbers.iter().fold(SquareSet::<11, 26>::EMPTY, |set, &at| set | SquareSet::of_number(at));
        assert!(set.numbers().eq(numbers));
        assert_eq!(set.len(), 6);
        assert!(set.contains_number(300) && !set.contains_number(301));
        assert!((set - SquareSet::of_number(64)).numbers().eq([0, 63, 127, 300, 675]));
        assert_eq!(set.only_if(false), SquareSet::EMPTY);
    }

    #[test]
    fn squares_and_numbers_are_the_same_set() {
        let set = SquareSet::<4, 16>::rectangle(2, 5, 7, 11);
        assert!(set.iter().all(|square| set.contains(square) && (2..5).contains(&square.row())));
        let again = set.iter().fold(SquareSet::EMPTY, |again, square| again | SquareSet::of(square));
        assert_eq!((again, set.iter().count()), (set, 12));
    }
}
