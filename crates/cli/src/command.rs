//! The commands, one file each.

pub(crate) mod analyze;
pub(crate) mod bench;
mod completions;
pub(crate) mod engine;
mod fit;
pub(crate) mod game_command;
pub(crate) mod games;
#[cfg(target_os = "linux")]
mod grade;
pub(crate) mod job;
mod league;
mod learn;
mod r#match;
pub(crate) mod merge;
mod moves;
mod perft;
pub(crate) mod play;
mod puzzles;
pub(crate) mod recommend;
pub(crate) mod rules;
pub(crate) mod serve;
mod show;
pub(crate) mod solve;
#[cfg(target_os = "linux")]
mod supervise;
pub(crate) mod table;
mod tune;

use std::time::Instant;

pub(crate) use self::fit::{FitArgs, HELP as FIT_HELP};
#[cfg(target_os = "linux")]
pub(crate) use self::grade::{GradeArgs, HELP as GRADE_HELP};
pub(crate) use self::league::{HELP as LEAGUE_HELP, LeagueCommand};
pub(crate) use self::learn::{HELP as LEARN_HELP, LearnArgs};
pub(crate) use self::r#match::{HELP as MATCH_HELP, MatchArgs};
#[cfg(target_os = "linux")]
pub(crate) use self::supervise::Request as SuperviseRequest;
pub(crate) use self::tune::{HELP as TUNE_HELP, TuneArgs};
use crate::args::{Command, PositionArgs};
use crate::error::CliError;

/// Runs a command. `began` is the start of `main`.
pub(crate) fn run(command: Command, began: Instant) -> Result<(), CliError> {
    match command {
        Command::Games(args) => args.run(),
        Command::Rules { game, tour } => rules::run(&game, tour),
        Command::Serve(args) => args.run(),
        Command::Show { at, svg: true, flip, .. } => show::svg(&at, flip),
        Command::Show { at, format, json, .. } => show::run(&at, format.as_deref(), json),
        Command::Moves { at, json } => moves::run(&at, json),
        Command::Perft { game, depth, position, divide, threads, json } => {
            let pos = PositionArgs::new(game, position).position()?;
            let request = perft::PerftOptions { depth, threads: threads.into(), json };
            if divide { request.divide(&*pos) } else { request.count(&*pos) }
        }
        Command::Match(args) => args.run(),
        Command::Merge(args) => args.run(),
        Command::Job { command } => command.run(),
        Command::League { command } => command.run(),
        #[cfg(target_os = "linux")]
        Command::Grade(args) => args.run(),
        #[cfg(target_os = "linux")]
        Command::Supervise(args) => args.run(),
        Command::Analyze(args) => args.run(),
        Command::Solve(args) => args.run(),
        Command::Bench(args) => args.run(),
        Command::Engine(args) => args.run(),
        Command::Play(args) => args.run(),
        Command::Game(args) => args.run(began),
        Command::Table { command } => command.run(),
        Command::Learn(args) => args.run(),
        Command::Fit(args) => args.run(),
        Command::Tune(args) => args.run(),
        Command::Completions { shell } => completions::run(shell),
    }
}

/// Prints a value as JSON on one line.
fn print_json(value: &impl serde::Serialize) -> Result<(), CliError> {
    use std::io::Write as _;

    let text = serde_json::to_string(value).map_err(std::io::Error::other)?;
    writeln!(anstream::stdout().lock(), "{text}")?;
    Ok(())
}
