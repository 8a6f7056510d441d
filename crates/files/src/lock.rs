//! Exclusive locks for writers.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Waits for an exclusive lock on `path`, held while the returned file is open; creates an empty
/// file if it does not exist. If the file was replaced while waiting, waits for the new one.
///
/// # Errors
/// Fails if the file cannot be opened for writing.
pub fn lock(path: &Path) -> io::Result<File> {
    loop {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.lock() {
            Ok(()) => {}
            // On file systems without locks, concurrent writers are not excluded.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(error) => return Err(error),
        }
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// Whether the path still refers to this file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((own.dev(), own.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    fs::exists(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads increment a number in a file that each of them replaces.
    #[test]
    fn lock_excludes_other_writers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("number");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let _lock = lock(&path).unwrap();
                        let number: u32 = fs::read_to_string(&path).unwrap().parse().unwrap_or(0);
                        crate::write_unsynced(&path, (number + 1).to_string()).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "400");
    }
}
