//! The sandbox that the supervisor makes itself: a first process in new namespaces, or restricted by Landlock, which
//! starts the program.
//!
//! The supervisor stays outside: it has no PID in the namespaces, so nothing inside can signal or trace it.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command};

use nix::sched::{CloneCb, CloneFlags};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::pipe::PipeFlags;
use rustix::process::{DumpableBehavior, Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions};
use rustix::thread::CapabilitySets;

use super::limits::Limits;
use super::mounts::MountView;
use super::readable::{self, ReadableEntry};
use super::seccomp::{self, Sockets};
use super::supervisor::{End, ended};

/// How the supervisor confines a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confinement {
    /// New user, PID, mount, network, IPC and UTS namespaces.
    Namespaces,
    /// Landlock rules and a seccomp filter.
    Landlock,
}

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Confinement::Namespaces => "namespaces",
            Confinement::Landlock => "landlock",
        })
    }
}

/// What the first process in the sandbox sets up and runs.
pub(crate) struct SandboxInit {
    pub(crate) confinement: Confinement,
    pub(crate) limits: Limits,
    /// Paths that are readable besides the system.
    pub(crate) readable: Vec<PathBuf>,
    pub(crate) command: Vec<OsString>,
}

/// The first process in the sandbox, which waits for a byte on a pipe before it starts the program.
pub(crate) struct InitProcess {
    pub(crate) pid: Pid,
    go: OwnedFd,
    status: OwnedFd,
}

/// The stack of that process; its deepest calls are those of `std::process`.
const STACK: usize = 1 << 20;

impl InitProcess {
    /// Starts the process. The caller must be single-threaded.
    pub(crate) fn new(init: SandboxInit) -> io::Result<InitProcess> {
        let (wait, go) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
        let (status, report) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
        let supervisor = rustix::process::pidfd_open(rustix::process::getpid(), PidfdFlags::empty())?;
        let flags = match init.confinement {
            Confinement::Landlock => CloneFlags::empty(),
            Confinement::Namespaces => {
                CloneFlags::CLONE_NEWUSER
                    | CloneFlags::CLONE_NEWPID
                    | CloneFlags::CLONE_NEWNS
                    | CloneFlags::CLONE_NEWNET
                    | CloneFlags::CLONE_NEWIPC
                    | CloneFlags::CLONE_NEWUTS
            }
        };
        let ids = Ids::now();
        let mut report = fs::File::from(report);
        let mut wait = fs::File::from(wait);
        let run = move || {
            let end = init
                .run(&ids, &supervisor, &mut wait)
                .unwrap_or_else(|error| End::NotStarted(format!("the sandbox cannot be set up: {error}")));
            let _ = report.write_all(end.to_string().as_bytes());
            0
        };
        let pid = clone_process(flags, Box::new(run))?;
        Ok(InitProcess { pid, go, status })
    }

    /// Lets it start the program.
    pub(crate) fn start_program(&self) -> io::Result<()> {
        rustix::io::write(&self.go, b"g")?;
        Ok(())
    }

    /// How the program ended, as this process reported before it exited; `None` if it could not.
    pub(crate) fn program_end(self) -> Option<End> {
        let mut text = String::new();
        fs::File::from(self.status).read_to_string(&mut text).ok()?;
        text.parse().ok()
    }
}

/// Starts a process that runs `run` and exits.
#[allow(unsafe_code)]
fn clone_process(flags: CloneFlags, run: CloneCb<'_>) -> io::Result<Pid> {
    if fs::read_dir("/proc/self/task")?.count() != 1 {
        return Err(io::Error::other("a sandbox is only made by a process with one thread"));
    }
    let mut stack = vec![0; STACK];
    // SAFETY: the child has a copy of this memory and of the stack, since the flags share nothing, and its stack is
    // large enough for what it calls. No other thread exists that could have held a lock when the copy was made.
    let pid = unsafe { nix::sched::clone(run, &mut stack, flags, Some(libc::SIGCHLD)) }?;
    Pid::from_raw(pid.as_raw()).ok_or_else(|| io::Error::other("a process without a number"))
}

