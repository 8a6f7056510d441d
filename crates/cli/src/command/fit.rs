//! `plywood fit`: fits evaluation weights to game results.

use std::io::Write as _;
use std::path::Path;

use clap::Args;
use engine::{FitOptions, FitProgress, FitReport};

use crate::args::{SuggestedValues, game_names};
use crate::error::CliError;
use crate::weights;

/// The text after the options in `--help`.
pub(crate) const HELP: &str = "Plays games from random openings with a short search per move, and fits the
evaluation's weights to their results. The same options give the same weights for
any number of threads. Progress goes to standard error, the weights go to standard
output or to a file.

Examples:
  plywood fit checkers --games 200 --nodes 200
  plywood fit raichu --games 4000 --threads 4 --out raichu.txt
  plywood fit abalone --from abalone.txt --rounds 1 --out better.txt";

#[derive(Args, Debug)]
pub(crate) struct FitArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// Games per round
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Approximate node limit per move
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Number of rounds; each plays with the latest weights and fits to all games so far
    #[arg(long, value_name = "N", alias = "iterations", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    rounds: u16,
    /// Maximum number of random plies in an opening
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=100))]
    opening: u16,
    /// Weight of the search score against the game result, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.3, value_parser = fraction)]
    mix: f64,
    /// Weight of a drawn game against a decisive one, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.3, value_parser = fraction)]
    draws: f64,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The initial weights: first, best or a file
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<String>,
    /// Write the weights to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<std::path::PathBuf>,
}

impl FitArgs {
    /// Plays and fits, and prints the weights or writes them to a file.
    pub(crate) fn run(self) -> Result<(), CliError> {
        let game = catalogue::CATALOGUE.find(&self.game)?;
        if let Some(file) = &self.out {
            files::remove_stale_beside(file);
        }
        let report = engine::fit_weights(game, &self.options()?, &mut print_progress)
            .map_err(|fault| CliError::Refused(format!("invalid weights for {}: {fault}", self.game)))?;
        let text = format!("{}{}", self.header(&report), report.weights);
        match &self.out {
            None => std::io::stdout().lock().write_all(text.as_bytes())?,
            Some(file) => write(file, &text)?,
        }
        Ok(())
    }

    /// The options of the fit.
    fn options(&self) -> Result<FitOptions, CliError> {
        let from = weights::choice(self.from.as_deref().unwrap_or("first"))?;
        Ok(FitOptions {
            games: self.games as usize,
            nodes: self.nodes,
            rounds: self.rounds.into(),
            opening: self.opening.into(),
            mix: self.mix,
            draws: self.draws,
            seed: self.seed,
            threads: self.threads.into(),
            from,
        })
    }

    /// The command that reproduces the weights, and their loss.
    fn header(&self, report: &FitReport) -> String {
        let FitArgs { game, games, nodes, rounds, opening, mix, draws, seed, .. } = self;
        let from = self.from.as_deref().filter(|&from| from != "first");
        let from = from.map(|from| format!(" --from {}", engine::quoted(from))).unwrap_or_default();
        let command = format!(
            "plywood fit {game} --games {games} --nodes {nodes} --rounds {rounds} --opening {opening} \
             --mix {mix} --draws {draws} --seed {seed}{from}"
        );
        format!("# made by: {command}\n# {}\n", summary(report))
    }
}

fn summary(report: &FitReport) -> String {
    let FitReport { results: [one, draws, two], positions, held_back, before, after, .. } = report;
    format!(
        "{} games: {one} won by the first side, {draws} drawn, {two} won by the second; loss on {positions} \
         positions {:.5} -> {:.5}, on {held_back} held back {:.5} -> {:.5}",
        one + draws + two,
        before.fitted,
        after.fitted,
        before.held_back,
        after.held_back
    )
}

fn print_progress(progress: &FitProgress) {
    let mut err = anstream::stderr();
    // A closed standard error does not stop the fit.
    let _ = match progress {
        FitProgress::Playing { round, done, of } if *done == *of || done % of.div_ceil(10) == 0 => {
            writeln!(err, "round {round}: {done} of {of} games")
        }
        FitProgress::Playing { .. } => Ok(()),
        FitProgress::Fitted { round, report } => writeln!(err, "round {round}: {}", summary(report)),
    };
}

fn write(file: &Path, text: &str) -> Result<(), CliError> {
    let cannot = |error| CliError::Refused(format!("cannot write '{}': {error}", file.display()));
    files::write(file, text).map_err(cannot)
}

/// Parses a number from 0 to 1.
fn fraction(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|fraction| (0.0..=1.0).contains(fraction));
    number.ok_or_else(|| "expected a number from 0 to 1".to_string())
}
