//! Threads for work that any number of them can share, on machines that may have none to give: a program that is just
//! being killed can hold every process there is.

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// How long to wait for the only thread. Programs that exceed their limits are killed sooner.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);

/// Does `work` on `count` threads at the same time, this one among them, or on as many as there are, and returns the first
/// error.
pub(crate) fn share<E: Send>(count: usize, work: impl Fn() -> Result<(), E> + Sync) -> Result<(), E> {
    std::thread::scope(|scope| {
        let spawn = |_| Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<ScopedJoinHandle<_>> = (1..count).filter_map(spawn).collect();
        let own = work();
        others.into_iter().map(|worker| worker.join().unwrap_or(Ok(()))).fold(own, Result::and)
    })
}

/// Starts `count` threads, or as many as there are, but at least one; `work` makes what each of them does.
///
/// # Errors
/// Fails if not even one can be started.
pub(crate) fn start<'scope, F: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    work: impl Fn() -> F,
) -> io::Result<()> {
    let begin = Instant::now();
    while let Err(error) = Builder::new().spawn_scoped(scope, work()) {
        if begin.elapsed() > PATIENCE {
            return Err(error);
        }
        std::thread::sleep(PAUSE);
    }
    for _ in 1..count {
        let _ = Builder::new().spawn_scoped(scope, work());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_thread_works_and_the_first_error_counts() {
        let begun = AtomicUsize::new(0);
        let work = || match begun.fetch_add(1, Ordering::Relaxed) {
            2 => Err("the third"),
            _ => Ok(()),
        };
        assert_eq!(share(5, work), Err("the third"));
        assert_eq!(begun.load(Ordering::Relaxed), 5);
        assert_eq!(share(1, || Ok::<(), ()>(())), Ok(()));
        let begun = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            start(scope, 3, || {
                || {
                    begun.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .unwrap();
        assert_eq!(begun.load(Ordering::Relaxed), 3);
    }
}
