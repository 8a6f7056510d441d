//! The scratch directory that a program runs in for one game.

use std::ffi::CStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};

use rustix::fs::{AtFlags, Mode};

use super::folder;
use super::limits::Limits;
use super::process::SandboxError;

/// A directory `plywood-sandbox-…` in the system's temporary directory, with a copy of the
/// program's folder. The folder is copied once, before any clock runs, serves the whole game, and
/// is removed with the directory.
///
/// The directory is locked while it is in use, and the kernel releases the lock of a process that
/// is killed. So one that is not locked is stale, and is removed before the next one is created.
#[derive(Debug)]
pub(crate) struct ScratchDir {
    /// The player's name, for messages.
    owner: String,
    path: PathBuf,
    /// The open directory, which is locked.
    lock: File,
    /// The number of programs started in it.
    starts: AtomicU64,
    is_unusable: AtomicBool,
    /// Why the last program could not be run, if that was the machine's fault.
    fault: Mutex<Option<String>>,
}

/// Together with the random characters, a name that nothing else has by chance.
const PREFIX: &str = "plywood-sandbox-";
const RANDOM: usize = 16;
const HOME: &str = "home";
const HOME_ENTRY: &CStr = c"home";

impl ScratchDir {
    /// Creates one with a copy of `source`, or empty.
    pub(crate) fn new(
        owner: &str,
        source: Option<&Path>,
        limits: &Limits,
    ) -> Result<Arc<ScratchDir>, SandboxError> {
        let parent = std::env::temp_dir();
        static CLEANED: Once = Once::new();
        CLEANED.call_once(|| remove_stale(&parent));
        let fault = |error: io::Error| SandboxError::ScratchDir { parent: parent.clone(), error };
        let (path, lock) = create(&parent).map_err(fault)?;
        // From here on it is removed if anything fails.
        let dir = Arc::new(ScratchDir {
            owner: owner.to_string(),
            path,
            lock,
            starts: AtomicU64::new(0),
            is_unusable: AtomicBool::new(false),
            fault: Mutex::new(None),
        });
        rustix::fs::mkdirat(&dir.lock, HOME, Mode::RWXU).map_err(|error| fault(error.into()))?;
        if let Some(source) = source {
            let target = folder::take(dir.lock.as_fd(), HOME_ENTRY).map_err(|error| fault(error.into()))?;
            folder::copy(source, target, limits)
                .map_err(|why| SandboxError::Copy { dir: source.to_path_buf(), why })?;
        }
        registered().push(Arc::downgrade(&dir));
        Ok(dir)
    }

    /// The folder that programs run in: their working directory and `HOME`.
    pub(crate) fn home(&self) -> PathBuf {
        self.path.join(HOME)
    }

    /// The path for the supervisor's report on the next program.
    pub(crate) fn report(&self) -> PathBuf {
        self.path.join(format!("report-{}", self.starts.fetch_add(1, Ordering::Relaxed)))
    }

    /// Marks it as not to be used again: its files were removed.
    pub(crate) fn mark_unusable(&self) {
        self.is_unusable.store(true, Ordering::Relaxed);
    }

    /// Whether it was marked as unusable.
    pub(crate) fn is_unusable(&self) -> bool {
        self.is_unusable.load(Ordering::Relaxed)
    }

    /// Records why the last program could not be run, or `None` if it ran.
    pub(crate) fn set_machine_error(&self, fault: Option<String>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    /// Takes why the last program could not be run, if that was the machine's fault.
    pub(crate) fn take_machine_error(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether another program can be started in it. Restores its permissions first.
    pub(crate) fn is_usable(&self) -> bool {
        let taken = rustix::fs::fchmod(&self.lock, Mode::RWXU)
            .and_then(|()| folder::take(self.lock.as_fd(), HOME_ENTRY));
        !self.is_unusable() && taken.is_ok() && fs::metadata(&self.path).is_ok_and(|found| found.is_dir())
    }

    /// Its size in bytes.
    fn bytes(&self) -> u64 {
        let everything = Limits { disk: u64::MAX, files: u64::MAX, ..Limits::default() };
        folder::size(self.lock.as_fd(), &everything).map_or(0, |size| size.bytes)
    }

    /// Whether its file system has no space or no inodes left.
    pub(crate) fn is_out_of_space(&self) -> bool {
        /// A block of this size can no longer be written.
        const NOTHING: u64 = 1 << 20;
        let Ok(disk) = rustix::fs::fstatvfs(&self.lock) else { return false };
        let is_root = rustix::process::geteuid().is_root();
        let (blocks, files) =
            if is_root { (disk.f_bfree, disk.f_ffree) } else { (disk.f_bavail, disk.f_favail) };
        // Some file systems do not count inodes.
        blocks.saturating_mul(disk.f_frsize) < NOTHING || (disk.f_files > 0 && files == 0)
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        registered().retain(|dir| dir.strong_count() > 0);
        // If this fails, the next match tries again.
        let _ = remove(&self.lock, &self.path);
    }
}

/// The scratch directories of this process.
fn registered() -> std::sync::MutexGuard<'static, Vec<Weak<ScratchDir>>> {
    static DIRS: Mutex<Vec<Weak<ScratchDir>>> = Mutex::new(Vec::new());
    DIRS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The player with the largest scratch directory and its size in bytes, if that is at least a megabyte.
pub(crate) fn largest() -> Option<(String, u64)> {
    const LARGE: u64 = 1 << 20;
    let dirs: Vec<Arc<ScratchDir>> = registered().iter().filter_map(Weak::upgrade).collect();
    let sizes = dirs.iter().map(|dir| (dir.owner.clone(), dir.bytes()));
    sizes.filter(|(_, bytes)| *bytes >= LARGE).max_by_key(|(_, bytes)| *bytes)
}

/// Creates and locks a directory.
fn create(parent: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let path = tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(RANDOM)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(parent)?
            .keep();
        // Until it is locked, another process may take it for stale and remove it: then try another name.
        match File::open(&path) {
            Ok(lock) if lock.try_lock().is_ok() && fs::metadata(&path).is_ok() => return Ok((path, lock)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                let _ = fs::remove_dir(&path);
                return Err(error);
            }
            _ => {}
        }
    }
}

/// Removes the directories of processes that are gone.
fn remove_stale(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    let me = rustix::process::geteuid();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let is_scratch_dir = random.is_some_and(|random| {
            random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let path = entry.path();
        let is_mine = || {
            let found = rustix::fs::lstat(&path);
            found.is_ok_and(|found| {
                found.st_uid == me.as_raw() && rustix::fs::FileType::from_raw_mode(found.st_mode).is_dir()
            })
        };
        if is_scratch_dir
            && is_mine()
            && let Ok(lock) = open_stale(parent, &name)
            && lock.try_lock().is_ok()
        {
            let _ = remove(&lock, &path);
        }
    }
}

/// Opens a stale directory, whatever its permissions.
fn open_stale(parent: &Path, name: &std::ffi::OsStr) -> io::Result<File> {
    let name = std::ffi::CString::new(std::os::unix::ffi::OsStrExt::as_bytes(name))?;
    let parent = File::open(parent)?;
    Ok(File::from(folder::take(parent.as_fd(), &name)?))
}

/// Removes an open directory.
fn remove(lock: &File, path: &Path) -> io::Result<()> {
    rustix::fs::fchmod(lock, Mode::RWXU)?;
    folder::empty(lock.as_fd())?;
    Ok(rustix::fs::unlinkat(rustix::fs::CWD, path, AtFlags::REMOVEDIR)?)
}
