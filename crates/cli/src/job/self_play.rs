//! A block of games of the engine against itself.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{AnyPosition, BlockPlayer, Cancel, Control, PlayJob, SelfPlayOptions, TablesAt, TablesChoice};
use jobs::{Executor, ExecutorError, InputId, Inputs, Job, JobError};
use serde::{Deserialize, Serialize};

use super::{LinkedTables, Site};
use crate::args::PositionArgs;
use crate::weights;

/// A block of games: everything that they depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelfPlayJob {
    game: String,
    nodes: u64,
    odds: u64,
    opening: usize,
    seed: u64,
    /// The number of the first game, and of the game after the last.
    numbers: [u64; 2],
    /// The weights by their name, or a file.
    weights: String,
    /// The files of tables besides the embedded ones, by their names.
    tables: Vec<(String, String)>,
}

impl SelfPlayJob {
    pub(crate) const KIND: &'static str = "self-play";
    const VERSION: u32 = 1;

    pub(super) fn of(job: &Job) -> Result<SelfPlayJob, JobError> {
        job.settings(SelfPlayJob::KIND, SelfPlayJob::VERSION)
    }

    /// Plays the games, and returns them as a file of games.
    pub(super) fn run(self, site: &Site, control: &Control) -> Result<Option<Vec<u8>>, String> {
        let start = PositionArgs::new(self.game, Vec::new()).position().map_err(|error| error.to_string())?;
        let game = start.game();
        let learner = game.learner().ok_or("this board is not learned on")?;
        let word = site.inputs.resolve(&self.weights).display().to_string();
        let weights = weights::choice(&word).map_err(|error| error.to_string())?;
        let files = self.tables.into_iter().map(|(name, word)| (name, site.inputs.resolve(&word)));
        let linked = LinkedTables::new(game.name(), files).map_err(|error| error.to_string())?;
        let at = TablesAt { folder: Some(linked.path().to_path_buf()), ..TablesAt::default() };
        let job = PlayJob {
            options: SelfPlayOptions {
                nodes: self.nodes,
                odds: self.odds,
                opening: self.opening,
                seed: self.seed,
                params: game.search_params(),
            },
            weights,
            tables: TablesChoice::These(game.tables(&at)),
            games: self.numbers[1],
            deadline: None,
            threads: 1,
            elsewhere: None,
        };
        let [first, end] = self.numbers;
        learner.play_block(&job, first..end, control.token()).map_err(|error| error.to_string())
    }
}

/// Has blocks of self-play played as jobs.
pub(crate) struct DistributedPlay {
    /// The job but for the numbers of its games.
    template: SelfPlayJob,
    inputs: Vec<InputId>,
    executor: Arc<dyn Executor>,
}

impl DistributedPlay {
    /// Self-play with the weights in a file, or the game's own, and the tables in a folder.
    pub(crate) fn new(
        executor: Arc<dyn Executor>,
        (word, start): (&str, &dyn AnyPosition),
        options: &SelfPlayOptions,
        weights: Option<&Path>,
        tables: Option<PathBuf>,
    ) -> Result<DistributedPlay, ExecutorError> {
        let mut inputs = Vec::new();
        let mut provide = |path: &Path| {
            let failed = |error| ExecutorError::File { path: path.to_path_buf(), error };
            let id = executor.provide(path).map_err(failed)?;
            let word = Inputs::word(&id);
            inputs.push(id);
            Ok::<_, ExecutorError>(word)
        };
        let weights = weights.map_or_else(|| Ok("best".to_string()), &mut provide)?;
        let files = tables.map(|folder| table_files(&folder.join(start.game().name()))).unwrap_or_default();
        let tables = files
            .into_iter()
            .map(|(name, path)| Ok((name, provide(&path)?)))
            .collect::<Result<_, ExecutorError>>()?;
        let &SelfPlayOptions { nodes, odds, opening, seed, .. } = options;
        let game = word.to_string();
        let template = SelfPlayJob { game, nodes, odds, opening, seed, numbers: [0, 0], weights, tables };
        Ok(DistributedPlay { template, inputs, executor })
    }
}

/// The files of a folder of tables with their names, in an order that does not depend on the file system.
fn table_files(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let tables = entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "plt"));
    let mut files: Vec<(String, PathBuf)> =
        tables.filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path()))).collect();
    files.sort();
    files
}

impl BlockPlayer for DistributedPlay {
    fn slots(&self) -> usize {
        self.executor.slots()
    }

    fn play(&self, numbers: Range<u64>, cancel: &Cancel) -> Result<Option<Vec<u8>>, String> {
        let work = SelfPlayJob { numbers: [numbers.start, numbers.end], ..self.template.clone() };
        let job = Job::new(SelfPlayJob::KIND, SelfPlayJob::VERSION, self.inputs.clone(), &work);
        let run = || -> Result<Option<Vec<u8>>, ExecutorError> {
            let Some(path) = self.executor.run(&job?, cancel)? else { return Ok(None) };
            // The result stays until its generation is complete: a block that was played early waits in memory for those
            // before it.
            std::fs::read(&path).map(Some).map_err(|error| ExecutorError::File { path, error })
        };
        run().map_err(|error| error.to_string())
    }
}
