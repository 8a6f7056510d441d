//! One run: generations of play, training and gate, each of which continues where it was interrupted.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{
    Agreement, AnyGame, BlockPlayer, Control, Learner, LoadReport, PlayJob, SelfPlayOptions, Shape, Start,
    TablesChoice, TrainOptions, WeightsChoice,
};
use jobs::Executor;
use serde::{Deserialize, Serialize};

use super::gate::{Gate, Verdict};
use super::{LearnArgs, report};
use crate::args::PositionArgs;
use crate::error::CliError;
use crate::format;
use crate::interrupt::Interrupt;
use crate::job::DistributedPlay;
use crate::progress::Progress;
use crate::weights;

/// What part of a generation's time goes into games, and into training; the rest is the gate's.
const PLAY_SHARE: f64 = 0.55;
const TRAIN_SHARE: f64 = 0.25;
/// Samples a second of one thread that a network of 32 units is expected to learn from.
const EXPECTED_SPEED: f64 = 700_000.0;
const EXPECTED_UNITS: f64 = 32.0;
/// Of earlier generations the games of this many are learned from too.
const EARLIER_GENERATIONS: usize = 2;
/// However many samples there are, unless --epochs says less.
const LEAST_EPOCHS: usize = 3;
/// The folder of results that were not yet put into a file of games.
const RESULTS: &str = "results";
const BATCH: usize = 16_384;
/// Without a limit of games.
const MOST_GAMES: u64 = 1 << 40;

/// What is written down, so that a run can be continued.
#[derive(Serialize, Deserialize, Default)]
pub(super) struct State {
    /// Everything that must stay the same.
    settings: String,
    /// Seconds that the generation under way has taken so far for its games.
    played_seconds: f64,
    /// The network that the last winner left; none while the evaluation is still the old one.
    kept: Option<String>,
    /// What came of each generation.
    pub(super) generations: Vec<Generation>,
}

/// What came of a generation.
#[derive(Serialize, Deserialize, Clone)]
pub(super) struct Generation {
    pub(super) games: usize,
    pub(super) draws: usize,
    pub(super) samples: usize,
    pub(super) points_per_logit: f32,
    pub(super) candidates: Vec<Candidate>,
    /// Share of decided table positions whose sign the evaluation in use has right.
    #[serde(default)]
    pub(super) agreement_in_use: Option<f64>,
    pub(super) verdict: Option<Verdict>,
}

/// A network and how it was trained.
#[derive(Serialize, Deserialize, Clone)]
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) mix: f32,
    pub(super) weights: usize,
    pub(super) bytes: usize,
    /// Losses after each epoch: on what was learned, and on the games held out.
    pub(super) curve: Vec<[f64; 2]>,
    /// The loss of the network that it started from on the games held out.
    #[serde(default)]
    pub(super) before: Option<f64>,
    pub(super) samples_per_second: f64,
    /// Share of decided table positions whose sign is right.
    pub(super) agreement: Option<f64>,
}

pub(super) struct Run {
    args: LearnArgs,
    game: &'static dyn AnyGame,
    learner: Box<dyn Learner>,
    start: Start,
    tables: TablesChoice,
    data: PathBuf,
    state: State,
    control: Control,
    interrupt: Interrupt,
    /// Plays the games elsewhere.
    executor: Option<Arc<dyn Executor>>,
}

impl Run {
    pub(super) fn start(args: LearnArgs) -> Result<Run, CliError> {
        let start = PositionArgs::new(args.game.clone(), Vec::new()).position()?;
        let game = start.game();
        let learner = game.learner().ok_or_else(|| {
            CliError::Usage(format!(
                "{} is learned on its usual board only: leave out the size",
                game.title()
            ))
        })?;
        let data = args.data();
        let tables = args.tables.choice(&*start)?;
        let start = match &args.from {
            None => Start::Random(args.shape(game.title(), &learner.patterns(), learner.terms())?),
            Some(word) => {
                let network = learner.network(&weights::choice(word)?);
                let refused = |error| CliError::Usage(format!("--from {word}: {error}"));
                Start::Network(Box::new(network.map_err(refused)?))
            }
        };
        let state = State::open(&data, args.resume, &settings(&args, start.shape()))?;
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let executor = args.executor.start(&data.join(RESULTS))?;
        Ok(Run { args, game, learner, start, tables, data, state, control, interrupt, executor })
    }

