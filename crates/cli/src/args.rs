//! The command line as it was typed.

use std::time::Duration;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use engine::{AnyPosition, GameRef, ThinkerOptions};

use crate::command::{
    FitArgs, LeagueCommand, LearnArgs, MatchArgs, TuneArgs, analyze, bench, engine as ugi,
    game_command::GameCommand, games, job, merge, play, rules, serve, solve, table,
};
#[cfg(target_os = "linux")]
use crate::command::{GradeArgs, SuperviseRequest};
use crate::error::CliError;
use crate::help;
use crate::tables::TablesArgs;

/// Play, analyse and solve two-player games without chance
#[derive(Parser, Debug)]
#[command(
    name = "plywood",
    version = concat!(env!("CARGO_PKG_VERSION"), " (", env!("PLYWOOD_BUILD"), ")"),
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Examples:
  plywood games                      list the games
  plywood rules checkers             how it is played
  plywood play checkers --level 3    play against the machine
  plywood serve --open               play in a browser
  plywood analyze raichu --time 10   find the best move
  plywood solve checkers 'W:W31:B18' compute the exact value
  plywood show checkers              draw the start position
  plywood moves raichu:10            list the legal moves
  plywood perft abalone 5            count the games of 5 plies

'plywood help COMMAND' describes a command in full."
)]
pub(crate) struct Args {
    /// When to use colours; the NO_COLOR environment variable is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Color {
    /// If standard output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Applies the choice to everything that is printed from now on.
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

    /// Evaluate a position and show the best moves
    #[command(after_help = analyze::HELP)]
    Analyze(analyze::AnalyzeArgs),

    /// Prove the value of a position: win, loss or draw, and in how many plies
    #[command(after_help = solve::HELP)]
    Solve(solve::SolveArgs),

    /// Serve a board for the browser: play, analyse, review; games are stored
    #[command(after_help = serve::HELP)]
    Serve(serve::ServeArgs),

    /// Draw a position
    #[command(after_help = "Examples:
  plywood show dragon-queen
  plywood show raichu '......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B.B.B/........ w'
  plywood show checkers 'W:W21,22,K30:B1,K2'
  plywood show checkers --format fen
  plywood show abalone --svg > abalone.svg

A position is written BOARD SIDE: the rows from top to bottom, joined by '/', and
the side to move. It may be one quoted argument or separate words. Checkers also
reads PDN FEN.")]
    Show {
        #[command(flatten)]
        at: PositionArgs,
        /// Print the position in this notation instead of drawing it; the notations depend on the game
        #[arg(long, value_name = "NOTATION", conflicts_with = "json", value_parser = SuggestedValues(format_names))]
        format: Option<String>,
        /// Write an SVG picture to standard output
        #[arg(long, conflicts_with_all = ["json", "format"])]
        svg: bool,
        /// Flip the picture, so that the other player is at the bottom
        #[arg(long, requires = "svg")]
        flip: bool,
        /// Print JSON: the position with its cells, pieces and labels, ready to draw
        #[arg(long)]
        json: bool,
    },

    /// List the legal moves of a position
    #[command(after_help = "Prints one line per legal move: the move, a tab, the position after it. A
finished game has no legal moves.

Examples:
  plywood moves checkers
  plywood moves abalone '.bbb/b.bb./rbbb../..rr.../r.rb../r.r../rrrr r'
  plywood moves raichu:12 --json")]
    Moves {
        #[command(flatten)]
        at: PositionArgs,
        /// Print JSON: [{move, position}]
        #[arg(long)]
        json: bool,
    },

