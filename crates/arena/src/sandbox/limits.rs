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
    /// Bytes in its folder, what it was given included.
    pub disk: u64,
    /// Files and folders in its folder, what it was given included.
    pub files: u64,
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
            disk: 512 << 20,
            files: 20_000,
            cpu: Duration::from_secs(3600),
        }
    }
}
