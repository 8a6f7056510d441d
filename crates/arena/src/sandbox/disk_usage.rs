//! What a program's files take, counted while it runs.

use std::collections::HashSet;
use std::os::fd::{AsFd as _, OwnedFd};
use std::time::{Duration, Instant};

use rustix::fs::{FileType, Mode, OFlags};
use rustix::process::Pid;

use super::folder::{self, FolderError, Size};
use super::limits::Limits;
use super::supervisor::{End, Resource};

/// Counts the files of a process tree, again and again.
pub(super) struct DiskUsage {
    limits: Limits,
    /// The folder that the program runs in; nothing where it cannot be opened.
    home: Option<OwnedFd>,
    next: Instant,
    /// How many files there were when they were counted last.
    files: u64,
}

/// No more often than this are files counted.
const BETWEEN_COUNTS: Duration = Duration::from_millis(20);
/// Counting takes no more than this part of a processor.
const COUNTING_SHARE: u32 = 20;
/// More files are not counted once more when the program has ended: that would be on its clock.
const MAX_RECOUNTED_FILES: u64 = 1000;

impl DiskUsage {
    /// Of the folder that this process is in.
    pub(super) fn of_current_folder(limits: Limits) -> DiskUsage {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let home = rustix::fs::open(".", flags, Mode::empty()).ok();
        DiskUsage { limits, home, next: Instant::now(), files: 0 }
    }

    /// What there is too much of, if it is time to count.
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
            // What is changed while it is counted is counted the next time.
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

    /// How a program ended whose processes are all gone, after a last count. Where it used too much of the disk, all
    /// that it wrote is removed, so that nobody else has to do without.
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

/// Files without a name take space for as long as they are open.
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
