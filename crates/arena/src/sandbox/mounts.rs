//! The file system of a program in a mount namespace: an empty root with the readable paths, the program's folder, and a
//! tmpfs of limited size for temporary files.

use std::ffi::CString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::StatVfsMountFlags;
use rustix::mount::{MountFlags, MountPropagationFlags, UnmountFlags};

use super::landlock::DEVICES;
use super::readable::ReadableEntry;

/// The file system to build.
pub(crate) struct MountView {
    /// Read-only paths.
    pub(crate) readable: Vec<ReadableEntry>,
    /// The writable folder.
    pub(crate) home: PathBuf,
    /// The size of the tmpfs in bytes.
    pub(crate) temporary: u64,
}

/// A folder that exists everywhere, to mount the build on.
const BUILD_DIR: &str = "/tmp";
/// The host's root while building, and the new root.
const OLD: &str = "/old";
const NEW: &str = "/new";
/// Temporary files; /dev/shm links here.
pub(crate) const TEMPORARY: &str = "/tmp";
/// Entries of /proc that UID 0 could write without any capability.
const KERNEL: [&str; 4] = ["sys", "sysrq-trigger", "irq", "bus"];

const PLAIN: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

impl MountView {
    /// Makes this the root of the calling process, which must have its own mount and PID namespaces, and the home folder as
    /// its working directory.
    pub(crate) fn pivot_into(&self) -> io::Result<()> {
        rustix::mount::mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
        // The host's root moves below one folder, so that nothing built hides any of it.
        memory(BUILD_DIR, "mode=755,size=1m")?;
        fs::create_dir(format!("{BUILD_DIR}{OLD}"))?;
        fs::create_dir(format!("{BUILD_DIR}{NEW}"))?;
        rustix::process::pivot_root(BUILD_DIR, format!("{BUILD_DIR}{OLD}"))?;
        rustix::process::chdir("/")?;
        memory(NEW, "mode=755,size=1m")?;
        self.build()?;
        remount(Path::new(NEW), MountFlags::RDONLY)?;
        rustix::process::chdir(NEW)?;
        rustix::process::pivot_root(".", ".")?;
        rustix::mount::unmount(".", UnmountFlags::DETACH)?;
        Ok(rustix::process::chdir(&self.home)?)
    }

    fn build(&self) -> io::Result<()> {
        let temporary = within(NEW, Path::new(TEMPORARY));
        fs::create_dir(&temporary)?;
        memory(&temporary, &format!("mode=1777,size={}", self.temporary))?;
        for entry in &self.readable {
            match entry {
                ReadableEntry::Bind(path) => bind(path, MountFlags::RDONLY | PLAIN)?,
                ReadableEntry::Link { at, target } => link(target, at)?,
            }
        }
        devices()?;
        processes()?;
        bind(&self.home, PLAIN)
    }
}

fn memory(at: impl AsRef<Path>, options: &str) -> io::Result<()> {
    let options = CString::new(options).map_err(io::Error::other)?;
    Ok(rustix::mount::mount("tmpfs", at.as_ref(), "tmpfs", PLAIN, &*options)?)
}

/// A path of the host below the old or the new root.
fn within(root: &str, path: &Path) -> PathBuf {
    Path::new(root).join(path.strip_prefix("/").unwrap_or(path))
}

/// Bind-mounts a file or folder of the host at the same path.
fn bind(path: &Path, flags: MountFlags) -> io::Result<()> {
    let (old, new) = (within(OLD, path), within(NEW, path));
    let explain = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    place(&new, fs::metadata(&old).map_err(explain)?.is_dir()).map_err(explain)?;
    // A mount inherited from a more privileged namespace can only be bound together with its submounts.
    match rustix::mount::mount_bind(&old, &new) {
        Err(rustix::io::Errno::INVAL) => rustix::mount::mount_bind_recursive(&old, &new),
        done => done,
    }
    .map_err(|error| explain(error.into()))?;
    for mount in mounts_below(&new)? {
        remount(&mount, flags).map_err(explain)?;
    }
    Ok(())
}

/// Creates an empty file or folder as a mount point.
fn place(at: &Path, is_dir: bool) -> io::Result<()> {
    if is_dir {
        return fs::create_dir_all(at);
    }
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent)?;
    }
    match fs::File::create_new(at) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn link(target: &Path, at: &Path) -> io::Result<()> {
    let at = within(NEW, at);
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent)?;
    }
    std::os::unix::fs::symlink(target, at)
}

/// A mount point and those below it.
fn mounts_below(at: &Path) -> io::Result<Vec<PathBuf>> {
    let list = fs::read_to_string(within(OLD, Path::new("/proc/self/mountinfo")))?;
    let points = list.lines().filter_map(|line| line.split(' ').nth(4));
    // Blanks are escaped in this file; no system mounts anything below a folder with such a name.
    let inside = points.map(PathBuf::from).filter(|point| point.starts_with(at) && point != at);
    Ok(std::iter::once(at.to_path_buf()).chain(inside).collect())
}

/// Adds flags to a mount. Existing flags must be kept: we may not be allowed to clear them.
fn remount(at: &Path, flags: MountFlags) -> io::Result<()> {
    let has = rustix::fs::statvfs(at)?.f_flag;
    let kept = [
        (StatVfsMountFlags::RDONLY, MountFlags::RDONLY),
        (StatVfsMountFlags::NOSUID, MountFlags::NOSUID),
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::NODIRATIME, MountFlags::NODIRATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ];
    let kept = kept.into_iter().filter(|(has_flag, _)| has.contains(*has_flag));
    let flags = kept.fold(flags | MountFlags::BIND, |flags, (_, flag)| flags | flag);
    Ok(rustix::mount::mount_remount(at, flags, "")?)
}

/// The few devices that programs use, and the links that shells and libraries expect.
fn devices() -> io::Result<()> {
    for device in DEVICES {
        let device = Path::new(device);
        place(&within(NEW, device), false)?;
        rustix::mount::mount_bind(within(OLD, device), within(NEW, device))?;
    }
    for (at, target) in [
        ("/dev/fd", "/proc/self/fd"),
        ("/dev/stdin", "/proc/self/fd/0"),
        ("/dev/stdout", "/proc/self/fd/1"),
        ("/dev/stderr", "/proc/self/fd/2"),
        ("/dev/shm", TEMPORARY),
    ] {
        link(Path::new(target), Path::new(at))?;
    }
    Ok(())
}

/// /proc with the processes of the namespace only.
fn processes() -> io::Result<()> {
    let proc = within(NEW, Path::new("/proc"));
    fs::create_dir(&proc)?;
    rustix::mount::mount("proc", &proc, "proc", PLAIN | MountFlags::NOEXEC, None)?;
    for name in KERNEL {
        let path = proc.join(name);
        if path.exists() {
            rustix::mount::mount_bind(&path, &path)?;
            remount(&path, MountFlags::RDONLY | PLAIN | MountFlags::NOEXEC)?;
        }
    }
    Ok(())
}
