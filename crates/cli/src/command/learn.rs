//! `plywood learn`: self-play, training and a match that decides whether the result is kept.

mod gate;
mod plot;
mod report;
mod run;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{Patterns, Shape};

use crate::args::{SuggestedValues, game_names};
use crate::cpu_load;
use crate::error::CliError;
use crate::executor::ExecutorArgs;
use crate::tables::TablesArgs;

/// The learning rate of a training that starts at random, …
const RATE: f32 = 0.001;
/// … and of one that starts from a network, which a higher rate would first spoil.
const WARM_RATE: f32 = 0.0003;

/// The text after the options in `--help`.
pub(crate) const HELP: &str =
    "Learns to evaluate a game. Each generation plays games of the engine against itself
(about 1000 nodes a move), trains networks on the positions, lets the candidates play
each other at fixed nodes, and plays the best against the evaluation in use at fixed
time, with a sequential test. Only a winner is written. A game needs nothing for it
but its rules.

All work is below --data: the games (they are used again, so keep them), checkpoints,
the candidates, report.md and curves.svg. A run may be stopped at any time, with
Ctrl-C or SIGKILL; the same command with --resume continues it.

A training starts at random, or with --from at the weights of a network: the first
generation at those named, each later one at those that the last one kept.

The network plays wherever a player has weights=FILE, and by default once it is the
file data/network.bin of the game's folder and its Play names it.

Examples:
  plywood learn checkers --preset coffee
  plywood learn abalone --hours 2 --hidden 64 --data runs/abalone
  plywood learn raichu --preset night --odds 8
  plywood learn checkers --from best --hours 4
  plywood match checkers --player weights=checkers.network --player weights=best";

#[derive(Args, Debug)]
pub(crate) struct LearnArgs {
    /// The game, such as checkers
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// How long to take: coffee (5 minutes) or night (8 hours)
    #[arg(long, value_enum, default_value = "coffee", conflicts_with = "hours")]
    preset: Preset,
    /// How many hours to take
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<f64>,
    /// Start the training from this network: a file, or best for that of the game
    #[arg(long, value_name = "WEIGHTS", conflicts_with_all = ["hidden", "inner", "patterns"])]
    from: Option<String>,
    /// The learning rate at the beginning [default: 0.001, with --from 0.0003]
    #[arg(long, value_name = "R", value_parser = rate)]
    rate: Option<f32>,
    /// Units of the first layer, a multiple of 16; 0 for a table of patterns
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(0..=1024))]
    hidden: u16,
    /// Units of small layers behind the first, such as 16 or 16,16
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=256))]
    inner: Vec<u16>,
    /// What the network sees: cells, pairs, blocks or double-blocks [default: the largest that fit]
    #[arg(long, value_name = "PATTERNS", value_parser = patterns)]
    patterns: Option<Patterns>,
    /// Add to the score of the game's own terms: the network learns what they overlook
    #[arg(long, conflicts_with = "from")]
    terms: bool,
    /// Generations: each plays with the evaluation that the last one kept [default: 1, night: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    generations: Option<u16>,
    /// Approximate node limit per move of self-play
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// In every other game one side gets this many times fewer nodes: for games that equals draw
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000))]
    odds: u64,
    /// Maximum number of random plies at the beginning of a game
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=100))]
    opening: u16,
    /// Weights of the game's result against the search score, from 0 to 1: one candidate each
    #[arg(long, value_name = "PART,PART", value_delimiter = ',', default_value = "0.3,0.7", value_parser = fraction)]
    mix: Vec<f32>,
    /// Play this many games in each generation, however long it takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(20..))]
    games: Option<u64>,
    /// Epochs of training at most
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    epochs: u16,
    /// Learn from these files of games as well
    #[arg(long = "more-games", value_name = "FILE")]
    more_games: Vec<PathBuf>,
    /// Train on --more-games alone and play none
    #[arg(long, requires = "more_games")]
    no_play: bool,
    /// Write the best candidate without a match
    #[arg(long)]
    no_gate: bool,
    /// Seconds per move of the deciding match
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05)]
    gate_time: f64,
    /// The folder for games, checkpoints and the report [default: learn-GAME]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Write the network to this file [default: GAME.network]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Continue the run in --data
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    executor: ExecutorArgs,
}

/// How long to take.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Preset {
    /// 5 minutes
    Coffee,
    /// 8 hours
    Night,
}

impl LearnArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        run::Run::start(self)?.finish()
    }

    fn time(&self) -> Duration {
        match (self.hours, self.preset) {
            (Some(hours), _) => Duration::from_secs_f64(3_600.0 * hours),
            (None, Preset::Coffee) => Duration::from_secs(5 * 60),
            (None, Preset::Night) => Duration::from_secs(8 * 3_600),
        }
    }

    fn generations(&self) -> u16 {
        let usual = if self.time() >= Duration::from_secs(3_600) { 3 } else { 1 };
        self.generations.unwrap_or(usual)
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cpu_load::processors, usize::from)
    }

    /// The shape of a network for a game that has room for these patterns.
    fn shape(&self, game: &str, possible: &[Patterns], terms: Option<u32>) -> Result<Shape, CliError> {
        if self.terms && terms.is_none() {
            return Err(CliError::Usage(format!("--terms: {game} has no terms of its own")));
        }
        let shape = Shape {
            patterns: self.patterns.or(possible.last().copied()).unwrap_or(Patterns::Cells),
            hidden: self.hidden.into(),
            inner: self.inner.iter().copied().map(usize::from).collect(),
            terms: terms.filter(|_| self.terms),
        };
        if !possible.contains(&shape.patterns) {
            let words: Vec<&str> = possible.iter().map(|patterns| patterns.word()).collect();
            return Err(CliError::Usage(format!("--patterns: {game} has room for {}", words.join(", "))));
        }
        if shape.is_possible() {
            return Ok(shape);
        }
        Err(CliError::Usage(
            "--hidden takes a multiple of 16, --inner at most two layers, and none with --hidden 0"
                .to_string(),
        ))
    }

    fn rate(&self) -> f32 {
        self.rate.unwrap_or(if self.from.is_some() { WARM_RATE } else { RATE })
    }

    fn data(&self) -> PathBuf {
        let usual = || PathBuf::from(format!("learn-{}", self.game.replace(':', "-")));
        self.data.clone().unwrap_or_else(usual)
    }

    fn out(&self) -> PathBuf {
        let usual = || PathBuf::from(format!("{}.network", self.game.replace(':', "-")));
        self.out.clone().unwrap_or_else(usual)
    }
}

fn rate(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|rate| (1e-6..=0.1).contains(rate));
    number.ok_or_else(|| "expected a number from 0.000001 to 0.1".to_string())
}

fn hours(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|hours| (0.01..=1_000.0).contains(hours));
    number.ok_or_else(|| "expected a number of hours from 0.01 to 1000".to_string())
}

fn fraction(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|fraction| (0.0..=1.0).contains(fraction));
    number.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

fn patterns(text: &str) -> Result<Patterns, String> {
    let words = || Patterns::ALL.map(Patterns::word).join(", ");
    Patterns::from_word(text).ok_or_else(|| format!("expected one of {}", words()))
}
