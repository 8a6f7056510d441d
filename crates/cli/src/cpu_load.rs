//! The load of the machine.

use std::sync::OnceLock;
use std::time::Duration;

/// The number of processors available to this process.
pub(crate) fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Other runnable threads per processor.
pub(crate) fn competing_threads() -> f64 {
    let others = runnable().unwrap_or(1).saturating_sub(1);
    others as f64 / processors() as f64
}

/// How long the threads of a process may take to exit while this many others compete for each processor.
pub(crate) fn max_exit_delay(competing_threads: f64) -> Duration {
    /// A few scheduler time slices of each competitor, waited for one after another: to wake up, to end the other
    /// threads, to unmap memory.
    const SLICES: Duration = Duration::from_millis(14);
    SLICES.mul_f64(competing_threads)
}

/// The number of runnable threads on the machine.
#[cfg(target_os = "linux")]
fn runnable() -> Option<usize> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    load.split_whitespace().nth(3)?.split('/').next()?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn runnable() -> Option<usize> {
    None
}
