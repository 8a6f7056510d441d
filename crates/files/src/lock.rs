//! One writer at a time.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Waits until nobody else has `path` locked and locks it, for as long as the file is open; makes an empty file where
/// there is none. The file may be replaced meanwhile: whoever waited for the old one goes on waiting for the new one.
///
/// # Errors
/// Fails where the file cannot be opened for writing.
pub fn lock(path: &Path) -> io::Result<File> {
    loop {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.lock() {
            Ok(()) => {}
            // Where files cannot be locked, whoever shares them has to take turns himself.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(error) => return Err(error),
        }
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// Whether the path still leads to this file.
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

    /// Every thread adds one, again and again, to a number in a file that is replaced each time.
    #[test]
    fn one_at_a_time_changes_a_file() {
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
