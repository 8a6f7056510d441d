//! Time management: how long a move may take, and the handle that stops a search or reports a ponder hit.

use std::time::{Duration, Instant};

use cancel::{Cancel, Timer};

/// How far to think.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The greatest depth in plies.
    pub depth: Option<u8>,
    /// The most nodes to search.
    pub nodes: Option<u64>,
    /// How long it may take.
    pub time: Time,
    /// When the time began to run.
    pub since: Instant,
}

/// How long thinking may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// As long as it likes.
    Unlimited,
    /// This long, all of which may be used.
    Move(Duration),
    /// What is left on a clock, of which this move should take its share.
    Clock {
        /// What is left.
        left: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

impl Limits {
    /// Without end.
    #[must_use]
    pub fn none() -> Limits {
        Limits { depth: None, nodes: None, time: Time::Unlimited, since: Instant::now() }
    }

    /// This long, from now on.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { time: Time::Move(time), ..Limits::none() }
    }

    /// This many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::none() }
    }

    /// To a depth.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits { depth: Some(depth), ..Limits::none() }
    }
}

/// What a time control means for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// After this no new depth is worth beginning.
    pub(crate) enough: Option<Duration>,
    /// After this everything stops.
    pub(crate) most: Option<Duration>,
}

/// The number of further moves that the remaining time is divided among.
const MOVES_TO_COME: u32 = 25;
/// The part of the increment that is added to a move's share.
const OF_INCREMENT: f64 = 0.75;
/// A hard move may take this many times its share.
const LONGEST: f64 = 4.0;
/// And at most this part of what is left.
const OF_ALL: f64 = 0.3;
/// The next depth takes about as long as all before it together; begun later it is not finished.
const WORTH_BEGINNING: f64 = 0.55;

impl Time {
    /// The time after which thinking must stop, if there is one.
    #[must_use]
    pub fn most(self) -> Option<Duration> {
        self.budget().most
    }

    pub(crate) fn budget(self) -> Budget {
        match self {
            Time::Unlimited => Budget { enough: None, most: None },
            Time::Move(time) => Budget { enough: None, most: Some(time) },
            Time::Clock { left, increment } => {
                let share = left / MOVES_TO_COME + increment.mul_f64(OF_INCREMENT);
                let most = share.mul_f64(LONGEST).min(left.mul_f64(OF_ALL));
                Budget { enough: Some(share.min(most).mul_f64(WORTH_BEGINNING)), most: Some(most) }
            }
        }
    }
}

/// A handle to a search that runs on another thread: stops it, or lets it ponder on the opponent's time until the
/// expected move is played.
#[derive(Clone, Debug)]
pub struct Control {
    cancel: Cancel,
    /// Started when the opponent plays the expected move, so that the time begins to run.
    hit: Timer,
    is_pondering: bool,
}

impl Default for Control {
    fn default() -> Control {
        Control { cancel: Cancel::new(), hit: Timer::waiting(), is_pondering: false }
    }
}

impl Control {
    /// A handle to a search that runs on its own time.
    #[must_use]
    pub fn new() -> Control {
        Control::default()
    }

    /// A handle to a search that ponders on the opponent's time, without limits, until [`hit`](Control::hit).
    #[must_use]
    pub fn pondering() -> Control {
        Control { is_pondering: true, ..Control::default() }
    }

    /// Stops the search at its next check.
    pub fn stop(&self) {
        self.cancel.cancel();
    }

    /// The opponent played the expected move: from now on the limits hold.
    pub fn hit(&self) {
        self.hit.start();
    }

    /// Whether it was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The token that [`stop`](Control::stop) cancels.
    #[must_use]
    pub fn token(&self) -> &Cancel {
        &self.cancel
    }

    /// How long the clock has run; it started at `since` unless the search was pondering.
    pub(crate) fn timer(&self, since: Instant) -> Timer {
        if self.is_pondering { self.hit.clone() } else { self.hit.or_since(since) }
    }

    /// A token that is cancelled as well when the timer has run for this long.
    pub(crate) fn token_with_time_limit(&self, timer: &Timer, most: Option<Duration>) -> Cancel {
        most.map_or_else(|| self.cancel.clone(), |most| self.cancel.child_with_time_limit(timer, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_used_up_by_one_move() {
        for (left, increment) in [(0, 0), (50, 0), (50, 1_000), (1_000, 0), (60_000, 600), (600_000, 5_000)] {
            let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
            let Budget { enough, most } = Time::Clock { left, increment }.budget();
            assert!(enough <= most && most.unwrap() <= left.mul_f64(OF_ALL), "{left:?} {increment:?}");
        }
        let minute = Time::Clock { left: Duration::from_secs(60), increment: Duration::ZERO }.budget();
        assert!(minute.most.unwrap() > Duration::from_secs(4));
    }

    #[test]
    fn on_the_opponents_time_no_time_passes() {
        let control = Control::pondering();
        let since = Instant::now().checked_sub(Duration::from_secs(9)).unwrap();
        assert_eq!(control.timer(since).elapsed(), Duration::ZERO);
        control.hit();
        assert!(control.timer(since).elapsed() < Duration::from_secs(5));
        assert!(Control::new().timer(since).elapsed() >= Duration::from_secs(9));
    }
}
