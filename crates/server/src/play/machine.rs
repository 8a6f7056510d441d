//! The machine's moves.

use std::sync::Arc;
use std::time::Duration;

use engine::{Control, Level, Limits, Machine, Session, ThinkerOptions, Thought, Time};

use super::hosted_game::HostedGame;
use super::live_games::{GameHandle, LiveGames};
use crate::problem::Problem;
use crate::scheduler::{Priority, TablesByGame};

/// Search time per move without a clock. Most levels need far less.
const MOVE_TIME: Duration = Duration::from_millis(1000);
/// The size of the transposition table: a search lasts a second, and there may be many at once.
const TABLE_BYTES: usize = 16 << 20;

/// How long to wait before a failed search or write is retried.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// Starts the machine's search for a move, and plays the move found.
pub(super) fn start(
    live_games: &LiveGames,
    handle: &Arc<GameHandle>,
    hosted_game: &mut HostedGame,
    level: u8,
) {
    let control = hosted_game.start_thinking();
    let priority = if hosted_game.has_humans() { Priority::Game } else { Priority::Exhibition };
    let client = hosted_game.client();
    let (snapshot, version) = (hosted_game.clone(), hosted_game.board_version());
    let (live_games, handle) = (live_games.clone(), Arc::clone(handle));
    tokio::spawn(async move {
        let tables = live_games.tables().clone();
        let thought = live_games.scheduler().think(priority, client, control.clone(), move || {
            // The clock was running while the search was queued.
            let time = snapshot.machine_clock().unwrap_or(Time::Move(MOVE_TIME));
            let limits = Limits { time, ..Limits::none() };
            choose(snapshot.session(), level, seed(snapshot.id()), &limits, &control, &tables)
        });
        let thought = thought.await;
        let made = move |hosted_game: &mut HostedGame| {
            if hosted_game.board_version() != version {
                // The game has changed meanwhile, and that change has started what is needed.
                return Ok(((), Vec::new()));
            }
            let thought = thought??;
            let mv =
                thought.best().ok_or_else(|| Problem::Internal("the machine found no move".to_string()))?;
            Ok(((), hosted_game.apply_move(mv)?))
        };
        if let Err(problem) = live_games.change(&handle, made).await {
            tracing::error!("a move of the machine: {problem}");
            tokio::time::sleep(RETRY_DELAY).await;
            live_games.retry_machine_move(&handle, version).await;
        }
    });
}

/// Seeds the machine's errors: different in each game, the same when a game is reloaded.
fn seed(id: &str) -> u64 {
    let hash = blake3::hash(id.as_bytes());
    hash.as_bytes().iter().take(8).fold(0, |seed, &byte| seed << 8 | u64::from(byte))
}

/// The machine's move at a level.
pub(crate) fn choose(
    session: &Session,
    level: u8,
    seed: u64,
    limits: &Limits,
    control: &Control,
    tables: &TablesByGame,
) -> Result<Thought, Problem> {
    let pos = session.position();
    let options = ThinkerOptions {
        table_bytes: TABLE_BYTES,
        tables: tables.choice(pos.game().name()),
        ..ThinkerOptions::default()
    };
    let level = Level::new(level).unwrap_or(Level::HIGHEST);
    let mut machine = Machine::new(pos.game(), level, seed, &options)
        .map_err(|fault| Problem::Internal(format!("the machine cannot think: {fault}")))?;
    let thought = machine.choose(session, limits, control, &mut |_| ());
    tables.log_fault(pos.game().name());
    Ok(thought)
}
