//! Starting a program in the sandbox, and talking to it.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::player::NoMove;
use crate::record::VerdictKind;

use super::backend::{Backend, backend};
use super::folder::FolderError;
use super::limits::Limits;
use super::namespace::Confinement;
use super::output::{Output, OutputEvent, capture_stderr};
use super::process_tree::Stat;
use super::scratch_dir::ScratchDir;
use super::stderr_log::StderrLog;
use super::supervisor::{End, Resource};
use super::tail::Tail;
use super::terminal::PseudoTerminal;
use super::{freeze, guard, readable};

/// How a program is run: its supervisor, its limits, and the folder it runs in a copy of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    /// The command line of the supervisor, to which its options and the program are added.
    pub supervisor: Vec<OsString>,
    /// The resources that the program may use.
    pub limits: Limits,
    /// The folder to copy; without one, the program runs in an empty folder.
    pub dir: Option<PathBuf>,
    /// Paths that are readable in the sandbox besides the system and the program's folder.
    pub readable: Vec<PathBuf>,
    /// Whether the program may run while the opponent is to move.
    pub ponder: bool,
    /// Additional environment variables.
    pub environment: Vec<(String, String)>,
    /// The player's name, for messages.
    pub owner: String,
}

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The folder cannot be copied.
    #[error("cannot copy the folder {}: {why}", dir.display())]
    Copy {
        /// The folder.
        dir: PathBuf,
        /// What went wrong.
        why: FolderError,
    },
    /// The scratch directory cannot be created.
    #[error("cannot create a folder in {}: {error}", parent.display())]
    ScratchDir {
        /// The directory it should be in.
        parent: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The supervisor cannot be started.
    #[error("cannot start a program: {0}")]
    Start(#[from] io::Error),
}

/// How long a supervisor may take to kill its process tree before it is killed itself.
const TERMINATE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long to retry while the machine has no process to spare.
const SPAWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How often to check whether a process has exited or can be started.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

static SUPERVISOR: OnceLock<PathBuf> = OnceLock::new();

/// Names the executable `plywood` that supervises programs, for a process that is another one. The first call counts.
pub fn use_supervisor(program: PathBuf) {
    let _ = SUPERVISOR.set(program);
}

/// A running program.
pub struct SandboxedProcess {
    supervisor: Child,
    input: Option<ChildStdin>,
    output: Output,
    stderr: Tail,
    /// Disconnected when standard error has ended.
    stderr_closed: Receiver<()>,
    end: Option<End>,
    report: PathBuf,
    in_bubblewrap: bool,
    ponder: bool,
    is_frozen: bool,
    limits: Limits,
    /// The scratch directory; removed when its last user is dropped.
    dir: Arc<ScratchDir>,
}

impl Sandbox {
    /// The usual sandbox, supervised by `plywood supervise`, that is, by this executable unless
    /// [`use_supervisor`] has named another.
    #[must_use]
    pub fn of_this_program() -> Sandbox {
        let this = || std::env::current_exe().map_or_else(|_| "plywood".into(), PathBuf::into_os_string);
        let program = SUPERVISOR.get().map_or_else(this, |program| program.clone().into_os_string());
        Sandbox {
            supervisor: vec![program, "supervise".into()],
            limits: Limits::default(),
            dir: None,
            readable: Vec::new(),
            ponder: false,
            environment: Vec::new(),
            owner: String::new(),
        }
    }

    /// The program of a command. Without a folder of its own, a relative path starts at our working directory.
    fn program(&self, command: &[String]) -> OsString {
        let program = command.first().map(String::as_str).unwrap_or_default();
        if self.dir.is_none() && program.contains('/') {
            std::path::absolute(program).map_or_else(|_| program.into(), PathBuf::into_os_string)
        } else {
            program.into()
        }
    }

    /// A scratch directory with a copy of the program's folder.
    pub(crate) fn scratch_dir(&self) -> Result<Arc<ScratchDir>, SandboxError> {
        ScratchDir::new(&self.owner, self.dir.as_deref(), &self.limits)
    }

    /// Starts a program in a fresh copy of its folder. Of our environment it inherits only `PATH` and `LANG`.
    ///
    /// # Errors
    /// Fails if the folder cannot be copied or no process can be created. Whether the program itself can be executed is
    /// found out by the supervisor and returned by [`SandboxedProcess::terminate`].
    pub fn start(&self, command: &[String]) -> Result<SandboxedProcess, SandboxError> {
        self.start_in(&self.scratch_dir()?, command, &StderrLog::default())
    }

    /// Starts a program in an existing scratch directory; its standard error is added to `log`.
    pub(crate) fn start_in(
        &self,
        dir: &Arc<ScratchDir>,
        command: &[String],
        log: &StderrLog,
    ) -> Result<SandboxedProcess, SandboxError> {
        self.start_with(backend(), dir, command, log)
    }

    pub(super) fn start_with(
        &self,
        backend: &Backend,
        dir: &Arc<ScratchDir>,
        command: &[String],
        log: &StderrLog,
    ) -> Result<SandboxedProcess, SandboxError> {
        let (home, report) = (dir.home(), dir.report());
        let (program, words) =
            self.supervisor.split_first().ok_or_else(|| io::Error::other("there is no supervisor"))?;
        let limits = self.limits;
        let processes = limits.processes.saturating_add(backend.processes());
        let threads = limits.threads.saturating_add(backend.processes());
        let arguments = command.get(1..).unwrap_or_default().iter().map(OsString::from);
        let command: Vec<OsString> = std::iter::once(self.program(command)).chain(arguments).collect();
        let more: Vec<PathBuf> =
            self.readable.iter().cloned().chain(readable::of_command(&command)).collect();
        // If there is no pseudo-terminal left, a pipe still serves programs that flush.
        let (stdout, reader) = match PseudoTerminal::open() {
            Ok(PseudoTerminal { reader, writer }) => (Stdio::from(writer), Some(reader)),
            Err(_) => (Stdio::piped(), None),
        };
        let mut supervisor = Command::new(program);
        supervisor.args(words).arg("--report").arg(&report);
        let command = match backend {
            Backend::Bubblewrap(bwrap) => {
                bwrap.wrap(&home, &readable::entries(&more), limits.memory, command)
            }
            Backend::Own(confinement) => {
                supervisor.arg(format!("--confine={confinement}"));
                for path in &more {
                    supervisor.arg("--readable").arg(path);
                }
                command
            }
            Backend::Limits => command,
        };
        supervisor
            .arg(format!("--memory={}", limits.memory))
            .arg(format!("--processes={processes}"))
            .arg(format!("--threads={threads}"))
            .arg(format!("--descriptors={}", limits.descriptors))
            .arg(format!("--file={}", limits.file))
            .arg(format!("--disk={}", limits.disk))
            .arg(format!("--files={}", limits.files))
            .arg(format!("--cpu={}", limits.cpu.as_secs_f64()))
            .arg("--")
            .args(command)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into()))
            .env("LANG", std::env::var_os("LANG").unwrap_or_else(|| "C.UTF-8".into()))
            .env("HOME", &home)
            // Python then flushes partial lines too; the other two switch off colours.
            .env("PYTHONUNBUFFERED", "1")
            .env("TERM", "dumb")
            .env("NO_COLOR", "1")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir(&home)
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(Stdio::piped());
        if *backend == Backend::Own(Confinement::Landlock) {
            // Landlock allows it to write nowhere else.
            supervisor.env("TMPDIR", &home);
        }
        std::os::unix::process::CommandExt::process_group(&mut supervisor, 0);
        let mut supervisor = retry_while_busy(|| guard::spawn(&mut supervisor))?;
        let pipes = match connect(&mut supervisor, reader, log) {
            Ok(pipes) => pipes,
            Err(error) => {
                // Without a thread to read its output, nothing else would end it.
                let pid = Pid::from_child(&supervisor);
                let _ = rustix::process::kill_process(pid, Signal::TERM);
                let _ = supervisor.wait();
                guard::forget(pid);
                return Err(error.into());
            }
        };
        let Pipes { input, output, stderr, stderr_closed } = pipes;
        let in_bubblewrap = matches!(backend, Backend::Bubblewrap(_));
        Ok(SandboxedProcess {
            supervisor,
            input,
            output,
            stderr,
            stderr_closed,
            end: None,
            report,
            in_bubblewrap,
            ponder: self.ponder,
            is_frozen: false,
            limits,
            dir: Arc::clone(dir),
        })
    }
}

