//! The transposition table: what was found out about positions, shared by all threads without
//! locks.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::RawScore;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Nothing is known; only the move was worth keeping.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What the table holds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The score found, distances counted from this position.
    pub(crate) score: RawScore,
    /// What the score means.
    pub(crate) bound: Bound,
    /// To which depth it was searched.
    pub(crate) depth: u8,
    /// The best move, by its place in the list of legal moves.
    pub(crate) best: Option<u16>,
}

/// The table. Reading gives a copy; writing may be done by any number of threads at once.
///
/// An entry is two words. The first is the key mixed with the second, so that a pair of words that
/// two threads have written halves of is not recognised.
pub struct Table {
    /// All zeros at first, and memory only once it is touched, in small pages, so that a large
    /// table costs a short search nothing.
    words: Vec<AtomicU64>,
    /// How many of its pieces were put on huge pages.
    resident: AtomicUsize,
    /// Where the first bucket begins: buckets do not straddle cache lines.
    begin: usize,
    buckets: usize,
    age: u8,
}

/// Entries that share a cache line.
const ENTRIES: usize = 4;
/// The words of a bucket.
const WORDS: usize = 2 * ENTRIES;
const LINE_BYTES: usize = 64;

/// Ages are counted modulo this.
const AGES: u8 = 64;
const NO_MOVE: u16 = u16::MAX;
/// The depth by which an entry loses value with each search since it was stored.
const DEPTH_PER_AGE: i32 = 4;

impl Table {
    /// A table of at most this many bytes, but with room for something.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let mut buckets = (bytes / LINE_BYTES).saturating_sub(1).max(1);
        let mut words = Table::words(buckets);
        // Where there is not so much memory, less must do.
        while words.is_none() && buckets > 1 {
            buckets /= 2;
            words = Table::words(buckets);
        }
        let words = words.unwrap_or_default();
        let begin = words.as_ptr().align_offset(LINE_BYTES).min(WORDS);
        Table { words, resident: AtomicUsize::new(0), begin, buckets, age: 0 }
    }

    /// Memory for this many buckets, of which the first may begin a little later.
    fn words(buckets: usize) -> Option<Vec<AtomicU64>> {
        memory::zeroed_on_small_pages((buckets + 1) * WORDS)
    }

    /// Whether all of it is memory, on huge pages where the system has them.
    #[must_use]
    pub fn is_resident(&self) -> bool {
        self.resident.load(Ordering::Relaxed) >= memory::pieces(&self.words)
    }

    /// Puts the table on huge pages, piece by piece, as long as `may_go_on` says so. Each takes
    /// from a fifth of a millisecond to several; searches may go on meanwhile.
    pub fn make_resident(&self, mut may_go_on: impl FnMut() -> bool) {
        while !self.is_resident() && may_go_on() {
            let piece = self.resident.load(Ordering::Relaxed);
            memory::make_resident(&self.words, piece);
            self.resident.store(piece + 1, Ordering::Relaxed);
        }
    }

    /// Begins a new search: entries of older ones are replaced first.
    pub fn new_generation(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        *self = Table::new(self.words.len() * size_of::<AtomicU64>());
    }

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let found = self.bucket(key).find_map(|cell| cell.read(key))?;
        Some(unpack(found))
    }

    /// Stores an entry in place of the least valuable one of its bucket.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let place = self.bucket(key).find(|cell| cell.read(key).is_some());
        let place = place.or_else(|| self.bucket(key).min_by_key(|cell| self.replacement_value(*cell)));
        if let Some(cell) = place {
            // An old move is better than none.
            let best = entry.best.or_else(|| unpack(cell.read(key)?).best);
            cell.write(key, pack(Entry { best, ..entry }, self.age));
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> impl Iterator<Item = Cell<'_>> {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let words = &self.words[self.begin + bucket * WORDS..][..WORDS];
        words.chunks_exact(2).map(|pair| Cell { check: &pair[0], data: &pair[1] })
    }

    /// Depth-preferred replacement with aging: the entry with the least value is replaced.
    #[inline]
    fn replacement_value(&self, cell: Cell) -> i32 {
        let data = cell.data.load(Ordering::Relaxed);
        let age = (data >> 42 & 63) as u8;
        let years = (AGES + self.age - age) % AGES;
        i32::from(unpack(data).depth) - DEPTH_PER_AGE * i32::from(years)
    }
}

