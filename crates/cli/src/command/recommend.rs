//! `plywood GAME N SIDE BOARD SECONDS`: a course's program, which prints better and better boards until the time limit.

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use clap::Args as _;
use engine::{
    AnyPosition, Assignment, Contempt, Control, GameEntry, Limits, MoveId, Player, Session, TablesChoice,
    ThinkerOptions, Thought,
};

use crate::args::seconds;
use crate::command::game_command;
use crate::cpu_load::{competing_threads, max_exit_delay, processors};
use crate::error::CliError;
use crate::format;
use crate::process_start::process_start;
use crate::tables::{self, TablesArgs};

/// The arguments as they were typed.
#[derive(clap::Args, Debug)]
pub(crate) struct RecommendArgs {
    /// The size of the board
    #[arg(value_name = "N", allow_negative_numbers = true)]
    size: String,
    /// The side to move
    #[arg(value_name = "SIDE")]
    side: String,
    /// The board: its rows from top to bottom, joined without separators
    #[arg(value_name = "BOARD")]
    board: String,
    /// The time limit in seconds, such as 10 or 0.5
    #[arg(value_name = "SECONDS", allow_negative_numbers = true)]
    seconds: String,
}

/// The resolved arguments.
struct RecommendRequest {
    start: Box<dyn AnyPosition>,
    limit: Duration,
    tables: TablesChoice,
}

/// A recommended board, and why.
struct Recommendation {
    board: String,
    reason: String,
}

/// The arguments and the help of a game's program.
pub(crate) fn command(game: &GameEntry, command: clap::Command) -> clap::Command {
    let Assignment::Recommend { about, help, sizes } = *game.assignment() else { return command };
    let sides = sides(game).join(" or ");
    // All arguments are visited: changing one alone would move it behind the others.
    RecommendArgs::augment_args(command).about(about).after_help(help).mut_args(|arg| {
        match arg.get_id().as_str() {
            "size" => arg.help(format!("The size of the board: {sizes}")),
            "side" => arg.help(format!("The side to move: {sides}")),
            _ => arg,
        }
    })
}

/// The letters of both sides.
fn sides(game: &GameEntry) -> [String; 2] {
    let diagram = game.start().diagram();
    Player::ALL.map(|player| diagram.players[player].letter.to_string())
}

/// Prints recommendations until the deadline. `began` is the start of `main`.
pub(crate) fn run(game: &GameEntry, args: &RecommendArgs, began: Instant) -> Result<(), CliError> {
    let request = args.resolve(game)?;
    let limit = request.limit;
    let tables = request.tables.clone();
    let mut printer = BoardPrinter::new(&request);
    if request.start.outcome().is_some() {
        let board = board_of(&*request.start);
        return printer.print(&Recommendation { board, reason: "the game is over".to_string() });
    }
    // The first board is printed before anything else, even before the deadline is computed.
    if let Some(recommendation) = immediate_recommendation(&*request.start) {
        printer.print(&recommendation)?;
    }
    let start = process_start(began);
    let leave = || start + thinking_time(limit, competing_threads());
    if request.start.moves().len() > 1 && Instant::now() < leave() {
        let (sender, recommendations) = mpsc::channel();
        let until = leave();
        // Without a thread the first board stands. A search still running at the deadline ends with the process.
        if std::thread::Builder::new().spawn(move || think(&request, until, &sender)).is_ok() {
            printer.print_until(leave, &recommendations)?;
        }
    }
    tables::report(tables.fault());
    Ok(())
}

impl RecommendArgs {
    /// Parses a command line of a game's name and exactly these arguments without building clap's grammar of all
    /// commands: on a busy machine half a millisecond may cost a time slice, and 0.1 s is a valid limit. Anything else
    /// is left to clap.
    pub(crate) fn from_plain_args(
        mut line: impl Iterator<Item = OsString>,
    ) -> Option<(&'static GameEntry, RecommendArgs)> {
        let mut word = || line.next()?.into_string().ok().filter(|word| !word.starts_with('-'));
        let command = word()?;
        let args = RecommendArgs { size: word()?, side: word()?, board: word()?, seconds: word()? };
        let game = game_command::find(&command)?;
        let is_ours = matches!(game.assignment(), Assignment::Recommend { .. });
        (is_ours && line.next().is_none()).then_some((game, args))
    }

