//! The results that there are.

use std::io;
use std::path::{Path, PathBuf};

use crate::job::JobId;

/// A folder of results, each named by the identity of its job. A result is written under a temporary name and renamed,
/// so a file that has its name is complete.
#[derive(Clone, Debug)]
pub struct Ledger {
    folder: PathBuf,
}

impl Ledger {
    /// The ledger in a folder, which is made if it does not exist. Results may be added by other processes meanwhile.
    ///
    /// # Errors
    /// Fails if the folder cannot be made.
    pub fn open(folder: &Path) -> io::Result<Ledger> {
        std::fs::create_dir_all(folder)?;
        // Absolute, because other processes are told of it.
        Ok(Ledger { folder: std::path::absolute(folder)? })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of a result, whether or not it exists.
    #[must_use]
    pub fn path(&self, id: &JobId) -> PathBuf {
        self.folder.join(format!("{id}.result"))
    }

    /// The path of a result that exists.
    #[must_use]
    pub fn find(&self, id: &JobId) -> Option<PathBuf> {
        Some(self.path(id)).filter(|path| path.is_file())
    }

    /// Adds a result. If it exists already, it is replaced by one that is as good.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn add(&self, id: &JobId, result: &[u8]) -> io::Result<PathBuf> {
        let path = self.path(id);
        files::write(&path, result)?;
        Ok(path)
    }
}
