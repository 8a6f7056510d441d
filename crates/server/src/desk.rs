//! Where all thinking is done: a few threads, one for each core, that serve games in play first and let
//! analyses take turns.
//!
//! A game's move never waits for an analysis: where every thread is busy, one analysis is stopped and goes on later.
//! Analyses share what is left. While others wait, each has its slice of time, longer with every turn, so that all of
//! them deepen; a search that goes on finds most of its work in its thread's memory. How much memory that takes
//! depends on the number of threads alone.

mod study;
mod work;

use std::any::TypeId;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Control;
use tokio::sync::oneshot;

use self::study::Job;
pub(crate) use self::study::{Progress, Question, Study, TablesByGame};
use crate::limits::Limits;
use crate::problem::Problem;

/// The threads that think.
#[derive(Clone)]
pub(crate) struct Desk {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Something came or went.
    changed: Condvar,
    limits: Limits,
    tables: TablesByGame,
}

#[derive(Default)]
struct Queue {
    moves: VecDeque<Errand>,
    studies: VecDeque<Job>,
    /// What each thread is at.
    threads: Vec<Busy>,
    is_closed: bool,
}

/// A move that a game waits for.
type Errand = Box<dyn FnOnce() + Send>;

/// What a thread is at.
#[derive(Default)]
enum Busy {
    #[default]
    Idle,
    WithMove,
    WithStudy {
        control: Control,
        until: Instant,
        topic: u64,
    },
}

/// How often it is looked whether a slice is over.
const TICK: Duration = Duration::from_millis(20);

impl Desk {
    /// So many threads.
    pub(crate) fn new(threads: usize, limits: Limits, tables: TablesByGame) -> Desk {
        let mut queue = Queue::default();
        queue.threads.resize_with(threads.max(1), Busy::default);
        let shared = Arc::new(Shared { queue: Mutex::new(queue), changed: Condvar::new(), limits, tables });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || work::run(&shared, number));
        }
        let foreman = Arc::clone(&shared);
        std::thread::spawn(move || foreman.end_slices());
        Desk { shared }
    }

    /// Does something that a game waits for, before all analyses.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        errand: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (sender, receiver) = oneshot::channel();
        {
            let mut queue = self.shared.lock();
            if queue.moves.len() >= self.shared.limits.thoughts {
                return Err(Problem::Busy("the machine has too many moves to think about".to_string()));
            }
            queue.moves.push_back(Box::new(move || {
                // Whoever asked may have gone.
                let _ = sender.send(errand());
            }));
            queue.make_way();
        }
        self.shared.changed.notify_all();
        receiver.await.map_err(|_| Problem::Broken("a search ended before its answer".to_string()))
    }

    /// Begins an analysis. It ends when the study is dropped.
    pub(crate) fn study(&self, question: Question) -> Result<Study, Problem> {
        let (job, study) = study::begin(question, &self.shared);
        {
            let mut queue = self.shared.lock();
            let running = queue.threads.iter().filter(|busy| matches!(busy, Busy::WithStudy { .. })).count();
            if queue.studies.len() + running >= self.shared.limits.studies {
                return Err(Problem::Busy("too many analyses run already; try again in a while".to_string()));
            }
            queue.studies.push_back(job);
            queue.tell_who_waits();
        }
        self.shared.changed.notify_all();
        Ok(study)
    }

    /// Lets every thread end, and stops what they are at.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.is_closed = true;
        queue.moves.clear();
        queue.studies.clear();
        for busy in &queue.threads {
            if let Busy::WithStudy { control, .. } = busy {
                control.stop();
            }
        }
        drop(queue);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A search that panicked leaves the queue as it was.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an analysis away that nobody wants any more.
    fn drop_study(&self, topic: u64) {
        let mut queue = self.lock();
        queue.studies.retain(|job| job.topic != topic);
        for busy in &queue.threads {
            match busy {
                Busy::WithStudy { control, topic: running, .. } if *running == topic => control.stop(),
                _ => (),
            }
        }
        queue.tell_who_waits();
    }

    /// Stops analyses whose slice is over while others wait.
    fn end_slices(&self) {
        let mut queue = self.lock();
        while !queue.is_closed {
            if queue.studies.is_empty() {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let now = Instant::now();
            for busy in &queue.threads {
                match busy {
                    Busy::WithStudy { control, until, .. } if *until <= now => control.stop(),
                    _ => (),
                }
            }
            queue = self.changed.wait_timeout(queue, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Queue {
    /// Stops as many analyses as moves would have to wait for otherwise.
    fn make_way(&self) {
        let idle = self.threads.iter().filter(|busy| matches!(busy, Busy::Idle)).count();
        let is_running =
            |busy: &&Busy| matches!(busy, Busy::WithStudy { control, .. } if !control.is_stopped());
        let on_their_way = self
            .threads
            .iter()
            .filter(|busy| matches!(busy, Busy::WithStudy { control, .. } if control.is_stopped()))
            .count();
        let needed = self.moves.len().saturating_sub(idle + on_their_way);
        for busy in self.threads.iter().filter(is_running).take(needed) {
            if let Busy::WithStudy { control, .. } = busy {
                control.stop();
            }
        }
    }

    /// Tells those who wait how many are before them.
    fn tell_who_waits(&self) {
        for (ahead, job) in self.studies.iter().enumerate() {
            job.wait(ahead);
        }
    }
}

/// Which thinker can go on with a position: those of one type of board.
fn kind(pos: &dyn engine::AnyPosition) -> TypeId {
    pos.as_any().type_id()
}
