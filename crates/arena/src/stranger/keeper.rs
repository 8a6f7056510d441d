//! The keeper: the process between us and a stranger's program.

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

use rustix::process::{Pid, Resource, Rlimit, WaitOptions, WaitStatus};

use super::limits::Limits;
use super::tree::{self, Family};

/// What to start, and within which limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The limits.
    pub limits: Limits,
    /// The file that says in the end how it came.
    pub report: PathBuf,
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
    /// There was no keeper: the machine had no process for it.
    NotKept,
}

/// What there is not enough of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scarce {
    /// Memory.
    Memory,
    /// Processes.
    Processes,
    /// Time of processors.
    Cpu,
}

impl Scarce {
    const ALL: [(Scarce, &'static str); 3] = [
        (Scarce::Memory, "much memory"),
        (Scarce::Processes, "many processes"),
        (Scarce::Cpu, "much processor time"),
    ];
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
            End::NotKept => write!(f, "not kept"),
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
            _ => {}
        }
        if let Some(why) = text.strip_prefix("not started: ") {
            return Ok(End::NotStarted(why.to_string()));
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

/// Starts the program, keeps it within its limits, and ends whatever is left of it. Ends early where `stop` is set,
/// or where whoever started the keeper is gone.
///
/// # Errors
/// Fails where the report cannot be written.
pub fn keep(order: &Order, stop: &AtomicBool) -> io::Result<End> {
    let me = rustix::process::getpid();
    let starter = rustix::process::getppid();
    let leads = lead_a_session(starter);
    // Before the program can take the last process that there is.
    let undertaker = Undertaker::new()?;
    let end = match start(order, me) {
        Ok(program) => {
            let gone = || stop.load(Ordering::Relaxed) || rustix::process::getppid() != starter;
            let end = watch(order.limits, me, program, &undertaker.begin(), &gone);
            while tree::end_below(me, MOST_AT_ONCE, leads) {
                std::thread::sleep(BETWEEN_KILLS);
            }
            end
        }
        Err(error) => End::NotStarted(error.to_string()),
    };
    // Whole or not at all: the other side may look at any moment.
    let draft = order.report.with_extension("draft");
    fs::write(&draft, end.to_string())?;
    fs::rename(draft, &order.report)?;
    Ok(end)
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

fn start(order: &Order, me: Pid) -> io::Result<Pid> {
    // Orphans come to us and not to the first process of the machine.
    rustix::process::set_child_subreaper(Some(me))?;
    rustix::thread::set_no_new_privs(true)?;
    restrict(order.limits)?;
    let (program, arguments) =
        order.command.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
    // In a group of its own: a group can be ended at one blow, however fast it grows.
    let child = Command::new(program).args(arguments).process_group(0).spawn();
    let child =
        child.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", program.display())))?;
    let pid = Pid::from_child(&child);
    // Where a thousand processes want the processor, we want it first. Only root can have that.
    let _ = rustix::process::setpriority_process(None, FIRST);
    // The program's ends of the pipes are to be the only ones.
    let nothing = fs::File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(pid)
}

/// Limits that the program inherits. What root may raise again is taken from root, too.
fn restrict(limits: Limits) -> io::Result<()> {
    for capability in 0..64 {
        // Only root has any to lose, and kernels differ in how many there are. One is needed to build a wall, and by
        // itself gives nothing: what it could be used to give away is lost as well.
        if let Some(capability) = rustix::thread::CapabilitySet::from_bits(1 << capability)
            && capability != rustix::thread::CapabilitySet::SETFCAP
        {
            let _ = rustix::thread::remove_capability_from_bounding_set(capability);
        }
    }
    let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    rustix::process::setrlimit(Resource::Fsize, limit(limits.file))?;
    rustix::process::setrlimit(Resource::Core, limit(0))?;
    rustix::process::setrlimit(Resource::Cpu, limit(limits.cpu.as_secs() + 1))?;
    Ok(())
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
) -> End {
    loop {
        match hear.recv_timeout(BETWEEN_COUNTS) {
            Ok((pid, status)) if pid == program => return ended(status),
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => return End::Stopped,
            Err(RecvTimeoutError::Timeout) => {
                if gone() {
                    return End::Stopped;
                }
                if let Some(scarce) = too_much(limits, &Family::of(me, limits.processes)) {
                    return End::TooMuch(scarce);
                }
            }
        }
    }
}

fn ended(status: WaitStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => End::Exit(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Stopped,
    }
}

fn too_much(limits: Limits, family: &Family) -> Option<Scarce> {
    if family.members.len() > limits.processes {
        Some(Scarce::Processes)
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
            End::NotStarted("no such file".into()),
        ]);
        for end in ends {
            assert_eq!(end.to_string().parse(), Ok(end));
        }
        for text in ["", "exit", "exit x", "signal", "too much love", "started"] {
            assert_eq!(text.parse::<End>(), Err(NoReport), "{text}");
        }
    }
}
