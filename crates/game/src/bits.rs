//! Sets of small numbers in one machine word.

/// The numbers of the bits that are set in a word, lowest first.
///
/// ```
/// assert!(game::Bits(0b1010_0001).eq([0, 5, 7]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Bits {}

/// Appends `make(bit)` for each bit that is set, lowest first. `make` is also called for other
/// numbers up to 64, whose results are discarded: it works in batches of four, because a loop with
/// an unpredictable number of iterations costs more than a few useless calls.
///
/// ```
/// let mut list = vec![7];
/// game::push_each(&mut list, 0b10_0110, |bit| 10 * bit);
/// assert_eq!(list, [7, 10, 20, 50]);
/// ```
#[inline(always)]
pub fn push_each<M: Copy>(list: &mut Vec<M>, mut word: u64, mut make: impl FnMut(usize) -> M) {
    let len = list.len() + word.count_ones() as usize;
    loop {
        let four: [M; 4] = std::array::from_fn(|_| {
            let lowest = word.trailing_zeros() as usize;
            word &= word.wrapping_sub(1);
            make(lowest)
        });
        list.extend_from_slice(&four);
        if word == 0 {
            break;
        }
    }
    list.truncate(len);
}

/// The bits of `word` selected by `mask`, packed at the low end.
#[must_use]
#[inline]
pub fn gather(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[allow(unsafe_code)]
    // SAFETY: BMI2 is enabled for the whole build, so the instruction exists.
    unsafe {
        std::arch::x86_64::_pext_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    gather_plainly(word, mask)
}

/// The low bits of `word`, distributed to the positions that `mask` selects: the inverse of
/// [`gather`].
#[must_use]
#[inline]
pub fn scatter(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[allow(unsafe_code)]
    // SAFETY: as in `gather`.
    unsafe {
        std::arch::x86_64::_pdep_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    scatter_plainly(word, mask)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn gather_plainly(word: u64, mask: u64) -> u64 {
    Bits(mask).enumerate().fold(0, |low, (to, from)| low | (word >> from & 1) << to)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
fn scatter_plainly(word: u64, mask: u64) -> u64 {
    Bits(mask).enumerate().fold(0, |spread, (from, to)| spread | (word >> from & 1) << to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyed::mix;

    #[test]
    fn gather_and_scatter_equal_their_plain_twins() {
        for i in 0..1000 {
            let (word, mask) = (mix(i), mix(i + 5000) & mix(i + 9000));
            assert_eq!(gather(word, mask), gather_plainly(word, mask));
            assert_eq!(scatter(word, mask), scatter_plainly(word, mask));
            assert_eq!(scatter(gather(word, mask), mask), word & mask);
        }
    }
}
