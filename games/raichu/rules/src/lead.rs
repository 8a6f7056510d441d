//! The index of subsets of the squares of 8 × 8, for only one of two mirror images.
//!
//! A subset is divided into its left half and its right half, the latter mirrored, so that both are
//! subsets of the 32 squares on the left. Of two mirror images, the one whose left half is less has
//! an index: the half with fewer squares, or with as many and not a higher rank.

use game::combinations::{choose, rank as rank_all, unrank as unrank_all};
use game::{gather, scatter};

use crate::symmetry::mirrored_word;

/// The squares of columns a to d.
const LEFT: u64 = 0x0F0F_0F0F_0F0F_0F0F;

fn halves(subset: u64) -> [u64; 2] {
    [gather(subset, LEFT), gather(mirrored_word(subset), LEFT)]
}

fn join([left, right]: [u64; 2]) -> u64 {
    scatter(left, LEFT) | mirrored_word(scatter(right, LEFT))
}

/// The number of pairs of halves with these numbers of squares.
fn pairs(left: u32, right: u32) -> u64 {
    choose(32, left) * choose(32, right)
}

/// 0 + 1 + … + n.
fn triangle(n: u64) -> u64 {
    n * (n + 1) / 2
}

/// The number of indices for subsets of this size.
pub(crate) fn len(size: u32) -> u64 {
    let different: u64 = (0..size.div_ceil(2)).map(|left| pairs(left, size - left)).sum();
    different + if size.is_multiple_of(2) { triangle(choose(32, size / 2)) } else { 0 }
}

/// Whether the mirror image is the one with an index.
pub(crate) fn is_reflected(subset: u64) -> bool {
    let order = |half: u64| (half.count_ones(), rank_all(half));
    let [left, right] = halves(subset);
    order(left) > order(right)
}

/// The index of a subset that is not reflected.
pub(crate) fn rank(subset: u64) -> u64 {
    let [left, right] = halves(subset);
    let (l, r) = (left.count_ones(), right.count_ones());
    let before: u64 = (0..l).map(|fewer| pairs(fewer, l + r - fewer)).sum();
    let (left, right) = (rank_all(left), rank_all(right));
    before + if l == r { triangle(right) + left } else { left * choose(32, r) + right }
}

/// The subset with this index: the inverse of [`rank`].
pub(crate) fn unrank(mut number: u64, size: u32) -> u64 {
    let mut l = 0;
    while 2 * l < size && number >= pairs(l, size - l) {
        number -= pairs(l, size - l);
        l += 1;
    }
    let r = size - l;
    let (left, right) = if l == r {
        // The largest triangular number not above the index.
        let right = (8 * number + 1).isqrt().div_ceil(2) - 1;
        (number - triangle(right), right)
    } else {
        (number / choose(32, r), number % choose(32, r))
    };
    join([subset(left, l), subset(right, r)])
}

/// The subset with this index among all of its size: usually a single square, which needs no
/// search.
pub(crate) fn subset(number: u64, size: u32) -> u64 {
    match size {
        0 => 0,
        1 => 1 << number,
        _ => unrank_all(number, size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_or_its_image_has_a_number() {
        for size in 1..=3 {
            let subsets = (0..choose(64, size)).map(|number| unrank_all(number, size));
            let mut numbers: Vec<u64> = subsets.filter(|&subset| !is_reflected(subset)).map(rank).collect();
            numbers.sort_unstable();
            assert!(numbers.iter().copied().eq(0..len(size)));
        }
        assert_eq!([1, 2, 3, 4].map(len), [32, 1024, 20832, 317_936]);
    }

    #[test]
    fn unrank_is_the_inverse() {
        for size in 1..=7 {
            let step = (len(size) / 5000).max(1) as usize;
            for number in (0..len(size)).step_by(step).chain([len(size) - 1]) {
                let subset = unrank(number, size);
                assert_eq!((subset.count_ones(), is_reflected(subset), rank(subset)), (size, false, number));
            }
        }
    }

    #[test]
    fn one_of_two_images_is_reflected_unless_they_are_the_same() {
        for number in 0..choose(64, 2) {
            let subset = unrank_all(number, 2);
            let image = mirrored_word(subset);
            assert_eq!(is_reflected(subset) ^ is_reflected(image), subset != image);
        }
    }
}
