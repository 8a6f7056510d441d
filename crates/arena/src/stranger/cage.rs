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

use crate::player::Excuse;
use crate::record::VerdictKind;

use super::folder::FolderError;
use super::home::Home;
use super::keeper::{End, Scarce};
use super::limits::Limits;
use super::namespace::Confinement;
use super::output::{Heard, Output, keep_complaints};
use super::sandbox::{Sandbox, sandbox};
use super::tail::Tail;
use super::terminal::PseudoTerminal;
use super::tree::Stat;
use super::{freeze, guard, readable};

/// How a program is kept: by whom, within which limits, and in a copy of which folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cage {
    /// The program that becomes the keeper, and the words that make it one.
    pub keeper: Vec<OsString>,
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
pub enum CageError {
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
    Room {
        /// Where it should be.
        parent: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// There is no keeper.
    #[error("cannot start a program: {0}")]
    Start(#[from] io::Error),
}

/// How long a keeper may take to end everything, before it is ended itself.
const TIME_TO_END: Duration = Duration::from_secs(60);
/// How long it may take to get a process.
const TIME_TO_TRY: Duration = Duration::from_secs(5);
/// How often one looks whether it has.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// A program that runs.
pub struct Inmate {
    keeper: Child,
    input: Option<ChildStdin>,
    output: Output,
    complaints: Tail,
    /// Closed when there are no more complaints to come.
    last_complaint: Receiver<()>,
    end: Option<End>,
    report: PathBuf,
    is_walled: bool,
    ponder: bool,
    is_frozen: bool,
    limits: Limits,
    /// The folder where it all happens, which is there for as long as anybody needs it.
    home: Arc<Home>,
}

impl Cage {
    /// The usual one, whose keeper is this very program with the word `keep`.
    #[must_use]
    pub fn of_this_program() -> Cage {
        let program = std::env::current_exe().map_or_else(|_| "plywood".into(), PathBuf::into_os_string);
        Cage {
            keeper: vec![program, "keep".into()],
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
    pub(crate) fn home(&self) -> Result<Arc<Home>, CageError> {
        Home::new(&self.owner, self.dir.as_deref(), &self.limits)
    }

    /// Starts a program in its own copy of the folder, with nothing of our environment but where programs are found
    /// and the language.
    ///
    /// # Errors
    /// Fails where the folder cannot be copied or no process can be had. Whether there is such a program is seen by
    /// the keeper, and told by [`Inmate::end`].
    pub fn start(&self, command: &[String]) -> Result<Inmate, CageError> {
        self.start_in(&self.home()?, command)
    }

    /// Starts a program in a home that there is already.
    pub(crate) fn start_in(&self, home: &Arc<Home>, command: &[String]) -> Result<Inmate, CageError> {
        self.start_behind(sandbox(), home, command)
    }

    pub(super) fn start_behind(
        &self,
        sandbox: &Sandbox,
        place: &Arc<Home>,
        command: &[String],
    ) -> Result<Inmate, CageError> {
        let (home, report) = (place.path(), place.report());
        let (program, words) =
            self.keeper.split_first().ok_or_else(|| io::Error::other("there is no keeper"))?;
        let limits = self.limits;
        let processes = limits.processes.saturating_add(sandbox.processes());
        let threads = limits.threads.saturating_add(sandbox.processes());
        let arguments = command.get(1..).unwrap_or_default().iter().map(OsString::from);
        let command: Vec<OsString> = std::iter::once(self.program(command)).chain(arguments).collect();
        let more: Vec<PathBuf> =
            self.readable.iter().cloned().chain(readable::of_command(&command)).collect();
        // Where there is no pseudo-terminal to be had, a pipe serves programs that flush.
        let (stdout, reader) = match PseudoTerminal::open() {
            Ok(PseudoTerminal { reader, writer }) => (Stdio::from(writer), Some(reader)),
            Err(_) => (Stdio::piped(), None),
        };
        let mut keeper = Command::new(program);
        keeper.args(words).arg("--report").arg(&report);
        let command = match sandbox {
            Sandbox::Bubblewrap(wall) => {
                wall.around(&home, &readable::entries(&more), limits.memory, command)
            }
            Sandbox::Own(confinement) => {
                keeper.arg(format!("--confine={confinement}"));
                for path in &more {
                    keeper.arg("--readable").arg(path);
                }
                command
            }
            Sandbox::Limits => command,
        };
        keeper
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
        if *sandbox == Sandbox::Own(Confinement::Landlock) {
            // There it cannot write anywhere else.
            keeper.env("TMPDIR", &home);
        }
        std::os::unix::process::CommandExt::process_group(&mut keeper, 0);
        let mut keeper = patiently(|| guard::spawn(&mut keeper))?;
        let pipes = match listen(&mut keeper, reader) {
            Ok(pipes) => pipes,
            Err(error) => {
                // Where there is no thread to listen to it, nobody else would end it.
                let pid = Pid::from_child(&keeper);
                let _ = rustix::process::kill_process(pid, Signal::TERM);
                let _ = keeper.wait();
                guard::forget(pid);
                return Err(error.into());
            }
        };
        let Pipes { input, output, complaints, last_complaint } = pipes;
        let is_walled = matches!(sandbox, Sandbox::Bubblewrap(_));
        Ok(Inmate {
            keeper,
            input,
            output,
            complaints,
            last_complaint,
            end: None,
            report,
            is_walled,
            ponder: self.ponder,
            is_frozen: false,
            limits,
            home: Arc::clone(place),
        })
    }
}

/// What is said of a program that got rid of its supervisor.
pub(crate) const UNSUPERVISED: &str =
    "its supervisor was killed or stopped, so what it printed does not count";

impl Inmate {
    /// Says a line to it. That nobody listens is no fault of ours: it will be seen from what does not come back.
    pub fn say(&mut self, line: &str) {
        self.wake();
        self.output.begin();
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// Stops it with all that it started until something is said to it, unless it may think on others' time.
    pub(crate) fn rest(&mut self) {
        if !self.ponder && !self.is_frozen {
            freeze::freeze(Pid::from_child(&self.keeper));
            self.is_frozen = true;
        }
    }

    fn wake(&mut self) {
        if std::mem::take(&mut self.is_frozen) {
            freeze::thaw(Pid::from_child(&self.keeper));
        }
    }

    /// Stops it once it has answered.
    ///
    /// # Errors
    /// Fails where its supervisor was killed or stopped: then nothing that it says counts.
    pub(crate) fn rest_after_an_answer(&mut self) -> Result<(), Excuse> {
        let is_kept = match self.keeper.try_wait() {
            Ok(Some(status)) => status.success(),
            _ => !is_stopped(Pid::from_child(&self.keeper)),
        };
        if !is_kept {
            self.end();
            return Err(Excuse::new(VerdictKind::Crash, UNSUPERVISED));
        }
        self.rest();
        Ok(())
    }

    /// What it says next, or nothing where nothing came in time.
    pub fn hear(&self, deadline: Instant) -> Option<Heard> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.output.hear().recv_timeout(left) {
            Ok(heard) => Some(heard),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => Some(Heard::End),
        }
    }

    /// What it printed instead of a line, when its time was up.
    pub(crate) fn instead_of_a_line(&self, time: Duration) -> String {
        let seconds = time.as_secs_f64();
        match self.output.unfinished() {
            0 => format!("it printed nothing in {seconds} seconds"),
            bytes => format!("it printed {bytes} bytes without a line end in {seconds} seconds"),
        }
    }

    /// Ends it with everything that it started, and says how it ended, or had ended before.
    pub fn end(&mut self) -> &End {
        if self.end.is_none() {
            let end = self.bury();
            self.end = Some(end);
        }
        self.end.as_ref().unwrap_or(&End::Stopped)
    }

    fn bury(&mut self) -> End {
        drop(self.input.take());
        let pid = Pid::from_child(&self.keeper);
        // A keeper that is done already is a zombie until it is waited for, so the number is still its own.
        if !matches!(self.keeper.try_wait(), Ok(Some(_))) {
            let _ = rustix::process::kill_process(pid, Signal::TERM);
        }
        let deadline = Instant::now() + TIME_TO_END;
        let mut was_stopped = false;
        let status = loop {
            match self.keeper.try_wait() {
                Ok(None) if Instant::now() < deadline => {
                    // One that was stopped cannot end anything.
                    was_stopped |= is_stopped(pid);
                    let _ = rustix::process::kill_process(pid, Signal::CONT);
                    std::thread::sleep(BETWEEN_LOOKS);
                }
                Ok(None) => {
                    let _ = rustix::process::kill_process_group(pid, Signal::KILL);
                    let _ = self.keeper.kill();
                    break self.keeper.wait().ok();
                }
                status => break status.ok().flatten(),
            }
        };
        guard::forget(pid);
        if status.is_none_or(|status| !status.success()) {
            guard::end_orphans();
        }
        let end = match status.map(|status| (status.success(), status.signal())) {
            Some((true, _)) if was_stopped => End::KeeperKilled,
            Some((true, _)) => self.report().unwrap_or(End::NotKept),
            // That it was asked to end before it could hear that is no fault of the program.
            Some((_, Some(signal))) if signal != Signal::TERM.as_raw() => End::KeeperKilled,
            _ => End::NotKept,
        };
        let _ = fs::remove_file(&self.report);
        self.note(&end);
        end
    }

    /// What the supervisor has left in writing.
    fn report(&self) -> Option<End> {
        match fs::read_to_string(&self.report).ok()?.parse().ok()? {
            // The wall ends as shells do when a signal has ended the program.
            End::Exit(code @ 129..=192) if self.is_walled => Some(End::Signal(code - 128)),
            end => Some(end),
        }
    }

    /// The end of what it complained of.
    pub(super) fn complaint(&self) -> String {
        let _ = self.last_complaint.recv_timeout(TIME_TO_END);
        self.complaints.text()
    }

    /// Notes at home what the end means for whoever is started there next.
    fn note(&mut self, end: &End) {
        if matches!(end, End::TooMuch(scarce) if scarce.is_of_disk()) {
            self.home.spoil();
        }
        let code = self.keeper.try_wait().ok().flatten().and_then(|status| status.code());
        self.home.note_fault(match (end, code) {
            (End::Unavailable(why), _) => Some(format!("cannot start a program: {why}")),
            // One that a signal ended may have been ended by the program.
            (End::NotKept, Some(code @ 1..)) => {
                Some(format!("the process that watches a program failed with code {code}"))
            }
            _ => None,
        });
    }

    /// Waits until it ends by itself, but not longer than until the deadline, and says how it ended.
    pub fn end_before(&mut self, deadline: Instant) -> &End {
        while Instant::now() < deadline && matches!(self.keeper.try_wait(), Ok(None)) {
            std::thread::sleep(BETWEEN_LOOKS);
        }
        self.end()
    }

    /// An excuse with what it printed until now.
    pub(crate) fn testify(&self, mut excuse: Excuse) -> Excuse {
        if self.end.is_some() {
            let _ = self.last_complaint.recv_timeout(TIME_TO_END);
        }
        excuse.evidence.stdout = self.output.tail();
        excuse.evidence.stderr = self.complaints.text();
        excuse
    }

    /// Why it loses whatever it answered: it used more of the disk than it may.
    pub(crate) fn used_too_much_disk(&mut self) -> Option<Excuse> {
        match *self.end() {
            End::TooMuch(scarce) if scarce.is_of_disk() => {
                Some(Excuse::new(VerdictKind::Crash, self.too_much(scarce)))
            }
            _ => None,
        }
    }

    fn too_much(&self, scarce: Scarce) -> String {
        format!("it was ended: {}{}", End::TooMuch(scarce), scarce.allowed(&self.limits))
    }

    /// Why it gave no answer. What it means that it ended by itself, or did not end, depends on what was wanted.
    pub(crate) fn no_answer(
        &mut self,
        ended: &str,
        code: impl FnOnce(i32) -> String,
        still: (VerdictKind, String),
    ) -> Excuse {
        let (kind, what) = match self.end().clone() {
            End::Exit(0) => (VerdictKind::Silent, ended.to_string()),
            End::Exit(number) => (VerdictKind::Crash, code(number)),
            End::Signal(signal) => (VerdictKind::Crash, format!("signal {signal} ended it")),
            End::TooMuch(scarce) => (VerdictKind::Crash, self.too_much(scarce)),
            End::NotStarted(why) | End::Unavailable(why) => {
                (VerdictKind::Crash, format!("it could not be started: {why}"))
            }
            End::KeeperKilled => (VerdictKind::Crash, UNSUPERVISED.to_string()),
            End::Stopped | End::NotKept => still,
        };
        let complaint = self.complaint();
        let last = complaint.lines().last();
        match (last, last.and_then(|last| last.strip_prefix("bwrap: execvp ")).filter(|_| self.is_walled)) {
            // Behind a wall it is the wall that cannot start it.
            (_, Some(why)) => {
                Excuse::new(VerdictKind::Crash, format!("it could not be started: {}", shown(why)))
            }
            (Some(last), None) => Excuse::new(kind, format!("{what}; it complained: {}", shown(last))),
            (None, None) => Excuse::new(kind, what),
        }
    }
}

fn is_stopped(process: Pid) -> bool {
    Stat::read(process).is_some_and(|stat| matches!(stat.state, 'T' | 't'))
}

/// A line of what a program printed, as a part of a sentence.
fn shown(line: &str) -> String {
    const LONGEST: usize = 200;
    engine::quoted_up_to(line, LONGEST)
}

impl Drop for Inmate {
    fn drop(&mut self) {
        self.end();
    }
}

/// What connects us with a program.
struct Pipes {
    input: Option<ChildStdin>,
    output: Output,
    complaints: Tail,
    last_complaint: Receiver<()>,
}

/// Listens to what a keeper passes on, and what it complains about.
fn listen(keeper: &mut Child, terminal: Option<fs::File>) -> io::Result<Pipes> {
    let gone = || io::Error::other("a pipe is missing");
    let output = match terminal {
        Some(terminal) => Output::of(terminal)?,
        None => Output::of(keeper.stdout.take().ok_or_else(gone)?)?,
    };
    let errors = keeper.stderr.take().ok_or_else(gone)?;
    let (open, last_complaint) = mpsc::channel();
    let complaints = Tail::default();
    let kept = complaints.clone();
    std::thread::Builder::new().spawn(move || {
        keep_complaints(errors, &kept);
        drop(open);
    })?;
    let input = keeper.stdin.take();
    if let Some(input) = &input {
        // Who does not read what is said must not keep us waiting until it does.
        rustix::io::ioctl_fionbio(input, true).map_err(io::Error::from)?;
    }
    Ok(Pipes { input, output, complaints, last_complaint })
}

/// Tries again for a while where somebody else has all processes just now: nobody is to blame for another's.
fn patiently<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let deadline = Instant::now() + TIME_TO_TRY;
    loop {
        match start() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < deadline => {
                std::thread::sleep(BETWEEN_LOOKS);
            }
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_finds_no_process_tries_again_and_who_finds_no_file_does_not() {
        let mut tries = 0;
        let mut fails = |times: u32, kind: io::ErrorKind| {
            tries = 0;
            let result = patiently(|| {
                tries += 1;
                if tries <= times { Err(io::Error::from(kind)) } else { Ok(()) }
            });
            (result.is_ok(), tries)
        };
        assert_eq!(fails(3, io::ErrorKind::WouldBlock), (true, 4));
        assert_eq!(fails(3, io::ErrorKind::NotFound), (false, 1));
    }
}
