//! The family of a process: everything that it started and that was started by those.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use rustix::process::Pid;

/// A process and all below it use this much.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Family {
    /// The processes below it.
    pub(crate) members: Vec<Pid>,
    /// The groups that they are in.
    pub(crate) groups: BTreeSet<i32>,
    /// The memory that they really have, in bytes.
    pub(crate) memory: u64,
    /// The time that they and those of their children that are gone have spent.
    pub(crate) cpu: Duration,
}

impl Family {
    /// The family below a process, but hardly more than so many of it: who has a thousand children has another
    /// thousand before they are counted.
    pub(crate) fn of(root: Pid, most: usize) -> Family {
        let mut family = Family::default();
        let mut parents = vec![root];
        while let Some(parent) = parents.pop().filter(|_| family.members.len() <= most) {
            for child in children(parent) {
                // Who is adopted while we look could be seen twice.
                if child != root && !family.members.contains(&child) {
                    family.count(child);
                    parents.push(child);
                }
            }
        }
        family
    }

    fn count(&mut self, pid: Pid) {
        self.members.push(pid);
        if let Some(stat) = Stat::read(pid) {
            self.groups.insert(stat.group);
            self.memory += stat.memory;
            self.cpu += stat.cpu;
        }
    }
}

/// The children of all threads of a process.
fn children(of: Pid) -> Vec<Pid> {
    let tasks = format!("/proc/{}/task", of.as_raw_pid());
    let Ok(tasks) = fs::read_dir(tasks) else { return Vec::new() };
    let lists = tasks.flatten().map(|task| fs::read_to_string(task.path().join("children")));
    let lists: Result<Vec<String>, _> = lists.collect();
    match lists {
        Ok(lists) => lists.iter().flat_map(|list| list.split_whitespace().filter_map(pid)).collect(),
        // A kernel without these lists, or a thread that has just ended.
        Err(_) => everybody().remove(&of.as_raw_pid()).unwrap_or_default(),
    }
}

/// The children of everybody, by parent.
fn everybody() -> BTreeMap<i32, Vec<Pid>> {
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
    Pid::from_raw(text.parse().ok()?)
}

/// What the kernel says of a process.
struct Stat {
    parent: i32,
    group: i32,
    memory: u64,
    cpu: Duration,
}

impl Stat {
    fn read(pid: Pid) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        // The name may have blanks and brackets; it ends with the last one.
        let (_, after) = text.rsplit_once(')')?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let field = |i: usize| fields.get(i)?.parse::<u64>().ok();
        let ticks = field(11)? + field(12)? + field(13)? + field(14)?;
        Some(Stat {
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
        // A shell that waits for another.
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'read line; exit 0'; exit 0"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let root = Pid::from_child(&child);
        let mut family = Family::of(root, 99);
        while family.members.is_empty() || family.memory == 0 {
            std::thread::yield_now();
            family = Family::of(root, 99);
        }
        assert!(Family::of(rustix::process::getpid(), 999).members.contains(&root));
        drop(child.stdin.take());
        child.wait().unwrap();
        assert_eq!(Family::of(root, 99), Family::default());
    }

    #[test]
    fn both_ways_to_find_children_agree_on_this_process() {
        let mut child = Command::new("sh").args(["-c", "read line"]).stdin(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let me = rustix::process::getpid();
        assert!(everybody()[&me.as_raw_pid()].contains(&pid));
        assert!(children(me).contains(&pid));
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
