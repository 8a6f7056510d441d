//! The supervisor: the process between us and a stranger's program.

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

use rustix::process::{DumpableBehavior, Pid, Rlimit, WaitOptions, WaitStatus};
use rustix::thread::CapabilitySet;

use super::disk_usage::DiskUsage;
use super::folder::MAX_DEPTH;
use super::limits::Limits;
use super::namespace::{Confinement, InitProcess, SandboxInit};
use super::process_tree::{self, ProcessTree};
use super::shortage::is_shortage;
use super::{seccomp, shared_memory};

/// What to start, and within which limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SupervisorConfig {
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
    /// The process tree used too much of this, and was ended.
    LimitExceeded(Resource),
    /// It was asked to end.
    Stopped,
    /// The program could not be started.
    NotStarted(String),
    /// The machine had no process, memory or space to start the program.
    Unavailable(String),
    /// There was no supervisor: the machine had no process for it.
    NotSupervised,
    /// The supervisor was killed, so that nobody knows what the program did.
    SupervisorKilled,
}

/// What there is not enough of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
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

impl Resource {
    const ALL: [(Resource, &'static str); 7] = [
        (Resource::Memory, "much memory"),
        (Resource::Processes, "many processes"),
        (Resource::Threads, "many threads"),
        (Resource::Cpu, "much processor time"),
        (Resource::Disk, "much disk space"),
        (Resource::Files, "many files"),
        (Resource::Depth, "deeply nested folders"),
    ];

    /// Whether a program that has less of it must lose what it wrote.
    pub(crate) fn is_disk(self) -> bool {
        matches!(self, Resource::Disk | Resource::Files | Resource::Depth)
    }

    /// How much of it a program may have in its folder, to be added to a sentence.
    pub(super) fn describe_limit(self, limits: &Limits) -> String {
        match self {
            Resource::Disk => format!(", more than {} MB in its folder", limits.disk >> 20),
            Resource::Files => format!(", more than {} in its folder", limits.files),
            Resource::Depth => format!(", more than {MAX_DEPTH} levels in its folder"),
            Resource::Memory | Resource::Processes | Resource::Threads | Resource::Cpu => String::new(),
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, word) =
            Resource::ALL.into_iter().find(|(resource, _)| resource == self).unwrap_or(Resource::ALL[0]);
        f.write_str(word)
    }
}

/// In the form in which a report has it.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exit(code) => write!(f, "exit {code}"),
            End::Signal(signal) => write!(f, "signal {signal}"),
            End::LimitExceeded(resource) => write!(f, "too {resource}"),
            End::Stopped => write!(f, "stopped"),
            End::NotStarted(why) => write!(f, "not started: {why}"),
            End::Unavailable(why) => write!(f, "unavailable: {why}"),
            End::NotSupervised => write!(f, "not kept"),
            End::SupervisorKilled => write!(f, "supervisor killed"),
        }
    }
}

/// A report cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportError;

impl FromStr for End {
    type Err = ReportError;

    fn from_str(text: &str) -> Result<End, ReportError> {
        match text {
            "stopped" => return Ok(End::Stopped),
            "not kept" => return Ok(End::NotSupervised),
            "supervisor killed" => return Ok(End::SupervisorKilled),
            _ => {}
        }
        if let Some(why) = text.strip_prefix("not started: ") {
            return Ok(End::NotStarted(why.to_string()));
        }
        if let Some(why) = text.strip_prefix("unavailable: ") {
            return Ok(End::Unavailable(why.to_string()));
        }
        if let Some(word) = text.strip_prefix("too ") {
            let known = Resource::ALL.into_iter().find(|(_, known)| *known == word);
            return known.map(|(resource, _)| End::LimitExceeded(resource)).ok_or(ReportError);
        }
        let (word, number) = text.split_once(' ').ok_or(ReportError)?;
        let number = number.parse().map_err(|_| ReportError)?;
        match word {
            "exit" => Ok(End::Exit(number)),
            "signal" => Ok(End::Signal(number)),
            _ => Err(ReportError),
        }
    }
}

