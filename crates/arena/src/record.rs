//! What is known of a game when it is over.

use std::fmt;
use std::time::Duration;

use engine::{ByPlayer, Outcome, Player, Record};
use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, Skipped};

/// A game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub number: usize,
    /// The position that the opening starts from.
    pub start: String,
    /// The moves of the opening, which nobody chose.
    pub opening: Vec<String>,
    /// The moves that were played after it.
    pub moves: Vec<String>,
    /// Who played the first side.
    pub first: String,
    /// Who played the second side.
    pub second: String,
    /// How it ended.
    pub result: GameResult,
    /// Why it ended, in words.
    pub reason: String,
    /// What one of the players did wrong, if that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// What was done wrong and forgiven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forgiven: Vec<Verdict>,
    /// What the moves of each side took: the first side, then the second.
    pub times: [Times; 2],
    /// The lines that had to be skipped to find the moves of each side.
    #[serde(default, skip_serializing_if = "nothing_skipped")]
    pub skipped: [Skipped; 2],
}

fn nothing_skipped(skipped: &[Skipped; 2]) -> bool {
    skipped.iter().all(Skipped::is_empty)
}

impl GameRecord {
    /// The game in the form in which games are kept, with the opening among its moves. `game` is the word for it.
    #[must_use]
    pub fn kept(&self, game: &str) -> Record {
        let reason = match &self.verdict {
            Some(verdict) => verdict.to_string(),
            None => self.reason.clone(),
        };
        Record {
            game: game.to_string(),
            position: self.start.clone(),
            players: ByPlayer { one: self.first.clone(), two: self.second.clone() },
            outcome: Some(self.result.into()),
            reason,
            moves: self.opening.iter().chain(&self.moves).cloned().collect(),
        }
    }
}

/// A result as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first side won.
    #[serde(rename = "1-0")]
    First,
    /// The second side won.
    #[serde(rename = "0-1")]
    Second,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result as it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// The half points of the first side, or of the second.
    pub(crate) fn half_points(self, is_first: bool) -> u8 {
        match (self, is_first) {
            (GameResult::Draw, _) => 1,
            (GameResult::First, true) | (GameResult::Second, false) => 2,
            (GameResult::First, false) | (GameResult::Second, true) => 0,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Player::One) => GameResult::First,
            Outcome::Win(Player::Two) => GameResult::Second,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Outcome {
        match result {
            GameResult::First => Outcome::Win(Player::One),
            GameResult::Second => Outcome::Win(Player::Two),
            GameResult::Draw => Outcome::Draw,
        }
    }
}

/// What a player did wrong, so that the game was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Which kind of wrong.
    pub kind: VerdictKind,
    /// Who did it.
    pub player: String,
    /// In which ply of the game, from 1, the opening included.
    pub ply: usize,
    /// What was answered, if anything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// What is wrong with it, in the game's own words.
    pub why: String,
    /// What there is to see of it.
    #[serde(default, skip_serializing_if = "Evidence::is_empty")]
    pub evidence: Evidence,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { kind, player, ply, answer, why, .. } = self;
        write!(f, "{}, {player} in ply {ply}: ", kind.word())?;
        match answer {
            Some(answer) => write!(f, "'{answer}': {why}"),
            None => write!(f, "{why}"),
        }
    }
}

/// The kinds of things that players do wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// A move that is not legal.
    Illegal,
    /// Something that is not written like a move.
    Garbage,
    /// No move.
    Silent,
    /// The program ended, or had to be ended, before it answered.
    Crash,
    /// No answer in time.
    Timeout,
    /// More output than anybody would want to read.
    Flood,
}

impl VerdictKind {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            VerdictKind::Illegal => "illegal",
            VerdictKind::Garbage => "garbage",
            VerdictKind::Silent => "silent",
            VerdictKind::Crash => "crash",
            VerdictKind::Timeout => "timeout",
            VerdictKind::Flood => "flood",
        }
    }
}

/// How long somebody thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// How many moves it was asked for.
    pub moves: u32,
    /// All of them together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl Times {
    /// Counts a move.
    pub(crate) fn add(&mut self, time: Duration) {
        self.moves += 1;
        self.total += time;
        self.longest = self.longest.max(time);
    }

    /// Counts the moves of another game.
    pub(crate) fn merge(&mut self, other: Times) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}
