//! What can be wrong with a table.

use std::path::Path;

/// Why a table is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the table {place} {kind}")]
pub struct TableError {
    /// Which table: the path of its file, or its name if it is part of the program.
    pub place: String,
    /// What is wrong with it.
    pub kind: FaultKind,
}

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FaultKind {
    /// The system does not give its bytes.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is some other file, or not even the beginning is right.
    #[error("is no table of this program")]
    NotATable,
    /// Its format is not this one.
    #[error("has format {0}, and this program reads format {expected}: build it again", expected = super::VERSION)]
    Version(u32),
    /// Some bytes are not as they were written.
    #[error("is damaged in {0}: build it again")]
    Damaged(String),
    /// It is a table of something else.
    #[error("is for {what} {found} and not {expected}")]
    Foreign {
        /// What is different.
        what: &'static str,
        /// What the table says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// It has no such entry.
    #[error("has {entries} entries, and none with the number {index}")]
    NoEntry {
        /// The number that was asked for.
        index: u64,
        /// How many there are.
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

/// How a path is named in messages.
pub(crate) fn place_of(path: &Path) -> String {
    path.display().to_string()
}
