//! The pairings: which players meet, from which opening and with which colours.
//!
//! A schedule consists of rounds, and a round of pairs of games: one opening, played with both
//! colours. It is a function of the players, the seed and the results so far and has no state, so
//! that an interrupted tournament continues exactly as it would have.

mod gauntlet;
mod matching;
mod round_robin;
mod swiss;

use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Every player meets every other, `cycles` times.
    RoundRobin {
        /// The number of times.
        cycles: usize,
    },
    /// The first few players meet all others, `cycles` times, but not each other.
    Gauntlet {
        /// The number of first few players.
        leaders: usize,
        /// The number of times.
        cycles: usize,
    },
    /// In each round, players meet who have equal points, or nearly, and have not met before.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
}

/// Why a schedule is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScheduleError {
    /// There are too few players.
    #[error("a tournament needs at least two players, not {0}")]
    Players(usize),
    /// A gauntlet without leaders, or without other players.
    #[error("{leaders} of {players} players cannot lead a gauntlet: give a number from 1 to {}", .players - 1)]
    Leaders {
        /// The number of leaders.
        leaders: usize,
        /// The number of players.
        players: usize,
    },
    /// There are no games.
    #[error(
        "a tournament needs at least one round, and at least one pair of games whenever two players meet"
    )]
    Nothing,
    /// The number of games overflows.
    #[error("too many games to count: take fewer rounds")]
    TooMuch,
}

/// The pairings of all games. Players are numbers from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    format: Format,
    players: usize,
    pairs: usize,
    seed: u64,
}

/// Two games from one opening. In the first, `first` has the first side; in the other, `second`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    /// Its number in the schedule, from 0.
    pub number: usize,
    /// Its round, from 0.
    pub round: usize,
    /// The number of the opening, from 0. In a round all meetings have the same openings, and no
    /// meeting has one twice.
    pub opening: usize,
    /// The player with the smaller number.
    pub first: usize,
    /// The other player.
    pub second: usize,
}

impl Pair {
    /// The numbers of its two games.
    #[must_use]
    pub fn games(&self) -> [usize; 2] {
        [2 * self.number, 2 * self.number + 1]
    }

    /// The players of the first and the second side, in each of the two games.
    #[must_use]
    pub fn seats(&self) -> [[usize; 2]; 2] {
        [[self.first, self.second], [self.second, self.first]]
    }
}

/// A pair of games that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairResult {
    /// Its round.
    pub round: usize,
    /// One of the players.
    pub first: usize,
    /// The other player.
    pub second: usize,
    /// The half points of `first` in both games, 0 to 4.
    pub half_points: u8,
}

/// The games that may be played at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The pairs of games.
    pub pairs: Vec<Pair>,
    /// The players without an opponent.
    pub resting: Vec<usize>,
}

/// The half points that a pair of games gives to its winner.
const WHOLE_PAIR: u64 = 4;

