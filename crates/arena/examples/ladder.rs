//! Plays each level against the one below it.
//!
//!     cargo run --release -p arena --example ladder -- abalone --games 200

use arena::{Plan, PlayerOptions, Score, Standing};
use clap::Parser;
use engine::{Control, Level};

/// Plays each level against the one below and prints the scores
#[derive(Parser)]
struct Options {
    /// The game
    game: String,
    /// How many games to play between two levels
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// The seed of openings and errors
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The limits of the highest level, as options of a player
    #[arg(long, default_value = "nodes=250000")]
    top: String,
    /// The first level that plays the one below
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=10))]
    from: u8,
    /// The last level that plays the one below
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(2..=10))]
    to: u8,
    /// How many games to play at the same time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    println!("levels        score   won drawn  lost            Elo   plies   seconds a move");
    for level in Level::all().filter(|level| (options.from..=options.to).contains(&level.number())) {
        println!("{}", row(level, &play(&options, level)?));
    }
    Ok(())
}

fn play(options: &Options, level: Level) -> Result<Standing, Box<dyn std::error::Error>> {
    let player = |level: u8| -> Result<PlayerOptions, _> {
        let limits = if level == Level::HIGHEST.number() { &*options.top } else { "" };
        format!("name=level-{level} level={level} {limits}").parse()
    };
    let plan = Plan {
        game: options.game.clone(),
        players: vec![player(level.number())?, player(level.number() - 1)?],
        games: Some(options.games),
        seed: Some(options.seed),
        ..Plan::default()
    };
    let contest = plan.tournament(catalogue::CATALOGUE, options.concurrency)?;
    let standing = contest.run(Vec::new(), &mut |_| Ok(()), &Control::new(), &mut |event| {
        let games = event.standing.games();
        if games % 50 == 0 {
            eprintln!("level {}: {games} of {}", level.number(), options.games);
        }
    })?;
    Ok(standing)
}

fn row(level: Level, standing: &Standing) -> String {
    let summary = standing.summary("", None);
    let Score { wins, draws, losses, .. } = standing.score();
    let mean_plies = summary.mean_plies;
    let elo = standing.pairs().estimate().map(|rating| {
        let show =
            |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_string(), |elo| format!("{elo:+.0}"));
        let elo = show(rating.elo, if rating.score > 0.5 { "+∞" } else { "-∞" });
        format!("{elo} ({} … {})", show(rating.elo_low, "-∞"), show(rating.elo_high, "+∞"))
    });
    format!(
        "{:>2} against {:>2} {:>5.1} % {wins:>5} {draws:>5} {losses:>5} {:>22} {mean_plies:>5.0}   {:.4}",
        level.number(),
        level.number() - 1,
        100.0 * standing.score().share(),
        elo.unwrap_or_default(),
        summary.players[0].time.mean_seconds,
    )
}
