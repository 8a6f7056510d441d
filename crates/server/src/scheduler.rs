//! Schedules all searches on a few threads, one per core: moves of games in play go first, analyses
//! take turns.
//!
//! A move never waits for an analysis: if every thread is busy, an analysis is preempted and
//! resumed later. Nor does it wait long for another move: no move may take longer than
//! [`MAX_MOVE_TIME`], and less if more moves are queued. Analyses share the remaining time. While
//! others wait, each runs for a time slice, which doubles with every turn, so that all of them get
//! deeper; a resumed search finds most of its work in its thread's transposition table. Memory
//! depends on the number of threads only. Both queues are fair to clients, so that one with many
//! jobs does not keep the others waiting.

mod analysis;
mod worker;

use std::any::TypeId;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::Control;
use tokio::sync::oneshot;

use self::analysis::AnalysisJob;
pub(crate) use self::analysis::{Analysis, AnalysisParams, Progress, TablesByGame};
use crate::client::Client;
use crate::client_limits::PerClientLimit;
use crate::fair_queue::FairQueue;
use crate::limits::Limits;
use crate::problem::Problem;

/// The search threads and their queues.
#[derive(Clone)]
pub(crate) struct Scheduler {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    /// Signalled when a queue or a worker changes.
    changed: Condvar,
    limits: Limits,
    /// Limits the analyses of each client.
    per_client: Arc<PerClientLimit>,
    tables: TablesByGame,
}

#[derive(Default)]
struct Queue {
    games: FairQueue<MoveJob>,
    exhibitions: FairQueue<MoveJob>,
    analyses: FairQueue<AnalysisJob>,
    /// The state of each thread.
    workers: Vec<WorkerState>,
    is_closed: bool,
}

/// A search for a move that a game waits for.
struct MoveJob {
    priority: Priority,
    client: Client,
    control: Control,
    run: Box<dyn FnOnce() + Send>,
}

/// The priority of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A person waits for it.
    Game,
    /// Machines play each other: it may wait.
    Exhibition,
}

/// Stops a search when its caller no longer waits for the result.
struct StopOnDrop(Control);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// What a thread is working on.
#[derive(Default)]
enum WorkerState {
    #[default]
    Idle,
    Move {
        control: Control,
        since: Instant,
    },
    Analysis {
        control: Control,
        until: Instant,
        id: u64,
    },
}

/// How often time slices are checked.
const TICK: Duration = Duration::from_millis(20);
/// The maximum time for a move, whatever its clock allows.
const MAX_MOVE_TIME: Duration = Duration::from_secs(5);
/// The time that a move gets however many are queued.
const MIN_MOVE_TIME: Duration = Duration::from_millis(200);