/// How often the tree is counted. In twice the time there may be twice as many.
const BETWEEN_COUNTS: Duration = Duration::from_millis(5);
/// How many of a tree are looked for before those are ended.
const KILL_BATCH: usize = 256;
/// The first to get the processor.
const HIGHEST_PRIORITY: i32 = -20;
/// How long the dead may take to be buried before they are counted again.
const BETWEEN_KILLS: Duration = Duration::from_millis(2);

/// Memory that belongs to no process takes longer to count and longer to fill: it is counted once in so many times.
const COUNTS_OF_PROCESSES: usize = 5;

/// A supervisor that has not started its program yet.
pub struct Supervisor {
    config: SupervisorConfig,
    parent: Option<Pid>,
    leads_session: bool,
    /// The process in the sandbox that waits to start the program, where there is a sandbox of our own.
    init_process: Option<io::Result<InitProcess>>,
}

impl Supervisor {
    /// Makes this process a supervisor: nobody can look into its memory, and what it starts is within the limits. There
    /// must be no other thread yet.
    ///
    /// # Errors
    /// Fails where the kernel refuses any of that.
    pub fn new(config: SupervisorConfig) -> io::Result<Supervisor> {
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        let parent = rustix::process::getppid();
        let leads_session = start_session(parent);
        // Orphans come to us and not to the first process of the machine.
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        rustix::thread::set_no_new_privs(true)?;
        restrict(config.limits)?;
        // A kernel without these filters still counts and limits everything else.
        let _ = seccomp::restrict_process_tree();
        let init_process = config.confinement.map(|confinement| {
            InitProcess::new(SandboxInit {
                confinement,
                limits: config.limits,
                readable: config.readable.clone(),
                command: config.command.clone(),
            })
        });
        Ok(Supervisor { config, parent, leads_session, init_process })
    }

    /// Starts the program, keeps it within its limits, and ends whatever is left of it. Ends early where `stop` is
    /// set, or where whoever started the supervisor is gone.
    ///
    /// # Errors
    /// Fails where the report cannot be written.
    pub fn run(self, stop: &AtomicBool) -> io::Result<End> {
        let me = rustix::process::getpid();
        // Before the program can take the last process that there is.
        let reaper = Reaper::new()?;
        let mut usage = DiskUsage::of_current_folder(self.config.limits);
        let started = match self.init_process {
            Some(init_process) => init_process.and_then(|init_process| {
                init_process.start_program()?;
                Ok((init_process.pid, Some(init_process)))
            }),
            None => start(&self.config).map(|pid| (pid, None)),
        };
        let end = match started.and_then(|started| raise_priority().map(|()| started)) {
            Ok((program, init_process)) => {
                let gone = || stop.load(Ordering::Relaxed) || rustix::process::getppid() != self.parent;
                let end = watch(self.config.limits, me, program, &reaper.begin(), &gone, &mut usage);
                while process_tree::kill_descendants(me, KILL_BATCH, self.leads_session) {
                    std::thread::sleep(BETWEEN_KILLS);
                }
                let end = match (end, init_process) {
                    // The first process in the sandbox says how the program ended; that it ended itself is no news.
                    (end @ (End::Exit(_) | End::Signal(_)), Some(init_process)) => {
                        init_process.program_end().unwrap_or(end)
                    }
                    (end, _) => end,
                };
                usage.final_count(end)
            }
            Err(error) if is_shortage(&error) => End::Unavailable(error.to_string()),
            Err(error) => End::NotStarted(error.to_string()),
        };
        // Whole or not at all: the other side may look at any moment.
        let draft = self.config.report.with_extension("draft");
        fs::write(&draft, end.to_string())?;
        fs::rename(draft, &self.config.report)?;
        Ok(end)
    }
}

/// Begins a session: whoever is in it is at no terminal, and can join no group but those of its own tree.
fn start_session(parent: Option<Pid>) -> bool {
    // We lead a group, so that what is pressed at the terminal does not reach us, and who leads one cannot lead a
    // session: for an instant we are back in the group that we came from.
    let back = rustix::process::getpgid(parent);
    let _ = back.and_then(|group| rustix::process::setpgid(None, Some(group)));
    let leads_session = rustix::process::setsid().is_ok();
    if !leads_session {
        let _ = rustix::process::setpgid(None, None);
    }
    leads_session
}

