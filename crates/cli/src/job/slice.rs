//! A slice of a game's tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Build, Cancel, Control, GroupSolver, Slice};
use jobs::{Executor, ExecutorError, Inputs, Job, JobError};
use serde::{Deserialize, Serialize};

use super::{LinkedTables, Site};
use crate::args::PositionArgs;

/// A slice and its partner: everything that their tables depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SliceJob {
    game: String,
    /// The most pieces of the build.
    pieces: u32,
    /// The number of the slice.
    slice: u64,
    /// The tables that its moves lead to, by the names of their files.
    tables: Vec<(String, String)>,
}

impl SliceJob {
    pub(crate) const KIND: &'static str = "slice";
    const VERSION: u32 = 1;

    pub(super) fn of(job: &Job) -> Result<SliceJob, JobError> {
        job.settings(SliceJob::KIND, SliceJob::VERSION)
    }

    /// Solves the slice, and returns its table and its partner's as a pack.
    pub(super) fn run(self, site: &Site, control: &Control) -> Result<Option<Vec<u8>>, String> {
        let start = PositionArgs::new(self.game, Vec::new()).position().map_err(|error| error.to_string())?;
        let files = self.tables.into_iter().map(|(name, word)| (name, site.inputs.resolve(&word)));
        let linked = LinkedTables::new(start.game().name(), files).map_err(|error| error.to_string())?;
        let cancel = control.token();
        let build = Build {
            folder: linked.path(),
            pieces: self.pieces,
            threads: site.threads,
            // The leader has checked it.
            memory: u64::MAX,
            cancel,
        };
        match start.game().solve_slice(&build, Slice(self.slice)) {
            Err(_) if cancel.is_cancelled() => Ok(None),
            solved => solved.map(Some).map_err(|error| error.to_string()),
        }
    }
}

/// Has the slices of a build solved as jobs.
pub(crate) struct DistributedBuild {
    pub(crate) game: String,
    pub(crate) pieces: u32,
    pub(crate) executor: Arc<dyn Executor>,
}

impl GroupSolver for DistributedBuild {
    fn slots(&self) -> usize {
        self.executor.slots()
    }

    fn solve(&self, slice: Slice, tables: &[PathBuf], cancel: &Cancel) -> Result<Option<Vec<u8>>, String> {
        let run = || -> Result<Option<Vec<u8>>, ExecutorError> {
            let mut inputs = Vec::new();
            let mut named = Vec::new();
            for path in tables {
                let failed = |error| ExecutorError::File { path: path.clone(), error };
                let id = self.executor.provide(path).map_err(failed)?;
                named.push((name_of(path), Inputs::word(&id)));
                inputs.push(id);
            }
            let work =
                SliceJob { game: self.game.clone(), pieces: self.pieces, slice: slice.0, tables: named };
            let job = Job::new(SliceJob::KIND, SliceJob::VERSION, inputs, &work)?;
            let Some(path) = self.executor.run(&job, cancel)? else { return Ok(None) };
            let pack = std::fs::read(&path);
            let pack = pack.map_err(|error| ExecutorError::File { path: path.clone(), error })?;
            // The tables are written next; if that fails, the slice is solved again.
            let _ = std::fs::remove_file(path);
            Ok(Some(pack))
        };
        run().map_err(|error| error.to_string())
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
