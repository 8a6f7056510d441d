//! Where jobs are done.

use std::io;
use std::path::{Path, PathBuf};

use cancel::Cancel;

use crate::input::InputId;
use crate::job::{Job, JobError, JobId};

/// Has jobs done, several at once.
pub trait Executor: Send + Sync {
    /// How many jobs are worth asking for at once.
    fn slots(&self) -> usize;

    /// Makes a file or folder available to jobs. It must not change while there are jobs.
    ///
    /// # Errors
    /// Fails if it cannot be read.
    fn provide(&self, path: &Path) -> io::Result<InputId>;

    /// Has a job done, and returns the file of its result; `None` if it was cancelled. A result that is there already is
    /// not computed again. The file is the caller's, who removes it when it is no longer needed.
    ///
    /// # Errors
    /// Fails if the job does, or if the executor has ended.
    fn run(&self, job: &Job, cancel: &Cancel) -> Result<Option<PathBuf>, ExecutorError>;
}

/// Why a job was not done.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// It failed wherever it was tried.
    #[error("job {id} failed: {why}")]
    Failed {
        /// The job.
        id: JobId,
        /// The reason.
        why: String,
    },
    /// The result is not one.
    #[error("the result of job {id} is damaged: {why}")]
    Result {
        /// The job.
        id: JobId,
        /// What is wrong with it.
        why: String,
    },
    /// The process that executes jobs cannot be started.
    #[error("cannot start '{command}': {error}")]
    Start {
        /// Its command.
        command: String,
        /// The error.
        error: io::Error,
    },
    /// The process that executes jobs is gone.
    #[error("'{command}', which has the jobs done, ended ({status})")]
    Ended {
        /// Its command.
        command: String,
        /// How it ended.
        status: String,
    },
    /// The job cannot be written.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
}
