//! The file system of a program in a mount namespace: an empty one with what it may read, its own folder, and memory
//! of a limited size for temporary files.

use std::ffi::CString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::StatVfsMountFlags;
use rustix::mount::{MountFlags, MountPropagationFlags, UnmountFlags};

use super::landlock::DEVICES;
use super::readable::ReadableEntry;

/// What is to be there.
pub(crate) struct MountView {
    /// What can be read.
    pub(crate) readable: Vec<ReadableEntry>,
    /// The folder that can be written.
    pub(crate) home: PathBuf,
    /// How many bytes of temporary files there may be.
    pub(crate) temporary: u64,
}

/// A folder that every machine has, to build in.
const BUILD_DIR: &str = "/tmp";
/// Where the machine's files are while it is built, and the new ones.
const OLD: &str = "/old";
const NEW: &str = "/new";
/// Temporary files, and shared memory with them.
pub(crate) const TEMPORARY: &str = "/tmp";
/// Files of the kernel that a user with the number of root could write without any capability.
const KERNEL: [&str; 4] = ["sys", "sysrq-trigger", "irq", "bus"];

const PLAIN: MountFlags = MountFlags::NOSUID.union(MountFlags::NODEV);

impl MountView {
    /// Makes this the file system of the process, which must have a mount namespace and a process namespace of its
    /// own, and stand at home.
    pub(crate) fn pivot_into(&self) -> io::Result<()> {
        rustix::mount::mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
        // The machine's files go to one folder, so that what is built can hide none of them.
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

/// A path of the machine below the old or the new root.
fn within(root: &str, path: &Path) -> PathBuf {
    Path::new(root).join(path.strip_prefix("/").unwrap_or(path))
}

/// Makes a file or a folder of the machine visible.
fn bind(path: &Path, flags: MountFlags) -> io::Result<()> {
    let (old, new) = (within(OLD, path), within(NEW, path));
    let explain = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    place(&new, fs::metadata(&old).map_err(explain)?.is_dir()).map_err(explain)?;
    // A mount that came from a namespace with more rights can only be taken with all that is mounted in it.
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

/// An empty file or folder to mount on.
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

/// A mount and those in it.
fn mounts_below(at: &Path) -> io::Result<Vec<PathBuf>> {
    let list = fs::read_to_string(within(OLD, Path::new("/proc/self/mountinfo")))?;
    let points = list.lines().filter_map(|line| line.split(' ').nth(4));
    // Blanks and the like are written as octal numbers; a folder with such a name in it holds no mounts of a system.
    let inside = points.map(PathBuf::from).filter(|point| point.starts_with(at) && point != at);
    Ok(std::iter::once(at.to_path_buf()).chain(inside).collect())
}

/// Adds flags to a mount. Those that it has must stay: they may not be ours to take away.
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

/// The few devices that programs use, and the names that shells and libraries know.
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

/// The processes of the namespace and no others.
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