    pub(super) fn finish(mut self) -> Result<(), CliError> {
        let generations = usize::from(self.args.generations());
        while self.state.generations.len() < generations {
            let number = self.state.generations.len() + 1;
            say(&format!("generation {number} of {generations}"));
            self.play(number)?;
            let loaded = self.load(number)?;
            let candidates = self.train(number, &loaded)?;
            let agreement_in_use = self.agreement(&self.in_use()?)?;
            if let Some(share) = agreement_in_use {
                say(&format!("the evaluation in use: {:.1} % agreement with the tables", 100.0 * share));
            }
            let verdict = if self.args.no_gate { None } else { self.gate(number, &candidates)? };
            let winner = match &verdict {
                Some(verdict) => verdict.is_kept.then(|| verdict.candidate.clone()),
                None => candidates.first().map(|candidate| candidate.name.clone()),
            };
            if let Some(winner) = &winner {
                let path = self.data.join(winner);
                let bytes = std::fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
                let out = self.args.out();
                files::write(&out, &bytes).map_err(|error| cannot("write", &out, &error))?;
                say(&format!("kept {winner} as {}", out.display()));
                self.state.kept = Some(winner.clone());
            }
            self.state.generations.push(Generation {
                games: loaded.games,
                draws: loaded.draws,
                samples: loaded.samples,
                points_per_logit: loaded.scale.points_per_logit,
                candidates,
                agreement_in_use,
                verdict,
            });
            self.state.played_seconds = 0.0;
            self.save()?;
            report::write(&self.data, self.game.title(), &self.state)
                .map_err(|error| cannot("write the report in", &self.data, &error))?;
            if winner.is_none() {
                say("the evaluation in use stays; the report says how the match went");
                break;
            }
        }
        let report = self.data.join("report.md");
        writeln!(anstream::stdout().lock(), "{}", report.display())?;
        if self.state.kept.is_some() {
            Ok(())
        } else {
            Err(CliError::Refused("no candidate was stronger".to_string()))
        }
    }

    /// The evaluation in use: that of the last winner, or the game's own.
    fn in_use(&self) -> Result<WeightsChoice, CliError> {
        let Some(kept) = &self.state.kept else { return Ok(WeightsChoice::Best) };
        let path = self.data.join(kept);
        Ok(WeightsChoice::File(std::fs::read(&path).map_err(|error| cannot("read", &path, &error))?.into()))
    }

    /// Where the trainings of a generation start: with --from at the last winner, otherwise as the
    /// first did.
    fn training_start(&self) -> Result<Start, CliError> {
        if self.args.from.is_none() || self.state.kept.is_none() {
            return Ok(self.start.clone());
        }
        let network = self.learner.network(&self.in_use()?);
        Ok(Start::Network(Box::new(network.map_err(|error| CliError::Refused(error.to_string()))?)))
    }

    fn share(&self, part: f64) -> Duration {
        self.args.time().mul_f64(part / f64::from(self.args.generations()))
    }

    fn games_file(&self, number: usize) -> PathBuf {
        self.data.join(format!("generation-{number}.games"))
    }

    fn play(&mut self, number: usize) -> Result<(), CliError> {
        if self.args.no_play {
            return Ok(());
        }
        let budget = self.share(PLAY_SHARE);
        let left = budget.saturating_sub(Duration::from_secs_f64(self.state.played_seconds));
        let (games, deadline) = match self.args.games {
            Some(games) => (games, None),
            None => (MOST_GAMES, Some(Instant::now() + left)),
        };
        let options = SelfPlayOptions {
            nodes: self.args.nodes,
            odds: self.args.odds,
            opening: self.args.opening.into(),
            seed: self.args.seed ^ (number as u64) << 32,
            params: self.game.search_params(),
        };
        let elsewhere = self.elsewhere(&options)?;
        let job = PlayJob {
            options,
            weights: self.in_use()?,
            tables: self.tables.clone(),
            games,
            elsewhere,
            deadline,
            threads: self.args.threads(),
        };
        let (began, before) = (Instant::now(), self.state.played_seconds);
        let file = self.games_file(number);
        let bar = Progress::start("playing");
        let mut saved = Instant::now();
        let Run { learner, state, control, data, .. } = self;
        let played = learner.play(&file, &job, control.token(), &mut |progress| {
            let spent = began.elapsed();
            let rate = progress.positions as f64 / spent.as_secs_f64().max(0.1);
            let time_left = match deadline {
                Some(_) => left.saturating_sub(spent),
                None => spent.mul_f64((games - progress.games) as f64 / progress.games.max(1) as f64),
            };
            bar.set_message(format!(
                "playing: {} games, {} positions, {} a second, {} left",
                format::grouped(progress.games),
                format::grouped(progress.positions),
                format::grouped(rate as u64),
                format::clock(time_left)
            ));
            if saved.elapsed() > Duration::from_secs(10) {
                saved = Instant::now();
                state.played_seconds = before + spent.as_secs_f64();
                // The time spent is only a hint for the next run.
                let _ = state.write(data);
            }
        });
        drop(bar);
        let played = played.map_err(|error| CliError::Refused(error.to_string()))?;
        self.state.played_seconds = before + began.elapsed().as_secs_f64();
        self.save()?;
        self.check_interrupt()?;
        // All of them are in the file.
        remove_results(&self.data.join(RESULTS));
        let [one, draws, two] = played.results;
        say(&format!(
            "{} games ({one} won by the first side, {draws} drawn, {two} won by the second, since this start)",
            format::grouped(played.games)
        ));
        Ok(())
    }

