//! A table that grows as it fills, up to a limit, and then replaces the entries that cost least.

/// The entries of a bucket, which fills one cache line.
const WAYS: usize = 4;
/// The initial number of entries: a small puzzle should not pay for a large table.
const FIRST: usize = 1 << 12;

/// Two words per entry: the key, and its value.
pub(crate) struct Table {
    entries: Vec<[u64; 2]>,
    filled: usize,
    most: usize,
    /// How much effort a value has cost.
    effort: fn(u64) -> u64,
}

impl Table {
    /// A table of at most `bytes` bytes.
    pub(crate) fn new(bytes: usize, effort: fn(u64) -> u64) -> Table {
        // While the table grows, the old one, of half the size, still exists.
        let fitting = bytes / 16 * 2 / 3;
        let most = if fitting < FIRST { FIRST } else { 1 << fitting.ilog2() };
        Table { entries: vec![[0; 2]; FIRST], filled: 0, most, effort }
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() - 1)) & !(WAYS - 1)
    }

    /// The value of a key. No value is 0.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u64> {
        let at = self.bucket(key);
        self.entries[at..at + WAYS]
            .iter()
            .find(|entry| entry[0] == key && entry[1] != 0)
            .map(|entry| entry[1])
    }

    /// Stores a value; if the bucket is full, it replaces the one that cost least.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, word: u64) {
        debug_assert!(word != 0, "a word of 0 means an empty slot");
        debug_assert!(self.entries.len().is_power_of_two() && self.filled <= self.entries.len());
        if self.filled * 2 >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let at = self.bucket(key);
        let bucket = &mut self.entries[at..at + WAYS];
        let place = bucket.iter().position(|entry| entry[0] == key || entry[1] == 0);
        let place = place.unwrap_or_else(|| {
            (0..WAYS).min_by_key(|&way| (self.effort)(bucket[way][1])).expect("a bucket is not empty")
        });
        self.filled += usize::from(bucket[place][1] == 0);
        bucket[place] = [key, word];
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![[0; 2]; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, twice);
        self.filled = 0;
        for [key, word] in old.into_iter().filter(|entry| entry[1] != 0) {
            self.put(key, word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::mix;

    #[test]
    fn what_is_kept_comes_back_while_there_is_room() {
        let mut table = Table::new(1 << 24, |word| word);
        for n in 1..100_000 {
            table.put(mix(n), n);
        }
        let lost = (1..100_000).filter(|&n| table.get(mix(n)) != Some(n)).count();
        assert!(lost < 8_000, "{lost}");
        assert_eq!(table.get(mix(0)), None);
    }

    #[test]
    fn a_full_table_keeps_what_cost_most_and_stays_within_its_limit() {
        let mut table = Table::new(1 << 17, |word| u64::from(word.is_multiple_of(100)));
        for n in 1..100_000 {
            table.put(mix(n), n);
        }
        assert!(table.entries.len() * 16 <= 1 << 17);
        let kept = (1..100_000).filter(|&n| n % 100 == 0 && table.get(mix(n)) == Some(n)).count();
        assert!(kept > 900, "{kept}");
    }
}
