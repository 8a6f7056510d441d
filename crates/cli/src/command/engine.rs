//! `plywood engine`: the engine side of the Universal Game Interface.

#[cfg(target_os = "linux")]
mod check;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write as _};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::Instant;

use engine::protocol::{Answer, Reaction, UgiEngine, WorkItem, Worker, WorkerEvent};

use crate::args::{PositionArgs, SuggestedValues, game_names};
use crate::error::CliError;
use crate::render;
use crate::tables::TablesArgs;

/// The text after the options in `plywood engine --help`.
pub(crate) const HELP: &str = "Speaks the Universal Game Interface (UGI) on standard input and output: UCI's
commands, for any game. docs/protocol.md describes it in full.

  ugi                                  id and option lines, then ugiok
  isready                              readyok, once earlier commands are done
  setoption name NAME value VALUE      Threads, Hash, Level, MultiPV, Contempt, …
  uginewgame                           clear all search state
  position startpos [moves MOVE …]     or: position fen POSITION [moves MOVE …]
  go [p1time MS p2time MS p1inc MS p2inc MS] [movetime MS] [nodes N] [depth N]
     [infinite] [ponder]               info lines, then bestmove MOVE
  stop, ponderhit                      accepted during a search
  query gameover|p1turn|result         response true|false|p1win|p2win|draw|none
  legal, value, why MOVE, perft N, show
  quit

An invalid line is answered with 'info string error: …' and otherwise ignored.

--check COMMAND tests another engine instead: it starts the command, runs it through
UGI as an engine for GAME, and reports for each part whether it conforms.

Examples:
  plywood engine checkers
  plywood engine checkers --check './my-engine --quiet'
  printf 'position startpos moves A4B3\\ngo depth 8\\n' | plywood engine abalone
  printf 'why a1-a3\\nlegal\\n' | plywood engine dragon-queen";

#[derive(clap::Args, Debug)]
pub(crate) struct EngineArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// Test whether the engine started by this command conforms to UGI
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "COMMAND")]
    check: Option<String>,
    /// Run the tested engine in a copy of this folder
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "DIR", requires = "check")]
    dir: Option<std::path::PathBuf>,
    /// Print the check results as JSON
    #[cfg(target_os = "linux")]
    #[arg(long, requires = "check")]
    json: bool,
    #[command(flatten)]
    tables: TablesArgs,
}

/// What the main loop waits for.
enum Event {
    Line(Line),
    WorkerEvent(WorkerEvent),
    /// The search thread has ended.
    SearchThreadEnded,
}

enum Line {
    Text(String, Instant),
    /// Longer than [`MAX_LINE_BYTES`].
    TooLong,
    End,
}

/// Enough for a game of several thousand moves.
const MAX_LINE_BYTES: u64 = 1 << 20;

impl EngineArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let game = PositionArgs::new(self.game, Vec::new()).game()?;
        #[cfg(target_os = "linux")]
        if let Some(command) = &self.check {
            return check::run(game, command, self.dir, self.json);
        }
        let name = format!("Plywood {} ({})", env!("CARGO_PKG_VERSION"), game.info().title);
        let (events, incoming) = mpsc::channel();
        let jobs = spawn_search_thread(events.clone())?;
        thread::Builder::new().name("reader".to_string()).spawn(move || read_lines(&events))?;
        let mut engine = UgiEngine::new(game, &name, "the Plywood authors");
        if let Some(folder) = self.tables.existing_folder()? {
            engine = engine.with_tables(folder);
        }
        let mut session = ProtocolSession { engine, jobs };
        let mut lines = VecDeque::new();
        let mut is_over = false;
        loop {
            while !session.engine.is_waiting()
                && let Some(line) = lines.pop_front()
            {
                match session.handle_line(line)? {
                    Next::Line => (),
                    Next::Finish => is_over = true,
                    Next::End => return Ok(()),
                }
            }
            if is_over && !session.engine.is_busy() {
                return Ok(());
            }
            match incoming.recv() {
                Ok(Event::Line(line)) => lines.push_back(line),
                Ok(Event::WorkerEvent(event)) => {
                    let answers = session.engine.handle_event(event);
                    session.write(&answers)?;
                }
                Ok(Event::SearchThreadEnded) | Err(_) => {
                    return Err(CliError::Refused("the search thread ended unexpectedly".to_string()));
                }
            }
        }
    }
}