impl Scheduler {
    /// Starts the threads.
    pub(crate) fn new(threads: usize, limits: Limits, tables: TablesByGame) -> Scheduler {
        let mut queue = Queue::default();
        queue.workers.resize_with(threads.max(1), WorkerState::default);
        let per_client = PerClientLimit::new("analyses", limits.studies_per_address);
        let (queue, changed) = (Mutex::new(queue), Condvar::new());
        let shared = Arc::new(Shared { queue, changed, limits, per_client, tables });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || worker::run(&shared, number));
        }
        let timer = Arc::clone(&shared);
        std::thread::spawn(move || timer.end_time_slices());
        Scheduler { shared }
    }

    /// Runs a search that a game waits for, before all analyses. `control` stops it when it takes
    /// too long. It is skipped if the caller is gone when its turn comes.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        priority: Priority,
        client: Client,
        control: Control,
        move_job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (sender, receiver) = oneshot::channel();
        let _stop_on_drop = StopOnDrop(control.clone());
        let run = Box::new(move || {
            let _ = sender.send(move_job());
        });
        self.shared.lock().add(MoveJob { priority, client, control, run }, self.shared.limits.thoughts)?;
        self.shared.changed.notify_all();
        receiver.await.map_err(|_| Problem::Internal("a search ended before its answer".to_string()))
    }

    /// Starts an analysis for a client. It ends when the returned [`Analysis`] is dropped.
    pub(crate) fn analyze(&self, client: Client, params: AnalysisParams) -> Result<Analysis, Problem> {
        let permit = self.shared.per_client.acquire(client)?;
        let (job, analysis) = analysis::begin(client, params, &self.shared, permit);
        {
            let mut queue = self.shared.lock();
            let running =
                queue.workers.iter().filter(|worker| matches!(worker, WorkerState::Analysis { .. })).count();
            if queue.analyses.len() + running >= self.shared.limits.studies {
                return Err(Problem::Busy("too many analyses run already; try again in a while".to_string()));
            }
            queue.analyses.push(client, job);
            queue.notify_queued();
        }
        self.shared.changed.notify_all();
        Ok(analysis)
    }

    /// Ends all threads and stops analyses. A move in progress is finished: if stopped, it might be
    /// a bad one.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.is_closed = true;
        queue.games.clear();
        queue.exhibitions.clear();
        queue.analyses.clear();
        for worker in &queue.workers {
            if let WorkerState::Analysis { control, .. } = worker {
                control.stop();
            }
        }
        drop(queue);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // A panic in a search does not leave the queue inconsistent.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes an analysis that no client follows any more.
    fn drop_analysis(&self, id: u64) {
        let mut queue = self.lock();
        queue.analyses.retain(|job| job.id != id);
        for worker in &queue.workers {
            match worker {
                WorkerState::Analysis { control, id: running, .. } if *running == id => control.stop(),
                _ => (),
            }
        }
        queue.notify_queued();
    }

    /// Stops moves that take too long, and analyses whose slice is over while others wait.
    fn end_time_slices(&self) {
        let mut queue = self.lock();
        while !queue.is_closed {
            if queue.is_idle() {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            queue.end_time_slices(Instant::now());
            queue = self.changed.wait_timeout(queue, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Queue {
    /// Queues a move, which preempts analyses.
    fn add(&mut self, move_job: MoveJob, most: usize) -> Result<(), Problem> {
        if self.moves() >= most && !self.evict_for(&move_job) {
            return Err(Problem::Busy("the machine has too many moves to think about".to_string()));
        }
        let (priority, client) = (move_job.priority, move_job.client);
        match priority {
            Priority::Game => self.games.push(client, move_job),
            Priority::Exhibition => self.exhibitions.push(client, move_job),
        }
        self.preempt();
        Ok(())
    }

    /// Makes room in a full queue: drops an exhibition move, or the last move of a client with more
    /// queued moves than this one. Both are retried later.
    fn evict_for(&mut self, to: &MoveJob) -> bool {
        match to.priority {
            Priority::Game => self.exhibitions.drop_last() || self.games.preempt(to.client),
            Priority::Exhibition => self.exhibitions.preempt(to.client),
        }
    }

    /// The number of queued moves.
    fn moves(&self) -> usize {
        self.games.len() + self.exhibitions.len()
    }

    /// The next move.
    fn next_move(&mut self) -> Option<MoveJob> {
        self.games.pop().or_else(|| self.exhibitions.pop())
    }

    /// Whether no time slice can end before something changes.
    fn is_idle(&self) -> bool {
        let is_moving = self.workers.iter().any(|worker| matches!(worker, WorkerState::Move { .. }));
        self.analyses.is_empty() && self.moves() == 0 && !is_moving
    }

    /// Stops everything that has used up its time.
    fn end_time_slices(&self, now: Instant) {
        let turn = (MAX_MOVE_TIME / (1 + self.moves() as u32)).max(MIN_MOVE_TIME);
        for worker in &self.workers {
            match worker {
                WorkerState::Move { control, since } if now.duration_since(*since) >= turn => control.stop(),
                WorkerState::Analysis { control, until, .. }
                    if !self.analyses.is_empty() && *until <= now =>
                {
                    control.stop();
                }
                _ => (),
            }
        }
    }

    /// Stops as many analyses as there are moves without a free thread.
    fn preempt(&self) {
        let idle = self.workers.iter().filter(|worker| matches!(worker, WorkerState::Idle)).count();
        let is_running = |worker: &&WorkerState| matches!(worker, WorkerState::Analysis { control, .. } if !control.is_stopped());
        let stopping = self
            .workers
            .iter()
            .filter(|worker| matches!(worker, WorkerState::Analysis { control, .. } if control.is_stopped()))
            .count();
        let needed = self.moves().saturating_sub(idle + stopping);
        for worker in self.workers.iter().filter(is_running).take(needed) {
            if let WorkerState::Analysis { control, .. } = worker {
                control.stop();
            }
        }
    }

    /// Tells queued analyses their position in the queue.
    fn notify_queued(&self) {
        for (ahead, job) in self.analyses.iter().enumerate() {
            job.set_queue_position(ahead);
        }
    }
}

/// Identifies the thinkers that can search this position: a thinker is specific to one type of
/// board.
fn board_type(pos: &dyn engine::AnyPosition) -> TypeId {
    pos.game().board_type()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn scheduler(limits: Limits) -> Scheduler {
        Scheduler::new(1, limits, TablesByGame::at(catalogue::CATALOGUE, &engine::TablesAt::default()))
    }

    fn move_job(priority: Priority, client: Client) -> MoveJob {
        MoveJob { priority, client, control: Control::new(), run: Box::new(|| ()) }
    }

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
    }

    /// Keeps the scheduler's one thread busy until the sender is dropped.
    fn occupy(scheduler: &Scheduler, runtime: &tokio::runtime::Runtime) -> mpsc::Sender<()> {
        let (release, released) = mpsc::channel::<()>();
        let (begin, begun) = mpsc::channel();
        let scheduler = scheduler.clone();
        runtime.spawn(async move {
            let wait = move || {
                begin.send(()).unwrap();
                let _ = released.recv();
            };
            scheduler.think(Priority::Game, Client::UNKNOWN, Control::new(), wait).await
        });
        begun.recv().unwrap();
        release
    }

    #[test]
    fn a_move_without_end_makes_way_for_another_games() {
        let (scheduler, runtime) = (scheduler(Limits::default()), runtime());
        let (begin, begun) = mpsc::channel();
        let endless = scheduler.clone();
        let endless = runtime.spawn(async move {
            let control = Control::new();
            let until_stopped = control.clone();
            let search = move || {
                begin.send(()).unwrap();
                while !until_stopped.is_stopped() {
                    std::thread::sleep(Duration::from_millis(5));
                }
            };
            endless.think(Priority::Game, Client::UNKNOWN, control, search).await
        });
        begun.recv().unwrap();
        let other = async {
            tokio::time::timeout(
                MAX_MOVE_TIME * 4,
                scheduler.think(Priority::Game, Client::UNKNOWN, Control::new(), || 7),
            )
            .await
        };
        assert_eq!(runtime.block_on(other).expect("the other search gets its turn"), Ok(7));
        assert_eq!(runtime.block_on(endless).unwrap(), Ok(()), "a search that is stopped returns its result");
    }

    #[test]
    fn the_more_wait_the_shorter_is_a_turn() {
        let mut queue = Queue::default();
        let control = Control::new();
        let since = Instant::now();
        queue.workers.push(WorkerState::Move { control: control.clone(), since });
        queue.end_time_slices(since + MAX_MOVE_TIME / 2);
        assert!(!control.is_stopped(), "no other move is queued");
        let move_job = || move_job(Priority::Game, Client::UNKNOWN);
        queue.add(move_job(), 9).unwrap();
        queue.end_time_slices(since + MIN_MOVE_TIME);
        assert!(!control.is_stopped());
        queue.end_time_slices(since + MAX_MOVE_TIME / 2);
        assert!(control.is_stopped());
    }

    #[test]
    fn what_nobody_waits_for_is_not_done() {
        let (scheduler, runtime) = (scheduler(Limits::default()), runtime());
        let release = occupy(&scheduler, &runtime);
        let (done, did) = mpsc::channel();
        for number in 0..100 {
            let done = done.clone();
            let mut search =
                Box::pin(scheduler.think(Priority::Game, Client::UNKNOWN, Control::new(), move || {
                    done.send(number).unwrap();
                }));
            // Queued, then dropped.
            let queued = std::future::poll_fn(|cx| std::task::Poll::Ready(search.as_mut().poll(cx)));
            assert!(runtime.block_on(queued).is_pending());
        }
        drop(release);
        let last =
            scheduler.think(Priority::Game, Client::UNKNOWN, Control::new(), move || done.send(100).unwrap());
        runtime.block_on(last).unwrap();
        assert_eq!(did.try_iter().collect::<Vec<_>>(), [100]);
    }

    #[test]
    fn exhibitions_come_after_games_and_give_their_places_away() {
        let mut queue = Queue::default();
        let mut add = |priority| queue.add(move_job(priority, Client::UNKNOWN), 3).is_ok();
        assert!(add(Priority::Exhibition) && add(Priority::Game) && add(Priority::Exhibition));
        assert!(!add(Priority::Exhibition) && add(Priority::Game) && add(Priority::Game));
        assert!(!add(Priority::Game), "there is no exhibition move to drop");
        assert!(queue.exhibitions.is_empty() && queue.games.len() == 3);
    }

    #[test]
    fn a_client_with_many_games_gives_way_to_one_with_few() {
        let mut queue = Queue::default();
        let [many, few] = [1, 2].map(|number| Client::at([192, 0, 2, number].into()));
        for _ in 0..3 {
            queue.add(move_job(Priority::Game, many), 3).unwrap();
        }
        assert!(queue.add(move_job(Priority::Game, many), 3).is_err());
        queue.add(move_job(Priority::Game, few), 3).unwrap();
        assert_eq!(queue.moves(), 3);
        let order = [(); 3].map(|()| queue.next_move().unwrap().client);
        assert_eq!(order, [many, few, many]);
    }
}
