//! The commands, a file each.

mod analyze;
mod bench;
mod completions;
mod games;
mod r#match;
mod moves;
mod perft;
pub(crate) mod raichu;
mod show;
mod tune;

use std::time::Instant;

pub(crate) use self::r#match::{HELP as MATCH_HELP, Request as MatchRequest};
use crate::args::{At, Command};
use crate::failure::Failure;

/// Does what was asked. `began` is when the program did.
pub(crate) fn run(command: Command, began: Instant) -> Result<(), Failure> {
    match command {
        Command::Games { json } => games::run(json),
        Command::Show { at, format, json } => show::run(&at, format.as_deref(), json),
        Command::Moves { at, json } => moves::run(&at, json),
        Command::Perft { game, depth, position, divide, threads, json } => {
            let pos = At::new(game, position).position()?;
            let request = perft::Request { depth, threads: threads.into(), json };
            if divide { request.divide(&*pos) } else { request.count(&*pos) }
        }
        Command::Match(request) => request.run(),
        Command::Analyze { at, moves, multipv, effort, mind, json } => {
            analyze::Request { at, moves, lines: multipv.into(), effort, mind, json }.run()
        }
        Command::Bench { games, threads, deeper, compare_threads, json } => {
            let bench = bench::Bench::new(&games, deeper, json)?;
            match compare_threads {
                Some(threads) => bench.compare(threads.into()),
                None => bench.measure(threads.into()),
            }
        }
        Command::Raichu(words) => raichu::run(&words, began),
        Command::Tune(args) => tune::run(&args),
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