/// The verdict on a program that killed or stopped its supervisor.
pub(crate) const UNSUPERVISED: &str =
    "its supervisor was killed or stopped, so what it printed does not count";

impl SandboxedProcess {
    /// Sends a line to its standard input. Write errors are ignored: a missing answer will show them.
    pub fn send_line(&mut self, line: &str) {
        self.resume();
        self.output.begin_answer();
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Suspends its process tree until the next line is sent, unless it may ponder.
    pub(crate) fn suspend(&mut self) {
        if !self.ponder && !self.is_frozen {
            freeze::freeze(Pid::from_child(&self.supervisor));
            self.is_frozen = true;
        }
    }

    fn resume(&mut self) {
        if std::mem::take(&mut self.is_frozen) {
            freeze::thaw(Pid::from_child(&self.supervisor));
        }
    }

    /// Suspends it once it has answered.
    ///
    /// # Errors
    /// Fails if its supervisor was killed or stopped: then its answer does not count.
    pub(crate) fn suspend_after_answer(&mut self) -> Result<(), NoMove> {
        let is_supervised = match self.supervisor.try_wait() {
            Ok(Some(status)) => status.success(),
            _ => !is_stopped(Pid::from_child(&self.supervisor)),
        };
        if !is_supervised {
            self.terminate();
            return Err(NoMove::new(VerdictKind::Crash, UNSUPERVISED));
        }
        self.suspend();
        Ok(())
    }

    /// Its next output, or `None` at the deadline.
    pub fn next_output(&self, deadline: Instant) -> Option<OutputEvent> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.events().recv_timeout(left) {
            Ok(event) => Some(event),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => Some(OutputEvent::End),
        }
    }

