//! `plywood analyze`: what a position is worth, and the best moves in it.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use engine::{AnyPosition, Control, Limits, Score, Session, Thought, Time};
use serde::Serialize;

use super::print_json;
use crate::args::{PositionArgs, SearchArgs, SearchLimitArgs};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::{format, render, tables};

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
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// Start from the game with these moves, a word each; its repetitions count
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// How many of the best moves to show
    #[arg(long = "multipv", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    #[command(flatten)]
    limits: SearchLimitArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Answer in JSON, a line for each improvement
    #[arg(long)]
    json: bool,
}

/// An improvement as data.
#[derive(Serialize)]
struct AnalysisOutput {
    depth: u8,
    score: Option<ScoreOutput>,
    exact: bool,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    lines: Vec<LineOutput>,
}

#[derive(Serialize)]
struct LineOutput {
    score: ScoreOutput,
    moves: Vec<String>,
}

/// A number of points, or words such as "win 5".
#[derive(Serialize)]
#[serde(untagged)]
enum ScoreOutput {
    Points(i32),
    Decided(String),
}

impl From<Score> for ScoreOutput {
    fn from(worth: Score) -> ScoreOutput {
        match worth {
            Score::Estimate(points) => ScoreOutput::Points(points),
            decided => ScoreOutput::Decided(format::score(decided)),
        }
    }
}

impl AnalysisOutput {
    /// What an exact value says comes before what the search has found: it may be a slower win.
    fn of(thought: &Thought, is_over: bool) -> AnalysisOutput {
        let found = thought.lines.first().map(|line| line.score);
        let best = thought.exact.map(Score::from).filter(|_| found.is_some()).or(found);
        let line =
            |line: &engine::BestLine| LineOutput { score: line.score.into(), moves: line.moves.clone() };
        AnalysisOutput {
            depth: thought.depth,
            score: best.map(ScoreOutput::from),
            exact: thought.exact.is_some() || is_over,
            nodes: thought.nodes,
            nps: thought.nodes_per_second(),
            time_ms: thought.time.as_millis() as u64,
            lines: thought.lines.iter().map(line).collect(),
        }
    }
}

impl AnalyzeArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let pos = self.at.position()?;
        let options = self.search.options(&*pos)?;
        let mut thinker = pos.game().thinker(&options).map_err(|fault| CliError::Usage(fault.to_string()))?;
        let session = self.session(pos)?;
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let format = if self.json { OutputFormat::Json } else { OutputFormat::table(&session)? };
        let is_over = session.position().outcome().is_some();
        let progress = Progress::start("thinking");
        let mut printer = AnalysisPrinter { format, is_over, last: None, error: None, progress };
        let limits = self.limits();
        let thought = thinker.think(&session, self.lines.into(), &limits, &control, &mut |thought| {
            printer.show(&thought.clone().confirmed(session.position()));
            if printer.error.is_some() {
                control.stop();
            }
        });
        printer.finish(&thought.confirmed(session.position()))?;
        tables::report(options.tables.fault());
        if interrupt.was_pressed() { Err(CliError::Interrupted) } else { Ok(()) }
    }

    /// The position as it is, or the game that led to it.
    fn session(&self, pos: Box<dyn AnyPosition>) -> Result<Session, CliError> {
        let Some(moves) = &self.moves else { return Ok(Session::study(pos)) };
        let mut session = Session::game(&*pos);
        for (i, mv) in moves.split_whitespace().enumerate() {
            session.play_text(mv).map_err(|refused| CliError::in_move_list(i + 1, &refused))?;
        }
        Ok(session)
    }

    fn limits(&self) -> Limits {
        let SearchLimitArgs { time, depth, nodes } = self.limits;
        let is_unlimited = time.is_none() && depth.is_none() && nodes.is_none();
        let time = time.or(is_unlimited.then_some(DEFAULT_TIME));
        Limits { depth, nodes, time: time.map_or(Time::Unlimited, Time::Move), since: Instant::now() }
    }
}

