//! `plywood analyze`: what a position is worth, and the best moves in it.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use engine::{AnyPosition, Control, Limits, Session, Thought, Time, Worth};
use serde::Serialize;

use super::print_json;
use crate::args::{At, Effort, Mind};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::{figures, render, tables};

/// How long to think where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// What `plywood analyze --help` teaches.
pub(crate) const HELP: &str =
    "Prints a row for each depth and for each better move that is found on the way to the
next (marked by a plus). A score is what the position is worth to the side to
move, 1.00 being the least piece; 'win 5' and 'loss 4' are proven, in at most so
many plies. Without a limit it thinks for 5 seconds; Ctrl-C ends it with what it has.

With --json each of them is a line
  {depth, score, exact, nodes, nps, time_ms, lines: [{score, moves}]}
in which a score is a whole number, 100 being the least piece, or one of the
strings \"win 5\" and \"loss 4\"; 'exact' says that no win is quicker, or that a table
has the value. The last line has all nodes and the whole time. A finished game
has no score and no lines.

Examples:
  plywood analyze checkers
  plywood analyze raichu --time 30 --threads 2 --multipv 3
  plywood analyze dragon-queen '..Q../.D.../...../.W.W./..... q 30' --depth 12
  plywood analyze abalone --moves 'A4B3 G4F5 A5B4' --json";

/// What was asked for.
#[derive(clap::Args, Debug)]
pub(crate) struct Request {
    #[command(flatten)]
    at: At,
    /// Start from the game with these moves, a word each; its repetitions count
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// How many of the best moves to show
    #[arg(long = "multipv", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    mind: Mind,
    /// Answer in JSON, a line for each improvement
    #[arg(long)]
    json: bool,
}

/// An improvement as data.
#[derive(Serialize)]
struct Improvement {
    depth: u8,
    score: Option<Score>,
    exact: bool,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    score: Score,
    moves: Vec<String>,
}

/// A number of points, or words such as "win 5".
#[derive(Serialize)]
#[serde(untagged)]
enum Score {
    Points(i32),
    Decided(String),
}

impl From<Worth> for Score {
    fn from(worth: Worth) -> Score {
        match worth {
            Worth::Points(points) => Score::Points(points),
            decided => Score::Decided(figures::worth(decided)),
        }
    }
}

impl Improvement {
    /// What an exact value says comes before what the search has found: it may be a slower win.
    fn of(thought: &Thought, is_over: bool) -> Improvement {
        let found = thought.lines.first().map(|line| line.worth);
        let best = thought.exact.map(Worth::from).filter(|_| found.is_some()).or(found);
        let line = |line: &engine::BestLine| Line { score: line.worth.into(), moves: line.moves.clone() };
        Improvement {
            depth: thought.depth,
            score: best.map(Score::from),
            exact: thought.exact.is_some() || is_over,
            nodes: thought.nodes,
            nps: thought.nodes_per_second(),
            time_ms: thought.time.as_millis() as u64,
            lines: thought.lines.iter().map(line).collect(),
        }
    }
}

impl Request {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let pos = self.at.position()?;
        let options = self.mind.options(&*pos)?;
        let mut thinker = pos.thinker(&options).map_err(|fault| Failure::Misuse(fault.to_string()))?;
        let session = self.session(pos)?;
        let control = Control::new();
        let interrupt = Interrupt::stopping(&control);
        let report = if self.json { Report::Json } else { Report::table(&session)? };
        let is_over = session.position().outcome().is_some();
        let progress = Progress::start("thinking");
        let mut shown = Shown { report, is_over, last: None, failed: None, progress };
        let limits = self.limits();
        let thought = thinker.think(&session, self.lines.into(), &limits, &control, &mut |thought| {
            shown.show(&thought.clone().confirmed(session.position()));
            if shown.failed.is_some() {
                control.stop();
            }
        });
        shown.finish(&thought.confirmed(session.position()))?;
        tables::report(options.tables.fault());
        if interrupt.was_pressed() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// The position as it is, or the game that led to it.
    fn session(&self, pos: Box<dyn AnyPosition>) -> Result<Session, Failure> {
        let Some(moves) = &self.moves else { return Ok(Session::study(pos)) };
        let mut session = Session::game(&*pos);
        for (i, mv) in moves.split_whitespace().enumerate() {
            session.play(mv).map_err(|refused| Failure::of_move(i + 1, &refused))?;
        }
        Ok(session)
    }

