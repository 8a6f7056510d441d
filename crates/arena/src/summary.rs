//! A match in numbers.

use std::collections::BTreeMap;

use engine::{ByPlayer, Outcome, Player, Value};
use serde::Serialize;

use crate::record::{GameRecord, GameResult, Times, Verdict};
use crate::statistics::{Estimate, Pairs, Sprt, SprtState};

/// The score of a match, as it stands or at the end. Everything is seen from the first of the two players.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: Pairs,
    /// The half points of games whose partner is not finished.
    halves: BTreeMap<usize, usize>,
    endings: BTreeMap<String, u64>,
    verdicts: Vec<Verdict>,
    plies: u64,
    times: [Times; 2],
}

/// Which side the first of the two players has in a game.
#[must_use]
pub(crate) fn side_of_first(number: usize) -> Player {
    if number.is_multiple_of(2) { Player::One } else { Player::Two }
}

impl Standing {
    /// Counts a game.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let side = side_of_first(game.number);
        let half_points = match Outcome::from(game.result).for_player(side) {
            Value::Win => {
                self.wins += 1;
                2
            }
            Value::Draw => {
                self.draws += 1;
                1
            }
            Value::Loss => {
                self.losses += 1;
                0
            }
        };
        match self.halves.remove(&(game.number / 2)) {
            Some(other) => self.pairs.add(half_points + other),
            None => {
                self.halves.insert(game.number / 2, half_points);
            }
        }
        let how = if game.result == GameResult::Draw { "drawn" } else { "won" };
        *self.endings.entry(format!("{how} ({})", game.reason)).or_default() += 1;
        self.verdicts.extend(game.verdict.clone());
        self.plies += (game.opening.len() + game.moves.len()) as u64;
        let ByPlayer { one, two } = if side == Player::One { game.times } else { game.times.swapped() };
        self.times[0].merge(one);
        self.times[1].merge(two);
    }

    /// How many games are finished.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The complete pairs.
    #[must_use]
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The numbers that are shown.
    #[must_use]
    pub fn summary(&self, game: &str, players: [&str; 2], sprt: Option<Sprt>) -> Summary {
        let games = self.games();
        let share = |part: f64| if games == 0 { 0.0 } else { part / games as f64 };
        Summary {
            game: game.to_string(),
            players: players.map(str::to_string),
            games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            score: share(self.wins as f64 + 0.5 * self.draws as f64),
            pairs: self.pairs,
            rating: self.pairs.estimate(),
            sprt: sprt.map(|sprt| sprt.state(&self.pairs)),
            endings: self.endings.clone(),
            verdicts: self.verdicts.clone(),
            mean_plies: share(self.plies as f64),
            times: self.times.map(MoveTime::from),
        }
    }
}

/// A match in numbers, seen from the first of the two players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// The names of the players.
    pub players: [String; 2],
    /// How many games were finished.
    pub games: u64,
    /// How many the first player won.
    pub wins: u64,
    /// How many nobody won.
    pub draws: u64,
    /// How many the first player lost.
    pub losses: u64,
    /// The first player's share of the points, 0 to 1.
    pub score: f64,
    /// How often each score of a pair came: 0, ½, 1, 1½ and 2 points.
    pub pairs: Pairs,
    /// What the complete pairs say about strength, if there are any.
    pub rating: Option<Estimate>,
    /// How far the sequential test has come, if there is one.
    pub sprt: Option<SprtState>,
    /// How the games ended.
    pub endings: BTreeMap<String, u64>,
    /// What players did wrong.
    pub verdicts: Vec<Verdict>,
    /// How long the games were, openings included.
    pub mean_plies: f64,
    /// How long the players thought.
    pub times: [MoveTime; 2],
}

/// How long a player thought about a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveTime {
    /// About how many moves.
    pub moves: u32,
    /// On average, in seconds.
    pub mean_seconds: f64,
    /// At most, in seconds.
    pub longest_seconds: f64,
}

impl From<Times> for MoveTime {
    fn from(times: Times) -> MoveTime {
        MoveTime {
            moves: times.moves,
            mean_seconds: times.total.as_secs_f64() / f64::from(times.moves.max(1)),
            longest_seconds: times.longest.as_secs_f64(),
        }
    }
}
