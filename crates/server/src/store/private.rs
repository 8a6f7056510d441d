//! Keeps the store private to the user who runs the server.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// The files that our data directory may contain: ours, and those of other commands.
#[cfg(unix)]
const OURS: [&str; 3] = ["games.", "tables", "unfinished"];

/// Creates the directory, if necessary, for this user only. An existing one that others can enter
/// is closed to them, unless it contains files that are not ours: `--data /tmp` must not close
/// /tmp.
pub(super) fn open_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
        builder.mode(0o700).create(folder)?;
        let is_private = std::fs::metadata(folder)?.permissions().mode() & 0o077 == 0;
        if is_private {
            return Ok(());
        }
        if !is_ours(folder)? {
            tracing::warn!("{} stays open to other users: it has other files in it", folder.display());
            return Ok(());
        }
        let private = std::fs::Permissions::from_mode(0o700);
        std::fs::set_permissions(folder, private).or_else(|error| complain(folder, &error))
    }
    #[cfg(not(unix))]
    builder.create(folder)
}

#[cfg(unix)]
fn is_ours(folder: &Path) -> io::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !OURS.iter().any(|ours| name.as_encoded_bytes().starts_with(ours.as_bytes())) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Opens or creates a file for this user only. SQLite gives its other files the permissions of the
/// first.
pub(super) fn open_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    tighten(path, &file)?;
    Ok(file)
}

/// Revokes other users' access to a file, if it exists.
pub(super) fn close_to_others(path: &Path) -> io::Result<()> {
    match File::open(path) {
        Ok(file) => tighten(path, &file),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn tighten(path: &Path, file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if file.metadata()?.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    file.set_permissions(std::fs::Permissions::from_mode(0o600)).or_else(|error| complain(path, &error))
}

#[cfg(not(unix))]
fn tighten(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Another user owns the file: it can be used, and its owner decides who else may read it.
#[cfg(unix)]
fn complain(path: &Path, error: &io::Error) -> io::Result<()> {
    tracing::error!("{} can be read by other users and stays so: {error}", path.display());
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn chmod(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn what_is_begun_is_private() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("new").join("games");
        open_folder(&folder).unwrap();
        open_file(&folder.join("games.sqlite")).unwrap();
        assert_eq!((mode(&folder), mode(&folder.join("games.sqlite"))), (0o700, 0o600));
    }

    #[test]
    fn what_was_open_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let (file, log) = (folder.path().join("games.sqlite"), folder.path().join("games.sqlite-wal"));
        for path in [&file, &log] {
            std::fs::write(path, "").unwrap();
            chmod(path, 0o666);
        }
        chmod(folder.path(), 0o755);
        open_folder(folder.path()).unwrap();
        open_file(&file).unwrap();
        close_to_others(&log).unwrap();
        assert_eq!([folder.path(), &file, &log].map(mode), [0o700, 0o600, 0o600]);
    }

    #[test]
    fn a_folder_with_other_files_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("letter.txt"), "").unwrap();
        chmod(folder.path(), 0o755);
        open_folder(folder.path()).unwrap();
        assert_eq!(mode(folder.path()), 0o755);
    }
}
