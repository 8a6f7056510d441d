//! A sandbox of our own: a process that the supervisor starts in namespaces of its own, or behind Landlock, and that
//! starts the program there.
//!
//! The supervisor stays outside: in the namespaces it has no number, so that nothing in there can signal or trace it.

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

/// What confines a program, besides its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confinement {
    /// Namespaces of its own for users, processes, mounts, network, shared memory and the host's name.
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

/// What is to run in there.
pub(crate) struct SandboxInit {
    pub(crate) confinement: Confinement,
    pub(crate) limits: Limits,
    /// What can be read besides the system.
    pub(crate) readable: Vec<PathBuf>,
    pub(crate) command: Vec<OsString>,
}

/// The process that was started, which waits for a word before it starts the program.
pub(crate) struct InitProcess {
    pub(crate) pid: Pid,
    go: OwnedFd,
    status: OwnedFd,
}

/// The stack of the first process inside; its deepest calls are those of `std::process`.
const STACK: usize = 1 << 20;

impl InitProcess {
    /// Starts the process. There must be no other thread.
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

    /// How it says that the program ended, once it has ended itself; nothing where it could not say so.
    pub(crate) fn program_end(self) -> Option<End> {
        let mut text = String::new();
        fs::File::from(self.status).read_to_string(&mut text).ok()?;
        text.parse().ok()
    }
}

/// Starts a process that runs this and ends.
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

/// Who we are outside.
struct Ids {
    user: u32,
    group: u32,
}

impl Ids {
    fn now() -> Ids {
        Ids { user: rustix::process::geteuid().as_raw(), group: rustix::process::getegid().as_raw() }
    }

    /// Makes us the same inside of a new user namespace, where nobody else exists.
    fn map(&self) -> io::Result<()> {
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{0} {0} 1", self.user))?;
        fs::write("/proc/self/gid_map", format!("{0} {0} 1", self.group))
    }
}

impl SandboxInit {
    /// What the first process inside does.
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
        // While nobody else is inside: otherwise the kernel lets only root set us up.
        rustix::process::set_dumpable_behavior(DumpableBehavior::Dumpable)?;
        ids.map()?;
        let readable = readable::entries(&self.readable);
        MountView { readable, home, temporary: self.limits.memory }.pivot_into()?;
        rustix::process::setsid()?;
        // In a user namespace this counts its threads alone. It does not bind root.
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

/// Gives up all capabilities, for good.
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

/// Waits for the program, and for all that it leaves behind as long as it runs.
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
