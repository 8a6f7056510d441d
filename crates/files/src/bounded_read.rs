//! Reading input of unknown size (`/dev/zero`, a disk image, an endless line) up to a bound.

use std::fs::File;
use std::io::{self, BufRead, Read as _};
use std::path::Path;

/// The contents of a file of at most `most` bytes.
///
/// # Errors
/// Fails if the file cannot be read, and with [`is_too_large`] if it is longer.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_large("the file", most));
    }
    let mut bytes = Vec::new();
    // Devices and pipes do not report their length.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large("the file", most)) } else { Ok(bytes) }
}

/// The same for text.
///
/// # Errors
/// Also fails if the file is not UTF-8.
pub fn read_to_string(path: &Path, most: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "the file is not UTF-8 text");
    String::from_utf8(read(path, most)?).map_err(not_text)
}

/// The next line of at most `most` bytes, including its line end; `None` at the end of the input.
///
/// # Errors
/// Fails if the input cannot be read, and with [`is_too_large`] if the line is longer; then `most` bytes of it have been
/// consumed.
pub fn read_line(input: &mut impl BufRead, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.by_ref().take(most).read_until(b'\n', &mut line)?;
    match line.last() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(line)),
        Some(_) if (line.len() as u64) < most || input.fill_buf()?.is_empty() => Ok(Some(line)),
        Some(_) => Err(too_large("a line", most)),
    }
}

fn too_large(what: &str, most: u64) -> io::Error {
    let bound = match most {
        most if most >= 1 << 20 => format!("{} MiB", most >> 20),
        most if most >= 1 << 10 => format!("{} KiB", most >> 10),
        most => format!("{most} bytes"),
    };
    io::Error::new(io::ErrorKind::FileTooLarge, format!("{what} is longer than {bound}"))
}

/// Whether reading failed because the input is too long.
#[must_use]
pub fn is_too_large(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::FileTooLarge
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_the_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(read(&path, 10).unwrap(), b"0123456789");
        let error = read_to_string(&path, 9).unwrap_err();
        assert!(is_too_large(&error));
        assert_eq!(error.to_string(), "the file is longer than 9 bytes");
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(read_to_string(&path, 9).unwrap_err().to_string(), "the file is not UTF-8 text");
    }

    #[cfg(unix)]
    #[test]
    fn endless_device_is_rejected() {
        let error = read(Path::new("/dev/zero"), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "the file is longer than 1 MiB");
    }

    #[test]
    fn lines_are_read_up_to_the_bound() {
        let mut input = &b"four\n123456\nmuch longer\nlast"[..];
        let mut next = || read_line(&mut input, 7);
        assert_eq!(next().unwrap().unwrap(), b"four\n");
        assert_eq!(next().unwrap().unwrap(), b"123456\n");
        assert!(is_too_large(&next().unwrap_err()));
        // The unread rest comes next.
        assert_eq!(next().unwrap().unwrap(), b"nger\n");
        assert_eq!(next().unwrap().unwrap(), b"last");
        assert_eq!(next().unwrap(), None);
        let mut exact = &b"1234567"[..];
        assert_eq!(read_line(&mut exact, 7).unwrap().unwrap(), b"1234567");
    }
}