/// The place of an entry.
#[derive(Clone, Copy)]
struct Cell<'t> {
    check: &'t AtomicU64,
    data: &'t AtomicU64,
}

impl Cell<'_> {
    #[inline]
    fn read(self, key: u64) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let check = self.check.load(Ordering::Relaxed);
        (check ^ data == key && data != 0).then_some(data)
    }

    fn write(self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// From the lowest bit: score 16, move 16, depth 8, bound 2, age 6, and a one, so that no entry is
/// all zeros.
fn pack(entry: Entry, age: u8) -> u64 {
    debug_assert!(age < AGES, "an age has 6 bits");
    debug_assert!(entry.best != Some(NO_MOVE), "the last number stands for no move");
    debug_assert!(RawScore::from_bits(entry.score.to_bits()) == entry.score, "a score has 16 bits");
    u64::from(entry.score.to_bits())
        | u64::from(entry.best.unwrap_or(NO_MOVE)) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 42
        | 1 << 48
}

fn unpack(data: u64) -> Entry {
    let best = (data >> 16) as u16;
    Entry {
        score: RawScore::from_bits(data as u16),
        best: (best != NO_MOVE).then_some(best),
        depth: (data >> 32) as u8,
        bound: match data >> 40 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use game::mix;

    use super::*;

    fn entry(i: u64) -> Entry {
        let bound = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(i % 4) as usize];
        let best = (!i.is_multiple_of(5)).then_some(i as u16 % 300);
        Entry { score: RawScore::estimate(i as i32 * 7 - 900), bound, depth: (i % 60) as u8, best }
    }

    #[test]
    fn what_is_put_is_got_and_nothing_else() {
        let table = Table::new(1 << 20);
        for i in 0..500 {
            table.put(mix(i), entry(i));
        }
        for i in 0..500 {
            assert_eq!(table.get(mix(i)), Some(entry(i)));
            assert_eq!(table.get(mix(i + 10_000)), None);
        }
    }

    #[test]
    fn what_was_put_stays_when_the_table_becomes_resident() {
        let table = Table::new(9 << 20);
        for i in 0..500 {
            table.put(mix(i), entry(i));
        }
        let mut pieces = 0;
        let mut two_more = || {
            pieces += 1;
            pieces <= 2
        };
        table.make_resident(&mut two_more);
        assert_eq!(table.is_resident(), cfg!(not(target_os = "linux")));
        table.make_resident(|| true);
        assert!(table.is_resident());
        assert!((0..500).all(|i| table.get(mix(i)) == Some(entry(i))));
    }

    #[test]
    fn old_and_shallow_entries_give_way() {
        let mut table = Table::new(0);
        let with_depth = |depth| Entry { depth, best: Some(1), ..entry(3) };
        for (key, depth) in [(1, 9), (2, 5), (3, 8), (4, 7)] {
            table.put(key, with_depth(depth));
        }
        table.put(5, with_depth(3));
        assert_eq!(table.get(2), None);
        table.new_generation();
        table.put(6, with_depth(1));
        assert_eq!(table.get(5), None);
        table.new_generation();
        table.new_generation();
        table.put(7, with_depth(1));
        assert!(table.get(6).is_none() && table.get(1).is_some());
    }

    #[test]
    fn a_move_is_not_forgotten_for_none() {
        let table = Table::new(0);
        table.put(1, Entry { best: Some(4), ..entry(1) });
        table.put(1, Entry { best: None, ..entry(2) });
        assert_eq!(table.get(1).and_then(|entry| entry.best), Some(4));
    }
}
