//! A game of a tournament as a job: it can be played on any machine, and the record is the same.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::{Catalogue, Control, InvalidPosition};
use jobs::{Executor, ExecutorError, InputId, Inputs, Job, JobError};
use serde::{Deserialize, Serialize};

use crate::opening::Opening;
use crate::plan::{Plan, PlanError};
use crate::player_options::PlayerOptions;
use crate::record::GameRecord;
#[cfg(target_os = "linux")]
use crate::sandbox;
use crate::tournament::{ScheduledGame, Tournament, TournamentError};

/// One game: everything that it depends on. Folders and files of players are inputs of the job, so a program that has
/// changed makes another job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameJob {
    /// The game and its two players, the first side first.
    plan: Plan,
    /// Its number in the schedule.
    number: usize,
    /// The position that the opening starts from.
    start: String,
    /// The moves of the opening.
    opening: Vec<String>,
    /// The seeds of the first and the second side.
    seeds: [u64; 2],
    /// Whether programs may only run in a sandbox.
    require_sandbox: bool,
}

/// Where a game is played.
#[derive(Clone, Debug)]
pub struct GameSite {
    /// The places of the inputs.
    pub inputs: Inputs,
    /// The name of the machine, for the record.
    pub node: Option<String>,
    /// All time limits are multiplied by this, so that a slow machine is no disadvantage.
    pub time_scale: f64,
}