/// Our user and group outside of the sandbox.
struct Ids {
    user: u32,
    group: u32,
}

impl Ids {
    fn now() -> Ids {
        Ids { user: rustix::process::geteuid().as_raw(), group: rustix::process::getegid().as_raw() }
    }

    /// Maps the same IDs, and no others, into a new user namespace.
    fn map(&self) -> io::Result<()> {
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{0} {0} 1", self.user))?;
        fs::write("/proc/self/gid_map", format!("{0} {0} 1", self.group))
    }
}

impl SandboxInit {
    /// Runs in the first process of the sandbox.
    fn run(&self, ids: &Ids, supervisor: &OwnedFd, wait: &mut fs::File) -> io::Result<End> {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        if has_ended(supervisor)? {
            return Ok(End::Stopped);
        }
        match self.confinement {
            Confinement::Namespaces => self.enter_namespaces(ids)?,
            Confinement::Landlock => self.enter_landlock()?,
        }
        wait.read_exact(&mut [0])?;
        let mut command = self.command();
        match self.confinement {
            Confinement::Namespaces => match command.spawn() {
                Ok(program) => Ok(reap_until_exit(&program)?),
                Err(error) => Ok(self.not_started(&error)),
            },
            Confinement::Landlock => Ok(self.not_started(&command.exec())),
        }
    }

    fn command(&self) -> Command {
        let (program, arguments) = self.command.split_first().map_or((None, &[][..]), |(p, a)| (Some(p), a));
        let mut command = Command::new(program.map_or(std::ffi::OsStr::new(""), |program| program));
        command.args(arguments).process_group(0);
        command
    }

    fn not_started(&self, error: &io::Error) -> End {
        let program = self.command.first().map(|program| program.display().to_string()).unwrap_or_default();
        End::NotStarted(format!("{program}: {error}"))
    }

    fn enter_namespaces(&self, ids: &Ids) -> io::Result<()> {
        let home = std::env::current_dir()?;
        // Safe while no other process is inside; a process that is not dumpable could not write its own ID maps.
        rustix::process::set_dumpable_behavior(DumpableBehavior::Dumpable)?;
        ids.map()?;
        let readable = readable::entries(&self.readable);
        MountView { readable, home, temporary: self.limits.memory }.pivot_into()?;
        rustix::process::setsid()?;
        // In a user namespace this counts only its own threads. Root is not bound by it.
        let threads = self.limits.threads as u64 + 1;
        rustix::process::setrlimit(
            Resource::Nproc,
            Rlimit { current: Some(threads), maximum: Some(threads) },
        )?;
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        drop_capabilities()?;
        seccomp::restrict_sandboxed(Sockets::Namespaced)
    }

    fn enter_landlock(&self) -> io::Result<()> {
        let home = std::env::current_dir()?;
        let real = readable::entries(&self.readable).into_iter().filter_map(|entry| match entry {
            ReadableEntry::Bind(path) => Some(path),
            ReadableEntry::Link { .. } => None,
        });
        super::landlock::restrict(&real.collect::<Vec<_>>(), &home)?;
        seccomp::restrict_sandboxed(Sockets::Pairs)
    }
}

/// Drops all capabilities for good.
fn drop_capabilities() -> io::Result<()> {
    super::supervisor::empty_bounding_set(None);
    let none = rustix::thread::CapabilitySet::empty();
    let none = CapabilitySets { effective: none, permitted: none, inheritable: none };
    Ok(rustix::thread::set_capabilities(None, none)?)
}

fn has_ended(process: &OwnedFd) -> io::Result<bool> {
    let no_wait = Timespec { tv_sec: 0, tv_nsec: 0 };
    let ready = rustix::event::poll(&mut [PollFd::new(&process.as_fd(), PollFlags::IN)], Some(&no_wait))?;
    Ok(ready > 0)
}

/// Waits for the program to exit, reaping its orphans meanwhile.
fn reap_until_exit(program: &Child) -> io::Result<End> {
    super::supervisor::close_standard_streams()?;
    let pid = Pid::from_child(program);
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((ended_pid, status))) if ended_pid == pid => return Ok(ended(status)),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
