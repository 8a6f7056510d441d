//! Files that are always whole: the old text or the new one, whatever happens in between.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

/// Replaces what is in a file: the new text is written beside it, and on the disk, before it takes its place.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    write_with(path, |file| file.write_all(text.as_bytes()))
}

/// The same with a text that comes bit by bit; where that fails, the file stays as it was.
pub(crate) fn write_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let folder = folder_of(path);
    let mut beside = builder().tempfile_in(folder)?;
    write(beside.as_file_mut())?;
    beside.as_file().sync_all()?;
    beside.persist(path)?;
    // The name is in the folder; where folders cannot be synchronised, nothing is lost by not doing it.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Replaces what is in a file without waiting for the disk: for what can be had again. A place that is no ordinary file, such
/// as /dev/null, or that has no room beside it, is written into.
pub(crate) fn write_soon(path: &Path, text: &str) -> io::Result<()> {
    let is_ordinary = std::fs::symlink_metadata(path).map_or(true, |there| there.is_file());
    let beside = is_ordinary.then(|| builder().tempfile_in(folder_of(path)).ok()).flatten();
    let Some(mut beside) = beside else { return std::fs::write(path, text) };
    beside.write_all(text.as_bytes())?;
    beside.persist(path)?;
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Anybody may read the file who may read other files of this user.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".plywood-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_a_place_is_written_into() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer");
        for text in ["a long text", "short"] {
            write_soon(&path, text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_soon(&folder.path().join("no/such/folder"), "").is_err());
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            write_soon(&link, "through the link").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "through the link");
            write_soon(Path::new("/dev/null"), "nothing").unwrap();
        }
    }
}
