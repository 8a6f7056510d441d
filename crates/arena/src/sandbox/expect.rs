//! Waiting for a line of output.

use std::time::{Duration, Instant};

use engine::Control;

use super::output::{Flood, OutputEvent};
use super::process::SandboxedProcess;

/// Why an expected line did not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectError {
    /// The deadline has passed.
    Timeout,
    /// The output has ended.
    Closed,
    /// The program printed more than it may.
    Flood(Flood),
    /// The control was stopped.
    Stopped,
}

/// How often to check whether the control was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl SandboxedProcess {
    /// Reads lines until `matcher` accepts one. Output is seen at once; a stopped control after up to 50 ms.
    ///
    /// # Errors
    /// Fails if no line is accepted before the deadline.
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
