//! Numbering the subsets of a small set: the arithmetic under every table index.

use crate::Bits;

const MOST: usize = 64;

/// `SUBSETS[k][n]` is the number of subsets of size k of a set of size n.
static SUBSETS: [[u64; MOST + 1]; MOST + 1] = pascal();

const fn pascal() -> [[u64; MOST + 1]; MOST + 1] {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        table[0][n] = 1;
        let mut k = 1;
        while k <= n {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of subsets of `k` elements of a set of `n`; both at most 64.
#[must_use]
#[inline]
pub const fn choose(n: u32, k: u32) -> u64 {
    SUBSETS[k as usize][n as usize]
}

/// The index of a subset, given as the bits of a word, among those of its size. The subsets of the
/// lowest n bits have the indices 0 to `choose(n, size) - 1`.
#[must_use]
#[inline]
pub fn rank(subset: u64) -> u64 {
    Bits(subset).enumerate().map(|(i, element)| SUBSETS[i + 1][element]).sum()
}

/// The subset of `size` elements with this index: the inverse of [`rank`].
///
/// ```
/// # use game::combinations::{rank, unrank};
/// assert_eq!(unrank(rank(0b1_0110), 3), 0b1_0110);
/// ```
#[must_use]
pub fn unrank(mut number: u64, size: u32) -> u64 {
    let mut subset = 0;
    let mut below = MOST;
    for k in (1..=size as usize).rev() {
        // The largest element whose share still fits into `number`; the last element is `number`
        // itself.
        let element = match k {
            1 => number as usize,
            _ => SUBSETS[k][..below].partition_point(|&share| share <= number) - 1,
        };
        below = element;
        number -= SUBSETS[k][element];
        subset |= 1 << element;
    }
    subset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_dense_and_unrank_is_their_inverse() {
        for size in 0..=6 {
            let mut seen: Vec<u64> = (0u64..1 << 12).filter(|s| s.count_ones() == size).map(rank).collect();
            seen.sort_unstable();
            assert!(seen.iter().copied().eq(0..choose(12, size)));
            assert!(seen.iter().all(|&r| rank(unrank(r, size)) == r));
        }
        let highest = choose(64, 32) - 1;
        assert_eq!(rank(unrank(highest, 32)), highest);
    }
}
