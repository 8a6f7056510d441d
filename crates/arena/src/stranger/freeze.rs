//! Stops a program and all that it started, so that nothing of it runs on another's time.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::tree::{Family, Handle, Stat};

/// How long it may take, on a busy machine.
const TIME_TO_FREEZE: Duration = Duration::from_secs(1);
/// How long a signal may be on its way before one looks again.
const BETWEEN_PASSES: Duration = Duration::from_micros(200);
/// No family is larger: the supervisor would have ended it.
const MOST: usize = 1 << 16;

/// Stops everything below a process. Whoever is stopped cannot wake anybody, so it is over when all are found stopped
/// and nobody new has come: only then twice in a row. Says whether it came to that.
pub(crate) fn freeze(root: Pid) -> bool {
    let deadline = Instant::now() + TIME_TO_FREEZE;
    let mut still = 0;
    while Instant::now() < deadline {
        let running: Vec<Pid> = Family::of(root, MOST).members.into_iter().filter(|&pid| runs(pid)).collect();
        if running.is_empty() {
            still += 1;
            if still == 2 {
                return true;
            }
            continue;
        }
        still = 0;
        signal(&running, Signal::STOP);
        std::thread::sleep(BETWEEN_PASSES);
    }
    false
}

/// Lets everything below a process go on.
pub(crate) fn thaw(root: Pid) {
    signal(&Family::of(root, MOST).members, Signal::CONT);
}

fn signal(members: &[Pid], signal: Signal) {
    for handle in members.iter().filter_map(|&pid| Handle::of(pid)) {
        handle.signal(signal);
    }
}

/// Neither stopped, nor traced and stopped, nor dead.
fn runs(pid: Pid) -> bool {
    Stat::read(pid).is_some_and(|stat| !matches!(stat.state, 'T' | 't' | 'Z' | 'X'))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn those_who_wake_each_other_are_stopped_all_the_same() {
        // Two that send each other the signal to go on as fast as they can, and one that starts others.
        let script = "a() { while :; do kill -CONT 0; done; }; a & a & \
                      (i=0; while [ $i -lt 100000 ]; do /bin/true; i=$((i+1)); done) & echo; wait";
        let mut root = Command::new("setsid");
        let mut root = root.args(["sh", "-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Read::read_exact(root.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        let pid = Pid::from_child(&root);
        // The script itself is the root, and not below it: it only waits.
        while !freeze(pid) {}
        let members = Family::of(pid, MOST).members;
        assert!(members.len() >= 3 && !members.iter().any(|&pid| runs(pid)));
        thaw(pid);
        assert!(members.iter().any(|&pid| runs(pid)));
        while super::super::tree::end_below(pid, 99, false) {
            std::thread::sleep(Duration::from_millis(1));
        }
        root.wait().unwrap();
    }
}
