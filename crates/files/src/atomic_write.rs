//! Replacing the contents of a file atomically.

use std::fs::{File, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

use crate::destination::Destination;
use crate::folder_of;
use crate::temporary::Temporary;

/// When a write returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Durability {
    /// Once the data is on disk (fsync).
    Disk,
    /// Once other processes see it; a power cut may lose it.
    Cache,
}

/// Replaces the contents of `path`. When this returns, the new contents are on disk.
///
/// # Errors
/// Fails if they cannot be written; a regular file is then unchanged.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    write_with(path, |file| file.write_all(contents.as_ref()))
}

/// The same for contents written piece by piece; returns the value of `write`. If `write` fails, a regular file is
/// unchanged; a device or a pipe has received what was written so far.
///
/// # Errors
/// Fails if `write` does, or if the file cannot be written.
pub fn write_with<T>(path: &Path, write: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
    replace(path, Durability::Disk, write)
}

/// Like [`write()`], but without waiting for the disk: for data that can be recomputed.
///
/// # Errors
/// Fails if the contents cannot be written; a regular file is then unchanged.
pub fn write_unsynced(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path, Durability::Cache, |file| file.write_all(contents.as_ref()))
}

fn replace<T>(
    path: &Path,
    durability: Durability,
    write: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<T> {
    let (path, old) = match Destination::of(path)? {
        Destination::Stream(mut file) => return write(&mut file),
        Destination::Regular { path, old } => (path, old),
    };
    if old.is_some() {
        // A rename would succeed without write permission on the old file; check that first.
        File::options().write(true).open(&path)?;
    }
    let mut temporary = match Temporary::beside(&path, old.is_some()) {
        Ok(temporary) => temporary,
        // In a read-only folder an existing file can only be written in place.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && old.is_some() => {
            return in_place(&path, durability, write);
        }
        Err(error) => return Err(error),
    };
    let value = write(temporary.file())?;
    if let Some(old) = &old {
        inherit(temporary.file(), old)?;
    }
    if durability == Durability::Disk {
        temporary.file().sync_all()?;
    }
    temporary.rename_to(&path)?;
    if durability == Durability::Disk {
        // Makes the rename durable. Not every system can fsync a folder.
        let _ = File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
    }
    Ok(value)
}

fn in_place<T>(
    path: &Path,
    durability: Durability,
    write: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<T> {
    let mut file = File::options().write(true).truncate(true).open(path)?;
    let value = write(&mut file)?;
    if durability == Durability::Disk {
        file.sync_all()?;
    }
    Ok(value)
}

/// Copies owner and permissions of the replaced file.
fn inherit(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only root may change the owner; otherwise the file belongs to this user.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The number of entries of a folder, including temporary files.
    pub(super) fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn file_is_replaced_atomically() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer");
        for text in ["a long text", "short"] {
            write(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            write_unsynced(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let failed = write_with(&path, |file| {
            file.write_all(b"half of")?;
            Err::<(), _>(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).unwrap(), "short");
        assert_eq!(names(folder.path()), 1);
        assert!(write(&folder.path().join("no/such/folder"), "").is_err());
        assert!(write(folder.path(), "").is_err());
    }
}

#[cfg(all(test, target_os = "linux"))]
mod linux_tests {
    use super::tests::names;
    use super::*;
    use std::fs;
    use std::io::Read as _;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn symlinks_are_followed_and_preserved() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        fs::create_dir(inside("elsewhere")).unwrap();
        fs::write(inside("elsewhere/target"), "old").unwrap();
        symlink("elsewhere/target", inside("link")).unwrap();
        symlink("link", inside("link to link")).unwrap();
        symlink("elsewhere/missing", inside("dangling")).unwrap();
        write(&inside("link to link"), "new").unwrap();
        write(&inside("dangling"), "made").unwrap();
        assert_eq!(fs::read_to_string(inside("elsewhere/target")).unwrap(), "new");
        assert_eq!(fs::read_to_string(inside("elsewhere/missing")).unwrap(), "made");
        for link in ["link", "link to link", "dangling"] {
            assert!(fs::symlink_metadata(inside(link)).unwrap().is_symlink(), "{link}");
        }
        symlink("circle", inside("circle")).unwrap();
        assert!(write(&inside("circle"), "").is_err());
        assert_eq!((names(&inside("elsewhere")), names(folder.path())), (2, 5));
    }

    #[test]
    fn devices_and_pipes_are_written_into() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        symlink("/dev/null", inside("link to a device")).unwrap();
        for path in [Path::new("/dev/null"), &inside("link to a device")] {
            write(path, "nothing").unwrap();
            write_unsynced(path, "nothing").unwrap();
            assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        }
        assert!(fs::symlink_metadata(inside("link to a device")).unwrap().is_symlink());
        rustix::fs::mknodat(
            rustix::fs::CWD,
            inside("fifo"),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
            0,
        )
        .unwrap();
        let fifo = inside("fifo");
        let reader = std::thread::spawn(move || fs::read_to_string(fifo).unwrap());
        write(&inside("fifo"), "through the pipe").unwrap();
        assert_eq!(reader.join().unwrap(), "through the pipe");
        assert!(fs::metadata(inside("fifo")).unwrap().file_type().is_fifo());
    }

    /// As a shell passes the pipe of a process substitution, and a redirected file.
    #[test]
    fn open_descriptors_are_written_into() {
        use std::os::fd::AsRawFd as _;
        let (mut reader, writer) = io::pipe().unwrap();
        let name = |number: i32| format!("/dev/fd/{number}");
        write(Path::new(&name(writer.as_raw_fd())), "substituted").unwrap();
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "substituted");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("redirected");
        let mut file = File::create(&path).unwrap();
        file.write_all(b"before, ").unwrap();
        let number = fs::metadata(&path).unwrap().ino();
        write(Path::new(&name(file.as_raw_fd())), "after").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before, after");
        assert_eq!(fs::metadata(&path).unwrap().ino(), number);
    }

    #[test]
    fn permissions_are_preserved_and_never_wider() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private");
        fs::write(&path, "old").unwrap();
        for bits in [0o600, 0o640, 0o666] {
            fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
            write_with(&path, |file| {
                // The temporary file is private.
                assert_eq!(file.metadata()?.permissions().mode() & 0o077, 0);
                file.write_all(b"new")
            })
            .unwrap();
            assert_eq!(mode(&path), bits);
        }
        let fresh = folder.path().join("fresh");
        write(&fresh, "").unwrap();
        fs::write(folder.path().join("usual"), "").unwrap();
        assert_eq!(mode(&fresh), mode(&folder.path().join("usual")));
    }

    /// Root may write everywhere, so the test asserts only what holds for every user.
    #[test]
    fn existing_file_in_read_only_folder_is_written_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let (there, new) = (folder.path().join("there"), folder.path().join("new"));
        fs::write(&there, "a longer old text").unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        let written = [write(&there, "in place"), write(&new, "new")];
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        assert!(written[0].is_ok(), "{written:?}");
        assert_eq!(fs::read_to_string(&there).unwrap(), "in place");
        match &written[1] {
            Ok(()) => assert_eq!(fs::read_to_string(&new).unwrap(), "new"),
            Err(error) => {
                assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
                assert_eq!(names(folder.path()), 1);
            }
        }
        fs::set_permissions(&there, fs::Permissions::from_mode(0o444)).unwrap();
        let may_write = File::options().write(true).open(&there).is_ok();
        assert_eq!(write(&there, "replaced").is_ok(), may_write);
    }
}
