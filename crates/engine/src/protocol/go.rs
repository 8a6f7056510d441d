//! How long and how far a program asks an engine to think.

use std::fmt;
use std::time::{Duration, Instant};

use game::text::quoted;
use game::{ByPlayer, Player};

use super::command::CommandError;
use crate::clock::{Limits, Time};

/// What follows `go`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// The time left on each player's clock.
    pub left: ByPlayer<Option<Duration>>,
    /// The increments.
    pub increment: ByPlayer<Option<Duration>>,
    /// How long this move may take.
    pub move_time: Option<Duration>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The depth limit, in plies.
    pub depth: Option<u8>,
    /// No answer before `stop`.
    pub infinite: bool,
    /// Ponder: the last move of the position is only expected, so think on the opponent's time.
    pub ponder: bool,
}

/// The clock of the side to move was left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("player {0} is to move, so 'go' needs p{0}time; only the other player's clock is given")]
pub struct ClockMissing(u8);

const EXPECTED: &str = "p1time, p2time, p1inc, p2inc or movetime with milliseconds, nodes or depth with a number, infinite or ponder";
/// Some thirty years: no more is needed, and clocks can still add it.
const LONGEST_MS: u64 = 1_000_000_000_000;

impl Go {
    pub(super) fn read(words: &[&str]) -> Result<Go, CommandError> {
        let mut go = Go::default();
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "p1time" => go.left.one = Some(milliseconds(word, words.next())?),
                "p2time" => go.left.two = Some(milliseconds(word, words.next())?),
                "p1inc" => go.increment.one = Some(milliseconds(word, words.next())?),
                "p2inc" => go.increment.two = Some(milliseconds(word, words.next())?),
                "movetime" => go.move_time = Some(milliseconds(word, words.next())?),
                "nodes" => go.nodes = Some(count(word, words.next())?),
                "depth" => {
                    // No search gets further than the greatest depth there is.
                    go.depth = Some(u8::try_from(count(word, words.next())?).unwrap_or(u8::MAX));
                }
                _ => {
                    let (after, received) = ("go".to_string(), quoted(word));
                    return Err(CommandError::Expected { after, expected: EXPECTED, received });
                }
            }
        }
        Ok(go)
    }

    /// The limits for the player to move, with `overhead` subtracted from every time.
    ///
    /// # Errors
    /// Fails if only the opponent's clock is given.
    pub fn limits(&self, turn: Player, since: Instant, overhead: Duration) -> Result<Limits, ClockMissing> {
        // However little there is, a part of it is for thinking.
        let usable = |time: Duration| time.saturating_sub(overhead.min(time / 2));
        let time = match (self.move_time, self.left[turn]) {
            (Some(time), _) => Time::Move(usable(time)),
            (None, Some(left)) => {
                Time::Clock { left: usable(left), increment: self.increment[turn].unwrap_or_default() }
            }
            (None, None) if self.left[turn.other()].is_some() => {
                return Err(ClockMissing(if turn == Player::One { 1 } else { 2 }));
            }
            (None, None) => Time::Unlimited,
        };
        let time = if self.infinite { Time::Unlimited } else { time };
        Ok(Limits { depth: self.depth, nodes: self.nodes, time, since })
    }
}

/// A time; a clock that has run out may be negative.
fn milliseconds(after: &str, word: Option<&str>) -> Result<Duration, CommandError> {
    let expected = "a number of milliseconds";
    let number: i64 = number(after, word, expected)?;
    Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0).min(LONGEST_MS)))
}

fn count(after: &str, word: Option<&str>) -> Result<u64, CommandError> {
    let expected = "a number of at least 1";
    match number(after, word, expected)? {
        0 => {
            let (after, received) = (after.to_string(), "0".to_string());
            Err(CommandError::Expected { after, expected, received })
        }
        number => Ok(number),
    }
}

fn number<N: std::str::FromStr>(
    after: &str,
    word: Option<&str>,
    expected: &'static str,
) -> Result<N, CommandError> {
    let after = after.to_string();
    match word {
        None => Err(CommandError::Missing { after, expected }),
        Some(word) => {
            word.parse().map_err(|_| CommandError::Expected { after, expected, received: quoted(word) })
        }
    }
}

/// With a blank before each word, to stand after `go`.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = [
            ("p1time", self.left.one),
            ("p2time", self.left.two),
            ("p1inc", self.increment.one),
            ("p2inc", self.increment.two),
            ("movetime", self.move_time),
        ];
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (name, time) in times {
            if let Some(time) = time {
                write!(f, " {name} {}", time.as_millis())?;
            }
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}
