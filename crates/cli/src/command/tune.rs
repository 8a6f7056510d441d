//! `plywood tune`: searches for better parameters of the search by games.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use arena::{Plan, Score, Spsa, TunedParam, Tuning, TuningScore};
use clap::Args;
use engine::{Control, GameRef};
use serde::{Deserialize, Serialize};

use super::print_json;
use crate::args::{SuggestedValues, game_names};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::{cpu_load, format, machine_match, weights};

/// The text after the options in `--help`.
pub(crate) const HELP: &str =
    "Tunes the parameters of a game's search by SPSA: each iteration moves all chosen
parameters a little up or down at random, plays games between that point and the
one opposite (pairs from one opening, at fixed nodes), and moves the values towards
the winner. Twenty thousand games or more are usual. At the end a match against the
defaults shows what it was worth. Progress goes to standard error.

Values move by r·c·(wins − losses), where c is the step of the parameter (usually
0.15 of its value) and r is --rate, both at the last iteration. The same options
find the same values for any number of threads. The state is stored after every
few seconds and at Ctrl-C, and the same command with --resume continues it.

Examples:
  plywood tune checkers --nodes 4000 --iterations 2000 --openings ballots-3
  plywood tune raichu --params delta_margin,reverse_futility_margin:6
  plywood bench --params                 the parameters of each game and their ranges
  plywood fit GAME                       fits the weights of hand-written terms instead";

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// Only these parameters, each with its step if it is not to be the usual one
    #[arg(long, value_name = "NAME[:STEP],…", value_delimiter = ',')]
    params: Vec<String>,
    /// Node limit per move
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,
    /// Games in each iteration, an even number: at least two for each thread keep all of them busy
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = even)]
    games: u32,
    /// How much of its step a value moves for each game won, at the end [default: 0.25 / √pairs]
    #[arg(long, value_name = "R", value_parser = rate)]
    rate: Option<f64>,
    /// The openings: random, a named set such as ballots-3, or a file
    #[arg(long, value_name = "OPENINGS", default_value = "random")]
    openings: String,
    /// The evaluation to play with: best, terms or a file
    #[arg(long, value_name = "WEIGHTS", default_value = "best")]
    weights: String,
    /// Games of the match against the defaults at the end, an even number; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = even_or_none)]
    confirm: u32,
    /// The file with the state of the run [default: tune-GAME.json]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Continue the run in --state
    #[arg(long)]
    resume: bool,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the values found as JSON
    #[arg(long)]
    json: bool,
}

/// What is stored, so that a run can be continued.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct State {
    /// How the games are played.
    settings: String,
    spsa: Spsa,
    score: TuningScore,
}

/// No state is longer.
const MOST_STATE_BYTES: u64 = 1 << 20;
/// Between two writes of the state, in seconds.
const WRITE_EVERY: u64 = 5;
/// The drift by chance alone over a whole run, in steps, that the usual rate allows.
const USUAL_DRIFT: f64 = 0.25;

/// What was found.
#[derive(Serialize)]
struct Found<'f> {
    game: &'f str,
    iterations: u32,
    score: TuningScore,
    params: Vec<FoundParam<'f>>,
    /// The parameters that differ from the defaults, as options of a player.
    player: String,
    confirmed: Option<Confirmed>,
}

#[derive(Serialize)]
struct FoundParam<'f> {
    name: &'f str,
    default: i32,
    found: i32,
    value: f64,
}

impl FoundParam<'_> {
    fn of(param: &TunedParam) -> FoundParam<'_> {
        FoundParam { name: &param.name, default: param.start, found: param.rounded(), value: param.value }
    }
}

/// The match against the defaults.
#[derive(Serialize)]
struct Confirmed {
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Option<[f64; 3]>,
}

