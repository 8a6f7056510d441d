//! The slides and jumps of Raichus along lines.

use crate::direction::Direction;
use crate::square_set::SquareSet;

/// The moves of Raichus in one direction. Each set is for all of them together: the rays of two
/// Raichus never share a square, because the one in front stops the one behind, and a run of empty
/// squares has only one piece behind it. So the sizes of these sets are numbers of moves.
#[derive(Clone, Copy)]
pub(crate) struct Slide<const W: usize, const N: usize> {
    /// The squares that they reach without a jump.
    pub(crate) quiet: SquareSet<W, N>,
    /// The pieces that they may jump, if there is a square to land on.
    pub(crate) hits: SquareSet<W, N>,
    /// The squares where those jumps may end.
    pub(crate) landing: SquareSet<W, N>,
}

impl<const W: usize, const N: usize> SquareSet<W, N> {
    /// The moves of Raichus on these squares, in the order of [`Direction::ALL`].
    #[inline(always)]
    pub(crate) fn slides(self, empty: Self, prey: Self) -> [Slide<W, N>; 8] {
        match (self.word(), empty.word(), prey.word()) {
            (Some(pieces), Some(empty), Some(prey)) => slides_on_one_word(pieces, empty, prey),
            _ => self.slides_step_by_step(empty, prey),
        }
    }

    #[inline(never)]
    fn slides_step_by_step(self, empty: Self, prey: Self) -> [Slide<W, N>; 8] {
        Direction::ALL.map(|dir| {
            let quiet = self.slide(dir, empty);
            let hits = (self | quiet).step(dir) & prey;
            Slide { quiet, hits, landing: hits.slide(dir, empty) }
        })
    }

    /// The squares over which these pieces can slide, without their own.
    #[inline(never)]
    fn slide(self, dir: Direction, empty: Self) -> Self {
        let mut reached = Self::EMPTY;
        let mut front = self.step(dir) & empty;
        while !front.is_empty() {
            reached = reached | front;
            front = front.step(dir) & empty;
        }
        reached
    }
}

/// Four directions at a time, which the compiler turns into vectors of four words: first the
/// directions that increase the number of a square, then those that decrease it.
#[inline(always)]
fn slides_on_one_word<const W: usize, const N: usize>(
    pieces: u64,
    empty: u64,
    prey: u64,
) -> [Slide<W, N>; 8] {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
    let larger =
        four_slides(pieces, empty, prey, [!FIRST_COLUMN, !LAST_COLUMN, !0, !FIRST_COLUMN], |words, times| {
            [words[0] << times, words[1] << (7 * times), words[2] << (8 * times), words[3] << (9 * times)]
        });
    let smaller =
        four_slides(pieces, empty, prey, [!LAST_COLUMN, !FIRST_COLUMN, !0, !LAST_COLUMN], |words, times| {
            [words[0] >> times, words[1] >> (7 * times), words[2] >> (8 * times), words[3] >> (9 * times)]
        });
    let slide = |of: &[[u64; 4]; 3], i: usize| Slide {
        quiet: SquareSet::from_word(of[0][i]),
        hits: SquareSet::from_word(of[1][i]),
        landing: SquareSet::from_word(of[2][i]),
    };
    std::array::from_fn(|i| if i < 4 { slide(&larger, i) } else { slide(&smaller, i - 4) })
}

/// The sets of [`Slide`] in four directions. `shift` moves each word by a number of steps in its
/// direction, and `inside` has the squares that a step can reach without wrapping around the edge.
#[inline(always)]
fn four_slides(
    pieces: u64,
    empty: u64,
    prey: u64,
    inside: [u64; 4],
    shift: impl Fn([u64; 4], u32) -> [u64; 4],
) -> [[u64; 4]; 3] {
    // The longest slide has 7 squares, 1 + 2 + 4. These are the ends of runs of 1, 2 and 4 empty
    // squares.
    let once = inside.map(|inside| empty & inside);
    let twice = and(once, shift(once, 1));
    let four_times = and(twice, shift(twice, 2));
    let fill = |start: [u64; 4]| {
        let one = or(start, and(once, shift(start, 1)));
        let three = or(one, and(twice, shift(one, 2)));
        or(three, and(four_times, shift(three, 4)))
    };
    let filled = fill([pieces; 4]);
    let hits = and(shift(filled, 1), inside.map(|inside| prey & inside));
    let landing = fill(hits);
    [and(filled, [empty; 4]), hits, and(landing, [empty; 4])]
}

#[inline(always)]
fn and(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
fn or(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    std::array::from_fn(|i| a[i] | b[i])
}

#[cfg(test)]
mod tests {
    use game::mix;

    use super::*;

    #[test]
    fn four_directions_at_a_time_are_the_same_as_step_by_step() {
        let sets = |slides: [Slide<1, 8>; 8]| slides.map(|slide| [slide.quiet, slide.hits, slide.landing]);
        let board = SquareSet::<1, 8>::board(8);
        for i in 0..20_000 {
            // From crowded boards to nearly empty ones.
            let thin = |word: u64| (0..i % 4).fold(word, |word, j| word & mix(word + j));
            let pieces = SquareSet::from_word(thin(mix(2 * i + 1)));
            let prey = SquareSet::from_word(thin(mix(2 * i + 2))) - pieces;
            let own = SquareSet::from_word(thin(mix(i + 1_000_000)));
            let empty = board - pieces - prey - own;
            let expected = pieces.slides_step_by_step(empty, prey);
            assert_eq!(sets(pieces.slides(empty, prey)), sets(expected));
        }
    }
}
