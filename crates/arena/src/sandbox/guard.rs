//! Protecting the process of the match from the programs it starts.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{DumpableBehavior, Pid, WaitOptions};

use super::process_tree::{ProcessHandle, children, kill_descendants};

/// Whether this process is a subreaper with no children but supervisors.
static IS_GUARDED: AtomicBool = AtomicBool::new(false);
/// The PIDs of supervisors that were not waited for yet.
static SUPERVISORS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// How many processes are killed before the tree is read again.
const KILL_BATCH: usize = 256;
/// How long killed processes may take to disappear.
const BETWEEN_KILLS: Duration = Duration::from_millis(2);

/// Guards the process of a match: other processes of the same user can neither read nor write its memory, and the
/// orphans of a killed supervisor are reparented to it. From here on it must have no children but supervisors.
///
/// # Errors
/// Fails if the kernel refuses.
pub fn guard_this_process() -> io::Result<()> {
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    IS_GUARDED.store(true, Ordering::Relaxed);
    Ok(())
}

fn supervisors() -> MutexGuard<'static, BTreeSet<i32>> {
    SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a supervisor.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    // Holding the lock: an unregistered supervisor would be taken for an orphan.
    let mut known = supervisors();
    let child = command.spawn()?;
    known.insert(Pid::from_child(&child).as_raw_pid());
    Ok(child)
}

/// Unregisters a supervisor that was waited for.
pub(crate) fn forget(supervisor: Pid) {
    supervisors().remove(&supervisor.as_raw_pid());
}

/// Kills the orphans of supervisors that were killed.
pub(crate) fn kill_orphans() {
    if !IS_GUARDED.load(Ordering::Relaxed) {
        return;
    }
    let me = rustix::process::getpid();
    loop {
        let known = supervisors();
        let orphans: Vec<Pid> =
            children(me).into_iter().filter(|pid| !known.contains(&pid.as_raw_pid())).collect();
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            kill_descendants(orphan, KILL_BATCH, false);
            if let Some(handle) = ProcessHandle::of(orphan) {
                handle.kill();
            }
            let _ = rustix::process::waitpid(Some(orphan), WaitOptions::NOHANG);
        }
        drop(known);
        std::thread::sleep(BETWEEN_KILLS);
    }
}
