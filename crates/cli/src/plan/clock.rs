//! The clocks of a game: time used, or time left under a time control.

use std::str::FromStr;
use std::time::{Duration, Instant};

use engine::{ByPlayer, ClockControl, GameClock, Spent};

/// Base time plus increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl(pub(crate) ClockControl);

impl FromStr for TimeControl {
    type Err = &'static str;

    /// Minutes, a plus sign and seconds: `5+3`, `0.5+0`, or minutes alone.
    fn from_str(text: &str) -> Result<TimeControl, &'static str> {
        /// A day.
        const MAX_SECONDS: f64 = 86_400.0;
        let fault = "expected MINUTES+INCREMENT with the increment in seconds, such as 5+3 or 0.5+1";
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, unit: f64| {
            let seconds = unit * text.trim().parse::<f64>().ok()?;
            (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
        };
        match (number(minutes, 60.0), number(seconds, 1.0)) {
            (Some(base), Some(increment)) if !base.is_zero() => {
                Ok(TimeControl(ClockControl { base, increment }))
            }
            _ => Err(fault),
        }
    }
}

/// The clocks of a game in which both sides have the same time control, if any.
pub(crate) fn game_clock(time_control: Option<TimeControl>, spent: ByPlayer<Spent>) -> GameClock {
    let control = time_control.map(|TimeControl(control)| control);
    GameClock::new(ByPlayer { one: control, two: control }, spent)
}

/// The time control of both sides.
pub(crate) fn time_control(clock: &GameClock) -> Option<TimeControl> {
    clock.controls().one.map(TimeControl)
}

/// After how long the display changes.
pub(crate) fn next_tick(clock: &GameClock, now: Instant) -> Option<Duration> {
    const SECOND: u64 = 1_000_000_000;
    let player = clock.running()?;
    let within = u64::from(clock.displayed(player, now).subsec_nanos());
    Some(Duration::from_nanos(match clock.left(player, now) {
        // The last second is over when the flag falls.
        Some(_) => within.max(1),
        None => SECOND - within,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn time_control_is_minutes_plus_seconds() {
        let time_control = |text: &str| {
            text.parse::<TimeControl>().ok().map(|TimeControl(control)| (control.base, control.increment))
        };
        assert_eq!(time_control("5+3"), Some((seconds(300), seconds(3))));
        assert_eq!(time_control("0.5"), Some((seconds(30), seconds(0))));
        for wrong in ["", "+", "0+5", "-1+0", "5+", "nan", "inf+1", "1e9", "5+3+1", "five"] {
            assert_eq!(time_control(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn display_changes_every_second() {
        let start = Instant::now();
        let later = start + Duration::from_millis(10_300);
        let mut clock = game_clock("1+2".parse().ok(), ByPlayer::default());
        assert_eq!(next_tick(&clock, later), None);
        clock.run(Some(engine::Player::One), start);
        assert_eq!(next_tick(&clock, later), Some(Duration::from_millis(700)));
        let mut counting_up = game_clock(None, ByPlayer::default());
        counting_up.run(Some(engine::Player::One), start);
        assert_eq!(next_tick(&counting_up, later), Some(Duration::from_millis(700)));
    }
}