/// Why a game was not played.
#[derive(Debug, thiserror::Error)]
pub enum GameJobError {
    /// The job is of another kind.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The players or the settings are invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The opening starts from no position of the game.
    #[error("the start of the opening is not a position: {0}")]
    Start(#[from] InvalidPosition),
    /// There is no sandbox, and one is required.
    #[error("no sandbox works on this machine, and one is required")]
    NoSandbox,
    /// The game could not be played.
    #[error(transparent)]
    Game(#[from] TournamentError),
}

/// The options of a player that name a file or folder to be made available.
const PATHS: [&str; 3] = ["dir", "tables", "weights"];

impl GameJob {
    /// The kind of these jobs.
    pub const KIND: &'static str = "game";
    const VERSION: u32 = 1;

    /// Reads a job of this kind.
    ///
    /// # Errors
    /// Fails if it is of another kind.
    pub fn of(job: &Job) -> Result<GameJob, JobError> {
        job.settings(GameJob::KIND, GameJob::VERSION)
    }

    /// Plays the game; `None` if `halt` was stopped.
    ///
    /// # Errors
    /// Fails if it cannot be played here.
    pub fn play(
        mut self,
        catalogue: Catalogue,
        site: &GameSite,
        halt: &Control,
    ) -> Result<Option<GameRecord>, GameJobError> {
        let resolved = |word: &str| site.inputs.resolve(word).display().to_string();
        for player in &mut self.plan.players {
            for word in PATHS {
                if let Some(path) = player.take(word) {
                    player.set(word, resolved(&path));
                }
            }
        }
        self.plan.adjudicate = self.plan.adjudicate.map(|place| resolved(&place));
        let mut tournament = self.plan.tournament(catalogue, 1)?;
        tournament.scale_time(site.time_scale);
        if self.require_sandbox && tournament.protection().is_some_and(|protection| !protection.is_sandbox())
        {
            return Err(GameJobError::NoSandbox);
        }
        #[cfg(target_os = "linux")]
        if tournament.has_programs() {
            sandbox::guard_this_process().map_err(TournamentError::from)?;
        }
        let start = self.plan.game(catalogue)?.read(&self.start)?;
        let opening = Opening::from_start(&*start, self.opening);
        let game = ScheduledGame { number: self.number, seats: [0, 1], opening, seeds: self.seeds };
        let played = tournament.play(&game, halt)?;
        Ok(played.map(|record| GameRecord { node: site.node.clone(), ..record }))
    }
}

/// Has the games of a tournament played as jobs.
pub struct DistributedGames {
    plan: Plan,
    players: Vec<DistributedPlayer>,
    /// The tables that adjudicate.
    shared: Vec<InputId>,
    executor: Arc<dyn Executor>,
    require_sandbox: bool,
}

/// A player with the inputs that its options name.
struct DistributedPlayer {
    options: PlayerOptions,
    inputs: Vec<InputId>,
}

impl DistributedGames {
    /// The games of a complete plan. Folders and files of its players are made available to the executor.
    ///
    /// # Errors
    /// Fails if one of them cannot be read.
    pub fn new(
        plan: &Plan,
        executor: Arc<dyn Executor>,
        require_sandbox: bool,
    ) -> Result<DistributedGames, ExecutorError> {
        let provide = |path: &str| {
            let failed = |error| ExecutorError::File { path: PathBuf::from(path), error };
            let id = executor.provide(Path::new(path)).map_err(failed)?;
            Ok::<_, ExecutorError>((Inputs::word(&id), id))
        };
        let mut players = Vec::new();
        for options in &plan.players {
            let mut player = DistributedPlayer { options: options.clone(), inputs: Vec::new() };
            for word in PATHS {
                if let Some(path) = options.get(word).filter(|path| !is_name_of_weights(word, path)) {
                    let (input, id) = provide(path)?;
                    player.options.set(word, input);
                    player.inputs.push(id);
                }
            }
            players.push(player);
        }
        let mut shared = Vec::new();
        let mut common = Plan {
            game: plan.game.clone(),
            tc: plan.tc.clone(),
            forgive: plan.forgive,
            agree_win: plan.agree_win.clone(),
            agree_draw: plan.agree_draw.clone(),
            adjudicate: plan.adjudicate.clone(),
            ..Plan::default()
        };
        if let Some(place) = common.adjudicate.as_mut().filter(|place| *place != Plan::EMBEDDED) {
            let (input, id) = provide(place)?;
            *place = input;
            shared.push(id);
        }
        Ok(DistributedGames { plan: common, players, shared, executor, require_sandbox })
    }

    /// How many games are worth asking for at once.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.executor.slots()
    }

    fn job(&self, game: &ScheduledGame) -> Result<Job, JobError> {
        let players = game.seats.map(|seat| &self.players[seat]);
        let mut inputs: Vec<InputId> = self.shared.clone();
        inputs.extend(players.iter().flat_map(|player| player.inputs.iter().cloned()));
        inputs.sort_unstable();
        inputs.dedup();
        let work = GameJob {
            plan: Plan {
                players: players.iter().map(|player| player.options.clone()).collect(),
                ..self.plan.clone()
            },
            number: game.number,
            start: game.opening.start().text(),
            opening: game.opening.moves.clone(),
            seeds: game.seeds,
            require_sandbox: self.require_sandbox,
        };
        Job::new(GameJob::KIND, GameJob::VERSION, inputs, &work)
    }

    /// Has a game played; `None` if `halt` was stopped. The file of the result is to be removed once the game is safe
    /// elsewhere.
    pub(crate) fn play(
        &self,
        game: &ScheduledGame,
        halt: &Control,
    ) -> Result<Option<(GameRecord, PathBuf)>, ExecutorError> {
        let job = self.job(game)?;
        let Some(path) = self.executor.run(&job, halt.token())? else { return Ok(None) };
        let failed = |error| ExecutorError::File { path: path.clone(), error };
        let text = files::read_to_string(&path, GameRecord::MOST_BYTES).map_err(failed)?;
        let damaged = |why: String| ExecutorError::Result { id: job.id(), why };
        let mut record: GameRecord =
            serde_json::from_str(&text).map_err(|error| damaged(format!("expected a game: {error}")))?;
        if record.number != game.number {
            return Err(damaged(format!("expected game {}, found game {}", game.number, record.number)));
        }
        record.record.game.clone_from(&self.plan.game);
        Ok(Some((record, path)))
    }
}

/// Whether the value of an option names weights of the program rather than a file.
fn is_name_of_weights(word: &str, value: &str) -> bool {
    word == "weights" && Plan::NAMES_OF_WEIGHTS.contains(&value)
}

impl Tournament {
    /// Multiplies all limits of time.
    fn scale_time(&mut self, scale: f64) {
        if scale != 1.0 {
            for player in &mut self.players {
                player.own = player.control(self.control).scaled(scale);
            }
        }
    }
}
