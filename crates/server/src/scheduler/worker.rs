//! A thread that thinks.

use std::any::TypeId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use engine::{Control, Limits, Thinker, ThinkerOptions, Time};

use super::analysis::Job;
use super::{Busy, MoveJob, Shared, kind};

/// How much of each analysis a thread remembers.
const TABLE_BYTES: usize = 32 << 20;

/// What to do next.
enum Task {
    Move(MoveJob),
    Analysis(Job, Control),
    Nothing,
}

/// Serves until the desk is closed.
pub(super) fn run(shared: &Arc<Shared>, number: usize) {
    let mut mind = AnalysisWorker::default();
    loop {
        match next(shared, number) {
            Task::Nothing => return,
            Task::Move(move_job) => {
                // Somebody's move that cannot be found must not end everybody's.
                let _ = catch_unwind(AssertUnwindSafe(move_job.run));
            }
            Task::Analysis(job, control) => {
                let work = catch_unwind(AssertUnwindSafe(|| mind.study(shared, job, &control)));
                match work {
                    Ok(Some(job)) => put_back(shared, job),
                    Ok(None) => (),
                    Err(_) => mind = AnalysisWorker::default(),
                }
            }
        }
    }
}

fn next(shared: &Shared, number: usize) -> Task {
    let mut queue = shared.lock();
    queue.threads[number] = Busy::Idle;
    loop {
        if queue.is_closed {
            return Task::Nothing;
        }
        if let Some(move_job) = queue.next_move() {
            // Whoever asked may have gone, or something else happened in the game.
            if move_job.control.is_stopped() {
                continue;
            }
            queue.threads[number] =
                Busy::WithMove { control: move_job.control.clone(), since: Instant::now() };
            return Task::Move(move_job);
        }
        if let Some(job) = queue.studies.pop() {
            let control = Control::new();
            let until = Instant::now() + job.slice;
            queue.threads[number] = Busy::WithStudy { control: control.clone(), until, topic: job.topic };
            queue.notify_queued();
            return Task::Analysis(job, control);
        }
        queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Its turn is over; the others come first.
fn put_back(shared: &Shared, job: Job) {
    let mut queue = shared.lock();
    // Whoever asked may have gone in the meantime.
    if job.progress.receiver_count() > 0 {
        queue.studies.push(job.client, job);
        queue.notify_queued();
    }
    drop(queue);
    shared.changed.notify_all();
}

/// What a thread remembers: the last kind of board that it thought about.
#[derive(Default)]
struct AnalysisWorker(Option<(TypeId, Box<dyn Thinker>)>);

impl AnalysisWorker {
    /// Thinks until the time is used or the control stops it. Gives the job back where it is to go on.
    fn study(&mut self, shared: &Shared, mut job: Job, control: &Control) -> Option<Job> {
        let pos = job.question.session.position();
        let kind = kind(pos);
        if self.0.as_ref().is_none_or(|(known, _)| *known != kind) {
            let options = ThinkerOptions {
                table_bytes: TABLE_BYTES,
                tables: shared.tables.choice(pos.game().name()),
                ..ThinkerOptions::default()
            };
            self.0 = None;
            self.0 = pos.game().thinker(&options).ok().map(|thinker| (kind, thinker));
        }
        let (_, thinker) = self.0.as_mut()?;
        let limits = Limits {
            depth: job.question.depth,
            time: Time::Move(job.question.time.saturating_sub(job.spent)),
            ..Limits::none()
        };
        let began = Instant::now();
        job.progress.send_if_modified(|progress| progress.ahead.take().is_some());
        let spent = job.spent;
        let (progress, session) = (&job.progress, &job.question.session);
        let confirmed = |thought: &engine::Thought| thought.clone().confirmed(session.position());
        let thought = thinker.think(session, job.question.lines, &limits, control, &mut |thought| {
            tell(progress, confirmed(thought), spent);
        });
        tell(progress, confirmed(&thought), spent);
        job.spent += began.elapsed();
        shared.tables.log_fault(job.question.session.position().game().name());
        if control.is_stopped() && job.spent < job.question.time {
            job.lengthen();
            return Some(job);
        }
        job.progress.send_modify(|progress| progress.is_done = true);
        None
    }
}

/// A search that goes on begins with small depths again; only what is no worse than before is told.
fn tell(progress: &tokio::sync::watch::Sender<super::Progress>, thought: engine::Thought, spent: Duration) {
    progress.send_if_modified(|progress| {
        let is_news = !thought.lines.is_empty()
            && progress.thought.as_ref().is_none_or(|known| thought.depth >= known.depth);
        if is_news {
            let thought = engine::Thought { time: thought.time + spent, ..thought };
            progress.thought = Some(Arc::new(thought));
        }
        is_news
    });
}
