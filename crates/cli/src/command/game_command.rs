//! `plywood GAME`, a command for each game of the catalogue: the program of the game's course, or a
//! game at the prompt.

use std::time::Instant;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args as _, Error, FromArgMatches, Subcommand};
use engine::{Assignment, GameEntry, SideChoice};

use super::play::SingleGameArgs;
use super::puzzles::PuzzleArgs;
use super::recommend::{self, RecommendArgs};
use crate::error::CliError;

/// A game and the arguments of its program.
#[derive(Debug)]
pub(crate) struct GameCommand {
    game: &'static GameEntry,
    args: ProgramArgs,
}

#[derive(Debug)]
enum ProgramArgs {
    Prompt(SideChoice, SingleGameArgs),
    Recommend(RecommendArgs),
    Puzzles(PuzzleArgs),
}

/// The game of this name.
pub(crate) fn find(name: &str) -> Option<&'static GameEntry> {
    catalogue::CATALOGUE.0.iter().copied().find(|game| game.info().name == name)
}

impl GameCommand {
    /// Runs the program. `began` is the start of `main`.
    pub(crate) fn run(self, began: Instant) -> Result<(), CliError> {
        match self.args {
            ProgramArgs::Prompt(side, args) => args.run(self.game.info().name, side),
            ProgramArgs::Recommend(args) => recommend::run(self.game, &args, began),
            ProgramArgs::Puzzles(args) => args.run(self.game, began),
        }
    }
}

/// The arguments and the help of a game's program.
fn command(game: &'static GameEntry) -> clap::Command {
    let command = clap::Command::new(game.info().name);
    match *game.assignment() {
        Assignment::Puzzles { about, help, .. } => {
            PuzzleArgs::augment_args(command).about(about).after_help(help)
        }
        Assignment::Recommend { .. } => recommend::command(game, command),
        Assignment::Prompt { about, help, .. } => {
            let play = || format!("Play {} against the machine", game.info().title);
            SingleGameArgs::augment_args(command)
                .about(about.map_or_else(play, str::to_string))
                .after_help(help)
        }
    }
}

impl Subcommand for GameCommand {
    fn augment_subcommands(all: clap::Command) -> clap::Command {
        catalogue::CATALOGUE.0.iter().fold(all, |all, game| all.subcommand(command(game)))
    }

    fn augment_subcommands_for_update(all: clap::Command) -> clap::Command {
        GameCommand::augment_subcommands(all)
    }

    fn has_subcommand(name: &str) -> bool {
        find(name).is_some()
    }
}

impl FromArgMatches for GameCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameCommand, Error> {
        let named = matches.subcommand().and_then(|(name, matches)| Some((find(name)?, matches)));
        let (game, matches) = named.ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
        let args = match *game.assignment() {
            Assignment::Puzzles { .. } => ProgramArgs::Puzzles(PuzzleArgs::from_arg_matches(matches)?),
            Assignment::Recommend { .. } => ProgramArgs::Recommend(RecommendArgs::from_arg_matches(matches)?),
            Assignment::Prompt { side, .. } => {
                ProgramArgs::Prompt(side, SingleGameArgs::from_arg_matches(matches)?)
            }
        };
        Ok(GameCommand { game, args })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = GameCommand::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use crate::args::Args;

    #[test]
    fn no_game_is_called_like_a_command() {
        Args::command().debug_assert();
    }
}
