//! Waiting for one line among those that a program says.

use std::time::{Duration, Instant};

use engine::Control;

use super::cage::Inmate;
use super::output::{Flood, Heard};

/// Why what was waited for did not come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// Time is up.
    Late,
    /// It will say nothing more.
    Gone,
    /// It prints more than it may.
    Flood(Flood),
    /// Nobody wants to know any more.
    Stopped,
}

/// How often one looks whether it is still wanted.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

impl Inmate {
    /// Hears lines until one of them means what is waited for. What comes is there at once; only whether the
    /// control was stopped is seen a little later.
    ///
    /// # Errors
    /// Fails where no such line comes in time.
    pub fn expect<T>(
        &self,
        deadline: Instant,
        control: &Control,
        mut meant: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Missed> {
        loop {
            if control.is_stopped() {
                return Err(Missed::Stopped);
            }
            match self.hear(deadline.min(Instant::now() + BETWEEN_LOOKS)) {
                Some(Heard::Line(line) | Heard::Rest(line)) => {
                    if let Some(meaning) = meant(&line) {
                        return Ok(meaning);
                    }
                }
                Some(Heard::Flood(flood)) => return Err(Missed::Flood(flood)),
                Some(Heard::End) => return Err(Missed::Gone),
                None if Instant::now() >= deadline => return Err(Missed::Late),
                None => {}
            }
        }
    }
}
