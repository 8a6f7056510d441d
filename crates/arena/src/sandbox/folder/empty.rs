//! Empties a folder, whatever it contains.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};

use rustix::fs::{AtFlags, Dir};
use rustix::io::Errno;

use super::{take, unlock};

/// Removes everything in a folder of ours.
///
/// Nested folders are moved up into it before they are emptied, so that the tree is never deeper
/// than two levels while it is removed, however deep it was: a pass takes two descriptors, and
/// neither stack nor memory.
///
/// # Errors
/// Fails if something cannot be removed.
pub(crate) fn empty(folder: BorrowedFd) -> io::Result<()> {
    let mut moved = 0;
    // A process that is still running there could add files as fast as they are removed.
    const MOST_PASSES: usize = 1 << 20;
    for _ in 0..MOST_PASSES {
        let names = names(Dir::read_from(folder)?)?;
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            remove(folder, &name, &mut moved)?;
        }
    }
    Err(io::Error::other("files are added as fast as they are removed"))
}

/// The number of names read at once: a folder may have millions of files.
const AT_ONCE: usize = 4096;

/// The names of some files in a folder.
fn names(folder: Dir) -> Result<Vec<CString>, Errno> {
    let mut names = Vec::new();
    for entry in folder {
        let name = entry?.file_name().to_owned();
        if ![c".", c".."].contains(&&*name) {
            names.push(name);
        }
        if names.len() >= AT_ONCE {
            break;
        }
    }
    Ok(names)
}

/// Removes one file or folder; nested folders are only moved up.
fn remove(folder: BorrowedFd, name: &CString, moved: &mut u64) -> Result<(), Errno> {
    if unlink(folder, name)? {
        return Ok(());
    }
    let below = match take(folder, name) {
        Err(Errno::NOENT) => return Ok(()),
        below => below?,
    };
    loop {
        let inside = names(Dir::read_from(&below)?)?;
        if inside.is_empty() {
            break;
        }
        for name in inside {
            if !unlink(below.as_fd(), &name)? {
                move_up(below.as_fd(), &name, folder, moved)?;
            }
        }
    }
    unlink(folder, name).map(drop)
}

/// Removes a file or an empty folder; false for a folder that is not empty.
fn unlink(folder: BorrowedFd, name: &CString) -> Result<bool, Errno> {
    match rustix::fs::unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(true),
        Err(Errno::ISDIR | Errno::PERM) => {}
        Err(error) => return Err(error),
    }
    match rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Moves a folder up, to an unused name.
fn move_up(from: BorrowedFd, name: &CString, to: BorrowedFd, moved: &mut u64) -> Result<(), Errno> {
    let mut is_unlocked = false;
    loop {
        *moved += 1;
        match rustix::fs::renameat(from, name, to, format!("moved-{moved}")) {
            Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR) => {}
            // Moving a folder changes its "..", which needs write permission to it.
            Err(Errno::ACCESS) if !is_unlocked => {
                unlock(from, name)?;
                is_unlocked = true;
            }
            Err(Errno::NOENT) => return Ok(()),
            renamed => return renamed,
        }
    }
}
