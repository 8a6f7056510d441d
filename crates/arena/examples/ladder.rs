//! Each level against the one below.
//!
//!     cargo run --release -p arena --example ladder -- abalone --games 200

use arena::{Balance, Match, PlayerSpec, Summary};
use clap::Parser;
use engine::{Control, Level};

/// Plays each level against the one below and prints the scores
#[derive(Parser)]
struct Options {
    /// The game
    game: String,
    /// How many games between two levels
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Which openings and errors
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What limits the highest level, as words of a player
    #[arg(long, default_value = "nodes=250000")]
    top: String,
    /// The first level that plays the one below
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=10))]
    from: u8,
    /// The last level that plays the one below
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u8).range(2..=10))]
    to: u8,
    /// How many games at once
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    println!("levels        score   won drawn  lost            Elo   plies   seconds a move");
    for level in Level::all().filter(|level| (options.from..=options.to).contains(&level.number())) {
        let summary = play(&options, level)?;
        println!("{}", row(level, &summary));
    }
    Ok(())
}

fn play(options: &Options, level: Level) -> Result<Summary, Box<dyn std::error::Error>> {
    let player = |level: u8| -> Result<PlayerSpec, _> {
        let limits = if level == Level::HIGHEST.number() { &*options.top } else { "" };
        format!("name=level-{level} level={level} {limits}").parse()
    };
    let start = engine::find(&options.game)?.start();
    let contest = Match {
        opening_plies: arena::opening_plies(&*start),
        start,
        players: [player(level.number())?, player(level.number() - 1)?],
        games: options.games,
        balance: Some(Balance::default()),
        seed: options.seed,
        concurrency: options.concurrency,
        sprt: None,
    };
    let standing = contest.run(&Control::new(), &mut |event| {
        let games = event.standing.games();
        if games % 50 == 0 {
            eprintln!("level {}: {games} of {}", level.number(), options.games);
        }
    })?;
    Ok(standing.summary(&options.game, ["", ""], None))
}

fn row(level: Level, summary: &Summary) -> String {
    let Summary { score, wins, draws, losses, mean_plies, .. } = summary;
    let elo = summary.rating.map(|rating| {
        let show =
            |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_string(), |elo| format!("{elo:+.0}"));
        let elo = show(rating.elo, if rating.score > 0.5 { "+∞" } else { "-∞" });
        format!("{elo} ({} … {})", show(rating.elo_low, "-∞"), show(rating.elo_high, "+∞"))
    });
    format!(
        "{:>2} against {:>2} {:>5.1} % {wins:>5} {draws:>5} {losses:>5} {:>22} {mean_plies:>5.0}   {:.4}",
        level.number(),
        level.number() - 1,
        100.0 * score,
        elo.unwrap_or_default(),
        summary.times[0].mean_seconds,
    )
}