    /// Validates the arguments; reports every error at once.
    fn resolve(&self, entry: &GameEntry) -> Result<RecommendRequest, CliError> {
        let Assignment::Recommend { sizes, .. } = *entry.assignment() else {
            return Err(CliError::Usage(format!("{} recommends no moves", entry.info().name)));
        };
        let mut wrong = Vec::new();
        let game = catalogue::CATALOGUE.find(&format!("{}:{}", entry.info().name, self.size));
        if game.is_err() {
            wrong.push(format!("N is '{}': expected {sizes}", engine::quoted(&self.size)));
        }
        let sides = sides(entry);
        if !sides.contains(&self.side) {
            let (side, expected) = (engine::quoted(&self.side), sides.join(" or "));
            wrong.push(format!("SIDE is '{side}': expected {expected}"));
        }
        let limit = seconds(&self.seconds);
        if let Err(expected) = &limit {
            wrong.push(format!("SECONDS is '{}': {expected}", engine::quoted(&self.seconds)));
        }
        if let (Ok(_), Ok(n)) = (&game, self.size.parse::<usize>()) {
            let cells = self.board.chars().filter(|&c| c != '/').count();
            if cells != n * n {
                wrong.push(format!("BOARD has {cells} cells: expected {}, {n} rows of {n}", n * n));
            }
        }
        match (game, limit) {
            (Ok(game), Ok(limit)) if wrong.is_empty() => {
                // Blanks would split the position's text.
                let board = self.board.replace(char::is_whitespace, "?");
                let start = game.read(&format!("{board} {}", self.side))?;
                Ok(RecommendRequest { tables: TablesArgs::default().choice(&*start)?, start, limit })
            }
            _ => Err(CliError::Usage(wrong.join("; "))),
        }
    }
}

/// Thinking time from the start of the process, such that it has exited by 95 % of the limit, or 50 ms before the
/// limit if that is earlier. A process exits only when each of its threads has been scheduled once more.
fn thinking_time(limit: Duration, competing_threads: f64) -> Duration {
    /// For unmapping memory: a fixed part, and one that grows with the limit like the transposition table.
    const EXIT_TIME: Duration = Duration::from_millis(10);
    const EXIT_TIME_FRACTION: f64 = 0.005;
    let whole = limit.mul_f64(0.95).min(limit.saturating_sub(Duration::from_millis(50)));
    whole.saturating_sub(EXIT_TIME + limit.mul_f64(EXIT_TIME_FRACTION) + max_exit_delay(competing_threads))
}

/// The best move at depth 1, with a tiny transposition table and only the embedded tables, so that it is immediate.
fn immediate_recommendation(pos: &dyn AnyPosition) -> Option<Recommendation> {
    let options = ThinkerOptions { table_bytes: 1 << 10, ..ThinkerOptions::default() };
    let mut thinker = pos.game().thinker(&options).ok()?;
    let session = Session::study(pos.in_play());
    let thought = thinker.think(&session, 1, &Limits::depth(1), &Control::new(), &mut |_| ());
    recommend(pos, &thought).or_else(|| {
        let mv = (pos.move_count() > 0).then(|| MoveId::new(0))?;
        Some(Recommendation { board: board_of(&*pos.play(mv)), reason: pos.move_text(mv) })
    })
}

