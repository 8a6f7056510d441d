//! `plywood table`: endgame tables.

mod build;
mod info;
mod probe;
mod verify;

use crate::error::CliError;

/// The text after the options in `plywood table --help`.
pub(crate) const HELP: &str = "A table (endgame tablebase) has the exact value of every position with a given
material: win, loss or draw for the side to move, and in how many plies. Small
tables are part of the program; larger ones are files below --tables DIR, in a
folder per game.

Examples:
  plywood table build checkers --pieces 4
  plywood table info checkers
  plywood table probe checkers 'B:W18,K22:BK1'
  plywood table verify dragon-queen --threads 2";

/// The subcommands.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum TableCommand {
    /// Build the tables of a game by retrograde analysis
    #[command(after_help = build::HELP)]
    Build(build::BuildArgs),
    /// List the tables of a game with their statistics
    #[command(after_help = info::HELP)]
    Info(info::InfoArgs),
    /// Look up the exact value of a position, of every move, and the best line
    #[command(after_help = probe::HELP)]
    Probe(probe::ProbeArgs),
    /// Verify every value in a game's tables using nothing but the rules
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
