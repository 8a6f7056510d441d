//! Returns the memory of closed connections to the system.
//!
//! glibc does not return freed memory that lies below memory still in use, in every thread's arena:
//! after thousands of connections that is nearly all of it. So the server trims the heap after many
//! connections were closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Counts closed connections, and trims the heap after many of them.
#[derive(Clone, Default)]
pub(crate) struct Trimmer {
    closed: Arc<AtomicUsize>,
}

/// The number of closed connections that is worth a trim: each leaves about 10 kB.
const WORTH_A_TRIM: usize = 64;
/// How often the count is checked. A trim walks the whole heap: a few milliseconds for hundreds of
/// megabytes.
const INTERVAL: Duration = Duration::from_secs(2);

impl Trimmer {
    /// Records that a connection was closed.
    pub(crate) fn count(&self) {
        self.closed.fetch_add(1, Ordering::Relaxed);
    }

    /// Trims whenever it is worthwhile; does not return.
    pub(crate) async fn run(self) {
        loop {
            tokio::time::sleep(INTERVAL).await;
            if self.closed.load(Ordering::Relaxed) >= WORTH_A_TRIM {
                self.closed.store(0, Ordering::Relaxed);
                let _ = tokio::task::spawn_blocking(trim).await;
            }
        }
    }
}

/// Returns free memory to the system.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn trim() {
    // SAFETY: malloc_trim takes no pointer, may be called from any thread at any time, and touches
    // only free memory.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators return free memory by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
