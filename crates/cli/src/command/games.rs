//! `plywood games`: lists the games that there are; `plywood games import`: games from files.

mod import;

use std::io::Write as _;

use engine::{GameInfo, Player};
use serde::Serialize;

use super::print_json;
use crate::error::CliError;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GamesArgs {
    /// Print JSON: [{name, title, summary, start, players, …}]
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Option<GamesCommand>,
}

#[derive(clap::Subcommand, Debug)]
enum GamesCommand {
    /// Read games that were played elsewhere: list them, search them, make records of them
    #[command(after_help = import::HELP)]
    Import(import::ImportArgs),
}

impl GamesArgs {
    pub(crate) fn run(&self) -> Result<(), CliError> {
        match &self.command {
            Some(GamesCommand::Import(args)) => args.run(),
            None => list(self.json),
        }
    }
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    players: [&'static str; 2],
    start: String,
    formats: &'static [&'static str],
    sizes: Option<&'static str>,
    draw_by_repetition: Option<u32>,
    draw_without_progress: Option<u32>,
}

fn game(info: &GameInfo) -> Result<Game, CliError> {
    let start = catalogue::CATALOGUE.find(info.name)?.start();
    let diagram = start.diagram();
    Ok(Game {
        name: info.name,
        title: info.title,
        summary: info.summary,
        players: Player::ALL.map(|player| diagram.players[player].name),
        start: start.text(),
        formats: start.game().formats(),
        sizes: info.sizes,
        draw_by_repetition: info.house_rules.repetition,
        draw_without_progress: info.house_rules.no_progress,
    })
}

fn list(json: bool) -> Result<(), CliError> {
    let games: Vec<Game> = catalogue::CATALOGUE.games().map(game).collect::<Result<_, _>>()?;
    if json {
        return print_json(&games);
    }
    let mut out = anstream::stdout().lock();
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or_default();
    for game in &games {
        writeln!(out, "{:width$}  {}: {}", game.name, game.title, game.summary)?;
        if let Some(sizes) = game.sizes {
            writeln!(out, "{:width$}  {}:N is the same on N × N; {sizes}", "", game.name)?;
        }
    }
    Ok(())
}
