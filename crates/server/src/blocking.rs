//! A pool for blocking work other than searches: replaying long games, reading tables, serialising
//! large responses.
//!
//! The async threads acknowledge moves, so no work that grows with the length of a game may run
//! there. The pool runs [`AT_ONCE`] jobs at a time; the others wait.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Limits how many blocking jobs run at once.
#[derive(Clone)]
pub(crate) struct BlockingPool(Arc<Semaphore>);

/// The number of concurrent jobs.
const AT_ONCE: usize = 2;

impl BlockingPool {
    pub(crate) fn new() -> BlockingPool {
        BlockingPool(Arc::new(Semaphore::new(AT_ONCE)))
    }

    /// Runs `work` off the async threads.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.0).acquire_owned().await.expect("the semaphore is never closed");
        let done = tokio::task::spawn_blocking(move || {
            // The job owns its permit: the caller may be dropped before the job is done.
            let _permit = permit;
            work()
        });
        done.await.unwrap_or_else(|error| Err(Problem::Internal(format!("the work was not done: {error}"))))
    }
}
