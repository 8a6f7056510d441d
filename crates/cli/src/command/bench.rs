//! `plywood bench`: searches fixed positions of all games to fixed depths.

use std::collections::BTreeMap;
use std::io::Write as _;

use engine::{BenchOptions, BenchPosition, BenchResult, Control, SearchParams, WeightsChoice, WeightsError};
use serde::Serialize;

use super::print_json;
use crate::args::{SuggestedValues, game_names};
use crate::error::CliError;
use crate::format;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::weights;

/// The text after the options in `plywood bench --help`.
pub(crate) const HELP: &str =
    "Prints one line per game and a total: nodes, time and nodes per second. With one
thread the node count is deterministic; it changes only if the search or an
evaluation does.

Examples:
  plywood bench
  plywood bench checkers abalone --deeper 2
  plywood bench --compare-threads 2
  plywood bench raichu --params
  plywood bench --set null_move_depth=64
  plywood bench --json | jq .total.nodes";

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// The games [default: all]
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    games: Vec<String>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Search this many plies deeper; negative for shallower
    #[arg(long, value_name = "PLIES", default_value_t = 0, allow_negative_numbers = true)]
    deeper: i8,
    /// Compare N threads with one: nodes per second, and time to the same depth
    #[arg(long, value_name = "N", conflicts_with = "threads", value_parser = clap::value_parser!(u16).range(2..=1024))]
    compare_threads: Option<u16>,
    /// Also print the search parameters of each game
    #[arg(long, conflicts_with = "compare_threads")]
    params: bool,
    /// The evaluation: best, terms, or a file of weights for the one game named
    #[arg(long, value_name = "WEIGHTS", default_value = "best")]
    weights: String,
    /// Override a search parameter, such as null_move_depth=4; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting, conflicts_with = "compare_threads")]
    set: Vec<(String, i32)>,
    /// Print JSON: {games: [{game, nodes, time_ms, nps}], total: {nodes, time_ms, nps}}, with --params also
    /// games[].params {NAME: VALUE}; with --compare-threads {positions: [{game, position, speed, time}], speed, time}
    #[arg(long)]
    json: bool,
}

impl BenchArgs {
    pub(crate) fn run(&self) -> Result<(), CliError> {
        let bench = Bench::new(self)?;
        match self.compare_threads {
            Some(threads) => bench.compare(threads.into()),
            None => bench.measure(self.threads.into()),
        }
    }
}

/// Parses NAME=VALUE.
fn setting(text: &str) -> Result<(String, i32), String> {
    let setting =
        text.split_once('=').and_then(|(name, value)| Some((name.to_string(), value.parse().ok()?)));
    setting.ok_or_else(|| "expected NAME=VALUE with a whole number, such as null_move_depth=4".to_string())
}

/// The positions to search, and the output format.
struct Bench<'r> {
    positions: Vec<BenchPosition>,
    weights: WeightsChoice,
    args: &'r BenchArgs,
}

#[derive(Serialize)]
struct BenchOutput {
    games: Vec<GameOutput>,
    total: EffortOutput,
}

#[derive(Serialize)]
struct GameOutput {
    game: &'static str,
    #[serde(flatten)]
    effort: EffortOutput,
    /// The parameters by name, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<BTreeMap<&'static str, i32>>,
}

#[derive(Serialize)]
struct EffortOutput {
    nodes: u64,
    time_ms: u64,
    nps: u64,
}

/// Speedups of several threads over one.
#[derive(Serialize)]
struct ThreadComparison {
    positions: Vec<Speedup>,
    speed: f64,
    time: f64,
}

#[derive(Serialize)]
struct Speedup {
    game: &'static str,
    position: &'static str,
    /// The ratio of nodes per second.
    speed: f64,
    /// The ratio of times to the same depth.
    time: f64,
}

impl From<BenchResult> for EffortOutput {
    fn from(result: BenchResult) -> EffortOutput {
        EffortOutput {
            nodes: result.nodes,
            time_ms: result.time.as_millis() as u64,
            nps: result.nodes_per_second() as u64,
        }
    }
}