    /// Self-play by the executor, if there is one.
    fn elsewhere(&self, options: &SelfPlayOptions) -> Result<Option<Arc<dyn BlockPlayer>>, CliError> {
        let Some(executor) = &self.executor else { return Ok(None) };
        let start = PositionArgs::new(self.args.game.clone(), Vec::new()).position()?;
        let weights = self.state.kept.as_ref().map(|kept| self.data.join(kept));
        let tables = self.args.tables.existing_folder()?;
        let game = (&*self.args.game, &*start);
        let play = DistributedPlay::new(executor.clone(), game, options, weights.as_deref(), tables);
        Ok(Some(Arc::new(play.map_err(|fault| CliError::Refused(fault.to_string()))?)))
    }

    fn load(&mut self, number: usize) -> Result<LoadReport, CliError> {
        let earliest = number.saturating_sub(EARLIER_GENERATIONS).max(1);
        let own = if self.args.no_play { 1..1 } else { earliest..number + 1 };
        let own: Vec<PathBuf> =
            own.map(|number| self.games_file(number)).filter(|file| file.exists()).collect();
        let all: Vec<&Path> = own.iter().chain(&self.args.more_games).map(PathBuf::as_path).collect();
        let progress = Progress::start_delayed("reading the games");
        let loaded =
            self.learner.load(&all, &self.tables).map_err(|error| CliError::Refused(error.to_string()))?;
        drop(progress);
        if loaded.samples == 0 || loaded.held_out == 0 {
            return Err(CliError::Refused(
                "there are too few games to learn from: give it more time".to_string(),
            ));
        }
        say(&format!(
            "{} positions of {} games, {:.0} % of them drawn{}; {:.0} points to a logit",
            format::grouped(loaded.samples as u64),
            format::grouped(loaded.games as u64),
            100.0 * loaded.draws as f64 / loaded.games.max(1) as f64,
            match loaded.exact {
                0 => String::new(),
                exact => format!(", {} positions labelled by tables", format::grouped(exact as u64)),
            },
            loaded.scale.points_per_logit
        ));
        Ok(loaded)
    }

    fn train(&mut self, number: usize, loaded: &LoadReport) -> Result<Vec<Candidate>, CliError> {
        let threads = self.args.threads();
        let start = self.training_start()?;
        let units = (start.shape().hidden.max(16) as f64 / EXPECTED_UNITS).max(0.5);
        let speed = EXPECTED_SPEED * threads as f64 / units;
        let each = self.share(TRAIN_SHARE).as_secs_f64() / self.args.mix.len() as f64;
        let most = usize::from(self.args.epochs);
        let epochs = ((each * speed / loaded.samples as f64) as usize).clamp(LEAST_EPOCHS.min(most), most);
        let mut candidates = Vec::new();
        for (i, &mix) in self.args.mix.iter().enumerate() {
            let name = format!("generation-{number}-mix-{mix}.network");
            let options = TrainOptions {
                start: start.clone(),
                mix,
                epochs,
                batch: BATCH.min(loaded.samples / 32 + 1),
                rate: self.args.rate(),
                threads,
                seed: self.args.seed ^ i as u64,
                checkpoint: Some(self.data.join(format!("{name}.checkpoint"))),
            };
            let bar = Progress::start("training");
            let began = Instant::now();
            let trained = self.learner.train(&options, self.control.token(), &mut |progress| {
                let left = began.elapsed().mul_f64((1.0 - progress.done) / progress.done.max(0.01));
                let held_out =
                    progress.held_out.map_or(String::new(), |loss| format!(", held out {loss:.4}"));
                bar.set_message(format!(
                    "training, mix {mix}: epoch {} of {}, loss {:.4}{held_out}, {} samples a second, {} left",
                    progress.epoch,
                    progress.epochs,
                    progress.loss,
                    format::grouped(progress.samples_per_second as u64),
                    format::clock(left)
                ));
            });
            drop(bar);
            self.check_interrupt()?;
            let path = self.data.join(&name);
            files::write(&path, &trained.network).map_err(|error| cannot("write", &path, &error))?;
            let agreement = self.agreement(&WeightsChoice::File(trained.network.clone().into()))?;
            let last = trained.curve.iter().map(|losses| losses.held_out).fold(f64::INFINITY, f64::min);
            let before = self.args.from.is_some().then_some(trained.before);
            say(&format!(
                "{name}: {} weights, {} bytes, held-out loss {last:.4}{}, {} samples a second{}",
                format::grouped(trained.weights as u64),
                format::grouped(trained.network.len() as u64),
                before.map_or(String::new(), |loss| format!(" after {loss:.4}")),
                format::grouped(trained.samples_per_second as u64),
                agreement.map_or(String::new(), |share| format!(
                    ", {:.1} % agreement with the tables",
                    100.0 * share
                ))
            ));
            candidates.push(Candidate {
                name,
                mix,
                weights: trained.weights,
                bytes: trained.network.len(),
                curve: trained.curve.iter().map(|losses| [losses.trained, losses.held_out]).collect(),
                before,
                samples_per_second: trained.samples_per_second,
                agreement,
            });
        }
        Ok(candidates)
    }