impl TuneArgs {
    /// Tunes, prints what was found, and confirms it.
    pub(crate) fn run(self) -> Result<(), CliError> {
        let game = catalogue::CATALOGUE.find(&self.game)?;
        let refused = |error: arena::PlanError| CliError::Usage(error.to_string());
        let tuning = Tuning {
            start: game.start(),
            openings: self.plan().opening_source(game).map_err(refused)?,
            weights: weights::choice(&self.weights)?,
            nodes: self.nodes,
            pairs: self.games as usize / 2,
            threads: self.threads(),
        };
        let mut state = self.open(game)?;
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        self.tune(&tuning, &mut state, &control)?;
        if interrupt.was_pressed() {
            let path = self.state();
            let _ = writeln!(
                anstream::stderr(),
                "stopped; the same command with --resume continues {}",
                path.display()
            );
            return Err(CliError::Interrupted);
        }
        let player = player_options(&state.spsa.params);
        if !self.json {
            self.show(&state, &player)?;
        }
        let confirmed = if player.is_empty() || self.confirm == 0 {
            None
        } else {
            Some(self.confirm(&player, &control)?)
        };
        if interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        self.report(&state, player, confirmed)
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cpu_load::processors, usize::from)
    }

    fn state(&self) -> PathBuf {
        let usual = || PathBuf::from(format!("tune-{}.json", self.game.replace(':', "-")));
        self.state.clone().unwrap_or_else(usual)
    }

    fn plan(&self) -> Plan {
        Plan {
            game: self.game.clone(),
            seed: Some(self.seed),
            openings: Some(self.openings.clone()),
            ..Plan::default()
        }
    }

    /// The state at the start, or where an earlier run stopped.
    fn open(&self, game: GameRef) -> Result<State, CliError> {
        let pairs = f64::from(self.iterations) * f64::from(self.games) / 2.0;
        let rate = self.rate.unwrap_or(USUAL_DRIFT / pairs.sqrt());
        let spsa = Spsa::new(self.chosen(game)?, self.iterations, rate, self.seed);
        let TuneArgs { game, nodes, games, openings, weights, .. } = self;
        let settings =
            format!("game {game}, nodes {nodes}, games {games}, openings {openings}, weights {weights}");
        let fresh = State { settings, spsa, score: TuningScore::default() };
        let path = self.state();
        if !path.exists() {
            return Ok(fresh);
        }
        let path_text = path.display();
        if !self.resume {
            return Err(CliError::Usage(format!(
                "{path_text} has a run already: continue it with --resume, or choose another --state"
            )));
        }
        let text = files::read_to_string(&path, MOST_STATE_BYTES)
            .map_err(|error| CliError::File(format!("cannot read '{path_text}': {error}")))?;
        let kept: State = serde_json::from_str(&text)
            .map_err(|error| CliError::Refused(format!("{path_text} is damaged: {error}")))?;
        if kept.start() == fresh {
            Ok(kept)
        } else {
            Err(CliError::Usage(format!("the run in {path_text} has other settings or parameters")))
        }
    }

    /// The parameters to tune.
    fn chosen(&self, game: GameRef) -> Result<Vec<TunedParam>, CliError> {
        let start = game.start();
        let all = start.game().search_params();
        let param = |param: engine::Param| TunedParam::new(param.name, param.value, param.range);
        if self.params.is_empty() {
            return Ok(all.fields().map(param).collect());
        }
        let mut chosen: Vec<TunedParam> = Vec::new();
        for word in &self.params {
            let (name, step) =
                word.split_once(':').map_or((&**word, None), |(name, step)| (name, Some(step)));
            let found = all.fields().find(|param| param.name == name).map(param);
            let unknown = || CliError::Usage(engine::ParamError::Unknown(name.to_string()).to_string());
            let mut found = found.ok_or_else(unknown)?;
            if let Some(step) = step {
                let number = step.parse().ok().filter(|step| (0.01..=1e6).contains(step));
                let refused =
                    || CliError::Usage(format!("--params {word}: expected a step from 0.01 to 1000000"));
                found.c_end = number.ok_or_else(refused)?;
            }
            if chosen.iter().any(|param| param.name == name) {
                return Err(CliError::Usage(format!("--params names {name} twice")));
            }
            chosen.push(found);
        }
        Ok(chosen)
    }

    fn tune(&self, tuning: &Tuning, state: &mut State, control: &Control) -> Result<(), CliError> {
        let path = self.state();
        let bar = Progress::bar(self.iterations.into(), "tuning");
        let (began, already) = (Instant::now(), state.spsa.done);
        let mut written = Instant::now();
        let mut failed = None;
        let State { settings, spsa, score } = state;
        let mut observe = |spsa: &Spsa, score: &TuningScore| {
            let done = spsa.done - already;
            let left =
                began.elapsed().mul_f64(f64::from(spsa.iterations - spsa.done) / f64::from(done.max(1)));
            let TuningScore { wins, draws, losses } = score;
            let games = wins + draws + losses;
            bar.update(
                spsa.done.into(),
                format!("{} games, {draws} drawn, {} left", format::grouped(games), format::clock(left)),
            );
            if written.elapsed().as_secs() >= WRITE_EVERY {
                written = Instant::now();
                let state = State { settings: settings.clone(), spsa: spsa.clone(), score: *score };
                if let Err(error) = state.write(&path) {
                    failed = Some(error);
                    control.stop();
                }
            }
        };
        let tuned = tuning.run(spsa, score, control, &mut observe);
        drop(bar);
        tuned.map_err(|error| CliError::Usage(error.to_string()))?;
        failed.map_or_else(|| state.write(&path), Err)
    }

    /// The values as a table, and in the forms that commands take.
    fn show(&self, state: &State, player: &str) -> Result<(), CliError> {
        let mut out = anstream::stdout().lock();
        let TuningScore { wins, draws, losses } = state.score;
        let games = format::grouped(wins + draws + losses);
        writeln!(out, "{} iterations, {games} games, {draws} drawn\n", state.spsa.done)?;
        let params = &state.spsa.params;
        let width = params.iter().map(|param| param.name.len()).max().unwrap_or_default();
        writeln!(out, "{:width$}  default  found   value", "parameter")?;
        for param in params {
            let TunedParam { name, start, value, .. } = param;
            writeln!(out, "{name:width$}  {start:7}  {:5}  {value:6.1}", param.rounded())?;
        }
        if player.is_empty() {
            writeln!(out, "\nNo parameter has moved to another value.")?;
        } else {
            let bench = player.replace("set.", "--set ");
            writeln!(out, "\nplayers:  {player}\nbench:    {bench}")?;
        }
        Ok(())
    }

    fn confirm(&self, player: &str, control: &Control) -> Result<Confirmed, CliError> {
        let common = format!("nodes={} contempt=0 weights=\"{}\"", self.nodes, self.weights);
        let plan = Plan {
            players: vec![
                machine_match::player(&format!("name=tuned {common} {player}"))?,
                machine_match::player(&format!("name=default {common}"))?,
            ],
            games: Some(self.confirm as usize),
            // Other openings than those of the tuning.
            seed: Some(self.seed.wrapping_add(1)),
            ..self.plan()
        };
        let summary = machine_match::play(plan, "tuned against default", self.threads(), None, control)?;
        let Score { wins, draws, losses, .. } = summary.between("tuned", "default").unwrap_or_default();
        Ok(Confirmed { wins, draws, losses, elo: machine_match::elo(&summary) })
    }

    fn report(&self, state: &State, player: String, confirmed: Option<Confirmed>) -> Result<(), CliError> {
        if self.json {
            return print_json(&Found {
                game: &self.game,
                iterations: state.spsa.done,
                score: state.score,
                params: state.spsa.params.iter().map(FoundParam::of).collect(),
                player,
                confirmed,
            });
        }
        if let Some(Confirmed { wins, draws, losses, elo }) = confirmed {
            let elo = elo.map_or(String::new(), |[elo, low, high]| {
                format!(", {elo:+.0} Elo ({low:+.0} to {high:+.0})")
            });
            writeln!(anstream::stdout().lock(), "\nTuned against default: +{wins} ={draws} −{losses}{elo}")?;
        }
        Ok(())
    }
}

