//! The history of a game: its positions, and the number of plies without progress.

use crate::HouseRules;

/// The positions of a game so far and the plies without progress, which the [house
/// rules](HouseRules) depend on.
///
/// A position is stored as a key of type `K`: its [`Keyed::key`](crate::Keyed::key) where speed
/// matters, or the position itself where two must never be confused.
///
/// ```
/// use game::{HouseRules, History};
///
/// let rules = HouseRules { repetition: Some(3), no_progress: None };
/// let mut history = History::new('a');
/// for position in ['b', 'a', 'b', 'a'] {
///     history.push(position, false);
/// }
/// assert_eq!((history.repetitions(), history.plies_without_progress()), (3, 4));
/// assert!(history.is_draw(rules));
/// history.pop();
/// assert!(!history.is_draw(rules));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<K = u64> {
    /// The current position last.
    keys: Vec<K>,
    /// For each key, the plies without progress up to that position.
    idle: Vec<u32>,
}

/// A house rule that has ended a game as a draw, with the limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseDraw {
    /// The same position occurred this many times.
    Repetition(u32),
    /// There was no progress for this many plies.
    NoProgress(u32),
}

impl<K: PartialEq> History<K> {
    /// The history of a game that begins with the position of this key.
    #[must_use]
    pub fn new(start: K) -> History<K> {
        History { keys: vec![start], idle: vec![0] }
    }

    /// Records a move that leads to the position of this key.
    /// [`Game::is_progress`](crate::Game::is_progress) says whether it is progress.
    pub fn push(&mut self, key: K, is_progress: bool) {
        let idle = if is_progress { 0 } else { self.plies_without_progress() + 1 };
        self.keys.push(key);
        self.idle.push(idle);
    }

    /// Takes back the last move and returns the key of the position it led to, or `None` at the
    /// start.
    pub fn pop(&mut self) -> Option<K> {
        if self.plies() == 0 {
            return None;
        }
        self.idle.pop();
        self.keys.pop()
    }

    /// The number of plies played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.keys.len() - 1
    }

    /// The keys of all positions, the current one last.
    #[must_use]
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The keys of the positions before the current one.
    #[must_use]
    pub fn earlier_keys(&self) -> &[K] {
        &self.keys[..self.plies()]
    }

    /// The number of occurrences of the current position, including this one.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        let present = &self.keys[self.plies()];
        self.keys.iter().filter(|&key| key == present).count() as u32
    }

    /// The number of plies since the last progress, or since the start.
    #[must_use]
    pub fn plies_without_progress(&self) -> u32 {
        self.idle[self.plies()]
    }

    /// The house rule that ends the game here as a draw, if any. The rules of the game take
    /// precedence: if they say that the game is over, no house rule applies.
    #[must_use]
    pub fn house_draw(&self, rules: HouseRules) -> Option<HouseDraw> {
        let repeated = rules.repetition.filter(|&times| self.repetitions() >= times);
        repeated.map(HouseDraw::Repetition).or_else(|| rules.no_progress_draw(self.plies_without_progress()))
    }

    /// Whether a house rule ends the game here as a draw.
    #[must_use]
    pub fn is_draw(&self, rules: HouseRules) -> bool {
        self.house_draw(rules).is_some()
    }
}

impl HouseRules {
    /// The draw after this many plies without progress, if the rules call for one. This is for
    /// callers that store nothing else; [`History::house_draw`] knows repetitions too.
    #[must_use]
    #[inline]
    pub fn no_progress_draw(self, plies: u32) -> Option<HouseDraw> {
        self.no_progress.filter(|&limit| plies >= limit).map(HouseDraw::NoProgress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: HouseRules = HouseRules { repetition: None, no_progress: None };

    fn after(moves: &[(u64, bool)]) -> History {
        let mut history = History::new(0);
        for &(key, is_progress) in moves {
            history.push(key, is_progress);
        }
        history
    }

    #[test]
    fn positions_repeat_from_the_start_on() {
        let history = after(&[(1, false), (0, false), (2, false), (0, false)]);
        assert_eq!(history.repetitions(), 3);
        assert_eq!(history.keys(), [0, 1, 0, 2, 0]);
        assert_eq!(history.earlier_keys(), [0, 1, 0, 2]);
        assert_eq!(after(&[]).repetitions(), 1);
    }

    #[test]
    fn progress_starts_the_count_again() {
        let history = after(&[(1, false), (2, false), (3, true), (4, false)]);
        assert_eq!((history.plies(), history.plies_without_progress()), (4, 1));
        assert_eq!(after(&[]).plies_without_progress(), 0);
    }

    #[test]
    fn what_is_taken_back_was_never_there() {
        let mut history = after(&[(1, false), (2, true), (3, false)]);
        let earlier = after(&[(1, false), (2, true)]);
        assert_eq!(history.pop(), Some(3));
        assert_eq!(history, earlier);
        assert_eq!((history.pop(), history.pop(), history.pop()), (Some(2), Some(1), None));
        assert_eq!(history, after(&[]));
    }

    #[test]
    fn rules_end_the_game_when_their_limit_is_reached_and_not_before() {
        let twice = HouseRules { repetition: Some(2), ..NONE };
        let two_plies = HouseRules { no_progress: Some(2), ..NONE };
        let history = after(&[(1, false)]);
        assert!(!history.is_draw(twice) && !history.is_draw(two_plies) && !history.is_draw(NONE));
        let history = after(&[(1, false), (0, false)]);
        assert_eq!(history.house_draw(twice), Some(HouseDraw::Repetition(2)));
        assert_eq!(history.house_draw(two_plies), Some(HouseDraw::NoProgress(2)));
        assert_eq!(history.house_draw(NONE), None);
    }

    #[test]
    fn repetition_is_told_before_no_progress() {
        let both = HouseRules { repetition: Some(2), no_progress: Some(2) };
        assert_eq!(after(&[(1, false), (0, false)]).house_draw(both), Some(HouseDraw::Repetition(2)));
        assert_eq!(after(&[(1, false), (2, false)]).house_draw(both), Some(HouseDraw::NoProgress(2)));
    }
}
