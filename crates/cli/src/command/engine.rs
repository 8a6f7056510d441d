//! `plywood engine`: our end of the Universal Game Interface.

#[cfg(target_os = "linux")]
mod check;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write as _};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::Instant;

use engine::protocol::{Answer, Brain, Conversation, Heard, Job, News};

use crate::args::{PositionArgs, SuggestedValues, game_names};
use crate::error::CliError;
use crate::render;
use crate::tables::TablesArgs;

/// What `plywood engine --help` teaches.
pub(crate) const HELP: &str =
    "Speaks the Universal Game Interface on standard input and output: the commands of
UCI, for any game. docs/protocol.md has all of it.

  ugi                                  who it is and what can be set, then ugiok
  isready                              readyok, when everything before is done
  setoption name NAME value VALUE      Threads, Hash, Level, MultiPV, Contempt, …
  uginewgame                           forget everything
  position startpos [moves MOVE …]     or: position fen POSITION [moves MOVE …]
  go [p1time MS p2time MS p1inc MS p2inc MS] [movetime MS] [nodes N] [depth N]
     [infinite] [ponder]               info lines, then bestmove MOVE
  stop, ponderhit                      answered while it thinks
  query gameover|p1turn|result         response true|false|p1win|p2win|draw|none
  legal, value, why MOVE, perft N, show
  quit

A line that is wrong is answered by 'info string error: …' and changes nothing.

With --check it talks to somebody's program instead, as a program for GAME that
speaks this language, and says of each part whether it gets it right.

Examples:
  plywood engine checkers
  plywood engine checkers --check './my-engine --quiet'
  printf 'position startpos moves A4B3\\ngo depth 8\\n' | plywood engine abalone
  printf 'why a1-a3\\nlegal\\n' | plywood engine dragon-queen";

/// What was asked for.
#[derive(clap::Args, Debug)]
pub(crate) struct EngineArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names))]
    game: String,
    /// Check the program that this command starts: does it speak the Universal Game Interface?
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "COMMAND")]
    check: Option<String>,
    /// Work in a copy of this folder when checking
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "DIR", requires = "check")]
    dir: Option<std::path::PathBuf>,
    /// Print the checks as JSON
    #[cfg(target_os = "linux")]
    #[arg(long, requires = "check")]
    json: bool,
    #[command(flatten)]
    tables: TablesArgs,
}

/// What the conversation waits for.
enum Event {
    Line(Line),
    News(News),
    /// Whoever thinks has gone.
    SearchThreadEnded,
}

enum Line {
    Text(String, Instant),
    /// More than anybody reads.
    TooLong,
    End,
}

/// A game of some thousand moves is shorter.
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
        let mut conversation = Conversation::new(game, &name, "the Plywood authors");
        if let Some(folder) = self.tables.existing_folder()? {
            conversation = conversation.with_tables(folder);
        }
        let mut session = ProtocolSession { conversation, jobs };
        let mut lines = VecDeque::new();
        let mut is_over = false;
        loop {
            while !session.conversation.is_waiting()
                && let Some(line) = lines.pop_front()
            {
                match session.handle_line(line)? {
                    Next::Line => (),
                    Next::Finish => is_over = true,
                    Next::End => return Ok(()),
                }
            }
            if is_over && !session.conversation.is_busy() {
                return Ok(());
            }
            match incoming.recv() {
                Ok(Event::Line(line)) => lines.push_back(line),
                Ok(Event::News(news)) => {
                    let answers = session.conversation.news(news);
                    session.write(&answers)?;
                }
                Ok(Event::SearchThreadEnded) | Err(_) => {
                    return Err(CliError::Refused("the search has failed".to_string()));
                }
            }
        }
    }
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Line,
    /// When what has begun is done, end.
    Finish,
    /// At once.
    End,
}

/// The conversation and the one who does its jobs.
struct ProtocolSession {
    conversation: Conversation,
    jobs: Sender<Job>,
}

impl ProtocolSession {
    fn handle_line(&mut self, line: Line) -> Result<Next, CliError> {
        let is_last = matches!(line, Line::End);
        let heard = match line {
            Line::Text(text, now) => self.conversation.hear(&text, now),
            Line::TooLong => Answer::error(&format_args!("a line may have {MAX_LINE_BYTES} bytes")).into(),
            Line::End => self.conversation.end_of_input().into(),
        };
        let Heard { answers, job, is_end } = heard;
        self.write(&answers)?;
        if let Some(job) = job {
            // If nobody does it any more, that is the next event.
            let _ = self.jobs.send(job);
        }
        Ok(match (is_end, is_last) {
            (true, _) => Next::End,
            (false, true) => Next::Finish,
            (false, false) => Next::Line,
        })
    }

    /// Writes lines that the other end can read at once.
    fn write(&self, answers: &[Answer]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for answer in answers {
            if let Answer::Show(_) = answer {
                let board = render::board(self.conversation.session().position(), false);
                for row in board.lines() {
                    writeln!(out, "info string {row}")?;
                }
            }
            writeln!(out, "{answer}")?;
        }
        out.flush()
    }
}

/// A thread that does jobs until nobody has any.
fn spawn_search_thread(events: Sender<Event>) -> io::Result<Sender<Job>> {
    /// Tells that the thread has gone, whatever the reason.
    struct EndNotice(Sender<Event>);
    impl Drop for EndNotice {
        fn drop(&mut self) {
            let _ = self.0.send(Event::SearchThreadEnded);
        }
    }
    let (jobs, wanted) = mpsc::channel::<Job>();
    thread::Builder::new().name("search".to_string()).spawn(move || {
        let notice = EndNotice(events);
        let mut brain = Brain::default();
        while let Some(job) = next_job(&wanted, &brain) {
            job.run(&mut brain, &mut |news| {
                // Where nobody listens, the program is about to end.
                let _ = notice.0.send(Event::News(news));
            });
        }
    })?;
    Ok(jobs)
}

/// The next job. While there is none, memory is made real, so that no clock runs meanwhile.
fn next_job(wanted: &Receiver<Job>, brain: &Brain) -> Option<Job> {
    loop {
        match wanted.try_recv() {
            Ok(job) => return Some(job),
            Err(TryRecvError::Empty) if brain.prepare() => (),
            Err(_) => return wanted.recv().ok(),
        }
    }
}

/// Passes on every line of standard input, and its end.
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

/// The next line, whatever bytes it has.
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
