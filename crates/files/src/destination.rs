//! What a path refers to when it is written.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::folder_of;

/// What is written to.
pub(crate) enum Destination {
    /// A regular file, or a name that is free, with no symbolic link left in its last component.
    Regular {
        path: PathBuf,
        /// What is there now.
        old: Option<Metadata>,
    },
    /// A device, a FIFO, or something that this process has open: written into as it is.
    Stream(File),
}

/// As many links as Linux follows.
const MOST_LINKS: usize = 40;

impl Destination {
    /// Follows symbolic links from `path` to where they end.
    pub(crate) fn of(path: &Path) -> io::Result<Destination> {
        let mut path = path.to_path_buf();
        for _ in 0..=MOST_LINKS {
            if let Some(file) = open_descriptor(&path) {
                return Ok(Destination::Stream(file?));
            }
            match fs::symlink_metadata(&path) {
                Ok(there) if there.is_symlink() => {
                    let link = fs::read_link(&path)?;
                    path = folder_of(&path).join(link);
                }
                Ok(there) if there.is_file() => return Ok(Destination::Regular { path, old: Some(there) }),
                Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
                Ok(_) => return File::options().write(true).open(&path).map(Destination::Stream),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Destination::Regular { path, old: None });
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many levels of symbolic links"))
    }
}

/// The open file behind a name such as `/dev/stdout`, `/dev/fd/63` or `/proc/self/fd/1`. Such a link must not be followed
/// by name: its target may have none, and processes that have it open would not see a replacement.
#[cfg(target_os = "linux")]
fn open_descriptor(path: &Path) -> Option<io::Result<File>> {
    use std::io::Write as _;
    use std::os::fd::AsFd as _;
    let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(folder_of(path)).ok()?;
    if !folder.starts_with("/proc") || folder.file_name()? != "fd" {
        return None;
    }
    let is_own = folder.parent()?.file_name()?.to_str()?.parse() == Ok(std::process::id());
    // A duplicated descriptor shares the file offset; opening it again would start at the beginning.
    Some(match number {
        1 if is_own => {
            io::stdout().flush().and_then(|()| io::stdout().as_fd().try_clone_to_owned()).map(File::from)
        }
        2 if is_own => io::stderr().as_fd().try_clone_to_owned().map(File::from),
        _ => File::options().append(true).open(path),
    })
}

#[cfg(not(target_os = "linux"))]
fn open_descriptor(_: &Path) -> Option<io::Result<File>> {
    None
}
