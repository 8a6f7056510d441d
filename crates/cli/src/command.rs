//! The commands, a file each.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod checkers;
mod completions;
pub(crate) mod engine;
mod games;
mod r#match;
mod moves;
mod perft;
pub(crate) mod play;
pub(crate) mod raichu;
pub(crate) mod serve;
mod show;
pub(crate) mod solve;
#[cfg(target_os = "linux")]
mod supervise;
pub(crate) mod table;
mod tune;

use std::time::Instant;

pub(crate) use self::r#match::{HELP as MATCH_HELP, Request as MatchRequest};
#[cfg(target_os = "linux")]
pub(crate) use self::supervise::Request as SuperviseRequest;
pub(crate) use self::tune::{HELP as TUNE_HELP, Request as TuneRequest};
use crate::args::{At, Command};
use crate::failure::Failure;

/// Does what was asked. `began` is when the program did.
pub(crate) fn run(command: Command, began: Instant) -> Result<(), Failure> {
    match command {
        Command::Games { json } => games::run(json),
        Command::Serve(request) => request.run(),
        Command::Show { at, svg: true, flip, .. } => show::picture(&at, flip),
        Command::Show { at, format, json, .. } => show::run(&at, format.as_deref(), json),
        Command::Moves { at, json } => moves::run(&at, json),
        Command::Perft { game, depth, position, divide, threads, json } => {
            let pos = At::new(game, position).position()?;
            let request = perft::Request { depth, threads: threads.into(), json };
            if divide { request.divide(&*pos) } else { request.count(&*pos) }
        }
        Command::Match(request) => request.run(),
        #[cfg(target_os = "linux")]
        Command::Supervise(request) => request.run(),
        Command::Analyze(request) => request.run(),
        Command::Solve(request) => request.run(),
        Command::Checkers(request) => request.run(began),
        Command::Bench(request) => request.run(),
        Command::Engine(request) => request.run(),
        Command::Play(play) => play.run(),
        Command::DragonQueen(game) => game.run("dragon-queen", play::Question::None),
        Command::Abalone(game) => game.run("abalone", play::Question::Side),
        Command::Raichu(words) => raichu::run(&words, began),
        Command::Table { request } => request.run(),
        Command::Tune(request) => request.run(),
        Command::Completions { shell } => completions::run(shell),
    }
}

/// Prints a value as JSON on one line.
fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    use std::io::Write as _;

    let text = serde_json::to_string(value).map_err(std::io::Error::other)?;
    writeln!(anstream::stdout().lock(), "{text}")?;
    Ok(())
}