    /// Count the move sequences of a given length, to test move generators
    #[command(
        after_help = "Prints one line per depth: the depth, a tab, the number of sequences of that many
legal moves. Time and speed go to standard error. The last ply is counted without
being played (bulk counting); there is no hash table.

Examples:
  plywood perft checkers 9
  plywood perft raichu 5 --divide
  plywood perft abalone 7 --threads 2"
    )]
    Perft {
        /// The game, such as checkers or raichu:10
        #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
        game: String,
        /// The depth in plies
        #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=99))]
        depth: u32,
        /// The position [default: the start position]
        #[arg(value_name = "POSITION")]
        position: Vec<String>,
        /// Print the count for each first move at the last depth, then the total
        #[arg(long)]
        divide: bool,
        /// Number of threads
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: u16,
        /// Print JSON: [{depth, nodes}]; with --divide {depth, moves: [{move, nodes}], total}
        #[arg(long)]
        json: bool,
    },

    /// List the games that there are; import games from files
    #[command(after_help = "Examples:
  plywood games
  plywood games --json | jq '.[].name'
  plywood games import club.pdn --player Tinsley --result 1/2-1/2")]
    Games(games::GamesArgs),

    /// Explain how a game is played, or take its guided tour
    #[command(after_help = rules::HELP)]
    Rules {
        /// The game, such as checkers
        #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
        game: String,
        /// Take the guided tour: moves that you type are judged and explained
        #[arg(long)]
        tour: bool,
    },

    /// A command for each game.
    #[command(flatten)]
    Game(GameCommand),

    /// Play matches and tournaments, and measure who is stronger
    #[command(after_help = help::literal(crate::command::MATCH_HELP))]
    Match(Box<MatchArgs>),

    /// Merge the shards of a tournament (plywood match --shard)
    #[command(after_help = merge::HELP)]
    Merge(merge::MergeArgs),

    /// Do pieces of work for a command that runs elsewhere
    #[command(after_help = job::HELP)]
    Job {
        #[command(subcommand)]
        command: job::JobCommand,
    },

    /// Grade programs of a course: contract tests, puzzles, and games against fixed levels
    #[cfg(target_os = "linux")]
    #[command(after_help = help::literal(crate::command::GRADE_HELP))]
    Grade(Box<GradeArgs>),

    /// Keep a standing league: programs come and go, ratings go on
    #[command(after_help = help::literal(crate::command::LEAGUE_HELP))]
    League {
        #[command(subcommand)]
        command: LeagueCommand,
    },

    /// Supervise a program of a match, within its limits
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Supervise(SuperviseRequest),

    /// Run as an engine that speaks the Universal Game Interface (UGI)
    #[command(after_help = ugi::HELP)]
    Engine(ugi::EngineArgs),

    /// Build, list, probe and verify endgame tables
    #[command(after_help = table::HELP)]
    Table {
        #[command(subcommand)]
        command: table::TableCommand,
    },

    /// Learn to evaluate a game: self-play, training, and a match that decides
    #[command(after_help = crate::command::LEARN_HELP)]
    Learn(LearnArgs),

    /// Tune the parameters of a game's search by games
    #[command(after_help = crate::command::TUNE_HELP)]
    Tune(TuneArgs),

    /// Fit the weights of a game's hand-written evaluation to self-play games
    #[command(after_help = crate::command::FIT_HELP)]
    Fit(FitArgs),

    /// Search fixed positions of all games; print node counts and speed
    #[command(after_help = bench::HELP)]
    Bench(bench::BenchArgs),

    /// Print a shell completion script
    #[command(after_help = "Examples:
  plywood completions bash > ~/.local/share/bash-completion/completions/plywood
  plywood completions fish > ~/.config/fish/completions/plywood.fish")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Limits of a search.
#[derive(Arguments, Clone, Copy, Debug)]
pub(crate) struct SearchLimitArgs {
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
    /// Depth limit in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) depth: Option<u8>,
    /// Node limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// Resources of a search.
#[derive(Arguments, Clone, Debug)]
pub(crate) struct SearchArgs {
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    #[command(flatten)]
    tables: TablesArgs,
}

impl SearchArgs {
    /// The resources for a game of this kind.
    pub(crate) fn options(&self, pos: &dyn AnyPosition) -> Result<ThinkerOptions, CliError> {
        Ok(ThinkerOptions {
            threads: self.threads.into(),
            table_bytes: (self.table as usize) << 20,
            tables: self.tables.choice(pos)?,
            ..ThinkerOptions::default()
        })
    }
}

/// Parses a positive number of seconds, with or without a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    /// About thirty years; longer limits could overflow an `Instant`.
    const MAX_SECONDS: f64 = 1e9;
    let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    let number = number.ok_or("expected a positive number of seconds, such as 10 or 0.5")?;
    Ok(Duration::from_secs_f64(number.min(MAX_SECONDS)))
}

/// A game and a position of it.
#[derive(Arguments, Debug)]
pub(crate) struct PositionArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// The position [default: the start position]
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

    /// The position as typed, as one argument or as separate words.
    pub(crate) fn position(&self) -> Result<Box<dyn AnyPosition>, CliError> {
        let game = self.game()?;
        if self.position.is_empty() {
            return Ok(game.start());
        }
        Ok(game.read(&self.position.join(" "))?)
    }
}

/// Accepts any word; help and completions suggest these. The command rejects unknown words with a better message than
/// clap's.
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
