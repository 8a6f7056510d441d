//! A job and its identity.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::input::InputId;

/// A piece of work. Equal jobs have the same result, or one that is as good, such as a game with clocks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The kind of work, such as `game`.
    #[serde(rename = "job")]
    pub kind: String,
    /// The version of this kind of work: jobs of another version are other jobs.
    pub version: u32,
    /// The files and folders that it reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputId>,
    /// The settings, which the kind gives a meaning.
    pub work: Value,
}

/// The identity of a job: the BLAKE3 hash of its canonical text, in hexadecimal.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobId(String);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text is not a job, or not one of the expected kind.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// It is not a job at all, or its settings are not those of its kind.
    #[error("expected a job: {0}")]
    Format(#[from] serde_json::Error),
    /// It is of another kind, or of another version.
    #[error("expected a job '{expected}' of version {version}, found '{found}' of version {found_version}")]
    Kind {
        /// The expected kind.
        expected: &'static str,
        /// The expected version.
        version: u32,
        /// The kind that was found.
        found: String,
        /// Its version.
        found_version: u32,
    },
}

impl Job {
    /// A job with these settings.
    ///
    /// # Errors
    /// Fails if the settings cannot be written as JSON.
    pub fn new(
        kind: &str,
        version: u32,
        inputs: Vec<InputId>,
        work: &impl Serialize,
    ) -> Result<Job, JobError> {
        Ok(Job { kind: kind.to_string(), version, inputs, work: serde_json::to_value(work)? })
    }

    /// Reads a job.
    ///
    /// # Errors
    /// Fails if the text is not one.
    pub fn read(text: &str) -> Result<Job, JobError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The canonical text: JSON without spaces, the keys of every object sorted.
    #[must_use]
    pub fn canonical(&self) -> String {
        // Objects of `Value` are sorted.
        serde_json::to_value(self).expect("a job consists of JSON values").to_string()
    }

    /// The identity, which also names the result.
    #[must_use]
    pub fn id(&self) -> JobId {
        JobId(blake3::hash(self.canonical().as_bytes()).to_hex().to_string())
    }

    /// The settings of a job of this kind and version.
    ///
    /// # Errors
    /// Fails if it is another kind or version, or if the settings are not those of the kind.
    pub fn settings<T: DeserializeOwned>(&self, kind: &'static str, version: u32) -> Result<T, JobError> {
        if self.kind != kind || self.version != version {
            let (found, found_version) = (self.kind.clone(), self.version);
            return Err(JobError::Kind { expected: kind, version, found, found_version });
        }
        Ok(T::deserialize(&self.work)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_keys_and_spaces_do_not_count_and_everything_else_does() {
        let read = |text: &str| Job::read(text).unwrap();
        let one = read(r#"{"job": "game", "version": 1, "work": {"b": [1, 2.5], "a": "x"}}"#);
        let same = read(r#"{"work":{"a":"x","b":[1,2.5]},"version":1,"job":"game"}"#);
        assert_eq!(one.canonical(), r#"{"job":"game","version":1,"work":{"a":"x","b":[1,2.5]}}"#);
        assert_eq!(one.id(), same.id());
        assert_eq!(Job::read(&one.canonical()).unwrap().id(), one.id());
        let others = [
            r#"{"job":"game","version":2,"work":{"a":"x","b":[1,2.5]}}"#,
            r#"{"job":"match","version":1,"work":{"a":"x","b":[1,2.5]}}"#,
            r#"{"job":"game","version":1,"work":{"a":"x","b":[2.5,1]}}"#,
            r#"{"job":"game","version":1,"inputs":["0"],"work":{"a":"x","b":[1,2.5]}}"#,
        ];
        for other in others {
            assert_ne!(read(other).id(), one.id(), "{other}");
        }
        assert!(Job::read(r#"{"job":"game","version":1,"work":{},"more":1}"#).is_err());
    }

    #[test]
    fn settings_are_those_of_the_kind() {
        let job = Job::new("sum", 1, Vec::new(), &[1, 2]).unwrap();
        assert_eq!(job.settings::<Vec<u32>>("sum", 1).unwrap(), [1, 2]);
        let error = job.settings::<Vec<u32>>("sum", 2).unwrap_err().to_string();
        assert_eq!(error, "expected a job 'sum' of version 2, found 'sum' of version 1");
        assert!(job.settings::<String>("sum", 1).is_err());
    }
}
