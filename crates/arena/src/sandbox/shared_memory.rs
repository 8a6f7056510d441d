//! Memory that belongs to no single process: tmpfs files and shared mappings.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use rustix::process::Pid;

use super::mounts::TEMPORARY;
use super::process_tree::ProcessTree;

/// The memory of a process tree in bytes, with shared memory counted once and in full, including pages that are no
/// longer mapped.
pub(crate) fn with_shared(tree: &ProcessTree, limit: u64) -> u64 {
    let shared: u64 = tree.processes.iter().filter_map(|&pid| resident_shared(pid)).sum();
    let mut mappings = BTreeMap::new();
    for &pid in &tree.processes {
        shared_mappings(pid, &mut mappings);
    }
    tree.memory.saturating_sub(shared)
        + mappings.values().sum::<u64>()
        + temporary_files(&tree.processes, limit)
}

/// The resident shared memory of a process in bytes.
fn resident_shared(pid: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_pid())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssShmem:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? << 10)
}

/// Adds the sizes of the anonymous shared mappings of a process, by inode.
fn shared_mappings(pid: Pid, sizes: &mut BTreeMap<u64, u64>) {
    let Ok(list) = fs::read_to_string(format!("/proc/{}/maps", pid.as_raw_pid())) else { return };
    let of_this: BTreeMap<u64, u64> =
        list.lines().filter_map(mapping).fold(BTreeMap::new(), |mut all, (inode, size)| {
            *all.entry(inode).or_default() += size;
            all
        });
    for (inode, size) in of_this {
        let known = sizes.entry(inode).or_default();
        *known = size.max(*known);
    }
}

/// The inode and the size of a mapping, if it is anonymous shared memory.
fn mapping(line: &str) -> Option<(u64, u64)> {
    let mut fields = line.split_whitespace();
    let (begin, end) = fields.next()?.split_once('-')?;
    let inode = fields.nth(3)?.parse().ok()?;
    let name = fields.next()?;
    let is_shared = name.starts_with("/dev/zero") || name.starts_with("/memfd:") || name.starts_with("/SYSV");
    let address = |text: &str| u64::from_str_radix(text, 16).ok();
    is_shared.then_some((inode, address(end)?.checked_sub(address(begin)?)?))
}

/// The bytes in the tmpfs mounts of a sandbox that has its own.
fn temporary_files(processes: &[Pid], limit: u64) -> u64 {
    let Ok(ours) = fs::read_link("/proc/self/ns/mnt") else { return 0 };
    let root = processes.iter().map(|pid| PathBuf::from(format!("/proc/{}", pid.as_raw_pid())));
    let mut inside =
        root.filter(|root| fs::read_link(root.join("ns/mnt")).is_ok_and(|theirs| theirs != ours));
    let Some(root) = inside.next().map(|root| root.join("root")) else { return 0 };
    let used = |folder: &str| {
        let Ok(stat) = rustix::fs::statvfs(root.join(folder.trim_start_matches('/'))) else { return 0 };
        // While a sandbox is set up, the host's mounts are still there. Ours have the size of the limit.
        let is_ours = stat.f_blocks * stat.f_frsize == limit.next_multiple_of(stat.f_frsize.max(1));
        if is_ours { (stat.f_blocks - stat.f_bfree) * stat.f_frsize } else { 0 }
    };
    // If one links to the other, count it once.
    let shm = root.join("dev/shm");
    let is_link = fs::symlink_metadata(&shm).is_ok_and(|metadata| metadata.is_symlink());
    used(TEMPORARY) + if is_link { 0 } else { used("dev/shm") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_memory_that_can_be_shared_counts() {
        let shared = "7f0000000000-7f0000100000 rw-s 00000000 00:01 4242 /dev/zero (deleted)";
        assert_eq!(mapping(shared), Some((4242, 1 << 20)));
        for line in [
            "7f0000000000-7f0000100000 r--p 00000000 fe:00 4242 /usr/lib/libc.so.6",
            "7f0000000000-7f0000100000 rw-p 00000000 00:00 0",
            "7f0000000000-7f0000100000 rw-p 00000000 00:00 0 [heap]",
            "",
        ] {
            assert_eq!(mapping(line), None, "{line}");
        }
    }
}
