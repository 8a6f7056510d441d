//! When this process was started: time limits count from there, not from the start of `main`.

use std::time::{Duration, Instant};

/// Assumed startup time if it cannot be measured.
const USUAL: Duration = Duration::from_millis(20);
/// An older process ran another program before `exec`; that time does not count.
const OLDEST: Duration = Duration::from_secs(1);

/// When the process was started, erring on the early side; `main` began at `began`.
pub(crate) fn process_start(began: Instant) -> Instant {
    let measured = age().filter(|&age| age <= OLDEST).and_then(|age| Instant::now().checked_sub(age));
    let start = measured.or_else(|| began.checked_sub(USUAL)).unwrap_or(began);
    start.min(began)
}

/// The age of the process, erring on the long side. The kernel records its start in hundredths of a second since boot.
#[cfg(target_os = "linux")]
fn age() -> Option<Duration> {
    const FIELD_AFTER_NAME: usize = 19;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name in parentheses, which may contain anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let start: u64 = fields.split_whitespace().nth(FIELD_AFTER_NAME)?.parse().ok()?;
    let uptime = std::fs::read_to_string("/proc/uptime").ok()?;
    let uptime: f64 = uptime.split_whitespace().next()?.parse().ok()?;
    let hundredths = ((uptime * 100.0).round() as u64).checked_sub(start)?;
    // Both are rounded down.
    Some(Duration::from_millis(10 * (hundredths + 1)))
}

#[cfg(not(target_os = "linux"))]
fn age() -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn process_age_grows() {
        let first = age().unwrap();
        std::thread::sleep(Duration::from_millis(30));
        assert!(age().unwrap() > first);
    }
}
