//! The kinds of jobs, and how each is done on the machine that it was sent to.

mod self_play;
mod slice;

use std::path::{Path, PathBuf};

use arena::{GameJob, GameSite};
use engine::Control;
use jobs::{Inputs, Job};

pub(crate) use self_play::{DistributedPlay, SelfPlayJob};
pub(crate) use slice::{DistributedBuild, SliceJob};

/// The machine that does jobs.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The places of the inputs.
    pub(crate) inputs: Inputs,
    /// Its name, for records.
    pub(crate) node: Option<String>,
    /// How many threads a job may use.
    pub(crate) threads: usize,
    /// All time limits are multiplied by this.
    pub(crate) time_scale: f64,
}

impl Site {
    /// Does a job, and returns its result; `None` if it was stopped.
    pub(crate) fn run(&self, job: &Job, control: &Control) -> Result<Option<Vec<u8>>, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        match &*job.kind {
            GameJob::KIND => {
                let game = GameJob::of(job).map_err(|error| text(&error))?;
                let site = GameSite {
                    inputs: self.inputs.clone(),
                    node: self.node.clone(),
                    time_scale: self.time_scale,
                };
                let record = game.play(catalogue::CATALOGUE, &site, control).map_err(|error| text(&error))?;
                record.map(|record| serde_json::to_vec(&record).map_err(|error| text(&error))).transpose()
            }
            SelfPlayJob::KIND => SelfPlayJob::of(job).map_err(|error| text(&error))?.run(self, control),
            SliceJob::KIND => SliceJob::of(job).map_err(|error| text(&error))?.run(self, control),
            other => Err(format!("there is no kind of job '{}'", engine::quoted(other))),
        }
    }
}

/// A folder that exists for the time of a job, with a folder of a game whose entries are links to inputs.
struct LinkedTables {
    folder: tempfile::TempDir,
}

impl LinkedTables {
    fn new(game: &str, tables: impl IntoIterator<Item = (String, PathBuf)>) -> std::io::Result<LinkedTables> {
        let folder = tempfile::Builder::new().prefix("plywood-job-").tempdir()?;
        let home = folder.path().join(game);
        std::fs::create_dir(&home)?;
        for (name, path) in tables {
            link(&std::path::absolute(path)?, &home.join(name))?;
        }
        Ok(LinkedTables { folder })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

#[cfg(unix)]
pub(crate) fn link(file: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(file, link)
}

#[cfg(not(unix))]
pub(crate) fn link(file: &Path, link: &Path) -> std::io::Result<()> {
    std::fs::copy(file, link).map(|_| ())
}
