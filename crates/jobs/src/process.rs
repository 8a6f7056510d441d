//! An executor that is another process.

use std::collections::HashMap;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use cancel::Cancel;

use crate::executor::{Executor, ExecutorError};
use crate::input::{InputId, content_hash};
use crate::job::{Job, JobId};
use crate::ledger::Ledger;
use crate::messages::{Report, Request};

/// Has jobs done by a process that speaks the protocol of [`Request`] and [`Report`]: it may do them itself, or
/// distribute them over a cluster.
pub struct ProcessExecutor {
    command: String,
    child: Mutex<Child>,
    input: Mutex<Option<ChildStdin>>,
    slots: usize,
    ledger: Ledger,
    waiting: Arc<Waiting>,
    provided: Mutex<HashMap<PathBuf, InputId>>,
    reader: Option<JoinHandle<()>>,
}

/// Who waits for which job.
#[derive(Default)]
struct Waiting {
    /// `None` once the process has ended.
    jobs: Mutex<Option<HashMap<JobId, mpsc::Sender<Ended>>>>,
}

/// How a job ended: its result is in the ledger, or why not.
type Ended = Result<(), String>;

/// How often a waiting thread looks whether it is cancelled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long a process may take to end once its input has.
const PATIENCE: Duration = Duration::from_secs(20);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ProcessExecutor {
    /// Starts the process and waits until it is ready. Its notes are given to `note`, from another thread.
    ///
    /// # Errors
    /// Fails if the process cannot be started, or ends before it is ready.
    pub fn start(
        mut command: Command,
        ledger: Ledger,
        note: impl Fn(&str) + Send + 'static,
    ) -> Result<ProcessExecutor, ExecutorError> {
        let name = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for the leader: the process ends when its input does.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|error| ExecutorError::Start { command: name.clone(), error })?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
        let waiting = Arc::new(Waiting { jobs: Mutex::new(Some(HashMap::new())) });
        let (ready, is_ready) = mpsc::channel();
        let heard = waiting.clone();
        let reader = std::thread::spawn(move || heard.read(output, &ready, &note));
        let mut executor = ProcessExecutor {
            command: name,
            child: Mutex::new(child),
            input: Mutex::new(input),
            slots: 1,
            ledger,
            waiting,
            provided: Mutex::default(),
            reader: Some(reader),
        };
        let results = executor.ledger.folder().to_path_buf();
        executor.send(&Request::Begin { version: Request::VERSION, results })?;
        executor.slots = is_ready.recv().map_err(|_| executor.ended())?;
        Ok(executor)
    }

    fn send(&self, request: &Request) -> Result<(), ExecutorError> {
        let line = serde_json::to_string(request).map_err(crate::JobError::from)? + "\n";
        let mut input = locked(&self.input);
        let written =
            input.as_mut().map(|input| input.write_all(line.as_bytes()).and_then(|()| input.flush()));
        drop(input);
        match written {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    fn ended(&self) -> ExecutorError {
        let status = self.end().map_or_else(|error| error.to_string(), |status| status.to_string());
        ExecutorError::Ended { command: self.command.clone(), status }
    }

    /// Closes the input of the process, and waits until it has ended; kills it if that takes too long.
    fn end(&self) -> io::Result<ExitStatus> {
        locked(&self.input).take();
        let begin = Instant::now();
        let mut child = locked(&self.child);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if begin.elapsed() > PATIENCE {
                child.kill()?;
                return child.wait();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Waiting {
    /// Reads what the process says until it ends.
    fn read(&self, output: impl io::BufRead, ready: &mpsc::Sender<usize>, note: &dyn Fn(&str)) {
        for line in output.lines() {
            let Ok(line) = line else { break };
            match serde_json::from_str(&line) {
                Ok(Report::Ready { slots }) => drop(ready.send(slots.max(1))),
                Ok(Report::Done { id }) => self.finish(&id, Ok(())),
                Ok(Report::Failed { id, why }) => self.finish(&id, Err(why)),
                Ok(Report::Note { text }) => note(&text),
                Err(error) => note(&format!("the executor says what is not a report ({error}): {line}")),
            }
        }
        locked(&self.jobs).take();
    }

    fn finish(&self, id: &JobId, result: Ended) {
        if let Some(sender) = locked(&self.jobs).as_mut().and_then(|jobs| jobs.remove(id)) {
            // Nobody waits any longer for a job that was cancelled.
            let _ = sender.send(result);
        }
    }

    /// Where the end of a job will be heard; `None` if the process has ended.
    fn wait_for(&self, id: &JobId) -> Option<mpsc::Receiver<Ended>> {
        let (sender, receiver) = mpsc::channel();
        locked(&self.jobs).as_mut()?.insert(id.clone(), sender);
        Some(receiver)
    }
}

impl Executor for ProcessExecutor {
    fn slots(&self) -> usize {
        self.slots
    }

    fn provide(&self, path: &Path) -> io::Result<InputId> {
        let path = std::path::absolute(path)?;
        if let Some(id) = locked(&self.provided).get(&path) {
            return Ok(id.clone());
        }
        let id = content_hash(&path)?;
        self.send(&Request::Input { id: id.clone(), path: path.clone() }).map_err(io::Error::other)?;
        locked(&self.provided).insert(path, id.clone());
        Ok(id)
    }

    fn run(&self, job: &Job, cancel: &Cancel) -> Result<Option<PathBuf>, ExecutorError> {
        let id = job.id();
        if let Some(path) = self.ledger.find(&id) {
            return Ok(Some(path));
        }
        let result = self.waiting.wait_for(&id).ok_or_else(|| self.ended())?;
        self.send(&Request::Job { id: id.clone(), spec: job.canonical() })?;
        loop {
            match result.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(())) => break,
                Ok(Err(why)) => return Err(ExecutorError::Failed { id, why }),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        match self.ledger.find(&id) {
            Some(path) => Ok(Some(path)),
            None => Err(ExecutorError::Result { id, why: "there is no file".to_string() }),
        }
    }
}

impl Drop for ProcessExecutor {
    fn drop(&mut self) {
        let _ = self.end();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(folder: &Path, script: &str) -> Result<ProcessExecutor, ExecutorError> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        ProcessExecutor::start(command, Ledger::open(folder).unwrap(), |_| ())
    }

    fn job() -> Job {
        Job::new("double", 1, Vec::new(), &21).unwrap()
    }

    const READY: &str = r#"echo '{"ready":{"slots":7}}'"#;

    #[test]
    fn the_result_is_in_the_ledger() {
        let folder = tempfile::tempdir().unwrap();
        let path = Ledger::open(folder.path()).unwrap().path(&job().id());
        let done = format!(r#"echo 42 > '{}'; echo '{{"done":{{"id":"{}"}}}}'"#, path.display(), job().id());
        let executor = start(folder.path(), &format!("{READY}; read begin; read job; {done}; cat")).unwrap();
        assert_eq!(executor.slots(), 7);
        let found = executor.run(&job(), &cancel::NEVER).unwrap().unwrap();
        assert_eq!((std::fs::read_to_string(&found).unwrap(), &found), ("42\n".to_string(), &path));
        // The script knows no other job: this result is taken from the ledger.
        assert_eq!(executor.run(&job(), &cancel::NEVER).unwrap(), Some(path));
    }

    #[test]
    fn a_process_that_falls_silent_is_ended() {
        let folder = tempfile::tempdir().unwrap();
        // Its output ends, but it reads on.
        let executor = start(folder.path(), &format!("{READY}; exec >&-; cat > /dev/null")).unwrap();
        let fault = executor.run(&job(), &cancel::NEVER).unwrap_err().to_string();
        assert!(fault.starts_with("'sh', which has the jobs done, ended"), "{fault}");
        assert!(start(folder.path(), "exit 3").is_err());
    }

    #[test]
    fn a_job_that_is_cancelled_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let executor = start(folder.path(), &format!("{READY}; cat > /dev/null")).unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(executor.run(&job(), &cancel).unwrap(), None);
    }
}
