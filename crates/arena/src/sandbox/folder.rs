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

/// The deepest nesting of folders. A walk has an open descriptor for each level.
pub(crate) const MAX_DEPTH: usize = 64;

/// The size of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Size {
    /// Bytes: for every file its length or the space it occupies, whichever is larger.
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
        /// The file or folder.
        path: PathBuf,
        /// The error.
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

    /// Fails if this is more than a program may have in its folder.
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

/// The bytes of a file: its length, which for a sparse file exceeds what it occupies, or what it
/// occupies.
pub(crate) fn occupied(stat: &Stat) -> u64 {
    const BLOCK: u64 = 512;
    u64::try_from(stat.st_size.max(0)).unwrap_or(0).max((stat.st_blocks as u64).saturating_mul(BLOCK))
}

/// Measures a folder that is to be copied, before any game: it must be readable and within the
/// limits.
///
/// # Errors
/// Fails if it is not.
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

/// The size of a folder of ours, whatever a program did to it; counting stops once a limit is
/// exceeded.
///
/// # Errors
/// Fails if it is nested too deeply or cannot be read.
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

/// How to treat a folder without read permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// Leave it alone: it is a user's own folder.
    AsItIs,
    /// Change its permissions: it is a copy, and a program must not hide anything with `chmod 0`.
    MakeReadable,
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a folder by its path.
pub(crate) fn open(path: &Path) -> Result<OwnedFd, FolderError> {
    // The folder itself may be a symbolic link.
    rustix::fs::open(path, FOLDER.difference(OFlags::NOFOLLOW), Mode::empty())
        .map_err(|error| FolderError::File { path: path.into(), error: error.into() })
}

/// Opens a subfolder.
fn open_in(parent: BorrowedFd, name: &CStr, access: Access) -> Result<OwnedFd, Errno> {
    match rustix::fs::openat(parent, name, FOLDER, Mode::empty()) {
        Err(Errno::ACCESS) if access == Access::MakeReadable => {
            unlock(parent, name)?;
            rustix::fs::openat(parent, name, FOLDER, Mode::empty())
        }
        opened => opened,
    }
}

/// Opens a subfolder of ours with full access.
pub(crate) fn take(parent: BorrowedFd, name: &CStr) -> Result<OwnedFd, Errno> {
    let folder = open_in(parent, name, Access::MakeReadable)?;
    let mode = Mode::from_raw_mode(rustix::fs::fstat(&folder)?.st_mode);
    if !mode.contains(Mode::RWXU) {
        rustix::fs::fchmod(&folder, Mode::RWXU)?;
    }
    Ok(folder)
}

/// Gives its owner, which is us, every permission to a folder. Never follows a link.
fn unlock(parent: BorrowedFd, name: &CStr) -> Result<(), Errno> {
    let flags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
    let handle = rustix::fs::openat(parent, name, flags, Mode::empty())?;
    // fchmod does not accept a descriptor without read permission.
    rustix::fs::chmod(format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd()), Mode::RWXU)
}

#[cfg(test)]
mod tests;
