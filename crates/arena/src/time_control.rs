//! Time controls and other limits of players.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{ByPlayer, ClockControl, GameClock, Player, quoted};

/// The limits of a player in a game. Without any, it thinks as long as it likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    /// The time.
    pub pace: Pace,
    /// The maximum number of nodes per move.
    pub nodes: Option<u64>,
    /// The maximum depth in plies.
    pub depth: Option<u8>,
}

/// How time is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// No limit.
    #[default]
    Free,
    /// This much time for every move.
    Move(Duration),
    /// A clock for all moves together.
    Clock {
        /// The time at the start.
        base: Duration,
        /// The increment per move.
        increment: Duration,
    },
}

/// A text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected a time control, such as 10+0.1 for a clock of 10 seconds plus 0.1 per move, or time=0.5, nodes=20000 \
     or depth=8 per move, found '{0}'"
)]
pub struct TimeControlError(String);

/// The longest time in seconds, one day.
const LONGEST: f64 = 86_400.0;

impl TimeControl {
    /// Whether there is no limit.
    #[must_use]
    pub fn is_free(&self) -> bool {
        *self == TimeControl::default()
    }

    /// The same with all limits of time multiplied.
    pub(crate) fn scaled(self, scale: f64) -> TimeControl {
        let pace = match self.pace {
            Pace::Free => Pace::Free,
            Pace::Move(time) => Pace::Move(time.mul_f64(scale)),
            Pace::Clock { base, increment } => {
                Pace::Clock { base: base.mul_f64(scale), increment: increment.mul_f64(scale) }
            }
        };
        TimeControl { pace, ..self }
    }
}

/// A number of seconds, which may be 0.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let mut control = TimeControl::default();
        let mut words = text.split_whitespace().peekable();
        let is_empty = words.peek().is_none();
        let is_read = words.all(|word| control.read(word).is_some());
        if is_read && !is_empty { Ok(control) } else { Err(TimeControlError(quoted(text))) }
    }
}

impl TimeControl {
    /// Parses a word; `None` if it is invalid or repeats a limit.
    fn read(&mut self, word: &str) -> Option<()> {
        let whole = |text: &str| text.parse().ok().filter(|&number: &u64| number > 0);
        match word.split_once('=') {
            Some(("time", value)) if self.pace == Pace::Free => {
                self.pace = Pace::Move(seconds(value).filter(|time| !time.is_zero())?);
            }
            Some(("nodes", value)) if self.nodes.is_none() => self.nodes = Some(whole(value)?),
            Some(("depth", value)) if self.depth.is_none() => {
                self.depth = Some(u8::try_from(whole(value)?).ok()?);
            }
            None if self.pace == Pace::Free => {
                let (base, increment) = word.split_once('+')?;
                let (base, increment) = (seconds(base)?, seconds(increment)?);
                self.pace = Pace::Clock { base, increment };
                (!base.is_zero()).then_some(())?;
            }
            _ => return None,
        }
        Some(())
    }
}

/// In the form that is parsed.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pace = match self.pace {
            Pace::Free => None,
            Pace::Move(time) => Some(format!("time={}", time.as_secs_f64())),
            Pace::Clock { base, increment } => {
                Some(format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()))
            }
        };
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let words: Vec<String> = [pace, nodes, depth].into_iter().flatten().collect();
        f.write_str(&words.join(" "))
    }
}

/// The clocks of a game, with the other limits of each side.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    controls: ByPlayer<TimeControl>,
    clock: GameClock,
}

impl Clocks {
    pub(crate) fn new(controls: ByPlayer<TimeControl>) -> Clocks {
        let control = |player: Player| match controls[player].pace {
            Pace::Clock { base, increment } => Some(ClockControl { base, increment }),
            Pace::Free | Pace::Move(_) => None,
        };
        Clocks { controls, clock: GameClock::new(ByPlayer::new(control), ByPlayer::default()) }
    }

    fn left(&self, side: Player) -> Option<Duration> {
        self.clock.left(side, Instant::now())
    }

    /// The limits for the next move of a player. Clocks are included only if the player has one
    /// itself.
    pub(crate) fn go(&self, side: Player) -> Go {
        let has_clock = self.left(side).is_some();
        let increment = |player: Player| Some(self.clock.controls()[player]?.increment).filter(|_| has_clock);
        let TimeControl { pace, nodes, depth } = self.controls[side];
        Go {
            left: ByPlayer::new(|player| self.left(player).filter(|_| has_clock)),
            increment: ByPlayer::new(increment),
            move_time: if let Pace::Move(time) = pace { Some(time) } else { None },
            nodes,
            depth,
            ..Go::default()
        }
    }

    /// Counts a move that took this long. False if the clock had run out more than `grace` before.
    pub(crate) fn count(&mut self, side: Player, took: Duration, grace: Duration) -> bool {
        let left = self.left(side);
        self.clock.count_move(side, took);
        left.is_none_or(|left| took <= left + grace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_read_as_it_was_written() {
        for text in ["10+0.1", "0.5+0", "time=0.25", "nodes=20000", "depth=8", "10+0.1 nodes=5 depth=3"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
            assert!(!control.is_free());
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in
            ["", "10", "0+1", "time=0", "time=-1", "1+NaN", "nodes=0", "depth=256", "1+1 2+2", "time=1 1+1"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_for_whoever_moves() {
        let [one, two] = ["10+1", "nodes=7"].map(|text| text.parse().unwrap());
        let mut clocks = Clocks::new(ByPlayer { one, two });
        let second = Duration::from_secs(1);
        assert!(clocks.count(engine::Player::One, 4 * second, Duration::ZERO));
        assert!(clocks.count(engine::Player::Two, 400 * second, Duration::ZERO));
        let go = clocks.go(engine::Player::One);
        assert_eq!((go.left.one, go.increment.one, go.left.two), (Some(7 * second), Some(second), None));
        assert_eq!(clocks.go(engine::Player::Two), Go { nodes: Some(7), ..Go::default() });
        assert!(clocks.count(engine::Player::One, 8 * second, second));
        assert!(!clocks.count(engine::Player::One, 3 * second, second));
    }
}
