//! The protocol between the process that leads and the one that has jobs done: a line of JSON for each message.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::input::InputId;
use crate::job::JobId;

/// From the leader. The end of the input means that no more jobs are wanted, not even those under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Request {
    /// The first message.
    Begin {
        /// The version of the protocol.
        version: u32,
        /// The folder that results are written to, under a temporary name, and then renamed to `ID.result`.
        results: PathBuf,
    },
    /// A file or folder that later jobs read.
    Input {
        /// Its identity.
        id: InputId,
        /// Where it is.
        path: PathBuf,
    },
    /// A job to do.
    Job {
        /// Its identity.
        id: JobId,
        /// Its canonical text.
        spec: String,
    },
}

/// To the leader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Report {
    /// The answer to [`Request::Begin`].
    Ready {
        /// How many jobs are worth asking for at once.
        slots: usize,
    },
    /// The result of a job is in the folder of results.
    Done {
        /// The job.
        id: JobId,
    },
    /// A job failed wherever it was tried.
    Failed {
        /// The job.
        id: JobId,
        /// The reason.
        why: String,
    },
    /// Something that a person should know, such as a node that has joined.
    Note {
        /// The text.
        text: String,
    },
}

impl Request {
    /// The version of the protocol.
    pub(crate) const VERSION: u32 = 1;
}
