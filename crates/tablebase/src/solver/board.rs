//! A slice while it is solved: what is known of every position.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use game::Slice;

/// What is known of every position of a slice. Threads share it without locks: within one distance every thread
/// writes the same value wherever two write at all.
pub(super) struct Board {
    pub(super) slice: Slice,
    codes: Vec<AtomicU8>,
    /// How many quiet moves are not known to lose, and [`CONVERSIONS`].
    unresolved: Vec<AtomicU8>,
    /// For each chunk, the codes that are, or were, in it.
    marks: Vec<[AtomicU64; 4]>,
}

/// No move takes it out of the number of ways: it has a way to a draw or a win.
const SAFE: u8 = u8::MAX;
/// So many quiet moves there is room for.
pub(super) const MOST_WAYS: u8 = (SAFE & !CONVERSIONS) - 1;
/// Some moves are not quiet, and they lose.
const CONVERSIONS: u8 = 1 << 7;

/// A chunk has so many positions, as a power of two.
const CHUNK: u32 = 12;

impl Board {
    /// Nothing where there is not so much memory.
    pub(super) fn new(slice: Slice, len: u64) -> Option<Board> {
        let len = usize::try_from(len).ok()?;
        Some(Board {
            slice,
            codes: memory::zeroed(len)?,
            unresolved: memory::zeroed(len)?,
            marks: memory::zeroed(len.div_ceil(1 << CHUNK))?,
        })
    }

    pub(super) fn len(&self) -> u64 {
        self.codes.len() as u64
    }

    pub(super) fn get(&self, index: u64) -> u8 {
        self.codes[index as usize].load(Relaxed)
    }

    /// Reads what will be needed of many positions at once, so that the memory is waited for once and not
    /// for each.
    pub(super) fn fetch(&self, places: &[u64], codes: bool) {
        let from = if codes { &self.codes } else { &self.unresolved };
        let read = places.iter().fold(0, |all, &at| all ^ from[at as usize].load(Relaxed));
        std::hint::black_box(read);
    }

    pub(super) fn set(&self, index: u64, code: u8) {
        self.codes[index as usize].store(code, Relaxed);
        let mark = &self.marks[(index >> CHUNK) as usize][usize::from(code >> 6)];
        let bit = 1 << (code & 63);
        // Mostly it is there already, and reading is cheaper.
        if mark.load(Relaxed) & bit == 0 {
            mark.fetch_or(bit, Relaxed);
        }
    }

    /// Notes that a position is not lost, whatever its quiet moves do.
    pub(super) fn set_safe(&self, index: u64) {
        self.unresolved[index as usize].store(SAFE, Relaxed);
    }

    /// Notes how many quiet moves a position has, and whether there are others.
    pub(super) fn set_unresolved(&self, index: u64, quiet: u8, conversions: bool) {
        debug_assert!(quiet <= MOST_WAYS);
        self.unresolved[index as usize].store(if conversions { quiet | CONVERSIONS } else { quiet }, Relaxed);
    }

    /// Takes a way out from a position. If it was the last one, says whether there are moves that are not quiet.
    pub(super) fn resolve_one(&self, index: u64) -> Option<bool> {
        let unresolved = &self.unresolved[index as usize];
        if unresolved.load(Relaxed) == SAFE {
            return None;
        }
        let before = unresolved.fetch_sub(1, Relaxed);
        debug_assert!(before & !CONVERSIONS > 0, "more unresolved are taken than there were");
        (before & !CONVERSIONS == 1).then_some(before & CONVERSIONS != 0)
    }

    /// Whether a chunk may have positions with this code.
    pub(super) fn has(&self, chunk: u64, code: u8) -> bool {
        self.marks[chunk as usize][usize::from(code >> 6)].load(Relaxed) & 1 << (code & 63) != 0
    }

    /// The numbers of the positions of a chunk.
    pub(super) fn range(&self, chunk: u64) -> Range<u64> {
        chunk << CHUNK..((chunk + 1) << CHUNK).min(self.len())
    }

    pub(super) fn into_codes(self) -> Vec<u8> {
        self.codes.into_iter().map(AtomicU8::into_inner).collect()
    }
}

/// Deals out the chunks of a board.
pub(super) struct Chunks {
    next: AtomicU64,
    end: u64,
}

impl Chunks {
    pub(super) fn of(board: &Board) -> Chunks {
        Chunks { next: AtomicU64::new(0), end: board.marks.len() as u64 }
    }

    /// The next chunk that is wanted.
    pub(super) fn next(&self, wanted: impl Fn(u64) -> bool) -> Option<u64> {
        loop {
            let chunk = self.next.fetch_add(1, Relaxed);
            if chunk >= self.end {
                return None;
            }
            if wanted(chunk) {
                return Some(chunk);
            }
        }
    }
}
