//! The keeper, or supervisor: the process between us and a stranger's program.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rustix::process::{DumpableBehavior, Pid, Resource, Rlimit, WaitOptions, WaitStatus};
use rustix::thread::CapabilitySet;

use super::folder::DEEPEST;
use super::limits::Limits;
use super::namespace::{Confinement, Gate, Inside};
use super::shortage::is_shortage;
use super::tree::{self, Family};
use super::usage::Usage;
use super::{seccomp, shared_memory};

/// What to start, and within which limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The limits.
    pub limits: Limits,
    /// The file that says in the end how it came.
    pub report: PathBuf,
    /// What confines the program, where the command does not do that itself.
    pub confinement: Option<Confinement>,
    /// What a program that is confined can read besides the system and its own folder.
    pub readable: Vec<PathBuf>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The program ended by itself, with this code.
    Exit(i32),
    /// A signal ended the program.
    Signal(i32),
    /// The family used too much of this, and was ended.
    TooMuch(Scarce),
    /// It was asked to end.
    Stopped,
    /// The program could not be started.
    NotStarted(String),
    /// The machine had no process, memory or space to start the program.
    Unavailable(String),
    /// There was no keeper: the machine had no process for it.
    NotKept,
    /// The keeper was killed, so that nobody knows what the program did.
    KeeperKilled,
}

/// What there is not enough of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scarce {
    /// Memory.
    Memory,
    /// Processes.
    Processes,
    /// Threads.
    Threads,
    /// Time of processors.
    Cpu,
    /// Space on the disk.
    Disk,
    /// Files and folders.
    Files,
    /// Levels of folders.
    Depth,
}

impl Scarce {
    const ALL: [(Scarce, &'static str); 7] = [
        (Scarce::Memory, "much memory"),
        (Scarce::Processes, "many processes"),
        (Scarce::Threads, "many threads"),
        (Scarce::Cpu, "much processor time"),
        (Scarce::Disk, "much disk space"),
        (Scarce::Files, "many files"),
        (Scarce::Depth, "deeply nested folders"),
    ];

    /// Whether a program that has less of it must lose what it wrote.
    pub(crate) fn is_of_disk(self) -> bool {
        matches!(self, Scarce::Disk | Scarce::Files | Scarce::Depth)
    }

    /// How much of it a program may have in its folder, to be added to a sentence.
    pub(super) fn allowed(self, limits: &Limits) -> String {
        match self {
            Scarce::Disk => format!(", more than {} MB in its folder", limits.disk >> 20),
            Scarce::Files => format!(", more than {} in its folder", limits.files),
            Scarce::Depth => format!(", more than {DEEPEST} levels in its folder"),
            Scarce::Memory | Scarce::Processes | Scarce::Threads | Scarce::Cpu => String::new(),
        }
    }
}

impl fmt::Display for Scarce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, word) = Scarce::ALL.into_iter().find(|(scarce, _)| scarce == self).unwrap_or(Scarce::ALL[0]);
        f.write_str(word)
    }
}

/// In the form in which a report has it.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exit(code) => write!(f, "exit {code}"),
            End::Signal(signal) => write!(f, "signal {signal}"),
            End::TooMuch(scarce) => write!(f, "too {scarce}"),
            End::Stopped => write!(f, "stopped"),
            End::NotStarted(why) => write!(f, "not started: {why}"),
            End::Unavailable(why) => write!(f, "unavailable: {why}"),
            End::NotKept => write!(f, "not kept"),
            End::KeeperKilled => write!(f, "supervisor killed"),
        }
    }
}

/// A report cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoReport;

impl FromStr for End {
    type Err = NoReport;

    fn from_str(text: &str) -> Result<End, NoReport> {
        match text {
            "stopped" => return Ok(End::Stopped),
            "not kept" => return Ok(End::NotKept),
            "supervisor killed" => return Ok(End::KeeperKilled),
            _ => {}
        }
        if let Some(why) = text.strip_prefix("not started: ") {
            return Ok(End::NotStarted(why.to_string()));
        }
        if let Some(why) = text.strip_prefix("unavailable: ") {
            return Ok(End::Unavailable(why.to_string()));
        }
        if let Some(word) = text.strip_prefix("too ") {
            let known = Scarce::ALL.into_iter().find(|(_, known)| *known == word);
            return known.map(|(scarce, _)| End::TooMuch(scarce)).ok_or(NoReport);
        }
        let (word, number) = text.split_once(' ').ok_or(NoReport)?;
        let number = number.parse().map_err(|_| NoReport)?;
        match word {
            "exit" => Ok(End::Exit(number)),
            "signal" => Ok(End::Signal(number)),
            _ => Err(NoReport),
        }
    }
}

