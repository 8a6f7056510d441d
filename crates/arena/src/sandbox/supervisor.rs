//! The supervisor: the process between the match and a program.

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
    /// The file to which the end of the program is reported.
    pub report: PathBuf,
    /// The sandbox to set up, unless the command does that itself.
    pub confinement: Option<Confinement>,
    /// Paths that are readable in the sandbox besides the system and the program's folder.
    pub readable: Vec<PathBuf>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// It exited with this code.
    Exit(i32),
    /// It was killed by this signal.
    Signal(i32),
    /// The process tree exceeded the limit of this resource and was killed.
    LimitExceeded(Resource),
    /// It was killed at our request.
    Stopped,
    /// The program could not be started.
    NotStarted(String),
    /// The machine had no process, memory or space to start the program.
    Unavailable(String),
    /// The supervisor did not run: the machine had no process for it.
    NotSupervised,
    /// The supervisor was killed, so what the program did is unknown.
    SupervisorKilled,
}

/// A limited resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Memory.
    Memory,
    /// Processes.
    Processes,
    /// Threads.
    Threads,
    /// Processor time.
    Cpu,
    /// Disk space.
    Disk,
    /// Files and folders.
    Files,
    /// Nesting of folders.
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

    /// Whether files must be removed to free it.
    pub(crate) fn is_disk(self) -> bool {
        matches!(self, Resource::Disk | Resource::Files | Resource::Depth)
    }

    /// The limit on it, as the end of a sentence; empty where the message needs none.
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

/// As written to the report.
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

/// How often the process tree is measured. It can double in such an interval.
const BETWEEN_COUNTS: Duration = Duration::from_millis(5);
/// How many processes are killed before the tree is read again.
const KILL_BATCH: usize = 256;
/// The highest scheduling priority.
const HIGHEST_PRIORITY: i32 = -20;
/// How long killed processes may take to be reaped before the tree is read again.
const BETWEEN_KILLS: Duration = Duration::from_millis(2);

/// Shared memory, slower to measure and slower to fill, is measured once in this many times.
const COUNTS_OF_PROCESSES: usize = 5;

/// A supervisor that has not started its program yet.
pub struct Supervisor {
    config: SupervisorConfig,
    parent: Option<Pid>,
    leads_session: bool,
    /// The first process in a sandbox of our own, waiting to start the program.
    init_process: Option<io::Result<InitProcess>>,
}

impl Supervisor {
    /// Makes this process a supervisor: other processes cannot read its memory, and its children inherit the limits. It
    /// must still be single-threaded.
    ///
    /// # Errors
    /// Fails if the kernel refuses any of that.
    pub fn new(config: SupervisorConfig) -> io::Result<Supervisor> {
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        let parent = rustix::process::getppid();
        let leads_session = start_session(parent);
        // Orphans are reparented to us rather than to init.
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        rustix::thread::set_no_new_privs(true)?;
        restrict(config.limits)?;
        // Without seccomp, all other limits still hold.
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

    /// Starts the program, enforces its limits, and kills what is left of its process tree. Ends early if `stop` is set or
    /// the parent of the supervisor is gone.
    ///
    /// # Errors
    /// Fails if the report cannot be written.
    pub fn run(self, stop: &AtomicBool) -> io::Result<End> {
        let me = rustix::process::getpid();
        // Its thread is created before the program can use up all processes.
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
                    // How the first process in the sandbox ended says nothing: it reports how the program did.
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
        // Atomic: the report may be read at any moment.
        let draft = self.config.report.with_extension("draft");
        fs::write(&draft, end.to_string())?;
        fs::rename(draft, &self.config.report)?;
        Ok(end)
    }
}

/// Starts a session: its processes have no controlling terminal, and can join no process group outside of it.
fn start_session(parent: Option<Pid>) -> bool {
    // We lead a process group, so that Ctrl-C at the terminal does not reach us, and the leader of a group cannot start a
    // session: return to the parent's group for a moment.
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
    // In a process group of its own: one signal kills a group, however fast it grows.
    let child = Command::new(program).args(arguments).process_group(0).spawn();
    let child = child.map_err(|error| match is_shortage(&error) {
        true => error,
        false => io::Error::new(error.kind(), format!("{}: {error}", program.display())),
    })?;
    Ok(Pid::from_child(&child))
}

/// Once the program is started, take priority over it and close its pipes on our side.
fn raise_priority() -> io::Result<()> {
    // Against a thousand busy processes. Only root may raise its priority.
    let _ = rustix::process::setpriority_process(None, HIGHEST_PRIORITY);
    close_standard_streams()
}

/// The program must hold the only open ends of its pipes.
pub(super) fn close_standard_streams() -> io::Result<()> {
    let nothing = fs::File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Sets limits that the program inherits, and drops the capabilities with which root could raise them again.
fn restrict(limits: Limits) -> io::Result<()> {
    // bwrap needs SETFCAP, which is harmless: the capabilities that it could grant are dropped as well.
    empty_bounding_set(Some(CapabilitySet::SETFCAP));
    let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    rustix::process::setrlimit(rustix::process::Resource::Fsize, limit(limits.file.min(limits.disk)))?;
    rustix::process::setrlimit(rustix::process::Resource::Core, limit(0))?;
    rustix::process::setrlimit(rustix::process::Resource::Cpu, limit(limits.cpu.as_secs() + 1))?;
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum.unwrap_or(u64::MAX);
    rustix::process::setrlimit(rustix::process::Resource::Nofile, limit(limits.descriptors.min(most)))?;
    Ok(())
}

/// Removes all capabilities but one from the bounding set. Only root has any, and kernels differ in how many exist.
pub(super) fn empty_bounding_set(but: Option<CapabilitySet>) {
    for capability in (0..64).filter_map(|bit| CapabilitySet::from_bits(1 << bit)) {
        if Some(capability) != but {
            let _ = rustix::thread::remove_capability_from_bounding_set(capability);
        }
    }
}

/// A thread that waits for all children, for as long as there are any, and reports their exits.
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
                    // Zombies must be reaped even if the receiver is gone.
                    Ok(Some(dead)) => drop(exited.send(dead)),
                    Ok(None) | Err(rustix::io::Errno::INTR) => {}
                    Err(_) => break,
                }
            }
        };
        std::thread::Builder::new().spawn(reap)?;
        Ok(Reaper { begin, exits })
    }

    /// Starts waiting, once there is a child.
    fn begin(self) -> Receiver<(Pid, WaitStatus)> {
        let _ = self.begin.send(());
        self.exits
    }
}

/// Waits until the program exits or must be killed.
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
