//! Large arrays that are read and written all over: hash tables, and boards of positions.
//!
//! A processor remembers where a few thousand pages of memory are. An array of gigabytes has a hundred thousand small ones and
//! a few hundred huge ones, so that with huge ones nearly every access is spared a search for its page. Linux gives them to
//! whoever asks.

use bytemuck::Zeroable;

/// An array of zeros, or nothing where there is not so much memory. The system makes it real piece by piece, as it
/// is used.
#[must_use]
pub fn zeroed<T: Zeroable>(len: usize) -> Option<Vec<T>> {
    let array = bytemuck::allocation::try_zeroed_vec(len).ok()?;
    ask_for_huge_pages(&array);
    Some(array)
}

/// A huge page has so many bytes, on all processors where this matters.
#[cfg(target_os = "linux")]
const HUGE: usize = 2 << 20;

/// It makes no difference but to the time, so that whatever goes wrong need not be known.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages<T>(array: &[T]) {
    let bytes = array.as_ptr_range();
    let (start, end) = (bytes.start.addr().next_multiple_of(HUGE), bytes.end.addr() / HUGE * HUGE);
    if start < end {
        let first = bytes.start.with_addr(start).cast_mut().cast();
        #[allow(unsafe_code)]
        // SAFETY: the pages are inside an array that is ours, and this advice changes nothing that is in them.
        let _ = unsafe { rustix::mm::madvise(first, end - start, rustix::mm::Advice::LinuxHugepage) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages<T>(_: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_zeros_and_too_large_ones_are_refused() {
        for len in [0, 1, 4097, 5 << 20] {
            let mut array = zeroed::<u16>(len).unwrap();
            assert!(array.len() == len && array.iter().all(|&number| number == 0));
            array.fill(7);
        }
        assert_eq!(zeroed::<u64>(usize::MAX / 16), None);
    }
}