/// How often the family is counted. In twice the time there may be twice as many.
const BETWEEN_COUNTS: Duration = Duration::from_millis(5);
/// How many of a family are looked for before those are ended.
const MOST_AT_ONCE: usize = 256;
/// The first to get the processor.
const FIRST: i32 = -20;
/// How long the dead may take to be buried before they are counted again.
const BETWEEN_KILLS: Duration = Duration::from_millis(2);

/// Memory that belongs to no process takes longer to count and longer to fill: it is counted once in so many times.
const COUNTS_OF_PROCESSES: usize = 5;

/// A keeper that has not started its program yet.
pub struct Keeper {
    order: Order,
    starter: Option<Pid>,
    leads: bool,
    /// The process in the sandbox that waits to start the program, where there is a sandbox of our own.
    gate: Option<io::Result<Gate>>,
}

impl Keeper {
    /// Makes this process a keeper: nobody can look into its memory, and what it starts is within the limits. There
    /// must be no other thread yet.
    ///
    /// # Errors
    /// Fails where the kernel refuses any of that.
    pub fn new(order: Order) -> io::Result<Keeper> {
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        let starter = rustix::process::getppid();
        let leads = lead_a_session(starter);
        // Orphans come to us and not to the first process of the machine.
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        rustix::thread::set_no_new_privs(true)?;
        restrict(order.limits)?;
        // A kernel without these filters still counts and limits everything else.
        let _ = seccomp::restrict_family();
        let gate = order.confinement.map(|confinement| {
            Gate::new(Inside {
                confinement,
                limits: order.limits,
                readable: order.readable.clone(),
                command: order.command.clone(),
            })
        });
        Ok(Keeper { order, starter, leads, gate })
    }

    /// Starts the program, keeps it within its limits, and ends whatever is left of it. Ends early where `stop` is
    /// set, or where whoever started the keeper is gone.
    ///
    /// # Errors
    /// Fails where the report cannot be written.
    pub fn keep(self, stop: &AtomicBool) -> io::Result<End> {
        let me = rustix::process::getpid();
        // Before the program can take the last process that there is.
        let undertaker = Undertaker::new()?;
        let mut usage = Usage::of_current_folder(self.order.limits);
        let started = match self.gate {
            Some(gate) => gate.and_then(|gate| {
                gate.open()?;
                Ok((gate.pid, Some(gate)))
            }),
            None => start(&self.order).map(|pid| (pid, None)),
        };
        let end = match started.and_then(|started| stand_aside().map(|()| started)) {
            Ok((program, gate)) => {
                let gone = || stop.load(Ordering::Relaxed) || rustix::process::getppid() != self.starter;
                let end = watch(self.order.limits, me, program, &undertaker.begin(), &gone, &mut usage);
                while tree::end_below(me, MOST_AT_ONCE, self.leads) {
                    std::thread::sleep(BETWEEN_KILLS);
                }
                let end = match (end, gate) {
                    // The first process in the sandbox says how the program ended; that it ended itself is no news.
                    (end @ (End::Exit(_) | End::Signal(_)), Some(gate)) => gate.end().unwrap_or(end),
                    (end, _) => end,
                };
                usage.settle(end)
            }
            Err(error) if is_shortage(&error) => End::Unavailable(error.to_string()),
            Err(error) => End::NotStarted(error.to_string()),
        };
        // Whole or not at all: the other side may look at any moment.
        let draft = self.order.report.with_extension("draft");
        fs::write(&draft, end.to_string())?;
        fs::rename(draft, &self.order.report)?;
        Ok(end)
    }
}

/// Begins a session: whoever is in it is at no terminal, and can join no group but those of its own family.
fn lead_a_session(starter: Option<Pid>) -> bool {
    // We lead a group, so that what is pressed at the terminal does not reach us, and who leads one cannot lead a
    // session: for an instant we are back in the group that we came from.
    let back = rustix::process::getpgid(starter);
    let _ = back.and_then(|group| rustix::process::setpgid(None, Some(group)));
    let leads = rustix::process::setsid().is_ok();
    if !leads {
        let _ = rustix::process::setpgid(None, None);
    }
    leads
}

fn start(order: &Order) -> io::Result<Pid> {
    let (program, arguments) =
        order.command.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
    // In a group of its own: a group can be ended at one blow, however fast it grows.
    let child = Command::new(program).args(arguments).process_group(0).spawn();
    let child = child.map_err(|error| match is_shortage(&error) {
        true => error,
        false => io::Error::new(error.kind(), format!("{}: {error}", program.display())),
    })?;
    Ok(Pid::from_child(&child))
}

