//! Process trees: the descendants of a process, measured and killed together.

use std::collections::BTreeMap;
use std::fs;
use std::os::fd::OwnedFd;
use std::sync::LazyLock;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal};

/// The descendants of a process and what they use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ProcessTree {
    /// The descendants.
    pub(crate) processes: Vec<Pid>,
    /// Their threads.
    pub(crate) threads: usize,
    /// Their resident memory in bytes.
    pub(crate) memory: u64,
    /// Their processor time and that of their children that were waited for.
    pub(crate) cpu: Duration,
}

impl ProcessTree {
    /// Reads the tree below a process, and stops soon after `most` processes: a fork bomb grows faster than it is read.
    pub(crate) fn of(root: Pid, most: usize) -> ProcessTree {
        let mut tree = ProcessTree::default();
        let mut parents = vec![root];
        while let Some(parent) = parents.pop().filter(|_| tree.processes.len() <= most) {
            for child in children(parent) {
                // A process that is reparented meanwhile could be seen twice.
                if child != root && !tree.processes.contains(&child) {
                    tree.count(child);
                    parents.push(child);
                }
            }
        }
        tree
    }

    fn count(&mut self, pid: Pid) {
        self.processes.push(pid);
        if let Some(stat) = Stat::read(pid) {
            self.threads += stat.threads;
            self.memory += stat.memory;
            self.cpu += stat.cpu;
        }
    }
}

/// Kills the descendants of a process, at most `most` of them in one call. Returns whether it found any.
///
/// Under a fork bomb PIDs are recycled within seconds, and a recycled PID may belong to one of our own threads. So each
/// process is held by a pidfd and checked to be a descendant before it is killed. `by_groups` also kills the process
/// group of each: the kernel lets no member of a group fork while it kills the group. This is only safe if `root` leads
/// a session, since a program can join any group of its session.
pub(crate) fn kill_descendants(root: Pid, most: usize, by_groups: bool) -> bool {
    let mut parents: Vec<ProcessHandle> = ProcessHandle::of(root).into_iter().collect();
    let (mut ended, mut found_any) = (0, false);
    while let Some(parent) = parents.pop() {
        for number in children(parent.pid) {
            found_any = true;
            let Some((child, group)) = parent.child(number) else { continue };
            if by_groups && group != root {
                let _ = rustix::process::kill_process_group(group, Signal::KILL);
            }
            child.kill();
            ended += 1;
            if ended >= most {
                return true;
            }
            // A dying process may still have its children.
            parents.push(child);
        }
    }
    found_any
}

/// A process that cannot be mistaken for another with the same number.
pub(crate) struct ProcessHandle {
    pub(crate) pid: Pid,
    /// The pidfd; `None` if the kernel has none.
    process: Option<OwnedFd>,
}

impl ProcessHandle {
    /// The process with this PID now; `None` for the ID of a thread.
    pub(crate) fn of(pid: Pid) -> Option<ProcessHandle> {
        match rustix::process::pidfd_open(pid, PidfdFlags::empty()) {
            Ok(process) => Some(ProcessHandle { pid, process: Some(process) }),
            Err(Errno::NOSYS) => Some(ProcessHandle { pid, process: None }),
            Err(_) => None,
        }
    }

    /// The living child with this PID, and its process group.
    pub(crate) fn child(&self, number: Pid) -> Option<(ProcessHandle, Pid)> {
        let child = ProcessHandle::of(number)?;
        let stat = Stat::read(number)?;
        // What was read concerns these two processes only if both are still alive.
        let is_ours = stat.parent == self.pid.as_raw_pid() && child.is_alive() && self.is_alive();
        is_ours.then_some((child, pid_from_raw(stat.group)?))
    }

    fn is_alive(&self) -> bool {
        let no_wait = Timespec { tv_sec: 0, tv_nsec: 0 };
        self.process.as_ref().is_none_or(|process| {
            rustix::event::poll(&mut [PollFd::new(process, PollFlags::IN)], Some(&no_wait)) == Ok(0)
        })
    }

    pub(crate) fn kill(&self) {
        self.signal(Signal::KILL);
    }

    /// Sends a signal, if the process still exists.
    pub(crate) fn signal(&self, signal: Signal) {
        let _ = match &self.process {
            Some(process) => rustix::process::pidfd_send_signal(process, signal),
            None => rustix::process::kill_process(self.pid, signal),
        };
    }
}

/// The children of all threads of a process.
pub(crate) fn children(of: Pid) -> Vec<Pid> {
    // Only kernels with CONFIG_PROC_CHILDREN have these lists.
    static HAS_LISTS: LazyLock<bool> =
        LazyLock::new(|| fs::exists("/proc/thread-self/children").is_ok_and(|has| has));
    if !*HAS_LISTS {
        return children_by_parent().remove(&of.as_raw_pid()).unwrap_or_default();
    }
    let Ok(tasks) = fs::read_dir(format!("/proc/{}/task", of.as_raw_pid())) else { return Vec::new() };
    // A thread that has just exited has no list.
    let lists = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(pid).collect::<Vec<_>>()).collect()
}

