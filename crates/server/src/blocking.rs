//! Where work is done that takes a while and is no thinking: long games are replayed, tables read, answers written out.
//!
//! The threads that answer have to acknowledge moves, so nothing that grows with a game is done there. So much is done at
//! once and no more; the rest waits for its turn.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::problem::Problem;

/// The room behind the counter.
#[derive(Clone)]
pub(crate) struct BlockingPool(Arc<Semaphore>);

/// How much is done at once.
const AT_ONCE: usize = 2;

impl BlockingPool {
    pub(crate) fn new() -> BlockingPool {
        BlockingPool(Arc::new(Semaphore::new(AT_ONCE)))
    }

    /// Does something away from the threads that answer.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.0).acquire_owned().await.expect("nobody closes it");
        let done = tokio::task::spawn_blocking(move || {
            // The place is the work's: whoever asked may go before it is done.
            let _place = place;
            work()
        });
        done.await.unwrap_or_else(|error| Err(Problem::Internal(format!("the work was not done: {error}"))))
    }
}