/// Once the program is started: we come before it, and are not in its way.
fn stand_aside() -> io::Result<()> {
    // Where a thousand processes want the processor, we want it first. Only root can have that.
    let _ = rustix::process::setpriority_process(None, FIRST);
    close_standard_streams()
}

/// The program's ends of the pipes are to be the only ones.
pub(super) fn close_standard_streams() -> io::Result<()> {
    let nothing = fs::File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Limits that the program inherits. What root may raise again is taken from root, too.
fn restrict(limits: Limits) -> io::Result<()> {
    // One is needed to build a wall, and by itself gives nothing: what it could be used to give away is lost as well.
    empty_bounding_set(Some(CapabilitySet::SETFCAP));
    let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    rustix::process::setrlimit(Resource::Fsize, limit(limits.file.min(limits.disk)))?;
    rustix::process::setrlimit(Resource::Core, limit(0))?;
    rustix::process::setrlimit(Resource::Cpu, limit(limits.cpu.as_secs() + 1))?;
    let most = rustix::process::getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX);
    rustix::process::setrlimit(Resource::Nofile, limit(limits.descriptors.min(most)))?;
    Ok(())
}

/// Takes all capabilities but one from what programs can get. Only root has any to lose, and kernels differ in how
/// many there are.
pub(super) fn empty_bounding_set(but: Option<CapabilitySet>) {
    for capability in (0..64).filter_map(|bit| CapabilitySet::from_bits(1 << bit)) {
        if Some(capability) != but {
            let _ = rustix::thread::remove_capability_from_bounding_set(capability);
        }
    }
}

/// Buries everybody, for as long as there is anybody, and tells who it was.
struct Undertaker {
    begin: mpsc::Sender<()>,
    hear: Receiver<(Pid, WaitStatus)>,
}

impl Undertaker {
    fn new() -> io::Result<Undertaker> {
        let (begin, called) = mpsc::channel();
        let (tell, hear) = mpsc::channel();
        let bury = move || {
            if called.recv().is_err() {
                return;
            }
            loop {
                match rustix::process::wait(WaitOptions::empty()) {
                    // Nobody may listen any more, and yet the dead must be buried.
                    Ok(Some(dead)) => drop(tell.send(dead)),
                    Ok(None) | Err(rustix::io::Errno::INTR) => {}
                    Err(_) => break,
                }
            }
        };
        std::thread::Builder::new().spawn(bury)?;
        Ok(Undertaker { begin, hear })
    }

    /// Begins, once there is somebody.
    fn begin(self) -> Receiver<(Pid, WaitStatus)> {
        let _ = self.begin.send(());
        self.hear
    }
}

/// Waits for the program to end, or for a reason to end it.
fn watch(
    limits: Limits,
    me: Pid,
    program: Pid,
    hear: &Receiver<(Pid, WaitStatus)>,
    gone: &dyn Fn() -> bool,
    usage: &mut Usage,
) -> End {
    let mut counts = 0_usize;
    loop {
        match hear.recv_timeout(BETWEEN_COUNTS) {
            Ok((pid, status)) if pid == program => return ended(status),
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => return End::Stopped,
            Err(RecvTimeoutError::Timeout) => {
                if gone() {
                    return End::Stopped;
                }
                let mut family = Family::of(me, limits.processes);
                counts += 1;
                if counts.is_multiple_of(COUNTS_OF_PROCESSES) {
                    family.memory = family.memory.max(shared_memory::with_shared(&family, limits.memory));
                }
                if let Some(scarce) = too_much(limits, &family).or_else(|| usage.look(&family.members)) {
                    return End::TooMuch(scarce);
                }
            }
        }
    }
}

pub(super) fn ended(status: WaitStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => End::Exit(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Stopped,
    }
}

fn too_much(limits: Limits, family: &Family) -> Option<Scarce> {
    if family.members.len() > limits.processes {
        Some(Scarce::Processes)
    } else if family.threads > limits.threads {
        Some(Scarce::Threads)
    } else if family.memory > limits.memory {
        Some(Scarce::Memory)
    } else if family.cpu > limits.cpu {
        Some(Scarce::Cpu)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_read_as_it_was_written() {
        let ends = Scarce::ALL.map(|(scarce, _)| End::TooMuch(scarce)).into_iter().chain([
            End::Exit(0),
            End::Exit(255),
            End::Signal(9),
            End::Stopped,
            End::NotKept,
            End::KeeperKilled,
            End::NotStarted("no such file".into()),
            End::Unavailable("no space".into()),
        ]);
        for end in ends {
            assert_eq!(end.to_string().parse(), Ok(end));
        }
        for text in ["", "exit", "exit x", "signal", "too much love", "started"] {
            assert_eq!(text.parse::<End>(), Err(NoReport), "{text}");
        }
    }
}
