//! How much the moves of each level lose, according to a deep search.
//!
//! If play is nearly perfect, matches between levels end in draws and say little. This program
//! takes positions from games, asks each level for its move, and compares the deep search's value
//! of that move with its value of the best move among those and its own.
//!
//!     cargo run --release -p arena --example move_quality -- dragon-queen --positions 200

mod jury;
mod tally;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use arena::{Balance, Openings};
use clap::Parser;
use engine::{AnyPosition, Control, Level, Limits, Machine, Session, ThinkerOptions};
use game::playout::below;
use jury::Jury;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tally::Tally;

/// Measures how much the moves of each level lose
#[derive(Parser)]
struct Options {
    /// The game
    game: String,
    /// How many positions to sample
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// The node limit of the judging search, per move
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// The node limit of the highest level
    #[arg(long, default_value_t = 400_000)]
    top_nodes: u64,
    /// The seed of positions and errors
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many positions to judge at the same time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
}

/// Games are continued for fewer plies than this by a level that makes mistakes, so that the
/// positions vary.
const MOST_PLIES: usize = 40;
/// The level that continues them.
const PLAYED_BY: u8 = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse();
    let start = catalogue::CATALOGUE.find(&options.game)?.start();
    let positions = positions(&options, &*start)?;
    let tallies = judge_all(&options, &*start, &positions);
    println!("level   mean loss   best move   wins missed   lost instead   of {} moves", positions.len());
    for (level, tally) in Level::all().zip(tallies) {
        println!("{:>5} {tally}", level.number());
    }
    Ok(())
}

/// Sessions after a random opening and some plies of play.
fn positions(options: &Options, start: &dyn AnyPosition) -> Result<Vec<Session>, Box<dyn std::error::Error>> {
    let plies = start.game().opening_plies();
    let balance = Some(Balance { nodes: 5_000, ..Balance::default() });
    let mut openings = Openings::new(start.in_play(), plies, balance, options.seed);
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let level = Level::new(PLAYED_BY).ok_or("there is such a level")?;
    let mut machine = Machine::new(start.game(), level, options.seed, &small())?;
    let mut positions = Vec::new();
    while positions.len() < options.positions {
        let mut session = Session::game(start);
        for mv in openings.next_opening()?.moves {
            session.play_text(&mv)?;
        }
        for _ in 0..below(&mut rng, MOST_PLIES) {
            let thought = machine.choose(&session, &Limits::none(), &Control::new(), &mut |_| {});
            let Some(mv) = thought.best() else { break };
            session.play(mv);
        }
        // A forced move says nothing about quality.
        if session.ending().is_none() && session.position().moves().len() > 1 {
            positions.push(session);
        }
    }
    Ok(positions)
}

/// The losses of each level, summed over all positions.
fn judge_all(options: &Options, start: &dyn AnyPosition, positions: &[Session]) -> Vec<Tally> {
    let next = AtomicUsize::new(0);
    let tallies = Mutex::new(vec![Tally::default(); Level::all().count()]);
    std::thread::scope(|scope| {
        for _ in 0..options.concurrency.max(1) {
            scope.spawn(|| {
                let Ok(mut jury) = Jury::new(start, options.nodes) else { return };
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(session) = positions.get(i) else { break };
                    let moves = chosen(options, session, i as u64);
                    let losses = jury.judge(session, &moves);
                    let Ok(mut tallies) = tallies.lock() else { break };
                    for (tally, loss) in tallies.iter_mut().zip(losses) {
                        tally.add(loss);
                    }
                    if (i + 1).is_multiple_of(20) {
                        eprintln!("{} of {} positions", i + 1, positions.len());
                    }
                }
            });
        }
    });
    tallies.into_inner().unwrap_or_default()
}

/// The move of each level.
fn chosen(options: &Options, session: &Session, number: u64) -> Vec<String> {
    let limits = Limits::nodes(options.top_nodes);
    let choose = |level: Level| {
        let seed = game::mix(options.seed ^ game::mix(number + 1));
        let mut machine = Machine::new(session.position().game(), level, seed, &small()).ok()?;
        let thought = machine.choose(session, &limits, &Control::new(), &mut |_| {});
        thought.best_text().map(str::to_string)
    };
    Level::all().filter_map(choose).collect()
}

fn small() -> ThinkerOptions {
    ThinkerOptions { table_bytes: 8 << 20, ..ThinkerOptions::default() }
}