    fn limits(&self) -> Limits {
        let Effort { time, depth, nodes } = self.effort;
        let is_unlimited = time.is_none() && depth.is_none() && nodes.is_none();
        let time = time.or(is_unlimited.then_some(DEFAULT_TIME));
        Limits { depth, nodes, time: time.map_or(Time::Unlimited, Time::Move), since: Instant::now() }
    }
}

/// How improvements are told.
enum Report {
    Json,
    /// With lines cut to this width, on a terminal.
    Table {
        width: Option<usize>,
    },
}

impl Report {
    fn table(session: &Session) -> Result<Report, Failure> {
        let mut out = anstream::stdout().lock();
        let in_colour = out.current_choice() != anstream::ColorChoice::Never;
        write!(out, "{}", render::board(session.position(), in_colour))?;
        writeln!(out, "\n{}", render::status(session.position()))?;
        if session.position().outcome().is_none() {
            writeln!(out, "\n{HEADER}")?;
        }
        let width = std::io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
        Ok(Report::Table { width: width.map(|(width, _)| width.0.into()) })
    }
}

/// What has been told so far.
struct Shown {
    report: Report,
    /// Whether there is nothing to think about.
    is_over: bool,
    last: Option<Thought>,
    failed: Option<Failure>,
    progress: Progress,
}

impl Shown {
    fn show(&mut self, thought: &Thought) {
        if self.failed.is_some() {
            return;
        }
        let told = self.progress.aside(|| match self.report {
            Report::Json => print_json(&Improvement::of(thought, self.is_over)),
            // Before the first depth is complete, what is best is only what came first.
            Report::Table { .. } if thought.depth == 0 => Ok(()),
            Report::Table { width } => {
                let begun = self.last.as_ref().is_some_and(|last| last.depth == thought.depth);
                print_rows(thought, begun, width)
            }
        });
        self.failed = told.err();
        self.progress.say(format!("after depth {}: {}", thought.depth, best(thought)));
        self.last = Some(thought.clone());
    }

    /// Tells the end, as far as it is news.
    fn finish(self, thought: &Thought) -> Result<(), Failure> {
        drop(self.progress);
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        let is_news = self.last.as_ref().is_none_or(|last| last.nodes != thought.nodes);
        match self.report {
            Report::Json if is_news => print_json(&Improvement::of(thought, self.is_over))?,
            Report::Table { .. } if !thought.lines.is_empty() => {
                let (depth, time) = (thought.depth, figures::time(thought.time));
                let (nodes, speed) =
                    (figures::count(thought.nodes), figures::count(thought.nodes_per_second()));
                let mut out = anstream::stdout().lock();
                writeln!(out, "\nBest: {}", best(thought))?;
                if let Some(exact) = thought.exact {
                    writeln!(out, "Exact: {}.", figures::exact(exact))?;
                }
                writeln!(out, "Depth {depth}, {nodes} nodes in {time}, {speed} a second.")?;
            }
            _ => (),
        }
        Ok(())
    }
}

/// The best move and what it is worth.
fn best(thought: &Thought) -> String {
    thought.lines.first().map_or_else(String::new, |line| {
        format!("{} ({})", line.moves.first().map_or("", String::as_str), figures::worth(line.worth))
    })
}

const HEADER: &str = "depth     score     nodes   nodes/s       time  line";

/// A row for each line; the first says how far it was looked, with a plus where the next depth was begun.
fn print_rows(thought: &Thought, begun: bool, width: Option<usize>) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    for (i, line) in thought.lines.iter().enumerate() {
        let effort = if i == 0 {
            let depth = format!("{}{}", thought.depth, if begun { "+" } else { " " });
            let speed = figures::count(thought.nodes_per_second());
            (depth, figures::count(thought.nodes), speed, figures::time(thought.time))
        } else {
            Default::default()
        };
        let (depth, nodes, speed, time) = effort;
        let worth = figures::worth(line.worth);
        let row = format!("{depth:>6}{worth:>9} {nodes:>9} {speed:>9} {time:>10}  {}", line.moves.join(" "));
        writeln!(out, "{}", cut(&row, width))?;
    }
    Ok(())
}

/// The beginning of a row that is too wide for the terminal.
fn cut(row: &str, width: Option<usize>) -> &str {
    match width.and_then(|width| row.char_indices().nth(width)) {
        Some((end, _)) => row[..end].rsplit_once(' ').map_or(&row[..end], |(start, _)| start),
        None => row,
    }
}
