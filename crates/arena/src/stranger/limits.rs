//! What a program may use.

use std::time::Duration;

/// What a program and everything that it starts may use together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Processes at once.
    pub processes: usize,
    /// Bytes in one file.
    pub file: u64,
    /// Time of processors.
    pub cpu: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 2 << 30, processes: 64, file: 256 << 20, cpu: Duration::from_secs(3600) }
    }
}
