//! A walk through everything below a folder.

use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Stat};
use rustix::io::Errno;

use super::{Access, FolderError, MAX_DEPTH, open_in};

/// Walks depth first, every folder before its contents. A program may change files meanwhile: those
/// that have disappeared are skipped.
pub(super) struct Walk<'w> {
    root: &'w Path,
    access: Access,
    /// The folders from the root down to the current one, and the names of all but the root.
    levels: Vec<Dir>,
    names: Vec<CString>,
}

/// An entry of a folder.
pub(super) struct FolderEntry {
    /// The number of folders that contain it, including the root.
    pub(super) depth: usize,
    pub(super) name: CString,
    pub(super) stat: Stat,
}

impl FolderEntry {
    pub(super) fn kind(&self) -> FileType {
        FileType::from_raw_mode(self.stat.st_mode)
    }
}

impl<'w> Walk<'w> {
    /// The walk through a folder; its path is used in messages only.
    pub(super) fn of(folder: OwnedFd, root: &'w Path, access: Access) -> Walk<'w> {
        Walk { root, access, levels: Dir::new(folder).into_iter().collect(), names: Vec::new() }
    }

    /// The next file, folder or link.
    pub(super) fn step(&mut self) -> Result<Option<FolderEntry>, FolderError> {
        loop {
            let depth = self.levels.len();
            let Some(folder) = self.levels.last_mut() else { return Ok(None) };
            let name = match folder.read() {
                Some(Ok(entry)) => entry.file_name().to_owned(),
                Some(Err(error)) => return Err(self.fault(c"", error)),
                None => {
                    self.levels.pop();
                    self.names.pop();
                    continue;
                }
            };
            if [c".", c".."].contains(&&*name) {
                continue;
            }
            let stat = match rustix::fs::statat(self.folder()?, &*name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => stat,
                Err(Errno::NOENT) => continue,
                Err(error) => return Err(self.fault(&name, error)),
            };
            let found = FolderEntry { depth, name, stat };
            if found.kind() == FileType::Directory {
                self.enter(&found)?;
            }
            return Ok(Some(found));
        }
    }

    /// Continues with the contents of a folder.
    fn enter(&mut self, found: &FolderEntry) -> Result<(), FolderError> {
        if found.depth >= MAX_DEPTH {
            return Err(FolderError::TooDeep(self.root.to_path_buf()));
        }
        let opened = open_in(self.folder()?, &found.name, self.access).and_then(Dir::new);
        match opened {
            Ok(folder) => {
                self.levels.push(folder);
                self.names.push(found.name.clone());
                Ok(())
            }
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(()),
            Err(error) => Err(self.fault(&found.name, error)),
        }
    }

    /// The current folder: that of the last step, unless this was a folder itself.
    pub(super) fn folder(&self) -> Result<BorrowedFd<'_>, FolderError> {
        let folder = self.levels.last().ok_or(Errno::BADF).and_then(Dir::fd);
        folder.map_err(|error| self.fault(c"", error))
    }

    /// The error of a file in the current folder.
    pub(super) fn fault(&self, name: &CStr, error: Errno) -> FolderError {
        self.fault_at(self.levels.len(), name, error.into())
    }

    /// The error of an entry.
    pub(super) fn fault_of(&self, found: &FolderEntry, error: io::Error) -> FolderError {
        self.fault_at(found.depth, &found.name, error)
    }

    fn fault_at(&self, depth: usize, name: &CStr, error: io::Error) -> FolderError {
        let above = self.names.iter().take(depth.saturating_sub(1)).map(|name| &**name);
        let path = above.chain([name]).fold(self.root.to_path_buf(), |path, name| join(&path, name));
        FolderError::File { path, error }
    }
}

fn join(path: &Path, name: &CStr) -> PathBuf {
    if name.is_empty() { path.to_path_buf() } else { path.join(OsStr::from_bytes(name.to_bytes())) }
}
