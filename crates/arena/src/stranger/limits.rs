//! What a program may use.

use std::time::Duration;

/// What a program and everything that it starts may use together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Processes at once.
    pub processes: usize,
    /// Threads at once, of all processes.
    pub threads: usize,
    /// Files that a process may have open.
    pub descriptors: u64,
    /// Bytes in one file.
    pub file: u64,
    /// Time of processors.
    pub cpu: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 2 << 30,
            processes: 64,
            threads: 512,
            descriptors: 1024,
            file: 256 << 20,
            cpu: Duration::from_secs(3600),
        }
    }
}