impl Schedule {
    /// A schedule in which each meeting has `pairs` pairs of games.
    ///
    /// # Errors
    /// Fails if there are too few players, no games, or too many games.
    pub fn new(format: Format, players: usize, pairs: usize, seed: u64) -> Result<Schedule, ScheduleError> {
        if players < 2 {
            return Err(ScheduleError::Players(players));
        }
        let times = match format {
            Format::RoundRobin { cycles } | Format::Gauntlet { cycles, .. } => cycles,
            Format::Swiss { rounds } => rounds,
        };
        if let Format::Gauntlet { leaders, .. } = format
            && (leaders == 0 || leaders >= players)
        {
            return Err(ScheduleError::Leaders { leaders, players });
        }
        if times == 0 || pairs == 0 {
            return Err(ScheduleError::Nothing);
        }
        // At least twice the number of games, so that no sum below overflows.
        let bound = [players, times, pairs, 4].into_iter().try_fold(players, usize::checked_mul);
        bound.map(|_| Schedule { format, players, pairs, seed }).ok_or(ScheduleError::TooMuch)
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// The number of rounds.
    #[must_use]
    pub fn rounds(&self) -> usize {
        match self.format {
            Format::RoundRobin { cycles } => cycles * round_robin::rounds(self.players),
            Format::Gauntlet { leaders, cycles } => cycles * gauntlet::rounds(leaders, self.players),
            Format::Swiss { rounds } => rounds,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.rounds() * self.pairs_in_round()
    }

    /// The number of games in each meeting.
    #[must_use]
    pub fn games_of_a_meeting(&self) -> usize {
        2 * self.pairs
    }

    /// Whether resting players get the points of the games that they do not play.
    #[must_use]
    pub fn has_byes(&self) -> bool {
        matches!(self.format, Format::Swiss { .. })
    }

    /// The round of a pair.
    #[must_use]
    pub fn round_of(&self, pair: usize) -> usize {
        pair / self.pairs_in_round()
    }

    /// All rounds have the same number of pairs of games.
    fn pairs_in_round(&self) -> usize {
        let meetings = match self.format {
            Format::RoundRobin { .. } | Format::Swiss { .. } => self.players / 2,
            Format::Gauntlet { leaders, .. } => leaders.min(self.players - leaders),
        };
        meetings * self.pairs
    }

    /// The pairings of a round, given the results of the earlier rounds in any order. `None` if
    /// there is no such round, or if it depends on missing results; only Swiss rounds depend on
    /// results.
    #[must_use]
    pub fn round(&self, round: usize, results: &[PairResult]) -> Option<Round> {
        if round >= self.rounds() {
            return None;
        }
        let met = match self.format {
            Format::RoundRobin { .. } => round_robin::meetings(&self.lots(), round),
            Format::Gauntlet { leaders, .. } => gauntlet::meetings(leaders, &self.lots(), round),
            Format::Swiss { .. } => {
                self.is_complete_before(round, results).then(|| swiss::meetings(self, round, results))?
            }
        };
        let mut is_resting = vec![true; self.players];
        let mut pairs = Vec::with_capacity(self.pairs_in_round());
        for (a, b) in met {
            (is_resting[a], is_resting[b]) = (false, false);
            for i in 0..self.pairs {
                pairs.push(Pair {
                    number: round * self.pairs_in_round() + pairs.len(),
                    round,
                    opening: round * self.pairs + i,
                    first: a.min(b),
                    second: a.max(b),
                });
            }
        }
        Some(Round { pairs, resting: (0..self.players).filter(|&player| is_resting[player]).collect() })
    }

    /// The half points of each player after the rounds before `round`. A player who rests in a
    /// Swiss round has a bye, which counts as if all its games were won, so no result of these
    /// rounds may be missing. In other formats resting gives no points, because every player rests.
    #[must_use]
    pub fn half_points(&self, round: usize, results: &[PairResult]) -> Vec<u64> {
        let mut points = vec![0; self.players];
        for result in self.known(round, results) {
            let half_points = u64::from(result.half_points).min(WHOLE_PAIR);
            points[result.first] += half_points;
            points[result.second] += WHOLE_PAIR - half_points;
        }
        if self.has_byes() {
            for (points, byes) in points.iter_mut().zip(self.byes(round, results)) {
                *points += byes as u64 * self.pairs as u64 * WHOLE_PAIR;
            }
        }
        points
    }

    /// The number of earlier rounds in which each player rested.
    fn byes(&self, round: usize, results: &[PairResult]) -> Vec<usize> {
        let mut played = vec![0; self.players];
        for result in self.known(round, results) {
            played[result.first] += 1;
            played[result.second] += 1;
        }
        played.into_iter().map(|played: usize| round.saturating_sub(played / self.pairs)).collect()
    }

    /// The results that count: those of earlier rounds and of existing players.
    fn known<'r>(
        &self,
        round: usize,
        results: &'r [PairResult],
    ) -> impl Iterator<Item = &'r PairResult> + use<'r> {
        let players = self.players;
        results.iter().filter(move |result| {
            result.round < round && result.first != result.second && result.first.max(result.second) < players
        })
    }

    fn is_complete_before(&self, round: usize, results: &[PairResult]) -> bool {
        let mut missing = vec![self.pairs_in_round(); round];
        self.known(round, results).all(|result| {
            let left = missing[result.round].checked_sub(1);
            missing[result.round] = left.unwrap_or(0);
            left.is_some()
        }) && missing.iter().all(|&pairs| pairs == 0)
    }

    /// The players in an order that depends on the seed.
    fn lots(&self) -> Vec<usize> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut players: Vec<usize> = (0..self.players).collect();
        for i in (1..players.len()).rev() {
            players.swap(i, below(&mut rng, i + 1));
        }
        players
    }
}

#[cfg(test)]
mod tests;