impl<'r> Bench<'r> {
    /// The positions of all games, or of the named ones.
    fn new(args: &'r BenchArgs) -> Result<Bench<'r>, CliError> {
        let games = &args.games;
        for game in games {
            catalogue::CATALOGUE.find(game)?;
        }
        // A name without a size stands for all sizes.
        let is_wanted = |position: &BenchPosition| {
            let name = position.word.split(':').next();
            games.is_empty() || games.iter().any(|game| game == position.word || Some(&**game) == name)
        };
        let positions: Vec<BenchPosition> =
            catalogue::CATALOGUE.bench_positions().filter(is_wanted).collect();
        if positions.is_empty() {
            return Err(CliError::Usage(format!("bench has no positions of {}", games.join(", "))));
        }
        Ok(Bench { positions, weights: weights::choice(&args.weights)?, args })
    }

    /// The parameters that a position is searched with.
    fn params(&self, position: &BenchPosition) -> Result<SearchParams, CliError> {
        let mut params = position.search_params();
        for (name, value) in &self.args.set {
            params.set(name, *value).map_err(|error| CliError::Usage(error.to_string()))?;
        }
        Ok(params)
    }

    /// Measures nodes and speed per game and in total.
    fn measure(&self, threads: usize) -> Result<(), CliError> {
        let params = self.positions.iter().map(|position| self.params(position));
        let params: Vec<SearchParams> = params.collect::<Result<_, CliError>>()?;
        let mut total = BenchResult::default();
        let mut games: Vec<GameOutput> = Vec::new();
        let mut of_game = BenchResult::default();
        let results = self.for_each_position(|i, position, control| {
            position.run(&BenchOptions { params: Some(params[i]), ..self.options(threads) }, control)
        })?;
        for (i, (position, result)) in self.positions.iter().zip(results).enumerate() {
            of_game += result;
            total += result;
            if self.positions.get(i + 1).is_none_or(|next| next.word != position.word) {
                let rows = || params[i].fields().map(|param| (param.name, param.value)).collect();
                games.push(GameOutput {
                    game: position.word,
                    effort: std::mem::take(&mut of_game).into(),
                    params: self.args.params.then(rows),
                });
            }
        }
        let measured = BenchOutput { games, total: total.into() };
        if self.args.json {
            return print_json(&measured);
        }
        measured.print()?;
        let last_of_game =
            |i: usize| self.positions.get(i + 1).is_none_or(|next| next.word != self.positions[i].word);
        let games = (0..self.positions.len()).filter(|&i| self.args.params && last_of_game(i));
        print_params(&games.map(|i| (self.positions[i].word, params[i])).collect::<Vec<_>>())
    }

    /// Measures the speedup of several threads.
    fn compare(&self, threads: usize) -> Result<(), CliError> {
        let positions = self.for_each_position(|_, position, control| {
            let one = position.run(&self.options(1), control)?;
            let several = position.run(&self.options(threads), control)?;
            Ok(Speedup {
                game: position.word,
                position: position.text,
                speed: several.nodes_per_second() / one.nodes_per_second(),
                time: one.time.as_secs_f64() / several.time.as_secs_f64().max(1e-6),
            })
        })?;
        let speed = geometric_mean(positions.iter().map(|gain| gain.speed));
        let time = geometric_mean(positions.iter().map(|gain| gain.time));
        let compared = ThreadComparison { positions, speed, time };
        if self.args.json { print_json(&compared) } else { compared.print(threads) }
    }

    fn options(&self, threads: usize) -> BenchOptions {
        BenchOptions { threads, deeper: self.args.deeper, params: None, weights: self.weights.clone() }
    }

    /// Runs `act` on each position until Ctrl-C.
    fn for_each_position<T>(
        &self,
        mut act: impl FnMut(usize, &BenchPosition, &Control) -> Result<T, WeightsError>,
    ) -> Result<Vec<T>, CliError> {
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let progress = Progress::start("");
        let mut results = Vec::new();
        for (i, position) in self.positions.iter().enumerate() {
            progress.set_message(format!("{} of {}: {}", i + 1, self.positions.len(), position.word));
            let refused = |error: WeightsError| CliError::Refused(format!("{}: {error}", position.word));
            results.push(act(i, position, &control).map_err(refused)?);
            if interrupt.was_pressed() {
                return Err(CliError::Interrupted);
            }
        }
        Ok(results)
    }
}

impl BenchOutput {
    fn print(&self) -> Result<(), CliError> {
        let mut out = anstream::stdout().lock();
        let games = self.games.iter().map(|game| (game.game, &game.effort));
        writeln!(out, "{:<14}{:>14}{:>12}{:>12}", "", "nodes", "time", "nodes/s")?;
        for (name, effort) in games.chain([("all", &self.total)]) {
            let (nodes, speed) = (format::grouped(effort.nodes), format::count(effort.nps));
            let time = format::time(std::time::Duration::from_millis(effort.time_ms));
            writeln!(out, "{name:<14}{nodes:>14}{time:>12}{speed:>12}")?;
        }
        Ok(())
    }
}

impl ThreadComparison {
    fn print(&self, threads: usize) -> Result<(), CliError> {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{threads} threads against one, as multiples")?;
        writeln!(out, "{:<14}{:>10}{:>16}", "", "nodes/s", "time to depth")?;
        for gain in &self.positions {
            writeln!(out, "{:<14}{:>10.2}{:>16.2}  {}", gain.game, gain.speed, gain.time, gain.position)?;
        }
        writeln!(out, "{:<14}{:>10.2}{:>16.2}", "geometric mean", self.speed, self.time)?;
        Ok(())
    }
}

/// The parameters of each game, a column each.
fn print_params(games: &[(&'static str, SearchParams)]) -> Result<(), CliError> {
    let Some((_, first)) = games.first() else { return Ok(()) };
    let mut out = anstream::stdout().lock();
    write!(out, "\n{:<38}", "")?;
    for (game, _) in games {
        write!(out, "{game:>14}")?;
    }
    writeln!(out)?;
    for (row, param) in first.fields().enumerate() {
        write!(out, "{:<38}", param.name)?;
        for value in games.iter().filter_map(|(_, params)| params.fields().nth(row)) {
            write!(out, "{:>14}", value.value)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn geometric_mean(factors: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = factors.len() as f64;
    (factors.map(f64::ln).sum::<f64>() / count).exp()
}
