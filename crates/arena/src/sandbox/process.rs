//! Where a stranger's program runs.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::player::NoMove;
use crate::record::VerdictKind;

use super::backend::{Backend, backend};
use super::folder::FolderError;
use super::limits::Limits;
use super::namespace::Confinement;
use super::output::{Output, OutputEvent, capture_tail};
use super::process_tree::Stat;
use super::scratch_dir::ScratchDir;
use super::supervisor::{End, Resource};
use super::tail::Tail;
use super::terminal::PseudoTerminal;
use super::{freeze, guard, readable};

/// How a program is kept: by whom, within which limits, and in a copy of which folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    /// The program that becomes the supervisor, and the words that make it one.
    pub supervisor: Vec<OsString>,
    /// What the program may use.
    pub limits: Limits,
    /// The folder of which it works in a copy; an empty one where there is none.
    pub dir: Option<PathBuf>,
    /// What it can read in a sandbox, besides the system and its own folder.
    pub readable: Vec<PathBuf>,
    /// Whether it may think while it is not asked.
    pub ponder: bool,
    /// What its environment has besides the usual.
    pub environment: Vec<(String, String)>,
    /// Whose program it is, for messages.
    pub owner: String,
}

/// Why a program could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// Its folder cannot be copied.
    #[error("cannot copy the folder {}: {why}", dir.display())]
    Copy {
        /// The folder.
        dir: PathBuf,
        /// What went wrong.
        why: FolderError,
    },
    /// There is no folder to run it in.
    #[error("cannot make a folder in {}: {error}", parent.display())]
    ScratchDir {
        /// Where it should be.
        parent: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// There is no supervisor.
    #[error("cannot start a program: {0}")]
    Start(#[from] io::Error),
}

/// How long a supervisor may take to end everything, before it is ended itself.
const TERMINATE_TIMEOUT: Duration = Duration::from_secs(60);
/// How long it may take to get a process.
const SPAWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How often one looks whether it has.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A program that runs.
pub struct SandboxedProcess {
    supervisor: Child,
    input: Option<ChildStdin>,
    output: Output,
    stderr: Tail,
    /// Closed when standard error has ended.
    stderr_closed: Receiver<()>,
    end: Option<End>,
    report: PathBuf,
    in_bubblewrap: bool,
    ponder: bool,
    is_frozen: bool,
    limits: Limits,
    /// The folder where it all happens, which is there for as long as anybody needs it.
    dir: Arc<ScratchDir>,
}

impl Sandbox {
    /// The usual one, whose supervisor is this very program with the command `supervise`.
    #[must_use]
    pub fn of_this_program() -> Sandbox {
        let program = std::env::current_exe().map_or_else(|_| "plywood".into(), PathBuf::into_os_string);
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

    /// The program of a command. Without a folder of its own, a path is meant from where we are.
    fn program(&self, command: &[String]) -> OsString {
        let program = command.first().map(String::as_str).unwrap_or_default();
        if self.dir.is_none() && program.contains('/') {
            std::path::absolute(program).map_or_else(|_| program.into(), PathBuf::into_os_string)
        } else {
            program.into()
        }
    }

    /// A folder for programs to run in, which is a copy of the program's own folder.
    pub(crate) fn scratch_dir(&self) -> Result<Arc<ScratchDir>, SandboxError> {
        ScratchDir::new(&self.owner, self.dir.as_deref(), &self.limits)
    }

    /// Starts a program in its own copy of the folder, with nothing of our environment but where programs are found
    /// and the language.
    ///
    /// # Errors
    /// Fails where the folder cannot be copied or no process can be had. Whether there is such a program is seen by
    /// the supervisor, and told by [`SandboxedProcess::terminate`].
    pub fn start(&self, command: &[String]) -> Result<SandboxedProcess, SandboxError> {
        self.start_in(&self.scratch_dir()?, command)
    }

    /// Starts a program in a home that there is already.
    pub(crate) fn start_in(
        &self,
        dir: &Arc<ScratchDir>,
        command: &[String],
    ) -> Result<SandboxedProcess, SandboxError> {
        self.start_with(backend(), dir, command)
    }

    pub(super) fn start_with(
        &self,
        backend: &Backend,
        dir: &Arc<ScratchDir>,
        command: &[String],
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
        // Where there is no pseudo-terminal to be had, a pipe serves programs that flush.
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
            // Python writes at once what has no line end, too; nobody writes colours.
            .env("PYTHONUNBUFFERED", "1")
            .env("TERM", "dumb")
            .env("NO_COLOR", "1")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .current_dir(&home)
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(Stdio::piped());
        if *backend == Backend::Own(Confinement::Landlock) {
            // There it cannot write anywhere else.
            supervisor.env("TMPDIR", &home);
        }
        std::os::unix::process::CommandExt::process_group(&mut supervisor, 0);
        let mut supervisor = retry_while_busy(|| guard::spawn(&mut supervisor))?;
        let pipes = match connect(&mut supervisor, reader) {
            Ok(pipes) => pipes,
            Err(error) => {
                // Where there is no thread to listen to it, nobody else would end it.
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

/// What is said of a program that got rid of its supervisor.
pub(crate) const UNSUPERVISED: &str =
    "its supervisor was killed or stopped, so what it printed does not count";

impl SandboxedProcess {
    /// Says a line to it. That nobody listens is no fault of ours: it will be seen from what does not come back.
    pub fn send_line(&mut self, line: &str) {
        self.resume();
        self.output.begin_answer();
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Stops it with all that it started until something is said to it, unless it may think on others' time.
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

    /// Stops it once it has answered.
    ///
    /// # Errors
    /// Fails where its supervisor was killed or stopped: then nothing that it says counts.
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

    /// What it says next, or nothing where nothing came in time.
    pub fn next_output(&self, deadline: Instant) -> Option<OutputEvent> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.events().recv_timeout(left) {
            Ok(event) => Some(event),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => Some(OutputEvent::End),
        }
    }

    /// What it printed instead of a line, when its time was up.
    pub(crate) fn missing_line(&self, time: Duration) -> String {
        let seconds = time.as_secs_f64();
        match self.output.unfinished() {
            0 => format!("it printed nothing in {seconds} seconds"),
            bytes => format!("it printed {bytes} bytes without a line end in {seconds} seconds"),
        }
    }

    /// Ends it with everything that it started, and says how it ended, or had ended before.
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
        // A supervisor that is done already is a zombie until it is waited for, so the number is still its own.
        if !matches!(self.supervisor.try_wait(), Ok(Some(_))) {
            let _ = rustix::process::kill_process(pid, Signal::TERM);
        }
        let deadline = Instant::now() + TERMINATE_TIMEOUT;
        let mut was_stopped = false;
        let status = loop {
            match self.supervisor.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    // One that was stopped cannot end anything.
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
            // That it was asked to end before it could hear that is no fault of the program.
            Some((_, Some(signal))) if signal != Signal::TERM.as_raw() => End::SupervisorKilled,
            _ => End::NotSupervised,
        };
        let _ = fs::remove_file(&self.report);
        self.record_end(&end);
        end
    }

    /// What the supervisor has left in writing.
    fn read_report(&self) -> Option<End> {
        match fs::read_to_string(&self.report).ok()?.parse().ok()? {
            // The wall ends as shells do when a signal has ended the program.
            End::Exit(code @ 129..=192) if self.in_bubblewrap => Some(End::Signal(code - 128)),
            end => Some(end),
        }
    }

    /// The end of what it complained of.
    pub(super) fn stderr_tail(&self) -> String {
        let _ = self.stderr_closed.recv_timeout(TERMINATE_TIMEOUT);
        self.stderr.text()
    }

    /// Notes at home what the end means for whoever is started there next.
    fn record_end(&mut self, end: &End) {
        if matches!(end, End::LimitExceeded(resource) if resource.is_disk()) {
            self.dir.mark_unusable();
        }
        let code = self.supervisor.try_wait().ok().flatten().and_then(|status| status.code());
        self.dir.set_machine_error(match (end, code) {
            (End::Unavailable(why), _) => Some(format!("cannot start a program: {why}")),
            // One that a signal ended may have been ended by the program.
            (End::NotSupervised, Some(code @ 1..)) => {
                Some(format!("the process that watches a program failed with code {code}"))
            }
            _ => None,
        });
    }

    /// Waits until it ends by itself, but not longer than until the deadline, and says how it ended.
    pub fn wait_until(&mut self, deadline: Instant) -> &End {
        while Instant::now() < deadline && matches!(self.supervisor.try_wait(), Ok(None)) {
            std::thread::sleep(POLL_INTERVAL);
        }
        self.terminate()
    }

    /// Adds what it printed until now as evidence.
    pub(crate) fn with_output(&self, mut no_move: NoMove) -> NoMove {
        if self.end.is_some() {
            let _ = self.stderr_closed.recv_timeout(TERMINATE_TIMEOUT);
        }
        no_move.evidence.stdout = self.output.tail();
        no_move.evidence.stderr = self.stderr.text();
        no_move
    }

    /// Why it loses whatever it answered: it used more of the disk than it may.
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

    /// Why it gave no answer. What it means that it ended by itself, or did not end, depends on what was wanted.
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
            // Behind a wall it is the wall that cannot start it.
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

/// A line of what a program printed, as a part of a sentence.
fn quoted_line(line: &str) -> String {
    const LONGEST: usize = 200;
    engine::quoted_up_to(line, LONGEST)
}

impl Drop for SandboxedProcess {
    fn drop(&mut self) {
        self.terminate();
    }
}

/// What connects us with a program.
struct Pipes {
    input: Option<ChildStdin>,
    output: Output,
    stderr: Tail,
    stderr_closed: Receiver<()>,
}

/// Listens to what a supervisor passes on, and what it complains about.
fn connect(supervisor: &mut Child, terminal: Option<fs::File>) -> io::Result<Pipes> {
    let gone = || io::Error::other("a pipe is missing");
    let output = match terminal {
        Some(terminal) => Output::of(terminal)?,
        None => Output::of(supervisor.stdout.take().ok_or_else(gone)?)?,
    };
    let errors = supervisor.stderr.take().ok_or_else(gone)?;
    let (open, stderr_closed) = mpsc::channel();
    let stderr = Tail::default();
    let captured = stderr.clone();
    std::thread::Builder::new().spawn(move || {
        capture_tail(errors, &captured);
        drop(open);
    })?;
    let input = supervisor.stdin.take();
    if let Some(input) = &input {
        // Who does not read what is said must not keep us waiting until it does.
        rustix::io::ioctl_fionbio(input, true).map_err(io::Error::from)?;
    }
    Ok(Pipes { input, output, stderr, stderr_closed })
}

/// Tries again for a while where somebody else has all processes just now: nobody is to blame for another's.
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
