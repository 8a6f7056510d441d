//! The ways in which a table can be wrong.

use std::path::Path;

/// Why a table is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the table {place} {kind}")]
pub struct TableError {
    /// The path of the table's file, or its name if it is embedded in the program.
    pub place: String,
    /// The fault.
    pub kind: FaultKind,
}

/// A fault of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FaultKind {
    /// The operating system reports an error.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is some other file, or its first bytes are wrong.
    #[error("is not a table of this program")]
    NotATable,
    /// It has another version of the format.
    #[error("has format {0}, and this program reads format {expected}: build it again", expected = super::VERSION)]
    Version(u32),
    /// Some bytes have changed since they were written.
    #[error("is damaged in {0}: build it again")]
    Damaged(String),
    /// It is the table of another game, slice or version.
    #[error("is for {what} {found} and not {expected}")]
    Foreign {
        /// The field that differs.
        what: &'static str,
        /// The value in the table.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// It has no entry with this index.
    #[error("has {entries} entries, and none with the number {index}")]
    NoEntry {
        /// The index.
        index: u64,
        /// The number of entries.
        entries: u64,
    },
}

impl FaultKind {
    pub(crate) fn damaged(part: impl Into<String>) -> FaultKind {
        FaultKind::Damaged(part.into())
    }

    pub(crate) fn at(self, place: &str) -> TableError {
        TableError { place: place.to_string(), kind: self }
    }
}

/// How messages refer to a path.
pub(crate) fn place_of(path: &Path) -> String {
    path.display().to_string()
}
