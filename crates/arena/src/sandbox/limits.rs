//! The resource limits of a program.

use std::time::Duration;

/// The resources that a program and its descendants may use together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Memory in bytes.
    pub memory: u64,
    /// Concurrent processes.
    pub processes: usize,
    /// Concurrent threads of all processes.
    pub threads: usize,
    /// Open files of a process.
    pub descriptors: u64,
    /// Size of a file in bytes.
    pub file: u64,
    /// Bytes in its folder, including the files it was given.
    pub disk: u64,
    /// Files and folders in its folder, including those it was given.
    pub files: u64,
    /// Processor time.
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
