//! The other end of the protocol: does jobs in this process.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError};

use crate::input::InputId;
use crate::job::{Job, JobId};
use crate::ledger::Ledger;
use crate::messages::{Report, Request};

/// Reads requests and does their jobs, `threads` at a time, until the input ends; jobs under way are then finished, but
/// no new one is begun. `run` gets a job and the places of all inputs so far, and returns the result.
///
/// # Errors
/// Fails if the input is not that of a leader, or if no report can be written.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send,
    threads: usize,
    run: impl Fn(&Job, &HashMap<InputId, PathBuf>) -> Result<Vec<u8>, String> + Sync,
) -> io::Result<()> {
    let output = Mutex::new(output);
    let report = |report: &Report| -> io::Result<()> {
        let line = serde_json::to_string(report)? + "\n";
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(line.as_bytes())?;
        output.flush()
    };
    let mut lines = input.lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let Ok(Request::Begin { version: Request::VERSION, results }) = serde_json::from_str(&first) else {
        let message =
            format!("expected {{\"begin\":{{\"version\":{},…}}}}, found '{first}'", Request::VERSION);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    };
    let ledger = Ledger::open(&results)?;
    // One more than can be done at once, so that none waits for the leader.
    report(&Report::Ready { slots: threads.max(1) + 1 })?;
    let queue = Queue::default();
    let do_job = |id: JobId, spec: &str| {
        let done = Job::read(spec).map_err(|error| error.to_string()).and_then(|job| {
            let inputs = queue.inputs.lock().unwrap_or_else(PoisonError::into_inner).clone();
            run(&job, &inputs)
        });
        let saved = done.and_then(|result| ledger.add(&id, &result).map_err(|error| error.to_string()));
        report(&match saved {
            Ok(_) => Report::Done { id },
            Err(why) => Report::Failed { id, why },
        })
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some((id, spec)) = queue.next() {
                    if do_job(id, &spec).is_err() {
                        // The leader is gone.
                        return;
                    }
                }
            });
        }
        let read = lines.try_for_each(|line| {
            match serde_json::from_str(&line?)? {
                Request::Begin { .. } => {}
                Request::Input { id, path } => {
                    queue.inputs.lock().unwrap_or_else(PoisonError::into_inner).insert(id, path);
                }
                Request::Job { id, spec } => queue.push(id, spec),
            }
            Ok(())
        });
        queue.close();
        read
    })
}

/// Jobs that wait for a thread.
#[derive(Default)]
struct Queue {
    /// `None` once no more are wanted. The last is the next one.
    jobs: Mutex<Waiting>,
    changed: Condvar,
    inputs: Mutex<HashMap<InputId, PathBuf>>,
}

#[derive(Default)]
struct Waiting {
    jobs: std::collections::VecDeque<(JobId, String)>,
    is_closed: bool,
}

impl Queue {
    fn push(&self, id: JobId, spec: String) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).jobs.push_back((id, spec));
        self.changed.notify_one();
    }

    /// No more jobs are begun.
    fn close(&self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).is_closed = true;
        self.changed.notify_all();
    }

    fn next(&self) -> Option<(JobId, String)> {
        let mut waiting = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.jobs.pop_front() {
                return Some(job);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reports to these requests, sorted.
    fn answers(requests: &[Request]) -> Vec<Report> {
        let lines: Vec<String> =
            requests.iter().map(|request| serde_json::to_string(request).unwrap()).collect();
        let mut output = Vec::new();
        // The end of the input abandons jobs that wait, so it comes only when the jobs are done.
        let (reader, mut writer) = io::pipe().unwrap();
        let jobs = requests.iter().filter(|request| matches!(request, Request::Job { .. })).count();
        let done = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                lines.iter().for_each(|line| writeln!(writer, "{line}").unwrap());
                while done.load(std::sync::atomic::Ordering::SeqCst) < jobs {
                    std::thread::yield_now();
                }
                drop(writer);
            });
            let run = |job: &Job, inputs: &HashMap<InputId, PathBuf>| {
                done.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                match job.work.as_u64() {
                    Some(number) => Ok(format!("{} {}", 2 * number, inputs.len()).into_bytes()),
                    None => Err("expected a number".to_string()),
                }
            };
            serve(io::BufReader::new(reader), &mut output, 2, run).unwrap();
        });
        let mut reports: Vec<Report> = output
            .split(|&byte| byte == b'\n')
            .filter_map(|line| serde_json::from_slice(line).ok())
            .collect();
        reports.sort_by_key(|report| serde_json::to_string(report).unwrap());
        reports
    }

    #[test]
    fn jobs_are_done_and_failures_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let job = |work: &str| {
            let job =
                Job::new("double", 1, Vec::new(), &serde_json::from_str::<serde_json::Value>(work).unwrap());
            job.unwrap()
        };
        let request = |job: &Job| Request::Job { id: job.id(), spec: job.canonical() };
        let (good, bad) = (job("21"), job("\"x\""));
        let input = crate::content_hash(folder.path()).unwrap();
        let begin = Request::Begin { version: Request::VERSION, results: folder.path().to_path_buf() };
        let given = Request::Input { id: input, path: folder.path().to_path_buf() };
        let reports = answers(&[begin, given, request(&good), request(&bad)]);
        let failed = Report::Failed { id: bad.id(), why: "expected a number".to_string() };
        assert_eq!(reports, [Report::Done { id: good.id() }, failed, Report::Ready { slots: 3 }]);
        let result = std::fs::read_to_string(Ledger::open(folder.path()).unwrap().path(&good.id())).unwrap();
        assert_eq!(result, "42 1");
    }

    #[test]
    fn what_is_no_leader_is_refused() {
        let refused = serve(&b"hello\n"[..], Vec::new(), 1, |_, _| Ok(Vec::new())).unwrap_err();
        assert!(refused.to_string().starts_with("expected {\"begin\""), "{refused}");
    }
}