/// How improvements are told.
enum OutputFormat {
    Json,
    /// With lines cut to this width, on a terminal.
    Table {
        width: Option<usize>,
    },
}

impl OutputFormat {
    fn table(session: &Session) -> Result<OutputFormat, CliError> {
        let mut out = anstream::stdout().lock();
        let in_colour = out.current_choice() != anstream::ColorChoice::Never;
        write!(out, "{}", render::board(session.position(), in_colour))?;
        writeln!(out, "\n{}", render::status(session.position()))?;
        if session.position().outcome().is_none() {
            writeln!(out, "\n{HEADER}")?;
        }
        let width = std::io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
        Ok(OutputFormat::Table { width: width.map(|(width, _)| width.0.into()) })
    }
}

/// What has been told so far.
struct AnalysisPrinter {
    format: OutputFormat,
    /// Whether there is nothing to think about.
    is_over: bool,
    last: Option<Thought>,
    error: Option<CliError>,
    progress: Progress,
}

impl AnalysisPrinter {
    fn show(&mut self, thought: &Thought) {
        if self.error.is_some() {
            return;
        }
        let printed = self.progress.suspend(|| match self.format {
            OutputFormat::Json => print_json(&AnalysisOutput::of(thought, self.is_over)),
            // Before the first depth is complete, what is best is only what came first.
            OutputFormat::Table { .. } if thought.depth == 0 => Ok(()),
            OutputFormat::Table { width } => {
                let is_partial = self.last.as_ref().is_some_and(|last| last.depth == thought.depth);
                print_rows(thought, is_partial, width)
            }
        });
        self.error = printed.err();
        self.progress.set_message(format!("after depth {}: {}", thought.depth, best(thought)));
        self.last = Some(thought.clone());
    }

    /// Tells the end, as far as it is news.
    fn finish(self, thought: &Thought) -> Result<(), CliError> {
        drop(self.progress);
        if let Some(failure) = self.error {
            return Err(failure);
        }
        let is_new = self.last.as_ref().is_none_or(|last| last.nodes != thought.nodes);
        match self.format {
            OutputFormat::Json if is_new => print_json(&AnalysisOutput::of(thought, self.is_over))?,
            OutputFormat::Table { .. } if !thought.lines.is_empty() => {
                let (depth, time) = (thought.depth, format::time(thought.time));
                let (nodes, speed) =
                    (format::count(thought.nodes), format::count(thought.nodes_per_second()));
                let mut out = anstream::stdout().lock();
                writeln!(out, "\nBest: {}", best(thought))?;
                if let Some(exact) = thought.exact {
                    writeln!(out, "Exact: {}.", format::exact(exact))?;
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
        format!("{} ({})", line.moves.first().map_or("", String::as_str), format::score(line.score))
    })
}

const HEADER: &str = "depth     score     nodes   nodes/s       time  line";

/// A row for each line; the first says how far it was looked, with a plus where the next depth was begun.
fn print_rows(thought: &Thought, is_partial: bool, width: Option<usize>) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    for (i, line) in thought.lines.iter().enumerate() {
        let limits = if i == 0 {
            let depth = format!("{}{}", thought.depth, if is_partial { "+" } else { " " });
            let speed = format::count(thought.nodes_per_second());
            (depth, format::count(thought.nodes), speed, format::time(thought.time))
        } else {
            Default::default()
        };
        let (depth, nodes, speed, time) = limits;
        let worth = format::score(line.score);
        let row = format!("{depth:>6}{worth:>9} {nodes:>9} {speed:>9} {time:>10}  {}", line.moves.join(" "));
        writeln!(out, "{}", truncate(&row, width))?;
    }
    Ok(())
}

/// The beginning of a row that is too wide for the terminal.
fn truncate(row: &str, width: Option<usize>) -> &str {
    match width.and_then(|width| row.char_indices().nth(width)) {
        Some((end, _)) => row[..end].rsplit_once(' ').map_or(&row[..end], |(start, _)| start),
        None => row,
    }
}
