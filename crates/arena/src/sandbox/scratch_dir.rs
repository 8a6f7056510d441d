//! The folder that a program runs in for one game.

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

/// A copy of a program's folder, in a room of its own that nobody else uses: `plywood-room-…` in the folder for
/// temporary files. It is copied once, before any clock runs, stays for the game, and is removed with the room.
///
/// The room is locked for as long as it is used, and the system takes the lock away from a process that is killed. So a
/// room that is not locked is nobody's, and is removed before the next one is made.
#[derive(Debug)]
pub(crate) struct ScratchDir {
    /// Whose it is, for messages.
    owner: String,
    path: PathBuf,
    /// The open room, which is locked.
    lock: File,
    /// How many programs were started in it.
    starts: AtomicU64,
    is_unusable: AtomicBool,
    /// Why the last program in it could not be run, where that is not its own fault.
    fault: Mutex<Option<String>>,
}

/// The rooms have names that nothing else has by chance.
const PREFIX: &str = "plywood-room-";
const RANDOM: usize = 16;
const HOME: &str = "home";
const HOME_ENTRY: &CStr = c"home";

impl ScratchDir {
    /// A home with a copy of a folder in it, or an empty one.
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
        // From here on the room is removed if anything fails.
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

    /// The folder that programs run in.
    pub(crate) fn home(&self) -> PathBuf {
        self.path.join(HOME)
    }

    /// A file for the report of the next program.
    pub(crate) fn report(&self) -> PathBuf {
        self.path.join(format!("report-{}", self.starts.fetch_add(1, Ordering::Relaxed)))
    }

    /// Says that what the programs left there is no good any more.
    pub(crate) fn mark_unusable(&self) {
        self.is_unusable.store(true, Ordering::Relaxed);
    }

    /// Whether it was spoiled.
    pub(crate) fn is_unusable(&self) -> bool {
        self.is_unusable.load(Ordering::Relaxed)
    }

    /// Notes why a program in it could not be run, or that it could.
    pub(crate) fn set_machine_error(&self, fault: Option<String>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    /// Why the last program in it could not be run, where that is not its own fault.
    pub(crate) fn take_machine_error(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether another program can be started in it. What a program did to the permissions is undone.
    pub(crate) fn is_usable(&self) -> bool {
        let taken = rustix::fs::fchmod(&self.lock, Mode::RWXU)
            .and_then(|()| folder::take(self.lock.as_fd(), HOME_ENTRY));
        !self.is_unusable() && taken.is_ok() && fs::metadata(&self.path).is_ok_and(|found| found.is_dir())
    }

    /// How much is in it.
    fn bytes(&self) -> u64 {
        let everything = Limits { disk: u64::MAX, files: u64::MAX, ..Limits::default() };
        folder::size(self.lock.as_fd(), &everything).map_or(0, |size| size.bytes)
    }

    /// Whether the disk that it is on has nothing left: no bytes, or no files.
    pub(crate) fn is_out_of_space(&self) -> bool {
        /// Less than this is nothing: whoever writes a block of this size has failed.
        const NOTHING: u64 = 1 << 20;
        let Ok(disk) = rustix::fs::fstatvfs(&self.lock) else { return false };
        let is_root = rustix::process::geteuid().is_root();
        let (blocks, files) =
            if is_root { (disk.f_bfree, disk.f_ffree) } else { (disk.f_bavail, disk.f_favail) };
        // Some systems count no files.
        blocks.saturating_mul(disk.f_frsize) < NOTHING || (disk.f_files > 0 && files == 0)
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        registered().retain(|dir| dir.strong_count() > 0);
        // What cannot be removed now is tried again before the next match.
        let _ = remove(&self.lock, &self.path);
    }
}

/// The homes of this process.
fn registered() -> std::sync::MutexGuard<'static, Vec<Weak<ScratchDir>>> {
    static DIRS: Mutex<Vec<Weak<ScratchDir>>> = Mutex::new(Vec::new());
    DIRS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whose home is the largest, and its bytes, if there is any that is large.
pub(crate) fn largest() -> Option<(String, u64)> {
    const LARGE: u64 = 1 << 20;
    let dirs: Vec<Arc<ScratchDir>> = registered().iter().filter_map(Weak::upgrade).collect();
    let sizes = dirs.iter().map(|dir| (dir.owner.clone(), dir.bytes()));
    sizes.filter(|(_, bytes)| *bytes >= LARGE).max_by_key(|(_, bytes)| *bytes)
}

/// A new room, locked.
fn create(parent: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let path = tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(RANDOM)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(parent)?
            .keep();
        // Until it is locked, another process may take it for one that was left: then there is another name.
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

/// Removes the rooms of processes that are gone.
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

/// Opens a room that was left, whatever its permissions are.
fn open_stale(parent: &Path, name: &std::ffi::OsStr) -> io::Result<File> {
    let name = std::ffi::CString::new(std::os::unix::ffi::OsStrExt::as_bytes(name))?;
    let parent = File::open(parent)?;
    Ok(File::from(folder::take(parent.as_fd(), &name)?))
}

/// Removes a room, which is open.
fn remove(lock: &File, path: &Path) -> io::Result<()> {
    rustix::fs::fchmod(lock, Mode::RWXU)?;
    folder::empty(lock.as_fd())?;
    Ok(rustix::fs::unlinkat(rustix::fs::CWD, path, AtFlags::REMOVEDIR)?)
}