fn start(config: &SupervisorConfig) -> io::Result<Pid> {
    let (program, arguments) =
        config.command.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
    // In a group of its own: a group can be ended at one blow, however fast it grows.
    let child = Command::new(program).args(arguments).process_group(0).spawn();
    let child = child.map_err(|error| match is_shortage(&error) {
        true => error,
        false => io::Error::new(error.kind(), format!("{}: {error}", program.display())),
    })?;
    Ok(Pid::from_child(&child))
}

/// Once the program is started: we come before it, and are not in its way.
fn raise_priority() -> io::Result<()> {
    // Where a thousand processes want the processor, we want it first. Only root can have that.
    let _ = rustix::process::setpriority_process(None, HIGHEST_PRIORITY);
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
    rustix::process::setrlimit(rustix::process::Resource::Fsize, limit(limits.file.min(limits.disk)))?;
    rustix::process::setrlimit(rustix::process::Resource::Core, limit(0))?;
    rustix::process::setrlimit(rustix::process::Resource::Cpu, limit(limits.cpu.as_secs() + 1))?;
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum.unwrap_or(u64::MAX);
    rustix::process::setrlimit(rustix::process::Resource::Nofile, limit(limits.descriptors.min(most)))?;
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
struct Reaper {
    begin: mpsc::Sender<()>,
    exits: Receiver<(Pid, WaitStatus)>,
}

impl Reaper {
    fn new() -> io::Result<Reaper> {
        let (begin, started) = mpsc::channel();
        let (exited, exits) = mpsc::channel();
        let reap = move || {
            if started.recv().is_err() {
                return;
            }
            loop {
                match rustix::process::wait(WaitOptions::empty()) {
                    // Nobody may listen any more, and yet the dead must be buried.
                    Ok(Some(dead)) => drop(exited.send(dead)),
                    Ok(None) | Err(rustix::io::Errno::INTR) => {}
                    Err(_) => break,
                }
            }
        };
        std::thread::Builder::new().spawn(reap)?;
        Ok(Reaper { begin, exits })
    }

    /// Begins, once there is somebody.
    fn begin(self) -> Receiver<(Pid, WaitStatus)> {
        let _ = self.begin.send(());
        self.exits
    }
}

/// Waits for the program to end, or for a reason to end it.
fn watch(
    limits: Limits,
    me: Pid,
    program: Pid,
    exits: &Receiver<(Pid, WaitStatus)>,
    gone: &dyn Fn() -> bool,
    usage: &mut DiskUsage,
) -> End {
    let mut counts = 0_usize;
    loop {
        match exits.recv_timeout(BETWEEN_COUNTS) {
            Ok((pid, status)) if pid == program => return ended(status),
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => return End::Stopped,
            Err(RecvTimeoutError::Timeout) => {
                if gone() {
                    return End::Stopped;
                }
                let mut tree = ProcessTree::of(me, limits.processes);
                counts += 1;
                if counts.is_multiple_of(COUNTS_OF_PROCESSES) {
                    tree.memory = tree.memory.max(shared_memory::with_shared(&tree, limits.memory));
                }
                if let Some(resource) = exceeded_limit(limits, &tree).or_else(|| usage.poll(&tree.processes))
                {
                    return End::LimitExceeded(resource);
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

fn exceeded_limit(limits: Limits, tree: &ProcessTree) -> Option<Resource> {
    if tree.processes.len() > limits.processes {
        Some(Resource::Processes)
    } else if tree.threads > limits.threads {
        Some(Resource::Threads)
    } else if tree.memory > limits.memory {
        Some(Resource::Memory)
    } else if tree.cpu > limits.cpu {
        Some(Resource::Cpu)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_read_as_it_was_written() {
        let ends = Resource::ALL.map(|(resource, _)| End::LimitExceeded(resource)).into_iter().chain([
            End::Exit(0),
            End::Exit(255),
            End::Signal(9),
            End::Stopped,
            End::NotSupervised,
            End::SupervisorKilled,
            End::NotStarted("no such file".into()),
            End::Unavailable("no space".into()),
        ]);
        for end in ends {
            assert_eq!(end.to_string().parse(), Ok(end));
        }
        for text in ["", "exit", "exit x", "signal", "too much love", "started"] {
            assert_eq!(text.parse::<End>(), Err(ReportError), "{text}");
        }
    }
}