/// What the main loop does next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Line,
    /// Finish the running search, then end.
    Finish,
    /// End at once.
    End,
}

/// The protocol's state and the queue of the search thread.
struct ProtocolSession {
    engine: UgiEngine,
    jobs: Sender<WorkItem>,
}

impl ProtocolSession {
    fn handle_line(&mut self, line: Line) -> Result<Next, CliError> {
        let is_last = matches!(line, Line::End);
        let reaction = match line {
            Line::Text(text, now) => self.engine.handle_line(&text, now),
            Line::TooLong => Answer::error(&format_args!("a line may have {MAX_LINE_BYTES} bytes")).into(),
            Line::End => self.engine.end_of_input().into(),
        };
        let Reaction { answers, work, is_end } = reaction;
        self.write(&answers)?;
        if let Some(work) = work {
            // If the search thread has ended, the next event says so.
            let _ = self.jobs.send(work);
        }
        Ok(match (is_end, is_last) {
            (true, _) => Next::End,
            (false, true) => Next::Finish,
            (false, false) => Next::Line,
        })
    }

    /// Writes and flushes the answers.
    fn write(&self, answers: &[Answer]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for answer in answers {
            if let Answer::Show(_) = answer {
                let board = render::board(self.engine.session().position(), false);
                for row in board.lines() {
                    writeln!(out, "info string {row}")?;
                }
            }
            writeln!(out, "{answer}")?;
        }
        out.flush()
    }
}

/// Starts the search thread, which runs jobs until the queue is closed.
fn spawn_search_thread(events: Sender<Event>) -> io::Result<Sender<WorkItem>> {
    /// Reports the end of the thread, also after a panic.
    struct EndNotice(Sender<Event>);
    impl Drop for EndNotice {
        fn drop(&mut self) {
            let _ = self.0.send(Event::SearchThreadEnded);
        }
    }
    let (jobs, wanted) = mpsc::channel::<WorkItem>();
    thread::Builder::new().name("search".to_string()).spawn(move || {
        let notice = EndNotice(events);
        let mut worker = Worker::default();
        while let Some(work) = next_work_item(&wanted, &worker) {
            work.run(&mut worker, &mut |event| {
                // A closed channel means the program is about to exit.
                let _ = notice.0.send(Event::WorkerEvent(event));
            });
        }
    })?;
    Ok(jobs)
}

/// The next work. While the queue is empty the transposition table's pages are touched, so that page faults cost no clock
/// time later.
fn next_work_item(wanted: &Receiver<WorkItem>, worker: &Worker) -> Option<WorkItem> {
    loop {
        match wanted.try_recv() {
            Ok(work) => return Some(work),
            Err(TryRecvError::Empty) if worker.prepare() => (),
            Err(_) => return wanted.recv().ok(),
        }
    }
}

/// Forwards every line of standard input, and its end.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    loop {
        let line = next_line(&mut input).unwrap_or(Line::End);
        let is_end = matches!(line, Line::End);
        if events.send(Event::Line(line)).is_err() || is_end {
            return;
        }
    }
}

/// The next line, decoded lossily.
fn next_line(input: &mut impl BufRead) -> io::Result<Line> {
    match files::read_line(input, MAX_LINE_BYTES) {
        Ok(None) => Ok(Line::End),
        Ok(Some(bytes)) => Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned(), Instant::now())),
        Err(error) if files::is_too_large(&error) => {
            input.skip_until(b'\n')?;
            Ok(Line::TooLong)
        }
        Err(error) => Err(error),
    }
}
