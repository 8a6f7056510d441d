//! `plywood table`: complete tables of exact values.

mod build;
mod info;
mod probe;
mod verify;

use crate::error::CliError;

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
pub(crate) enum TableCommand {
    /// Build the tables of a game: solve it from its end backwards
    #[command(after_help = build::HELP)]
    Build(build::BuildArgs),
    /// List the tables of a game with what is in them
    #[command(after_help = info::HELP)]
    Info(info::InfoArgs),
    /// Say what a position is worth, exactly, with every move and the best line
    #[command(after_help = probe::HELP)]
    Probe(probe::ProbeArgs),
    /// Prove every value of the tables of a game with nothing but its rules
    #[command(after_help = verify::HELP)]
    Verify(verify::VerifyArgs),
}

impl TableCommand {
    pub(crate) fn run(self) -> Result<(), CliError> {
        match self {
            TableCommand::Build(args) => args.run(),
            TableCommand::Info(args) => args.run(),
            TableCommand::Probe(args) => args.run(),
            TableCommand::Verify(args) => args.run(),
        }
    }
}
