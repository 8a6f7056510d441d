//! Parts of a tournament that are played apart.

use std::fmt;
use std::str::FromStr;

use super::scheduler::{NextGame, Scheduler};
use super::tally::Tally;
use super::{Tournament, TournamentError};
use crate::record::GameRecord;
use crate::summary::Standing;

/// One of several equal shares of a tournament's games. Both games of a pair are in the same share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Its number, from 1.
    pub number: usize,
    /// The number of shares.
    pub of: usize,
}

/// A text is not a share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected K/N with K from 1 to N, such as 3/64")]
pub struct ShareError;

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Share, ShareError> {
        let (number, of) = text.split_once('/').ok_or(ShareError)?;
        let share = Share {
            number: number.parse().map_err(|_| ShareError)?,
            of: of.parse().map_err(|_| ShareError)?,
        };
        if share.number >= 1 && share.number <= share.of { Ok(share) } else { Err(ShareError) }
    }
}

/// As a name of a folder: shares are listed in their order.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.of.to_string().len();
        write!(f, "{:0width$}-of-{}", self.number, self.of)
    }
}

impl Share {
    /// Whether a game is in this share.
    pub(super) fn has(self, game: usize) -> bool {
        game / 2 % self.of == self.number - 1
    }
}

/// A share that is being played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedShare {
    /// The share.
    pub share: Share,
    /// The games of all shares that are known, on which the pairings of a Swiss round depend. The share ends where its
    /// next game depends on others.
    pub known: Vec<GameRecord>,
}

/// What there is of a tournament.
#[derive(Debug)]
pub struct Audit {
    /// The score.
    pub standing: Standing,
    /// The numbers of the games that can be played and were not.
    pub missing: Vec<usize>,
    /// Whether the missing games are a whole Swiss round, whose pairings depend on the games that there are.
    pub is_between_rounds: bool,
    /// The number of complete rounds.
    pub rounds: usize,
}

impl Tournament {
    /// Compares games, in any order, with the schedule.
    ///
    /// # Errors
    /// Fails if one of them is not scheduled.
    pub fn audit(&self, games: Vec<GameRecord>) -> Result<Audit, TournamentError> {
        let mut tally = Tally::new(self, games.len());
        let mut scheduler = Scheduler::new(self, self.drawn_openings()?);
        for game in games {
            if game.number >= self.games() {
                return Err(TournamentError::ScheduleMismatch(game.number));
            }
            scheduler.resume(&game);
            tally.add_finished(game, &mut |_| ());
        }
        let mut missing = Vec::new();
        while let NextGame::Game(game) = scheduler.next_game() {
            missing.push(game?.number);
        }
        let games_in_round = self.games() / self.schedule.rounds().max(1);
        let in_rounds: std::collections::BTreeSet<usize> =
            missing.iter().map(|game| game / games_in_round).collect();
        // The rounds of other formats do not depend on results.
        let is_between_rounds = self.schedule.has_byes() && missing.len() == in_rounds.len() * games_in_round;
        let rounds = in_rounds.first().copied().unwrap_or(self.schedule.rounds());
        let standing = tally.finish(&scheduler, &mut |_| ());
        Ok(Audit { standing, missing, is_between_rounds, rounds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_and_named() {
        let share: Share = "3/64".parse().unwrap();
        assert_eq!((share.number, share.of, &*share.to_string()), (3, 64, "03-of-64"));
        for wrong in ["0/4", "5/4", "3", "a/b", "-1/4", ""] {
            assert_eq!(wrong.parse::<Share>(), Err(ShareError), "{wrong}");
        }
    }

    #[test]
    fn every_pair_is_in_one_share() {
        for of in [1, 3, 64] {
            for pair in 0..200 {
                let has = |number| {
                    let share = Share { number, of };
                    assert_eq!(share.has(2 * pair), share.has(2 * pair + 1));
                    share.has(2 * pair)
                };
                assert_eq!((1..=of).filter(|&number| has(number)).count(), 1);
            }
        }
    }
}
