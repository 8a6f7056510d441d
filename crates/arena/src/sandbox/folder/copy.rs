//! Copies a folder.

use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags};

use super::{Access, FOLDER, FolderEntry, FolderError, Size, Walk, open};
use crate::sandbox::limits::Limits;

/// Copies the contents of a folder into an empty one. Links stay links; sockets, pipes and devices
/// are skipped.
///
/// # Errors
/// Fails if something cannot be read or written, or if a limit is exceeded.
pub(crate) fn copy(from: &Path, to: OwnedFd, limits: &Limits) -> Result<(), FolderError> {
    let mut walk = Walk::of(open(from)?, from, Access::AsItIs);
    // The copies of the folders on the path of the walk.
    let mut copies = vec![to];
    let mut size = Size::default();
    while let Some(found) = walk.step()? {
        size.add(&found.stat);
        size.within(limits)?;
        copies.truncate(found.depth);
        let Some(target) = copies.last() else { break };
        let folder = walk.folder()?;
        let copied = match found.kind() {
            FileType::Directory => make_folder(target.as_fd(), &found.name).map(|made| copies.push(made)),
            FileType::RegularFile => copy_file(folder, target.as_fd(), &found),
            FileType::Symlink => copy_link(folder, target.as_fd(), &found.name),
            _ => Ok(()),
        };
        copied.map_err(|error| walk.fault_of(&found, error))?;
    }
    Ok(())
}

fn make_folder(parent: BorrowedFd, name: &CStr) -> io::Result<OwnedFd> {
    rustix::fs::mkdirat(parent, name, Mode::RWXU)?;
    Ok(rustix::fs::openat(parent, name, FOLDER, Mode::empty())?)
}

fn copy_link(from: BorrowedFd, to: BorrowedFd, name: &CStr) -> io::Result<()> {
    let target = rustix::fs::readlinkat(from, name, Vec::new())?;
    Ok(rustix::fs::symlinkat(&*target, to, name)?)
}

/// Copies a file with its permissions, at most to the length it had when it was measured.
fn copy_file(from: BorrowedFd, to: BorrowedFd, found: &FolderEntry) -> io::Result<()> {
    let reading = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let source = File::from(rustix::fs::openat(from, &*found.name, reading, Mode::empty())?);
    let writing = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let mut target = File::from(rustix::fs::openat(to, &*found.name, writing, Mode::RUSR | Mode::WUSR)?);
    io::copy(&mut source.take(found.stat.st_size.max(0) as u64), &mut target)?;
    let permissions = Mode::RWXU | Mode::RWXG | Mode::RWXO;
    rustix::fs::fchmod(&target, Mode::from_raw_mode(found.stat.st_mode) & permissions)?;
    Ok(())
}
