//! Puzzles and answers as files.

use std::path::Path;

use engine::InvalidPuzzle;

use crate::error::CliError;

/// The longest solutions have a thousand boards of 73 bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The text of a file; invalid UTF-8 becomes characters that the parser rejects.
pub(super) fn read_text(path: &Path) -> Result<String, CliError> {
    let bytes = files::read(path, MAX_BYTES)
        .map_err(|error| CliError::File(format!("cannot read {}: {error}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What is wrong with the puzzle in a file: every error, one per line.
pub(super) fn invalid(path: &Path, puzzle: &InvalidPuzzle) -> CliError {
    let mut message = format!("{} is not a valid puzzle:", path.display());
    for error in &puzzle.errors {
        message += &format!("\n  {error}");
    }
    if puzzle.is_malformed { CliError::Usage(message) } else { CliError::Refused(message) }
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), CliError> {
    files::write_unsynced(path, text)
        .map_err(|error| CliError::File(format!("cannot write {}: {error}", path.display())))
}