/// The children of every process, by parent.
fn children_by_parent() -> BTreeMap<i32, Vec<Pid>> {
    let mut children: BTreeMap<i32, Vec<Pid>> = BTreeMap::new();
    let Ok(all) = fs::read_dir("/proc") else { return children };
    for pid in all.flatten().filter_map(|entry| pid(entry.file_name().to_str()?)) {
        if let Some(stat) = Stat::read(pid) {
            children.entry(stat.parent).or_default().push(pid);
        }
    }
    children
}

fn pid(text: &str) -> Option<Pid> {
    pid_from_raw(text.parse().ok()?)
}

/// A process that is being removed has process group -1, which is not a PID.
fn pid_from_raw(raw: i32) -> Option<Pid> {
    if raw > 0 { Pid::from_raw(raw) } else { None }
}

/// A process according to `/proc/PID/stat`.
pub(crate) struct Stat {
    /// Its state letter.
    pub(crate) state: char,
    parent: i32,
    group: i32,
    threads: usize,
    memory: u64,
    cpu: Duration,
}

impl Stat {
    pub(crate) fn read(pid: Pid) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        // The name may contain blanks and parentheses; it ends at the last one.
        let (_, after) = text.rsplit_once(')')?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let field = |i: usize| fields.get(i)?.parse::<u64>().ok();
        let ticks = field(11)? + field(12)? + field(13)? + field(14)?;
        Some(Stat {
            state: fields.first()?.chars().next()?,
            threads: usize::try_from(field(17)?).ok()?,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            memory: field(21)? * rustix::param::page_size() as u64,
            cpu: Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn children_and_theirs_are_found() {
        // A shell that waits for another one.
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'read line; exit 0'; exit 0"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let root = Pid::from_child(&child);
        let mut tree = ProcessTree::of(root, 99);
        while tree.processes.is_empty() || tree.memory == 0 {
            std::thread::yield_now();
            tree = ProcessTree::of(root, 99);
        }
        assert!(ProcessTree::of(rustix::process::getpid(), 999).processes.contains(&root));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert_eq!(ProcessTree::of(root, 99), ProcessTree::default());
    }

    #[test]
    fn a_family_is_ended_and_nobody_else() {
        let sleep = || Command::new("sleep").arg("600").spawn().unwrap();
        let mut bystander = sleep();
        // A child, and a grandchild in another group. Orphans of this shell are reparented to init,
        // where a supervisor would adopt them: they must not hold our output, nor stay for long.
        let script = "exec 2>/dev/null; sleep 60 >&2 & setsid sh -c 'sleep 60 >&2 & echo; wait' & wait";
        let mut root = Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Read::read_exact(root.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        let pid = Pid::from_child(&root);
        assert!(ProcessTree::of(pid, 99).processes.len() >= 3);
        // The shell reaps its children and exits.
        while kill_descendants(pid, 99, false) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!kill_descendants(pid, 99, false));
        root.wait().unwrap();
        assert!(bystander.try_wait().unwrap().is_none());
        bystander.kill().unwrap();
        bystander.wait().unwrap();
    }

    #[test]
    fn a_number_is_not_enough() {
        let me = ProcessHandle::of(rustix::process::getpid()).unwrap();
        assert!(me.is_alive());
        let mut child = Command::new("sh").args(["-c", "read line"]).stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let (handle, group) = me.child(pid).unwrap();
        assert!(handle.is_alive() && group == rustix::process::getpgrp());
        // A parent is not a child, nor is a sibling, a thread, or a process that has exited.
        assert!(me.child(rustix::process::getppid().unwrap()).is_none());
        assert!(handle.child(pid).is_none() && handle.child(me.pid).is_none());
        std::thread::spawn(|| assert!(ProcessHandle::of(rustix::thread::gettid()).is_none())).join().unwrap();
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(!handle.is_alive() && me.child(pid).is_none());
        handle.kill();
    }

    #[test]
    fn a_group_that_is_gone_is_none() {
        assert_eq!([-1, 0].map(pid_from_raw), [None, None]);
        assert_eq!(pid_from_raw(7), Pid::from_raw(7));
        assert_eq!(pid("-1"), None);
    }

    #[test]
    fn both_ways_to_find_children_agree_on_this_process() {
        let mut child = Command::new("sh").args(["-c", "read line"]).stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let me = rustix::process::getpid();
        assert!(children_by_parent()[&me.as_raw_pid()].contains(&pid));
        assert!(children(me).contains(&pid));
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
