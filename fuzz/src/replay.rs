//! Inputs from files, without a fuzzer.

use std::fs;
use std::io;
use std::path::PathBuf;

/// Runs a target on each file.
///
/// # Errors
/// Fails when a file cannot be read.
///
/// # Panics
/// Panics when a claim does not hold.
pub fn replay<P: Into<PathBuf>>(check: fn(&[u8]), files: impl IntoIterator<Item = P>) -> io::Result<()> {
    for file in files.into_iter().map(Into::into) {
        println!("{}", file.display());
        check(&fs::read(file)?);
    }
    Ok(())
}
