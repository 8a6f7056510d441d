//! Large arrays with random access: transposition tables and boards of positions.
//!
//! Access is random, so with 4 KiB pages TLB misses dominate; 2 MiB huge pages avoid most of them. But faulting in a huge
//! page (finding and zeroing 2 MiB) takes between 0.2 ms and several milliseconds. So there are two kinds of arrays:
//! [`zeroed`] faults in huge pages on first touch, for work without a clock; [`zeroed_on_small_pages`] has first touches
//! of a microsecond or two, and [`make_resident`] moves it to huge pages piece by piece while no clock runs.

use bytemuck::Zeroable;

/// A zeroed array on huge pages if the system has them; `None` if there is not enough memory. Pages are allocated on
/// first touch.
#[must_use]
pub fn zeroed<T: Zeroable>(len: usize) -> Option<Vec<T>> {
    let array = bytemuck::allocation::try_zeroed_vec(len).ok()?;
    pages::advise_huge(&array);
    Some(array)
}

/// A zeroed array on small pages; `None` if there is not enough memory.
#[must_use]
pub fn zeroed_on_small_pages<T: Zeroable>(len: usize) -> Option<Vec<T>> {
    let array = bytemuck::allocation::try_zeroed_vec(len).ok()?;
    pages::advise_small(&array);
    Some(array)
}

/// The number of pieces of an array that [`make_resident`] can move to huge pages.
#[must_use]
pub fn pieces<T>(array: &[T]) -> usize {
    pages::pieces(array)
}

/// Moves a piece of an array to a huge page. Its contents are preserved, and other threads may access it meanwhile. If
/// the system cannot do it, only access times differ.
pub fn make_resident<T>(array: &[T], piece: usize) {
    pages::make_resident(array, piece);
}

#[cfg(target_os = "linux")]
mod pages {
    use std::ffi::c_int;
    use std::ops::Range;

    /// The size of a huge page on x86-64 and on AArch64 with 4 KiB pages.
    const HUGE: usize = 2 << 20;
    /// Since Linux 6.1; missing in some C libraries.
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

    /// Opts out of automatic huge pages.
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
        // Touched pages are copied to a huge page. For untouched ones that fails, and a fault allocates one.
        if !advise(array, page.clone(), MADV_COLLAPSE) {
            let _ = advise(array, page, libc::MADV_POPULATE_WRITE);
        }
    }

    /// Whether the system followed the advice; only timing depends on it.
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