    fn agreement(&self, weights: &WeightsChoice) -> Result<Option<f64>, CliError> {
        let found = self.learner.agreement(weights, &self.tables);
        let Agreement { positions, right } = found.map_err(|error| CliError::Refused(error.to_string()))?;
        Ok((positions > 0).then(|| right as f64 / positions as f64))
    }

    fn gate(&mut self, number: usize, candidates: &[Candidate]) -> Result<Option<Verdict>, CliError> {
        let in_use = self.state.kept.as_ref().map(|kept| self.data.join(kept));
        let gate = Gate {
            game: &self.args.game,
            data: &self.data,
            in_use,
            time: self.args.gate_time,
            budget: self.share(1.0 - PLAY_SHARE - TRAIN_SHARE),
            concurrency: self.args.threads(),
            seed: self.args.seed ^ number as u64,
            control: &self.control,
            executor: self.executor.as_ref(),
        };
        let verdict = gate.decide(candidates)?;
        self.check_interrupt()?;
        say(&verdict.text());
        Ok(Some(verdict))
    }

    fn save(&self) -> Result<(), CliError> {
        self.state.write(&self.data).map_err(|error| cannot("write the state in", &self.data, &error))
    }

    fn check_interrupt(&self) -> Result<(), CliError> {
        if self.interrupt.was_pressed() {
            say("stopped; the same command with --resume continues");
            return Err(CliError::Interrupted);
        }
        Ok(())
    }
}

/// Removes the results of blocks that are in a file of games.
fn remove_results(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // What is left over is only space.
        let _ = std::fs::remove_file(entry.path());
    }
}

/// What a run may not change when it is continued.
fn settings(args: &LearnArgs, shape: &Shape) -> String {
    let LearnArgs { game, nodes, odds, opening, seed, from, .. } = args;
    let Shape { patterns, hidden, inner, terms } = shape;
    let terms = if terms.is_some() { " terms" } else { "" };
    let from = from.as_ref().map_or(String::new(), |from| format!(", from {from}"));
    format!(
        "game {game}, nodes {nodes}, odds {odds}, opening {opening}, seed {seed}, {} {hidden} {inner:?}{terms}{from}",
        patterns.word()
    )
}

impl State {
    const FILE: &str = "run.json";
    const MOST_BYTES: u64 = 64 << 20;

    fn open(data: &Path, resume: bool, settings: &str) -> Result<State, CliError> {
        std::fs::create_dir_all(data).map_err(|error| cannot("make", data, &error))?;
        let path = data.join(State::FILE);
        if !path.exists() {
            return Ok(State { settings: settings.to_string(), ..State::default() });
        }
        if !resume {
            return Err(CliError::Usage(format!(
                "{} has a run already: continue it with --resume, or choose another --data",
                data.display()
            )));
        }
        let text =
            files::read_to_string(&path, State::MOST_BYTES).map_err(|error| cannot("read", &path, &error))?;
        let state: State = serde_json::from_str(&text)
            .map_err(|error| CliError::Refused(format!("{} is damaged: {error}", path.display())))?;
        if state.settings != settings {
            return Err(CliError::Usage(format!(
                "the run in {} has other settings: expected '{}', found '{settings}'",
                data.display(),
                state.settings
            )));
        }
        Ok(state)
    }

    fn write(&self, data: &Path) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other)?;
        files::write(&data.join(State::FILE), text)
    }
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> CliError {
    CliError::File(format!("cannot {what} '{}': {error}", path.display()))
}

fn say(text: &str) {
    // A closed standard error does not stop the work.
    let _ = writeln!(anstream::stderr(), "{text}");
}
