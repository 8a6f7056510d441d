//! Temporary files beside the files they will replace.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::folder_of;

/// The names of temporary files: this and six letters or digits.
const PREFIX: &str = ".plywood-";
const RANDOM_CHARS: usize = 6;

/// A temporary file, removed unless it is renamed. It is locked while it is open, so that other processes can tell it
/// from a stale one: a lock ends with its process, even after SIGKILL.
pub(crate) struct Temporary(NamedTempFile);

impl Temporary {
    /// A new file in the folder of `path`, readable only by this user if `is_private`.
    pub(crate) fn beside(path: &Path, is_private: bool) -> io::Result<Temporary> {
        const MOST_TRIES: usize = 64;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).rand_bytes(RANDOM_CHARS);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = if is_private { 0o600 } else { 0o666 };
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        for _ in 0..MOST_TRIES {
            let file = builder.tempfile_in(folder_of(path))?;
            // Another process may have removed it as stale between its creation and its lock.
            match file.as_file().try_lock() {
                Err(TryLockError::WouldBlock) => continue,
                Ok(()) if !has_name(file.as_file())? => continue,
                // Without file locks stale files are not removed either.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(Temporary(file)),
            }
        }
        Err(io::Error::other("other processes keep removing new temporary files"))
    }

    pub(crate) fn file(&mut self) -> &mut File {
        self.0.as_file_mut()
    }

    /// Replaces a file.
    pub(crate) fn rename_to(self, path: &Path) -> io::Result<()> {
        self.0.persist(path)?;
        Ok(())
    }
}

#[cfg(unix)]
fn has_name(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    Ok(file.metadata()?.nlink() > 0)
}

#[cfg(not(unix))]
fn has_name(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Removes the temporary files that killed processes left in a folder. Files in use are locked and stay.
pub fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_temporary);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = entry.path();
            let Ok(file) = File::open(&path) else { continue };
            if file.try_lock().is_ok() {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// The same for the folder of a file, which need not exist yet.
pub fn remove_stale_beside(path: &Path) {
    let target = fs::canonicalize(path);
    remove_stale(folder_of(target.as_deref().unwrap_or(path)));
}

fn is_temporary(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX);
    random.is_some_and(|random| {
        random.len() == RANDOM_CHARS && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stale_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        let in_use = Temporary::beside(&inside("answer"), false).unwrap();
        for name in [".plywood-aB3xYz", ".plywood-notes.txt", "plywood-aB3xYz", ".plywood-aB3xY", ".plywood-"]
        {
            fs::write(inside(name), "").unwrap();
        }
        fs::create_dir(inside(".plywood-folder")).unwrap();
        remove_stale(folder.path());
        assert!(!inside(".plywood-aB3xYz").exists());
        assert!(in_use.0.path().exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
        in_use.rename_to(&inside("answer")).unwrap();
        assert!(inside("answer").exists());
        remove_stale(&inside("no such folder"));
    }

    /// Concurrent writers and cleaners: no write may fail.
    #[test]
    fn cleanup_never_breaks_writers() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let path = folder.path().join(thread.to_string());
                scope.spawn(move || {
                    for round in 0..200 {
                        remove_stale(path.parent().unwrap());
                        crate::write_unsynced(&path, round.to_string()).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
