//! Puzzles and answers as files.

use std::path::Path;

use checkers_course::{Position, Puzzle};

use crate::error::CliError;

/// The longest solutions have a thousand boards of 73 bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The text of a file; invalid UTF-8 becomes characters that the parser rejects.
pub(super) fn read_text(path: &Path) -> Result<String, CliError> {
    let bytes = files::read(path, MAX_BYTES)
        .map_err(|error| CliError::File(format!("cannot read {}: {error}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The puzzle in a file, or every error in it, one per line.
pub(super) fn read_puzzle(path: &Path) -> Result<Puzzle, CliError> {
    Puzzle::read(&read_text(path)?).map_err(|faults| {
        let mut message = format!("{} is not a valid puzzle:", path.display());
        for fault in faults.iter() {
            message += &format!("\n  {fault}");
        }
        if faults.is_malformed() { CliError::Usage(message) } else { CliError::Refused(message) }
    })
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), CliError> {
    files::write_unsynced(path, text)
        .map_err(|error| CliError::File(format!("cannot write {}: {error}", path.display())))
}

/// Every board of a game, each followed by an empty line.
pub(super) fn boards(puzzle: &Puzzle, positions: &[Position]) -> String {
    positions.iter().map(|pos| puzzle.write(pos) + "\n\n").collect()
}

/// The board after the first move, or the puzzle's own if there is no legal move.
pub(super) fn first_board(puzzle: &Puzzle, positions: &[Position]) -> String {
    positions.iter().take(2).next_back().map(|pos| puzzle.write(pos) + "\n").unwrap_or_default()
}