    /// Describes what it printed instead of a whole line until the time limit.
    pub(crate) fn missing_line(&self, time: Duration) -> String {
        let seconds = time.as_secs_f64();
        match self.output.unfinished() {
            0 => format!("it printed nothing in {seconds} seconds"),
            bytes => format!("it printed {bytes} bytes without a line end in {seconds} seconds"),
        }
    }

    /// Kills its process tree if it still runs, and returns how it ended.
    pub fn terminate(&mut self) -> &End {
        if self.end.is_none() {
            let end = self.reap();
            self.end = Some(end);
        }
        self.end.as_ref().unwrap_or(&End::Stopped)
    }

    fn reap(&mut self) -> End {
        drop(self.input.take());
        let pid = Pid::from_child(&self.supervisor);
        // Until it is waited for, a supervisor that has exited is a zombie, so the PID is still its own.
        if !matches!(self.supervisor.try_wait(), Ok(Some(_))) {
            let _ = rustix::process::kill_process(pid, Signal::TERM);
        }
        let deadline = Instant::now() + TERMINATE_TIMEOUT;
        let mut was_stopped = false;
        let status = loop {
            match self.supervisor.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    // A stopped supervisor cannot kill anything.
                    was_stopped |= is_stopped(pid);
                    let _ = rustix::process::kill_process(pid, Signal::CONT);
                    std::thread::sleep(POLL_INTERVAL);
                }
                Ok(None) => {
                    let _ = rustix::process::kill_process_group(pid, Signal::KILL);
                    let _ = self.supervisor.kill();
                    break self.supervisor.wait().ok();
                }
                status => break status.ok().flatten(),
            }
        };
        guard::forget(pid);
        if status.is_none_or(|status| !status.success()) {
            guard::kill_orphans();
        }
        let end = match status.map(|status| (status.success(), status.signal())) {
            Some((true, _)) if was_stopped => End::SupervisorKilled,
            Some((true, _)) => self.read_report().unwrap_or(End::NotSupervised),
            // SIGTERM came from us, before the supervisor had installed its handler: not the program's fault.
            Some((_, Some(signal))) if signal != Signal::TERM.as_raw() => End::SupervisorKilled,
            _ => End::NotSupervised,
        };
        let _ = fs::remove_file(&self.report);
        self.record_end(&end);
        end
    }

    /// The report that the supervisor has written.
    fn read_report(&self) -> Option<End> {
        match fs::read_to_string(&self.report).ok()?.parse().ok()? {
            // Like a shell, bwrap exits with 128 + N if signal N killed the program.
            End::Exit(code @ 129..=192) if self.in_bubblewrap => Some(End::Signal(code - 128)),
            end => Some(end),
        }
    }

    /// The last lines of its standard error.
    pub(super) fn stderr_tail(&self) -> String {
        let _ = self.stderr_closed.recv_timeout(TERMINATE_TIMEOUT);
        self.stderr.text()
    }

    /// Ends it, and waits until all of its standard error has been read.
    pub(crate) fn close_stderr(&mut self) {
        self.terminate();
        let _ = self.stderr_closed.recv_timeout(TERMINATE_TIMEOUT);
    }

    /// Records in the scratch directory what this end means for the next program in it.
    fn record_end(&mut self, end: &End) {
        if matches!(end, End::LimitExceeded(resource) if resource.is_disk()) {
            self.dir.mark_unusable();
        }
        let code = self.supervisor.try_wait().ok().flatten().and_then(|status| status.code());
        self.dir.set_machine_error(match (end, code) {
            (End::Unavailable(why), _) => Some(format!("cannot start a program: {why}")),
            // A supervisor that was killed by a signal may have been killed by the program.
            (End::NotSupervised, Some(code @ 1..)) => {
                Some(format!("the supervisor of a program failed with code {code}"))
            }
            _ => None,
        });
    }

    /// Waits for it to exit until the deadline, then kills it. Returns how it ended.
    pub fn wait_until(&mut self, deadline: Instant) -> &End {
        while Instant::now() < deadline && matches!(self.supervisor.try_wait(), Ok(None)) {
            std::thread::sleep(POLL_INTERVAL);
        }
        self.terminate()
    }

    /// Adds its output so far to the evidence.
    pub(crate) fn with_output(&self, mut no_move: NoMove) -> NoMove {
        if self.end.is_some() {
            let _ = self.stderr_closed.recv_timeout(TERMINATE_TIMEOUT);
        }
        no_move.evidence.stdout = self.output.tail();
        no_move.evidence.stderr = self.stderr.text();
        no_move
    }

    /// The verdict on exceeding a disk limit, which overrides any answer.
    pub(crate) fn disk_violation(&mut self) -> Option<NoMove> {
        match *self.terminate() {
            End::LimitExceeded(resource) if resource.is_disk() => {
                Some(NoMove::new(VerdictKind::Crash, self.limit_exceeded(resource)))
            }
            _ => None,
        }
    }

    fn limit_exceeded(&self, resource: Resource) -> String {
        format!("it was ended: {}{}", End::LimitExceeded(resource), resource.describe_limit(&self.limits))
    }

    /// Why there is no move. `ended` describes an exit with code 0, `code` one with another code, and `still` a program that
    /// was still running.
    pub(crate) fn no_move(
        &mut self,
        ended: &str,
        code: impl FnOnce(i32) -> String,
        still: (VerdictKind, String),
    ) -> NoMove {
        let (kind, what) = match self.terminate().clone() {
            End::Exit(0) => (VerdictKind::Silent, ended.to_string()),
            End::Exit(number) => (VerdictKind::Crash, code(number)),
            End::Signal(signal) => (VerdictKind::Crash, format!("signal {signal} ended it")),
            End::LimitExceeded(resource) => (VerdictKind::Crash, self.limit_exceeded(resource)),
            End::NotStarted(why) | End::Unavailable(why) => {
                (VerdictKind::Crash, format!("it could not be started: {why}"))
            }
            End::SupervisorKilled => (VerdictKind::Crash, UNSUPERVISED.to_string()),
            End::Stopped | End::NotSupervised => still,
        };
        let stderr = self.stderr_tail();
        let last = stderr.lines().last();
        match (last, last.and_then(|last| last.strip_prefix("bwrap: execvp ")).filter(|_| self.in_bubblewrap))
        {
            // In bubblewrap it is bwrap that reports why the program cannot be executed.
            (_, Some(why)) => {
                NoMove::new(VerdictKind::Crash, format!("it could not be started: {}", quoted_line(why)))
            }
            (Some(last), None) => NoMove::new(kind, format!("{what}; it complained: {}", quoted_line(last))),
            (None, None) => NoMove::new(kind, what),
        }
    }
}

