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
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = builder().tempfile_in(folder)?;
    write(beside.as_file_mut())?;
    beside.as_file().sync_all()?;
    beside.persist(path)?;
    // The name is in the folder; where folders cannot be synchronised, nothing is lost by not doing it.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
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
