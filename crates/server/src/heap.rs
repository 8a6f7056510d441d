//! Memory that closed connections leave behind goes back to the system.
//!
//! glibc keeps freed memory that lies below something still in use, in every thread's arena: after thousands of
//! connections nearly all of it. So the server asks for it to be trimmed when many connections have been closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Counts connections that have been closed, and trims the heap after many.
#[derive(Clone, Default)]
pub(crate) struct Trimmer {
    closed: Arc<AtomicUsize>,
}

/// So many closed connections are worth a trim: each leaves about 10 kB.
const WORTH_A_TRIM: usize = 64;
/// How often it is looked. A trim walks the whole heap, a few milliseconds for hundreds of megabytes.
const INTERVAL: Duration = Duration::from_secs(2);

impl Trimmer {
    /// A connection has been closed.
    pub(crate) fn count(&self) {
        self.closed.fetch_add(1, Ordering::Relaxed);
    }

    /// Trims whenever it is worth it; does not return.
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

/// Gives free memory back to the system.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn trim() {
    // SAFETY: malloc_trim takes no pointer, may be called from any thread at any time, and touches free memory alone.
    unsafe { libc::malloc_trim(0) };
}

/// Other allocators give free memory back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
