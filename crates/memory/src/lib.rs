//! Large arrays with random access: hash tables, and boards of positions.
//!
//! Access is random, so with pages of 4 KiB misses of the TLB dominate; huge pages of 2 MiB spare most of them. But to
//! make a huge page, with 2 MiB to find and to zero, takes from a fifth of a millisecond to several. So there are two kinds
//! of arrays: [`zeroed`], on huge pages as they are touched, for work without a clock; and [`zeroed_on_small_pages`],
//! where a first touch costs a microsecond or two, and [`make_resident`] puts piece after piece on huge pages while no
//! clock runs.

use bytemuck::Zeroable;

/// An array of zeros on huge pages where the system has them, or nothing where there is not so much memory. The system
/// makes it real page by page, as it is used.
#[must_use]
pub fn zeroed<T: Zeroable>(len: usize) -> Option<Vec<T>> {
    let array = bytemuck::allocation::try_zeroed_vec(len).ok()?;
    pages::advise_huge(&array);
    Some(array)
}

/// An array of zeros on small pages, or nothing where there is not so much memory.
#[must_use]
pub fn zeroed_on_small_pages<T: Zeroable>(len: usize) -> Option<Vec<T>> {
    let array = bytemuck::allocation::try_zeroed_vec(len).ok()?;
    pages::advise_small(&array);
    Some(array)
}

/// How many pieces of an array [`make_resident`] can put on huge pages.
#[must_use]
pub fn pieces<T>(array: &[T]) -> usize {
    pages::pieces(array)
}

/// Puts a piece of an array on a huge page, whatever it is on now. What is in it stays, and others may read and write it
/// meanwhile. Where the system cannot do it, nothing changes but the time that access takes.
pub fn make_resident<T>(array: &[T], piece: usize) {
    pages::make_resident(array, piece);
}

#[cfg(target_os = "linux")]
mod pages {
    use std::ffi::c_int;
    use std::ops::Range;

    /// The size of a huge page on all processors where this matters.
    const HUGE: usize = 2 << 20;
    /// Since Linux 6.1; not every C library has a name for it.
    const MADV_COLLAPSE: c_int = 25;

    /// The addresses of the whole huge pages in an array.
    fn whole_pages<T>(array: &[T]) -> Range<usize> {
        let bytes = array.as_ptr_range();
        let (start, end) = (bytes.start.addr().next_multiple_of(HUGE), bytes.end.addr() / HUGE * HUGE);
        start..end.max(start)
    }

    pub(super) fn pieces<T>(array: &[T]) -> usize {
        whole_pages(array).len() / HUGE
    }

    pub(super) fn advise_huge<T>(array: &[T]) {
        let _ = advise(array, whole_pages(array), libc::MADV_HUGEPAGE);
    }

    /// Where the system makes huge pages unasked, it is asked not to.
    pub(super) fn advise_small<T>(array: &[T]) {
        let _ = advise(array, whole_pages(array), libc::MADV_NOHUGEPAGE);
    }

    pub(super) fn make_resident<T>(array: &[T], piece: usize) {
        let whole = whole_pages(array);
        let start = whole.start + piece * HUGE;
        if start >= whole.end {
            return;
        }
        let page = start..start + HUGE;
        let _ = advise(array, page.clone(), libc::MADV_HUGEPAGE);
        // What was touched is copied to a huge page; for what was not, that fails, and a fault makes one.
        if !advise(array, page.clone(), MADV_COLLAPSE) {
            let _ = advise(array, page, libc::MADV_POPULATE_WRITE);
        }
    }

    /// Whether the system did as it was asked. Nothing depends on it but the time.
    fn advise<T>(array: &[T], addresses: Range<usize>, advice: c_int) -> bool {
        if addresses.is_empty() {
            return false;
        }
        let first = array.as_ptr().with_addr(addresses.start).cast_mut().cast();
        #[allow(unsafe_code)]
        // SAFETY: the addresses are those of whole pages inside the array, and none of these kinds of advice changes what
        // is in them.
        let done = unsafe { libc::madvise(first, addresses.len(), advice) };
        done == 0
    }
}

#[cfg(not(target_os = "linux"))]
mod pages {
    pub(super) fn pieces<T>(_: &[T]) -> usize {
        0
    }

    pub(super) fn advise_huge<T>(_: &[T]) {}

    pub(super) fn advise_small<T>(_: &[T]) {}

    pub(super) fn make_resident<T>(_: &[T], _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_zeros_and_too_large_ones_are_refused() {
        for new in [zeroed::<u16>, zeroed_on_small_pages::<u16>] {
            for len in [0, 1, 4097, 5 << 20] {
                let mut array = new(len).unwrap();
                assert!(array.len() == len && array.iter().all(|&number| number == 0));
                array.fill(7);
            }
        }
        assert_eq!(zeroed::<u64>(usize::MAX / 16), None);
        assert_eq!(zeroed_on_small_pages::<u64>(usize::MAX / 16), None);
    }

    #[test]
    fn what_is_in_an_array_stays_when_it_becomes_resident() {
        let mut array = zeroed_on_small_pages::<u32>(3 << 20).unwrap();
        let pieces = pieces(&array);
        assert!(pieces <= 6 && (pieces >= 5 || cfg!(not(target_os = "linux"))), "{pieces}");
        for index in (0..array.len()).step_by(777_777) {
            array[index] = 1 + index as u32;
        }
        for piece in 0..pieces + 2 {
            make_resident(&array, piece);
        }
        let is_right = |(index, &number): (usize, &u32)| {
            number == if index % 777_777 == 0 { 1 + index as u32 } else { 0 }
        };
        assert!(array.iter().enumerate().all(is_right));
    }
}
