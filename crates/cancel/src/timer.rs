//! A timer that may be started late.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Measures how long something has run. Clones are the same timer, so that one thread can start it
/// and another read it: the time of a search on the opponent's time begins when the expected move
/// is played.
#[derive(Clone, Debug)]
pub struct Timer {
    /// Counts until the timer is started: the instant since when it has run, or `None` while it
    /// waits.
    begin: Option<Instant>,
    started: Arc<OnceLock<Instant>>,
}

impl Timer {
    /// A timer that has run since `begin`.
    #[must_use]
    pub fn since(begin: Instant) -> Timer {
        Timer { begin: Some(begin), started: Arc::default() }
    }

    /// A timer that waits to be started.
    #[must_use]
    pub fn waiting() -> Timer {
        Timer { begin: None, started: Arc::default() }
    }

    /// The same timer for a reader that does not wait: until it is started, it counts from `begin`.
    #[must_use]
    pub fn or_since(&self, begin: Instant) -> Timer {
        Timer { begin: Some(begin), started: self.started.clone() }
    }

    /// Starts the timer now, even if it already runs. Only the first call has an effect.
    pub fn start(&self) {
        let _ = self.started.set(Instant::now());
    }

    /// The time it has run; zero while it waits.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let begin = self.started.get().copied().or(self.begin);
        begin.map_or(Duration::ZERO, |begin| begin.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timer_that_waits_does_not_run() {
        let long_ago = Instant::now().checked_sub(Duration::from_secs(9)).unwrap();
        let (waiting, running) = (Timer::waiting(), Timer::since(long_ago));
        assert_eq!(waiting.elapsed(), Duration::ZERO);
        assert!(running.elapsed() >= Duration::from_secs(9));
        running.clone().start();
        waiting.clone().start();
        std::thread::sleep(Duration::from_millis(1));
        assert!(waiting.elapsed() > Duration::ZERO && running.elapsed() < Duration::from_secs(5));
    }
}
