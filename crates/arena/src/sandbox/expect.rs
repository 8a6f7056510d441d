//! Waiting for one line among those that a program says.

use std::time::{Duration, Instant};

use engine::Control;

use super::output::{Flood, OutputEvent};
use super::process::SandboxedProcess;

/// Why what was waited for did not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectError {
    /// Time is up.
    Timeout,
    /// It will say nothing more.
    Closed,
    /// It prints more than it may.
    Flood(Flood),
    /// Nobody wants to know any more.
    Stopped,
}

/// How often one looks whether it is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl SandboxedProcess {
    /// Hears lines until one of them means what is waited for. What comes is there at once; only whether the
    /// control was stopped is seen a little later.
    ///
    /// # Errors
    /// Fails where no such line comes in time.
    pub fn expect<T>(
        &self,
        deadline: Instant,
        control: &Control,
        mut matcher: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ExpectError> {
        loop {
            if control.is_stopped() {
                return Err(ExpectError::Stopped);
            }
            match self.next_output(deadline.min(Instant::now() + POLL_INTERVAL)) {
                Some(OutputEvent::Line(line) | OutputEvent::Rest(line)) => {
                    if let Some(found) = matcher(&line) {
                        return Ok(found);
                    }
                }
                Some(OutputEvent::Flood(flood)) => return Err(ExpectError::Flood(flood)),
                Some(OutputEvent::End) => return Err(ExpectError::Closed),
                None if Instant::now() >= deadline => return Err(ExpectError::Timeout),
                None => {}
            }
        }
    }
}
