//! The commands, a file each.

mod completions;
mod games;
mod r#match;
mod moves;
mod perft;
mod show;
mod tune;

pub(crate) use self::r#match::{HELP as MATCH_HELP, Request as MatchRequest};
pub(crate) use self::tune::{HELP as TUNE_HELP, Request as TuneRequest};
use crate::args::{At, Command};
use crate::failure::Failure;

/// Does what was asked.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Games { json } => games::run(json),
        Command::Show { at, format, json } => show::run(&at, format.as_deref(), json),
        Command::Moves { at, json } => moves::run(&at, json),
        Command::Perft { game, depth, position, divide, threads, json } => {
            let pos = At::new(game, position).position()?;
            let request = perft::Request { depth, threads: threads.into(), json };
            if divide { request.divide(&*pos) } else { request.count(&*pos) }
        }
        Command::Tune(request) => request.run(),
        Command::Match(request) => request.run(),
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
