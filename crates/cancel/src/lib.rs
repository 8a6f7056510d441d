//! One cancellation token for all long work: search, solver, table builder, table verifier.
//!
//! ```
//! use cancel::Cancel;
//!
//! let job = Cancel::new();
//! let part = job.child();
//! part.cancel();
//! assert!(part.is_cancelled() && !job.is_cancelled());
//! let part = job.child();
//! job.cancel();
//! assert!(part.is_cancelled());
//! ```

mod timer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use timer::Timer;

/// A cancellation token. Clones are the same token; a [child](Cancel::child) is cancelled with its
/// parent, but not the other way round.
///
/// Cancellation is a request: the work polls [`is_cancelled`](Cancel::is_cancelled).
#[derive(Clone, Debug)]
pub struct Cancel(Option<Arc<State>>);

/// A token that is never cancelled, for work that always runs to its end.
pub static NEVER: Cancel = Cancel(None);

#[derive(Default, Debug)]
struct State {
    is_cancelled: AtomicBool,
    time_limit: Option<(Timer, Duration)>,
    parent: Option<Arc<State>>,
}

impl Cancel {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Cancel {
        Cancel(Some(Arc::default()))
    }

    /// A token that is cancelled with this one, or alone.
    #[must_use]
    pub fn child(&self) -> Cancel {
        self.child_of(None)
    }

    /// A child that is also cancelled when the timer has run for this long.
    #[must_use]
    pub fn child_with_time_limit(&self, timer: &Timer, limit: Duration) -> Cancel {
        self.child_of(Some((timer.clone(), limit)))
    }

    fn child_of(&self, time_limit: Option<(Timer, Duration)>) -> Cancel {
        let state = State { time_limit, parent: self.0.clone(), ..State::default() };
        Cancel(Some(Arc::new(state)))
    }

    /// Asks all work with this token or its children to stop. [`NEVER`] stays as it is.
    pub fn cancel(&self) {
        if let Some(state) = &self.0 {
            state.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether to stop. With a time limit this reads the clock, which takes about 50 ns.
    #[must_use]
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        let mut next = self.0.as_deref();
        while let Some(state) = next {
            if state.has_ended() {
                return true;
            }
            next = state.parent.as_deref();
        }
        false
    }
}

impl Default for Cancel {
    fn default() -> Cancel {
        Cancel::new()
    }
}

impl State {
    fn has_ended(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
            || self.time_limit.as_ref().is_some_and(|(timer, limit)| timer.elapsed() >= *limit)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_clone_is_the_same_token_and_a_child_is_not() {
        let token = Cancel::new();
        let (clone, child) = (token.clone(), token.child().child());
        child.cancel();
        assert!(child.is_cancelled() && !token.is_cancelled());
        let child = token.child().child();
        clone.cancel();
        assert!(token.is_cancelled() && child.is_cancelled());
    }

    #[test]
    fn a_time_limit_cancels_the_child_alone() {
        let token = Cancel::new();
        let begin = Instant::now().checked_sub(Duration::from_secs(9)).unwrap();
        let timer = Timer::since(begin);
        assert!(token.child_with_time_limit(&timer, Duration::from_secs(9)).is_cancelled());
        let patient = token.child_with_time_limit(&timer, Duration::from_secs(900));
        assert!(!patient.is_cancelled() && !token.is_cancelled());
        token.cancel();
        assert!(patient.is_cancelled());
    }

    #[test]
    fn never_is_never_cancelled_but_its_children_can_be() {
        NEVER.cancel();
        let child = NEVER.child();
        assert!(!NEVER.is_cancelled() && !child.is_cancelled());
        child.cancel();
        assert!(child.is_cancelled());
    }
}
