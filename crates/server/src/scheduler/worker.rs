//! A search thread.

use std::any::TypeId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use engine::{Control, Limits, Thinker, ThinkerOptions, Time};

use super::analysis::AnalysisJob;
use super::{MoveJob, Shared, WorkerState, board_type};

/// The size of a thread's transposition table for analyses.
const TABLE_BYTES: usize = 32 << 20;

/// The next job.
enum Task {
    Move(MoveJob),
    Analysis(AnalysisJob, Control),
    Nothing,
}

/// Runs jobs until the scheduler is closed.
pub(super) fn run(shared: &Arc<Shared>, number: usize) {
    let mut analyzer = Analyzer::default();
    loop {
        match next(shared, number) {
            Task::Nothing => return,
            Task::Move(move_job) => {
                // A panic in one search must not end the thread.
                let _ = catch_unwind(AssertUnwindSafe(move_job.run));
            }
            Task::Analysis(job, control) => {
                let work = catch_unwind(AssertUnwindSafe(|| analyzer.analyze(shared, job, &control)));
                match work {
                    Ok(Some(job)) => requeue(shared, job),
                    Ok(None) => (),
                    Err(_) => analyzer = Analyzer::default(),
                }
            }
        }
    }
}

fn next(shared: &Shared, number: usize) -> Task {
    let mut queue = shared.lock();
    queue.workers[number] = WorkerState::Idle;
    loop {
        if queue.is_closed {
            return Task::Nothing;
        }
        if let Some(move_job) = queue.next_move() {
            // The caller may be gone, or the game has changed.
            if move_job.control.is_stopped() {
                continue;
            }
            queue.workers[number] =
                WorkerState::Move { control: move_job.control.clone(), since: Instant::now() };
            return Task::Move(move_job);
        }
        if let Some(job) = queue.analyses.pop() {
            let control = Control::new();
            let until = Instant::now() + job.slice;
            queue.workers[number] = WorkerState::Analysis { control: control.clone(), until, id: job.id };
            queue.notify_queued();
            return Task::Analysis(job, control);
        }
        queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Requeues an analysis whose time slice is over, behind the others.
fn requeue(shared: &Shared, job: AnalysisJob) {
    let mut queue = shared.lock();
    // The caller may be gone.
    if job.progress.receiver_count() > 0 {
        queue.analyses.push(job.client, job);
        queue.notify_queued();
    }
    drop(queue);
    shared.changed.notify_all();
}

/// The thinker of the last board type, with its transposition table.
#[derive(Default)]
struct Analyzer(Option<(TypeId, Box<dyn Thinker>)>);

impl Analyzer {
    /// Searches until the time is up or `control` stops it. Returns the job if it is to be resumed.
    fn analyze(&mut self, shared: &Shared, mut job: AnalysisJob, control: &Control) -> Option<AnalysisJob> {
        let pos = job.params.session.position();
        let board = board_type(pos);
        if self.0.as_ref().is_none_or(|(known, _)| *known != board) {
            let options = ThinkerOptions {
                table_bytes: TABLE_BYTES,
                tables: shared.tables.choice(pos.game().name()),
                ..ThinkerOptions::default()
            };
            self.0 = None;
            self.0 = pos.game().thinker(&options).ok().map(|thinker| (board, thinker));
        }
        let (_, thinker) = self.0.as_mut()?;
        let limits = Limits {
            depth: job.params.depth,
            time: Time::Move(job.params.time.saturating_sub(job.spent)),
            ..Limits::none()
        };
        let began = Instant::now();
        job.progress.send_if_modified(|progress| progress.ahead.take().is_some());
        let spent = job.spent;
        let (progress, session) = (&job.progress, &job.params.session);
        let confirmed = |thought: &engine::Thought| thought.clone().confirmed(session.position());
        let thought = thinker.think(session, job.params.lines, &limits, control, &mut |thought| {
            publish(progress, confirmed(thought), spent);
        });
        publish(progress, confirmed(&thought), spent);
        job.spent += began.elapsed();
        shared.tables.log_fault(job.params.session.position().game().name());
        if control.is_stopped() && job.spent < job.params.time {
            job.lengthen_slice();
            return Some(job);
        }
        job.progress.send_modify(|progress| progress.is_done = true);
        None
    }
}

/// Publishes a result, unless it is shallower than the last one: a resumed search starts at depth 1
/// again.
fn publish(
    progress: &tokio::sync::watch::Sender<super::Progress>,
    thought: engine::Thought,
    spent: Duration,
) {
    progress.send_if_modified(|progress| {
        let is_new = !thought.lines.is_empty()
            && progress.thought.as_ref().is_none_or(|known| thought.depth >= known.depth);
        if is_new {
            let thought = engine::Thought { time: thought.time + spent, ..thought };
            progress.thought = Some(Arc::new(thought));
        }
        is_new
    });
}