fn is_stopped(process: Pid) -> bool {
    Stat::read(process).is_some_and(|stat| matches!(stat.state, 'T' | 't'))
}

/// A line of output, escaped and shortened for a message.
fn quoted_line(line: &str) -> String {
    const LONGEST: usize = 200;
    engine::quoted_up_to(line, LONGEST)
}

impl Drop for SandboxedProcess {
    fn drop(&mut self) {
        self.terminate();
    }
}

/// The three standard streams of a program.
struct Pipes {
    input: Option<ChildStdin>,
    output: Output,
    stderr: Tail,
    stderr_closed: Receiver<()>,
}

/// Starts the threads that read standard output and standard error.
fn connect(supervisor: &mut Child, terminal: Option<fs::File>, log: &StderrLog) -> io::Result<Pipes> {
    let gone = || io::Error::other("a pipe is missing");
    let output = match terminal {
        Some(terminal) => Output::of(terminal)?,
        None => Output::of(supervisor.stdout.take().ok_or_else(gone)?)?,
    };
    let errors = supervisor.stderr.take().ok_or_else(gone)?;
    let (open, stderr_closed) = mpsc::channel();
    let stderr = Tail::default();
    let (captured, log) = (stderr.clone(), log.clone());
    std::thread::Builder::new().spawn(move || {
        capture_stderr(errors, &captured, &log);
        drop(open);
    })?;
    let input = supervisor.stdin.take();
    if let Some(input) = &input {
        // A program that does not read its input must not block us.
        rustix::io::ioctl_fionbio(input, true).map_err(io::Error::from)?;
    }
    Ok(Pipes { input, output, stderr, stderr_closed })
}

/// Retries while the machine has no process to spare: another program may be using them all for the moment.
fn retry_while_busy<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let deadline = Instant::now() + SPAWN_TIMEOUT;
    loop {
        match start() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < deadline => {
                std::thread::sleep(POLL_INTERVAL);
            }
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_is_retried_and_a_missing_file_is_not() {
        let mut tries = 0;
        let mut fails = |times: u32, kind: io::ErrorKind| {
            tries = 0;
            let result = retry_while_busy(|| {
                tries += 1;
                if tries <= times { Err(io::Error::from(kind)) } else { Ok(()) }
            });
            (result.is_ok(), tries)
        };
        assert_eq!(fails(3, io::ErrorKind::WouldBlock), (true, 4));
        assert_eq!(fails(3, io::ErrorKind::NotFound), (false, 1));
    }
}
