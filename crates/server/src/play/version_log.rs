//! Which plies an earlier version of a game has in common with the current one.

use std::collections::VecDeque;

/// The number of plies of each recent version of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct VersionLog {
    /// Versions and plies, oldest first. Versions are consecutive.
    entries: VecDeque<(u64, usize)>,
}

/// Enough for a client that was disconnected for a while. After that, it gets a snapshot.
const LONGEST: usize = 256;

impl VersionLog {
    /// Adds a version with this many plies.
    pub(super) fn push(&mut self, version: u64, plies: usize) {
        debug_assert!(self.entries.back().is_none_or(|&(last, _)| last + 1 == version));
        if self.entries.len() == LONGEST {
            self.entries.pop_front();
        }
        self.entries.push_back((version, plies));
    }

    /// How many plies `version` and all versions since have in common; `None` if it is no longer
    /// known.
    ///
    /// A game grows and shrinks at its end only, so this is the minimum number of plies since then.
    pub(super) fn plies_in_common(&self, version: u64) -> Option<usize> {
        let (first, _) = *self.entries.front()?;
        let skipped = usize::try_from(version.checked_sub(first)?).ok()?;
        self.entries.iter().skip(skipped).map(|&(_, plies)| plies).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(plies: &[usize]) -> VersionLog {
        let mut log = VersionLog::default();
        for (version, &plies) in (10..).zip(plies) {
            log.push(version, plies);
        }
        log
    }

    #[test]
    fn what_was_taken_back_meanwhile_is_not_in_common() {
        // Three moves, two taken back, two others.
        let log = log(&[0, 1, 2, 3, 1, 2, 3]);
        assert_eq!([10, 11, 12, 13].map(|version| log.plies_in_common(version)), [0, 1, 1, 1].map(Some));
        assert_eq!([14, 15, 16].map(|version| log.plies_in_common(version)), [1, 2, 3].map(Some));
    }

    #[test]
    fn versions_of_another_time_are_not_known() {
        let log = log(&[5, 6]);
        assert_eq!([9, 12, 0, u64::MAX].map(|version| log.plies_in_common(version)), [None; 4]);
        assert_eq!(VersionLog::default().plies_in_common(0), None);
    }

    #[test]
    fn old_versions_are_forgotten() {
        let log = log(&[7; LONGEST + 3]);
        assert_eq!([12, 13].map(|version| log.plies_in_common(version)), [None, Some(7)]);
    }
}
