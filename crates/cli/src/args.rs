//! What was typed.

use std::time::Duration;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use engine::{AnyPosition, GameRef, ThinkerOptions};

#[cfg(target_os = "linux")]
use crate::command::SuperviseRequest;
use crate::command::{
    MatchArgs, TuneArgs, analyze, bench, checkers, engine as ugi, play, raichu, serve, solve, table,
};
use crate::error::CliError;
use crate::help;
use crate::tables::TablesArgs;

/// Two-player games without chance: play them, study them, know their rules.
#[derive(Parser, Debug)]
#[command(
    name = "plywood",
    version = concat!(env!("CARGO_PKG_VERSION"), " (", env!("PLYWOOD_BUILD"), ")"),
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Examples:
  plywood games                      what can be played
  plywood play checkers --level 3    a game against the machine
  plywood serve --open               the board in a browser
  plywood analyze raichu --time 10   the best moves
  plywood solve checkers 'W:W31:B18' exact, with a proof
  plywood show checkers              the start position of checkers
  plywood moves raichu:10            every first move of Raichu on 10 × 10
  plywood perft abalone 5            how many games of 5 plies there are

'plywood help COMMAND' says more about each command."
)]
pub(crate) struct Args {
    /// When to use colours; NO_COLOR is respected
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes this the choice of everything that is printed from now on.
    pub(crate) fn write_global(self) {
        let choice = match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game against the machine, or watch it play itself
    #[command(after_help = play::HELP)]
    Play(play::PlayArgs),

    /// Say what a position is worth, with the best moves
    #[command(after_help = analyze::HELP)]
    Analyze(analyze::AnalyzeArgs),

    /// Prove what a position is worth: win, loss or draw, and in how many plies
    #[command(after_help = solve::HELP)]
    Solve(solve::SolveArgs),

    /// Open the board in a browser: play, study, review; games are kept
    #[command(after_help = serve::HELP)]
    Serve(serve::ServeArgs),

    /// Draw a position
    #[command(after_help = "Examples:
  plywood show dragon-queen
  plywood show raichu '......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B.B.B/........ w'
  plywood show checkers 'W:W21,22,K30:B1,K2'
  plywood show checkers --format fen
  plywood show abalone --svg > abalone.svg

A position is BOARD SIDE: the rows from top to bottom joined by '/', and whose
turn it is. It may be given as one quoted argument or as separate words.
Checkers also reads PDN FEN.")]
    Show {
        #[command(flatten)]
        at: PositionArgs,
        /// Print the position in this form instead of drawing it; which ones there are depends on the game
        #[arg(long, value_name = "FORM", conflicts_with = "json", value_parser = SuggestedValues(format_names))]
        format: Option<String>,
        /// Write a picture, as SVG
        #[arg(long, conflicts_with_all = ["json", "format"])]
        svg: bool,
        /// Turn the picture around, as the other player sees it
        #[arg(long, requires = "svg")]
        flip: bool,
        /// Answer in JSON: the position with its cells, pieces and labels, ready to be drawn
        #[arg(long)]
        json: bool,
    },

    /// List the legal moves of a position
    #[command(after_help = "Prints a line for each legal move: the move, a tab, the position after it.
A finished game has none.

Examples:
  plywood moves checkers
  plywood moves abalone '.bbb/b.bb./rbbb../..rr.../r.rb../r.r../rrrr r'
  plywood moves raichu:12 --json")]
    Moves {
        #[command(flatten)]
        at: PositionArgs,
        /// Answer in JSON: [{move, position}]
        #[arg(long)]
        json: bool,
    },

    /// Count the games of a given length, to test move generators
    #[command(after_help = "Prints a line for each depth: the depth, a tab, the number of sequences of so
many legal moves. The time and the speed go to standard error. The last ply is
counted and not played; there is no hash table.

Examples:
  plywood perft checkers 9
  plywood perft raichu 5 --divide
  plywood perft abalone 7 --threads 2")]
    Perft {
        /// The game, such as checkers or raichu:10
        #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
        game: String,
        /// How many plies
        #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=99))]
        depth: u32,
        /// The position; the start if left out
        #[arg(value_name = "POSITION")]
        position: Vec<String>,
        /// Print the share of each first move at the last depth: the move, a tab, the count; then the total
        #[arg(long)]
        divide: bool,
        /// How many threads to use
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        /// Answer in JSON: [{depth, nodes}]; with --divide {depth, moves: [{move, nodes}], total}
        #[arg(long)]
        json: bool,
    },

    /// List the games
    #[command(after_help = "Examples:
  plywood games
  plywood games --json | jq '.[].name'")]
    Games {
        /// Answer in JSON: [{name, title, summary, start, players, …}]
        #[arg(long)]
        json: bool,
    },

    /// Recommend a move in Raichu, as the course's program does
    #[command(after_help = raichu::HELP)]
    Raichu(raichu::RaichuArgs),

    /// Solve a checkers puzzle, as the course's program does, or grade an answer to one
    #[command(after_help = checkers::HELP)]
    Checkers(checkers::CheckersArgs),

    /// Play The Dragon Queen against the machine
    #[command(after_help = play::DRAGON_QUEEN_HELP)]
    DragonQueen(play::SingleGameArgs),

    /// Play Abalone against the machine
    #[command(after_help = play::ABALONE_HELP)]
    Abalone(play::SingleGameArgs),

    /// Let players play many games and say who is stronger
    #[command(after_help = help::literal(crate::command::MATCH_HELP))]
    Match(Box<MatchArgs>),

    /// Supervise a program of a match, within its limits
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Supervise(SuperviseRequest),

    /// Speak the Universal Game Interface, so that other programs can play against this one
    #[command(after_help = ugi::HELP)]
    Engine(ugi::EngineArgs),

    /// Exact values of all positions with few pieces: list, look up and prove them
    #[command(after_help = table::HELP)]
    Table {
        #[command(subcommand)]
        command: table::TableCommand,
    },

    /// Fit the weights of a game's evaluation to games that the engine plays against itself
    #[command(after_help = crate::command::TUNE_HELP)]
    Tune(TuneArgs),

    /// Search fixed positions of all games: how fast, and one number of nodes
    #[command(after_help = bench::HELP)]
    Bench(bench::BenchArgs),

    /// Write a completion script for a shell
    #[command(after_help = "Examples:
  plywood completions bash > ~/.local/share/bash-completion/completions/plywood
  plywood completions fish > ~/.config/fish/completions/plywood.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// How far to think.
#[derive(Arguments, Clone, Copy, Debug)]
pub(crate) struct SearchLimitArgs {
    /// Think for so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
    /// Think to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) depth: Option<u8>,
    /// Look at so many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// With what to think.
#[derive(Arguments, Clone, Debug)]
pub(crate) struct SearchArgs {
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// How much memory for remembering positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    #[command(flatten)]
    tables: TablesArgs,
}

impl SearchArgs {
    /// With what to think about a game of this kind.
    pub(crate) fn options(&self, pos: &dyn AnyPosition) -> Result<ThinkerOptions, CliError> {
        Ok(ThinkerOptions {
            threads: self.threads.into(),
            table_bytes: (self.table as usize) << 20,
            tables: self.tables.choice(pos)?,
            ..ThinkerOptions::default()
        })
    }
}

/// A time in seconds, of which there may be a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    /// Some thirty years: no more is needed, and clocks can still add it.
    const MAX_SECONDS: f64 = 1e9;
    let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    let number = number.ok_or("a number of seconds more than nothing, such as 10 or 0.5")?;
    Ok(Duration::from_secs_f64(number.min(MAX_SECONDS)))
}

/// A game and a position of it.
#[derive(Arguments, Debug)]
pub(crate) struct PositionArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// The position; the start if left out
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

impl PositionArgs {
    pub(crate) fn new(game: String, position: Vec<String>) -> PositionArgs {
        PositionArgs { game, position }
    }

    pub(crate) fn game(&self) -> Result<GameRef, CliError> {
        Ok(catalogue::CATALOGUE.find(&self.game)?)
    }

    /// The position that was typed, as one argument or as separate words.
    pub(crate) fn position(&self) -> Result<Box<dyn AnyPosition>, CliError> {
        let game = self.game()?;
        if self.position.is_empty() {
            return Ok(game.start());
        }
        Ok(game.read(&self.position.join(" "))?)
    }
}

/// Any word, with some that help and completions can name. What is wrong with others is said in our own words.
#[derive(Clone)]
pub(crate) struct SuggestedValues(pub(crate) fn() -> Vec<&'static str>);

impl TypedValueParser for SuggestedValues {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

pub(crate) fn game_names() -> Vec<&'static str> {
    catalogue::CATALOGUE.games().map(|info| info.name).collect()
}

fn format_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for game in game_names().into_iter().filter_map(|name| catalogue::CATALOGUE.find(name).ok()) {
        for &form in game.start().game().formats() {
            if !names.contains(&form) {
                names.push(form);
            }
        }
    }
    names
}
