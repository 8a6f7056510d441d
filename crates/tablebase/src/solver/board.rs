//! The state of a slice while it is being solved.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use game::Slice;

/// The state of every position of a slice. Threads share it without locks: within one distance, all
/// writes to a position have the same value.
pub(super) struct Board {
    pub(super) slice: Slice,
    codes: Vec<AtomicU8>,
    /// The number of quiet moves not yet known to lose, plus the flag [`CONVERSIONS`].
    unresolved: Vec<AtomicU8>,
    /// For each chunk, a set of the codes that occur, or have occurred, in it.
    marks: Vec<[AtomicU64; 4]>,
}

/// Instead of a count: the position has a move to a draw or a win, so it is never lost.
const SAFE: u8 = u8::MAX;
/// The largest count of quiet moves.
pub(super) const MOST_WAYS: u8 = (SAFE & !CONVERSIONS) - 1;
/// A flag: the position also has conversions, all of which lose.
const CONVERSIONS: u8 = 1 << 7;

/// A chunk has 2¹² positions.
const CHUNK: u32 = 12;

impl Board {
    /// Fails if there is not enough memory.
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

    /// Reads the state of several positions, so that their cache misses overlap instead of
    /// following one another.
    pub(super) fn fetch(&self, places: &[u64], codes: bool) {
        let from = if codes { &self.codes } else { &self.unresolved };
        let read = places.iter().fold(0, |all, &at| all ^ from[at as usize].load(Relaxed));
        std::hint::black_box(read);
    }

    pub(super) fn set(&self, index: u64, code: u8) {
        self.codes[index as usize].store(code, Relaxed);
        let mark = &self.marks[(index >> CHUNK) as usize][usize::from(code >> 6)];
        let bit = 1 << (code & 63);
        // The bit is usually set already, and a load is cheaper than an atomic OR.
        if mark.load(Relaxed) & bit == 0 {
            mark.fetch_or(bit, Relaxed);
        }
    }

    /// Records that a position is not lost, whatever its quiet moves lead to.
    pub(super) fn set_safe(&self, index: u64) {
        self.unresolved[index as usize].store(SAFE, Relaxed);
    }

    /// Records the number of quiet moves of a position, and whether it has conversions.
    pub(super) fn set_unresolved(&self, index: u64, quiet: u8, conversions: bool) {
        debug_assert!(quiet <= MOST_WAYS);
        self.unresolved[index as usize].store(if conversions { quiet | CONVERSIONS } else { quiet }, Relaxed);
    }

    /// Subtracts one unresolved move. If it was the last, returns whether the position has
    /// conversions.
    pub(super) fn resolve_one(&self, index: u64) -> Option<bool> {
        let unresolved = &self.unresolved[index as usize];
        if unresolved.load(Relaxed) == SAFE {
            return None;
        }
        let before = unresolved.fetch_sub(1, Relaxed);
        debug_assert!(before & !CONVERSIONS > 0, "more moves resolved than there are");
        (before & !CONVERSIONS == 1).then_some(before & CONVERSIONS != 0)
    }

    /// Whether a chunk may contain positions with this code.
    pub(super) fn has(&self, chunk: u64, code: u8) -> bool {
        self.marks[chunk as usize][usize::from(code >> 6)].load(Relaxed) & 1 << (code & 63) != 0
    }

    /// The indices of the positions in a chunk.
    pub(super) fn range(&self, chunk: u64) -> Range<u64> {
        chunk << CHUNK..((chunk + 1) << CHUNK).min(self.len())
    }

    pub(super) fn into_codes(self) -> Vec<u8> {
        self.codes.into_iter().map(AtomicU8::into_inner).collect()
    }
}

/// Distributes the chunks of a board to threads.
pub(super) struct Chunks {
    next: AtomicU64,
    end: u64,
}

impl Chunks {
    pub(super) fn of(board: &Board) -> Chunks {
        Chunks { next: AtomicU64::new(0), end: board.marks.len() as u64 }
    }

    /// The next chunk for which `wanted` holds.
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
