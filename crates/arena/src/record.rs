//! The record of a finished game of a match.

use std::fmt;
use std::time::Duration;

use engine::{Outcome, Player, Record};
use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, Skipped};

/// A game of a match: its record, and the observations of the referee.
///
/// As JSON, on a line of the [journal](crate::Journal), the fields of the record are beside the
/// others; the game is not named there, but in the plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub number: usize,
    /// The game. It has an outcome; its reason is a single word if there is a verdict.
    #[serde(flatten, with = "record_fields")]
    pub record: Record,
    /// The violation of a player that ended it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Violations that were forgiven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forgiven: Vec<Verdict>,
    /// The thinking times of the first and the second side.
    pub times: [Times; 2],
    /// The lines that were skipped to find the moves of each side.
    #[serde(default, skip_serializing_if = "nothing_skipped")]
    pub skipped: [Skipped; 2],
    /// The machine that played it, if the games were distributed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// What the programs of the first and the second side wrote to standard error in this game: its first 4 kB and its
    /// last 12 kB, each ply with output after a line that names it.
    #[serde(default, skip_serializing_if = "nothing_written")]
    pub stderr: [String; 2],
}

/// How much of a program's standard error in a game is kept, from its beginning and from its end, in bytes.
pub(crate) const KEPT_STDERR_START: usize = 4 << 10;
/// See [`KEPT_STDERR_START`].
pub(crate) const KEPT_STDERR_END: usize = 12 << 10;

fn nothing_written(stderr: &[String; 2]) -> bool {
    stderr.iter().all(String::is_empty)
}

fn nothing_skipped(skipped: &[Skipped; 2]) -> bool {
    skipped.iter().all(Skipped::is_empty)
}

impl GameRecord {
    /// A game with some thousand moves takes less.
    pub(crate) const MOST_BYTES: u64 = 64 << 20;

    /// The outcome.
    ///
    /// # Panics
    /// Panics if the record has no outcome: games of a match are recorded when they are over.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.record.outcome.expect("a game of a match is recorded when it is over")
    }

    /// The half points of a player.
    pub(crate) fn half_points(&self, player: Player) -> u8 {
        match self.outcome() {
            Outcome::Draw => 1,
            Outcome::Win(winner) => 2 * u8::from(winner == player),
        }
    }

    /// The record for other programs: its reason is the whole verdict, if there is one.
    #[must_use]
    pub fn with_verdict(&self) -> Record {
        let mut record = self.record.clone();
        if let Some(verdict) = &self.verdict {
            record.reason = verdict.to_string();
        }
        record
    }
}

/// The fields of a record on a line of the journal: all but the game, with the opening separate
/// from the other moves.
mod record_fields {
    use std::borrow::Cow;

    use engine::{ByPlayer, Record, read_result, result_word};
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Fields<'r> {
        start: Cow<'r, str>,
        opening: Cow<'r, [String]>,
        moves: Cow<'r, [String]>,
        first: Cow<'r, str>,
        second: Cow<'r, str>,
        result: Cow<'r, str>,
        reason: Cow<'r, str>,
    }

    pub(super) fn serialize<S: Serializer>(record: &Record, serializer: S) -> Result<S::Ok, S::Error> {
        let (opening, moves) = record.split_opening();
        let fields = Fields {
            start: (&record.position).into(),
            opening: opening.into(),
            moves: moves.into(),
            first: (&record.players.one).into(),
            second: (&record.players.two).into(),
            result: result_word(record.outcome).into(),
            reason: (&record.reason).into(),
        };
        fields.serialize(serializer)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Record, D::Error> {
        let fields = Fields::deserialize(deserializer)?;
        let outcome = read_result(&fields.result).flatten().ok_or_else(|| {
            let found = engine::quoted(&fields.result);
            D::Error::custom(format!("expected 1-0, 0-1 or 1/2-1/2 as the result, found '{found}'"))
        })?;
        let opening = fields.opening.len();
        let mut moves = fields.opening.into_owned();
        moves.extend(fields.moves.into_owned());
        Ok(Record {
            game: String::new(),
            position: fields.start.into_owned(),
            players: ByPlayer { one: fields.first.into_owned(), two: fields.second.into_owned() },
            outcome: Some(outcome),
            reason: fields.reason.into_owned(),
            moves,
            opening,
        })
    }
}

/// A violation that lost the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// Its kind.
    pub kind: VerdictKind,
    /// The player.
    pub player: String,
    /// The ply, from 1, including the opening.
    pub ply: usize,
    /// The answer, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The reason, in the game's own words.
    pub why: String,
    /// The evidence.
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

/// The kinds of violations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// An illegal move.
    Illegal,
    /// An answer that is not in the notation of moves.
    Garbage,
    /// No move.
    Silent,
    /// The program exited, or was killed, before it answered.
    Crash,
    /// No answer in time.
    Timeout,
    /// More output than is allowed.
    Flood,
    /// The program could not be unpacked or built.
    Build,
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
            VerdictKind::Build => "build",
        }
    }
}

/// The thinking time of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// The number of moves requested.
    pub moves: u32,
    /// The total time.
    pub total: Duration,
    /// The longest time for a move.
    pub longest: Duration,
    /// The time for each ply of the player after the opening, in microseconds. A ply that was asked for again counts
    /// once, and the last one may have ended without a move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<u64>,
}

impl Times {
    /// Adds a move. `is_again` says that it is about the same ply as the last one.
    pub(crate) fn add(&mut self, time: Duration, is_again: bool) {
        self.moves += 1;
        self.total += time;
        self.longest = self.longest.max(time);
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        match self.plies.last_mut().filter(|_| is_again) {
            Some(last) => *last = last.saturating_add(micros),
            None => self.plies.push(micros),
        }
    }

    /// Adds the moves of another game; the time of each ply is left out.
    pub(crate) fn merge(&mut self, other: &Times) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}
