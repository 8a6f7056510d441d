//! The bytes of a table, wherever they are.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Bytes that are in a file, in the program or in memory.
///
/// Files are read and not mapped: where a mapped file is cut or its disk fails, the next access is a SIGBUS, which
/// ends the process. A read fails with an error.
pub(super) enum Bytes {
    File {
        file: File,
        len: u64,
    },
    /// Those of a small file.
    Copied(Vec<u8>),
    Here(Cow<'static, [u8]>),
}

/// Smaller files are copied into memory. Most tables of a game are small, and none of these keeps a file open.
const COPIED: u64 = 256 << 10;

impl Bytes {
    /// Those of a file, which must be a regular one.
    pub(super) fn open(path: &Path) -> io::Result<Bytes> {
        // To open a FIFO waits for somebody to write into it.
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

    /// How many there are, or were when the file was opened.
    pub(super) fn len(&self) -> u64 {
        match self {
            Bytes::File { len, .. } => *len,
            Bytes::Copied(bytes) => bytes.len() as u64,
            Bytes::Here(bytes) => bytes.len() as u64,
        }
    }

    /// The bytes of a range, for which `buffer` is used where they must be read.
    ///
    /// # Errors
    /// Fails where the file does not give them, or there are no such bytes.
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