/// Searches until `until` or until the value is proven, with a transposition table sized for the time limit.
fn think(request: &RecommendRequest, until: Instant, recommendations: &Sender<Recommendation>) {
    const BYTES_PER_SECOND: f64 = (16 << 20) as f64;
    const MIN_BYTES: f64 = (1 << 20) as f64;
    const MAX_BYTES: f64 = (192 << 20) as f64;
    const MAX_THREADS: usize = 16;
    const IDLE_LOAD: f64 = 0.75;
    let competing_threads = competing_threads();
    // On a busy machine every further thread is one more to wait for at exit.
    let threads = if competing_threads < IDLE_LOAD { processors().min(MAX_THREADS) } else { 1 };
    let seconds = request.limit.as_secs_f64() * threads as f64 / (1.0 + competing_threads);
    let table_bytes = (BYTES_PER_SECOND * seconds).clamp(MIN_BYTES, MAX_BYTES) as usize;
    let options = ThinkerOptions {
        threads,
        table_bytes,
        contempt: Contempt::Usual,
        tables: request.tables.clone(),
        ..ThinkerOptions::default()
    };
    let Ok(mut thinker) = request.start.game().thinker(&options) else { return };
    let session = Session::study(request.start.in_play());
    let limits = Limits::time(until.saturating_duration_since(Instant::now()));
    thinker.think(&session, 1, &limits, &Control::new(), &mut |thought| {
        // Before depth 1 is complete the result is no better than the first board. A closed channel means the
        // process is about to exit.
        if thought.depth >= 1 {
            let _ = recommend(&*request.start, thought)
                .map(|recommendation| recommendations.send(recommendation));
        }
    });
}

/// The board after the best move of a search.
fn recommend(pos: &dyn AnyPosition, thought: &Thought) -> Option<Recommendation> {
    let line = thought.lines.first()?;
    let mv = pos.move_text(line.mv);
    let reason = format!("depth {}: {mv} ({})", thought.depth, format::score(line.score));
    Some(Recommendation { board: board_of(&*pos.play(line.mv)), reason })
}

/// The rows joined without separators.
fn board_of(pos: &dyn AnyPosition) -> String {
    pos.text_as("line").unwrap_or_default()
}

/// Prints boards on standard output, and the reasons on standard error if that is a terminal.
struct BoardPrinter {
    last: Option<String>,
    explains: bool,
}

impl BoardPrinter {
    fn new(request: &RecommendRequest) -> BoardPrinter {
        let explains = std::io::stderr().is_terminal();
        if explains {
            let mut err = anstream::stderr().lock();
            let side = request.start.diagram().players[request.start.turn()].name;
            let grid = request.start.text_as("grid").unwrap_or_default();
            let _ = writeln!(
                err,
                "Looking for {side}'s best move within {} from\n{grid}",
                format::time(request.limit)
            );
        }
        BoardPrinter { last: None, explains }
    }

    /// Prints a board unless it equals the last one.
    fn print(&mut self, recommendation: &Recommendation) -> Result<(), CliError> {
        if self.last.as_ref() == Some(&recommendation.board) {
            return Ok(());
        }
        if self.explains {
            let _ = writeln!(anstream::stderr(), "{}", recommendation.reason);
        }
        // One write per line: a reader never sees half a board.
        let mut out = std::io::stdout().lock();
        out.write_all(format!("{}\n", recommendation.board).as_bytes())?;
        out.flush()?;
        self.last = Some(recommendation.board.clone());
        Ok(())
    }

    /// Prints recommendations until the deadline or until the search ends. The deadline is recomputed periodically,
    /// because the machine's load changes.
    fn print_until(
        &mut self,
        leave: impl Fn() -> Instant,
        recommendations: &Receiver<Recommendation>,
    ) -> Result<(), CliError> {
        const RECHECK_INTERVAL: Duration = Duration::from_millis(100);
        loop {
            let left = leave().saturating_duration_since(Instant::now());
            match recommendations.recv_timeout(left.min(RECHECK_INTERVAL)) {
                Ok(recommendation) => self.print(&recommendation)?,
                Err(RecvTimeoutError::Timeout) if left > RECHECK_INTERVAL => (),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_ends_before_the_limit() {
        for (limit, latest) in [(10, 0), (50, 0), (100, 50), (300, 250), (1_000, 950), (10_000, 9_500)] {
            let limit = Duration::from_millis(limit);
            let calm = thinking_time(limit, 0.0);
            assert!(calm <= Duration::from_millis(latest), "{limit:?}: {calm:?}");
            assert!(calm >= Duration::from_millis(latest * 7 / 10), "{limit:?}: {calm:?}");
            assert!(latest == 0 || thinking_time(limit, 4.0) < calm);
        }
    }
}
