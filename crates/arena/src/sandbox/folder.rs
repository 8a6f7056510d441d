//! The folders of programs: walked, measured, copied and removed without recursion.
//!
//! A program can nest folders deeper than a stack, and make paths longer than the kernel accepts. So nothing here
//! recurses, and every file is reached by its name relative to the descriptor of the folder that it is in.

mod copy;
mod empty;
mod walk;

use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, AsRawFd as _, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::limits::Limits;
pub(crate) use copy::copy;
pub(crate) use empty::empty;
use walk::{FolderEntry, Walk};

/// How many levels of folders there may be, one inside the other. A walk has a descriptor for each.
pub(crate) const MAX_DEPTH: usize = 64;

/// How much is in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Size {
    /// Bytes: of every file its length or the space that it takes, whichever is more.
    pub(crate) bytes: u64,
    /// Files, folders and links.
    pub(crate) files: u64,
}

/// Why a folder cannot be measured or copied.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file or folder cannot be read, or its copy cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// It is too large.
    #[error("it has more than the {} MB that disk= allows", .0 >> 20)]
    TooLarge(u64),
    /// It has too many files.
    #[error("it has more than the {0} files and folders that files= allows")]
    TooManyFiles(u64),
    /// Its folders are nested too deeply.
    #[error("{}: its folders are nested more than {MAX_DEPTH} levels deep", .0.display())]
    TooDeep(PathBuf),
}

impl Size {
    pub(super) fn add(&mut self, stat: &Stat) {
        self.files += 1;
        self.bytes = self.bytes.saturating_add(occupied(stat));
    }

    /// Fails where this is more than a program may have in its folder.
    pub(crate) fn within(self, limits: &Limits) -> Result<(), FolderError> {
        if self.files > limits.files {
            Err(FolderError::TooManyFiles(limits.files))
        } else if self.bytes > limits.disk {
            Err(FolderError::TooLarge(limits.disk))
        } else {
            Ok(())
        }
    }
}

/// The bytes of a file: its length, which for a sparse file is more than it occupies, or what it occupies.
pub(crate) fn occupied(stat: &Stat) -> u64 {
    const BLOCK: u64 = 512;
    u64::try_from(stat.st_size.max(0)).unwrap_or(0).max((stat.st_blocks as u64).saturating_mul(BLOCK))
}

/// Measures a folder that is to be copied, before any game: all of it must be readable and within the limits.
///
/// # Errors
/// Fails where it is not.
pub fn check(dir: &Path, limits: &Limits) -> Result<(), FolderError> {
    let mut walk = Walk::of(open(dir)?, dir, Access::AsItIs);
    let mut size = Size::default();
    while let Some(found) = walk.step()? {
        size.add(&found.stat);
        size.within(limits)?;
        if found.kind() == FileType::RegularFile {
            let readable = rustix::fs::accessat(
                walk.folder()?,
                &*found.name,
                rustix::fs::Access::READ_OK,
                AtFlags::EACCESS,
            );
            readable.map_err(|error| walk.fault(&found.name, error))?;
        }
    }
    Ok(())
}

/// How much is in a folder of ours, whatever a program did to it; no more is counted than shows that it is too much.
///
/// # Errors
/// Fails where it is nested too deeply, or cannot be read.
pub(crate) fn size(folder: BorrowedFd, limits: &Limits) -> Result<Size, FolderError> {
    let here = Path::new(".");
    let folder = rustix::fs::openat(folder, ".", FOLDER, Mode::empty())
        .map_err(|error| FolderError::File { path: here.into(), error: error.into() })?;
    let mut walk = Walk::of(folder, here, Access::MakeReadable);
    let mut size = Size::default();
    while let Some(found) = walk.step()? {
        size.add(&found.stat);
        if size.within(limits).is_err() {
            break;
        }
    }
    Ok(size)
}

/// What is done about a folder that may not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// Nothing: it is somebody's.
    AsItIs,
    /// Its permissions are changed: it is a copy, and a program cannot hide anything by `chmod 0`.
    MakeReadable,
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a folder by its path.
pub(crate) fn open(path: &Path) -> Result<OwnedFd, FolderError> {
    // The folder itself may be reached by a link.
    rustix::fs::open(path, FOLDER.difference(OFlags::NOFOLLOW), Mode::empty())
        .map_err(|error| FolderError::File { path: path.into(), error: error.into() })
}

/// Opens a folder in another one.
fn open_in(parent: BorrowedFd, name: &CStr, access: Access) -> Result<OwnedFd, Errno> {
    match rustix::fs::openat(parent, name, FOLDER, Mode::empty()) {
        Err(Errno::ACCESS) if access == Access::MakeReadable => {
            unlock(parent, name)?;
            rustix::fs::openat(parent, name, FOLDER, Mode::empty())
        }
        opened => opened,
    }
}

/// Opens a folder of ours in another one, so that everything can be done in it.
pub(crate) fn take(parent: BorrowedFd, name: &CStr) -> Result<OwnedFd, Errno> {
    let folder = open_in(parent, name, Access::MakeReadable)?;
    let mode = Mode::from_raw_mode(rustix::fs::fstat(&folder)?.st_mode);
    if !mode.contains(Mode::RWXU) {
        rustix::fs::fchmod(&folder, Mode::RWXU)?;
    }
    Ok(folder)
}

/// Gives its owner, who we are, every permission to a folder. Never follows a link.
fn unlock(parent: BorrowedFd, name: &CStr) -> Result<(), Errno> {
    let flags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
    let handle = rustix::fs::openat(parent, name, flags, Mode::empty())?;
    // A descriptor that may not even read cannot be given to fchmod.
    rustix::fs::chmod(format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd()), Mode::RWXU)
}

#[cfg(test)]
mod tests;
