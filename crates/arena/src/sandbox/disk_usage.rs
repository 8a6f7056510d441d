//! The disk space and files of a program, measured while it runs.

use std::collections::HashSet;
use std::os::fd::{AsFd as _, OwnedFd};
use std::time::{Duration, Instant};

use rustix::fs::{FileType, Mode, OFlags};
use rustix::process::Pid;

use super::folder::{self, FolderError, Size};
use super::limits::Limits;
use super::supervisor::{End, Resource};

/// Measures the files of a process tree at intervals.
pub(super) struct DiskUsage {
    limits: Limits,
    /// The program's folder; `None` if it cannot be opened.
    home: Option<OwnedFd>,
    next: Instant,
    /// The number of files at the last count.
    files: u64,
}

/// The shortest interval between two counts.
const BETWEEN_COUNTS: Duration = Duration::from_millis(20);
/// Counting takes at most 1/20 of a processor.
const COUNTING_SHARE: u32 = 20;
/// With more files than this there is no count after the exit: it would run on the program's clock.
const MAX_RECOUNTED_FILES: u64 = 1000;

impl DiskUsage {
    /// For the current directory.
    pub(super) fn of_current_folder(limits: Limits) -> DiskUsage {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let home = rustix::fs::open(".", flags, Mode::empty()).ok();
        DiskUsage { limits, home, next: Instant::now(), files: 0 }
    }

    /// Counts if it is time to; returns the resource whose limit is exceeded.
    pub(super) fn poll(&mut self, processes: &[Pid]) -> Option<Resource> {
        let begin = Instant::now();
        if begin < self.next {
            return None;
        }
        let resource = self.count(processes);
        self.next = Instant::now() + BETWEEN_COUNTS.max(begin.elapsed() * COUNTING_SHARE);
        resource
    }

    fn count(&mut self, processes: &[Pid]) -> Option<Resource> {
        let home = self.home.as_ref()?;
        let mut size = match folder::size(home.as_fd(), &self.limits) {
            Ok(size) => size,
            Err(FolderError::TooDeep(_)) => return Some(Resource::Depth),
            // It changed while it was read; the next count will do.
            Err(_) => return None,
        };
        self.files = size.files;
        add_deleted(home, processes, &mut size);
        match size.within(&self.limits) {
            Err(FolderError::TooManyFiles(_)) => Some(Resource::Files),
            Err(_) => Some(Resource::Disk),
            Ok(()) => None,
        }
    }

    /// How a program ended, after a last count when its processes are gone. If it exceeded a disk limit, its files are
    /// removed, so that other players have space.
    pub(super) fn final_count(&mut self, end: End) -> End {
        let end = match end {
            End::LimitExceeded(_) | End::NotStarted(_) | End::Unavailable(_) => end,
            _ if self.files > MAX_RECOUNTED_FILES => end,
            _ => self.count(&[]).map_or(end, End::LimitExceeded),
        };
        if let (End::LimitExceeded(resource), Some(home)) = (&end, &self.home)
            && resource.is_disk()
        {
            let _ = folder::empty(home.as_fd());
        }
        end
    }
}

/// Adds deleted files that are still open, which take space until they are closed.
fn add_deleted(home: &OwnedFd, processes: &[Pid], size: &mut Size) {
    let Ok(disk) = rustix::fs::fstat(home) else { return };
    let mut seen = HashSet::new();
    for pid in processes {
        let Ok(open) = std::fs::read_dir(format!("/proc/{}/fd", pid.as_raw_pid())) else { continue };
        for stat in open.flatten().filter_map(|file| rustix::fs::stat(file.path()).ok()) {
            let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            if is_file && stat.st_nlink == 0 && stat.st_dev == disk.st_dev && seen.insert(stat.st_ino) {
                size.add(&stat);
            }
        }
    }
}