impl State {
    /// The same run before its first iteration.
    fn start(&self) -> State {
        let fresh = |param: &TunedParam| TunedParam { value: param.start.into(), ..param.clone() };
        let params = self.spsa.params.iter().map(fresh).collect();
        let spsa = Spsa { params, done: 0, ..self.spsa.clone() };
        State { settings: self.settings.clone(), spsa, score: TuningScore::default() }
    }

    fn write(&self, path: &Path) -> Result<(), CliError> {
        let cannot = |error| CliError::File(format!("cannot write '{}': {error}", path.display()));
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other).map_err(cannot)?;
        files::write(path, text).map_err(cannot)
    }
}

/// The parameters that have changed, as options of a player.
fn player_options(params: &[TunedParam]) -> String {
    let changed = params.iter().filter(|param| param.rounded() != param.start);
    let words: Vec<String> = changed.map(|param| format!("set.{}={}", param.name, param.rounded())).collect();
    words.join(" ")
}

fn even(text: &str) -> Result<u32, String> {
    even_or_none(text)
        .ok()
        .filter(|&games| games > 0)
        .ok_or_else(|| "expected an even number from 2 on".to_string())
}

fn even_or_none(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|games: &u32| games.is_multiple_of(2) && *games <= 1_000_000);
    number.ok_or_else(|| "expected an even number up to 1000000".to_string())
}

fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|rate| (1e-6..=10.0).contains(rate));
    number.ok_or_else(|| "expected a number from 0.000001 to 10".to_string())
}
