//! Suspending process trees, so that a program does not run on its opponent's time.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::process_tree::{ProcessHandle, ProcessTree, Stat};

/// How long suspending may take, on a busy machine.
const TIME_TO_FREEZE: Duration = Duration::from_secs(1);
/// How long to wait for a signal to arrive before looking again.
const BETWEEN_PASSES: Duration = Duration::from_micros(200);
/// No process tree is larger: the supervisor would have killed it.
const MAX_PROCESSES: usize = 1 << 16;

/// Suspends the descendants of a process. A suspended process cannot resume another, so it is done when all are found
/// suspended in two passes in a row. Returns false if that did not happen in time.
pub(crate) fn freeze(root: Pid) -> bool {
    let deadline = Instant::now() + TIME_TO_FREEZE;
    let mut quiet_passes = 0;
    while Instant::now() < deadline {
        let running: Vec<Pid> = ProcessTree::of(root, MAX_PROCESSES)
            .processes
            .into_iter()
            .filter(|&pid| is_running(pid))
            .collect();
        if running.is_empty() {
            quiet_passes += 1;
            if quiet_passes == 2 {
                return true;
            }
            continue;
        }
        quiet_passes = 0;
        signal(&running, Signal::STOP);
        std::thread::sleep(BETWEEN_PASSES);
    }
    false
}

/// Resumes the descendants of a process.
pub(crate) fn thaw(root: Pid) {
    signal(&ProcessTree::of(root, MAX_PROCESSES).processes, Signal::CONT);
}

fn signal(processes: &[Pid], signal: Signal) {
    for handle in processes.iter().filter_map(|&pid| ProcessHandle::of(pid)) {
        handle.signal(signal);
    }
}

/// Neither stopped, nor stopped by a tracer, nor dead.
fn is_running(pid: Pid) -> bool {
    Stat::read(pid).is_some_and(|stat| !matches!(stat.state, 'T' | 't' | 'Z' | 'X'))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn those_who_wake_each_other_are_stopped_all_the_same() {
        // Two processes that resume each other as fast as they can, and one that starts others.
        let script = "a() { while :; do kill -CONT 0; done; }; a & a & \
                      (i=0; while [ $i -lt 100000 ]; do /bin/true; i=$((i+1)); done) & echo; wait";
        let mut root = Command::new("setsid");
        let mut root = root.args(["sh", "-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Read::read_exact(root.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        let pid = Pid::from_child(&root);
        // The script itself is the root, not one of its descendants: it only waits.
        while !freeze(pid) {}
        let processes = ProcessTree::of(pid, MAX_PROCESSES).processes;
        assert!(processes.len() >= 3 && !processes.iter().any(|&pid| is_running(pid)));
        thaw(pid);
        assert!(processes.iter().any(|&pid| is_running(pid)));
        while super::super::process_tree::kill_descendants(pid, 99, false) {
            std::thread::sleep(Duration::from_millis(1));
        }
        root.wait().unwrap();
    }
}
