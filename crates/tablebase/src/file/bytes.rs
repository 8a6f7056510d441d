//! The bytes of a table, from a file or from memory.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Bytes in a file, in the program or in memory.
///
/// Files are read, not mapped: if a mapped file is truncated or its disk fails, the next access
/// raises SIGBUS, which kills the process. A read returns an error.
pub(super) enum Bytes {
    File {
        file: File,
        len: u64,
    },
    /// The contents of a small file.
    Copied(Vec<u8>),
    Here(Cow<'static, [u8]>),
}

/// Smaller files are copied into memory. Most tables of a game are small, and a copied file need
/// not stay open.
const COPIED: u64 = 256 << 10;

impl Bytes {
    /// Opens a file, which must be a regular one.
    pub(super) fn open(path: &Path) -> io::Result<Bytes> {
        // Opening a FIFO would block until another process writes to it.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        if len > COPIED {
            return Ok(Bytes::File { file, len });
        }
        let mut bytes = vec![0; len as usize];
        read_exact_at(&file, &mut bytes, 0)?;
        Ok(Bytes::Copied(bytes))
    }

    /// The length, which for a file is its length when it was opened.
    pub(super) fn len(&self) -> u64 {
        match self {
            Bytes::File { len, .. } => *len,
            Bytes::Copied(bytes) => bytes.len() as u64,
            Bytes::Here(bytes) => bytes.len() as u64,
        }
    }

    /// The bytes of a range, read into `buffer` if they are in a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if the range is out of bounds.
    #[inline]
    pub(super) fn read<'b>(&'b self, range: Range<u64>, buffer: &'b mut Vec<u8>) -> io::Result<&'b [u8]> {
        let none = || io::Error::from(io::ErrorKind::UnexpectedEof);
        if range.start > range.end || range.end > self.len() {
            return Err(none());
        }
        let bytes: &[u8] = match self {
            Bytes::File { file, .. } => {
                let len = usize::try_from(range.end - range.start).map_err(|_| none())?;
                buffer.resize(len, 0);
                read_exact_at(file, buffer, range.start)?;
                return Ok(buffer);
            }
            Bytes::Copied(bytes) => bytes,
            Bytes::Here(bytes) => bytes,
        };
        bytes.get(range.start as usize..range.end as usize).ok_or_else(none)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                at += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
