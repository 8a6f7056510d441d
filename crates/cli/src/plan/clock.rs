//! The clocks of a game: time used, or time left under a time control.

use std::str::FromStr;
use std::time::{Duration, Instant};

use engine::{ByPlayer, Player, Time};

/// Base time plus increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

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
            (Some(base), Some(increment)) if !base.is_zero() => Ok(TimeControl { base, increment }),
            _ => Err(fault),
        }
    }
}

/// The time used by one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) used: Duration,
    /// Each move adds the increment.
    pub(crate) moves: u32,
}

/// Both clocks. Callers pass the current time, so that tests control it.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    time_control: Option<TimeControl>,
    spent: ByPlayer<Spent>,
    /// The times before each ply since the clocks were set, for undo.
    earlier: Vec<ByPlayer<Spent>>,
    /// Whose clock runs, and since when.
    running: Option<(Player, Instant)>,
}

impl Clock {
    /// Clocks on which `spent` has already been used.
    pub(crate) fn new(time_control: Option<TimeControl>, spent: ByPlayer<Spent>) -> Clock {
        Clock { time_control, spent, earlier: Vec::new(), running: None }
    }

    pub(crate) fn time_control(&self) -> Option<TimeControl> {
        self.time_control
    }

    /// The time used by both sides.
    pub(crate) fn spent(&self, now: Instant) -> ByPlayer<Spent> {
        ByPlayer::new(|player| Spent { used: self.used(player, now), ..self.spent[player] })
    }

    fn used(&self, player: Player, now: Instant) -> Duration {
        let running = self.running.filter(|&(running, _)| running == player);
        let since = running.map_or(Duration::ZERO, |(_, since)| now.saturating_duration_since(since));
        self.spent[player].used + since
    }

    /// The displayed time of a side: time left, or time used if there is no time control.
    pub(crate) fn displayed(&self, player: Player, now: Instant) -> Duration {
        let used = self.used(player, now);
        self.time_control.map_or(used, |TimeControl { base, increment }| {
            (base + increment * self.spent[player].moves).saturating_sub(used)
        })
    }

    /// Starts a side's clock and stops the other.
    pub(crate) fn start(&mut self, player: Player, now: Instant) {
        self.stop(now);
        self.running = Some((player, now));
    }

    /// Stops both clocks.
    pub(crate) fn stop(&mut self, now: Instant) {
        self.spent = self.spent(now);
        self.running = None;
    }

    /// Stops the clock after a move and adds the increment.
    pub(crate) fn record_move(&mut self, player: Player, now: Instant) {
        self.earlier.push(self.spent);
        self.stop(now);
        self.spent[player].moves += 1;
    }

    /// Takes back plies and the time they used.
    pub(crate) fn take_back(&mut self, plies: usize, now: Instant) {
        self.stop(now);
        // Times before the clocks were set are unknown.
        let remaining = self.earlier.len().saturating_sub(plies);
        if let Some(&spent) = self.earlier.get(remaining) {
            self.spent = spent;
        }
        self.earlier.truncate(remaining);
    }

    /// The side whose flag has fallen.
    pub(crate) fn flag(&self, now: Instant) -> Option<Player> {
        self.time_control?;
        let (player, _) = self.running?;
        self.displayed(player, now).is_zero().then_some(player)
    }

    /// The time until the display changes.
    pub(crate) fn next_tick(&self, now: Instant) -> Option<Duration> {
        const SECOND: u64 = 1_000_000_000;
        let (player, _) = self.running?;
        let shown = self.displayed(player, now);
        let within = u64::from(shown.subsec_nanos());
        Some(Duration::from_nanos(match self.time_control {
            // Counting down, the display changes at the full second; at zero the flag falls.
            Some(_) => within.max(1),
            None => SECOND - within,
        }))
    }

    /// The machine's time for a move of this side under a time control.
    pub(crate) fn time(&self, player: Player, now: Instant) -> Option<Time> {
        let TimeControl { increment, .. } = self.time_control?;
        Some(Time::Clock { left: self.displayed(player, now), increment })
    }
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
            text.parse::<TimeControl>().ok().map(|time_control| (time_control.base, time_control.increment))
        };
        assert_eq!(time_control("5+3"), Some((seconds(300), seconds(3))));
        assert_eq!(time_control("0.5"), Some((seconds(30), seconds(0))));
        for wrong in ["", "+", "0+5", "-1+0", "5+", "nan", "inf+1", "1e9", "5+3+1", "five"] {
            assert_eq!(time_control(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_the_running_clock_counts() {
        let start = Instant::now();
        let mut clock = Clock::new(None, ByPlayer::default());
        clock.start(Player::One, start);
        assert_eq!(clock.displayed(Player::One, start + seconds(7)), seconds(7));
        clock.record_move(Player::One, start + seconds(7));
        clock.start(Player::Two, start + seconds(7));
        assert_eq!(clock.displayed(Player::One, start + seconds(20)), seconds(7));
        assert_eq!(clock.displayed(Player::Two, start + seconds(20)), seconds(13));
        clock.take_back(1, start + seconds(20));
        assert_eq!(clock.displayed(Player::One, start + seconds(20)), Duration::ZERO);
        assert_eq!(clock.flag(start + seconds(9_999)), None);
    }

    #[test]
    fn flag_falls_at_zero() {
        let start = Instant::now();
        let time_control = TimeControl { base: seconds(60), increment: seconds(2) };
        let mut clock = Clock::new(Some(time_control), ByPlayer::default());
        clock.start(Player::Two, start);
        clock.record_move(Player::Two, start + seconds(10));
        assert_eq!(clock.displayed(Player::Two, start), seconds(52));
        clock.start(Player::One, start + seconds(10));
        assert_eq!(clock.next_tick(start + Duration::from_millis(10_300)), Some(Duration::from_millis(700)));
        assert_eq!(clock.flag(start + seconds(69)), None);
        assert_eq!(clock.flag(start + seconds(70)), Some(Player::One));
        assert_eq!(
            clock.time(Player::Two, start + seconds(70)),
            Some(Time::Clock { left: seconds(52), increment: seconds(2) })
        );
    }
}
