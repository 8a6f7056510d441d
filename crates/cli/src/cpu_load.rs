//! How busy the machine is.

use std::sync::OnceLock;
use std::time::Duration;

/// How many processors there are for us.
pub(crate) fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// How many threads there are to run, besides one of ours, for each processor.
pub(crate) fn competing_threads() -> f64 {
    let others = runnable().unwrap_or(1).saturating_sub(1);
    others as f64 / processors() as f64
}

/// How long it may take until every thread of a process had its turn to end, behind so many others.
pub(crate) fn max_exit_delay(competing_threads: f64) -> Duration {
    /// For how long each of the others runs, with a few turns to be waited for one after the other: to wake up, to
    /// end the other threads, to give memory back.
    const SLICES: Duration = Duration::from_millis(14);
    SLICES.mul_f64(competing_threads)
}

/// Everything on the machine that runs or could run.
#[cfg(target_os = "linux")]
fn runnable() -> Option<usize> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    load.split_whitespace().nth(3)?.split('/').next()?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn runnable() -> Option<usize> {
    None
}
