//! `plywood table`: complete tables of exact values.

mod build;
mod info;
mod probe;
mod verify;

use crate::failure::Failure;

/// What `plywood table --help` teaches.
pub(crate) const HELP: &str = "A table has the exact value of every position with some material: win, loss or
draw for the side to move, and in how many plies. Small tables are part of the
program; larger ones are files in a folder for each game below --tables DIR.

Examples:
  plywood table build checkers --pieces 4
  plywood table info checkers
  plywood table probe checkers 'B:W18,K22:BK1'
  plywood table verify dragon-queen --threads 2";

/// What to do with tables.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Request {
    /// Build the tables of a game: solve it from its end backwards
    #[command(after_help = build::HELP)]
    Build(build::Request),
    /// List the tables of a game with what is in them
    #[command(after_help = info::HELP)]
    Info(info::Request),
    /// Say what a position is worth, exactly, with every move and the best line
    #[command(after_help = probe::HELP)]
    Probe(probe::Request),
    /// Prove every value of the tables of a game with nothing but its rules
    #[command(after_help = verify::HELP)]
    Verify(verify::Request),
}

impl Request {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Request::Build(request) => request.run(),
            Request::Info(request) => request.run(),
            Request::Probe(request) => request.run(),
            Request::Verify(request) => request.run(),
        }
    }
}
