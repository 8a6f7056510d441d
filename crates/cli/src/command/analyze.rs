//! `plywood analyze`: evaluates a position and shows the best lines.

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

/// Used if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The text after the options in `plywood analyze --help`.
pub(crate) const HELP: &str =
    "Prints one row per completed depth, and one for each better move found within a
depth (marked with a plus). Scores are from the side to move's point of view, in
units of the least valuable piece; 'win 5' means a proven win in at most 5 plies,
'loss 4' a proven loss. Without a limit the search runs for 5 seconds; Ctrl-C stops
it and keeps the result so far.

With --json each row is a line
  {depth, score, exact, nodes, nps, time_ms, lines: [{score, moves}]}
where a score is an integer (100 is the least valuable piece) or a string such as
\"win 5\" or \"loss 4\"; 'exact' is true if the distance is proven to be the shortest,
or the value comes from a table. The last line has the total nodes and time. A
finished game has no score and no lines.

Examples:
  plywood analyze checkers
  plywood analyze raichu --time 30 --threads 2 --multipv 3
  plywood analyze dragon-queen '..Q../.D.../...../.W.W./..... q 30' --depth 12
  plywood analyze abalone --moves 'A4B3 G4F5 A5B4' --json";

#[derive(clap::Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// Play these moves first, separated by spaces; their positions count for repetition
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Number of best lines to show
    #[arg(long = "multipv", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    lines: u16,
    #[command(flatten)]
    limits: SearchLimitArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Print JSON, one line per row
    #[arg(long)]
    json: bool,
}

/// A row as JSON.
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

/// Points, or a string such as "win 5".
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
    /// An exact value takes precedence over the search's score, which may be a slower win.
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

    /// The position alone, or the game that led to it.
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

/// The output format.
enum OutputFormat {
    Json,
    /// With lines truncated to this width on a terminal.
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

/// Prints the results of a search as they come.
struct AnalysisPrinter {
    format: OutputFormat,
    /// Whether the game is over.
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
            // Before depth 1 is complete the best move is merely the first one.
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

    /// Prints the final result, unless it was already printed.
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

/// The best move and its score.
fn best(thought: &Thought) -> String {
    thought.lines.first().map_or_else(String::new, |line| {
        format!("{} ({})", line.moves.first().map_or("", String::as_str), format::score(line.score))
    })
}

const HEADER: &str = "depth     score     nodes   nodes/s       time  line";

/// One row per line; the first has the depth, with a plus if it is within the next one.
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

/// Truncates a row to the terminal's width at a word boundary.
fn truncate(row: &str, width: Option<usize>) -> &str {
    match width.and_then(|width| row.char_indices().nth(width)) {
        Some((end, _)) => row[..end].rsplit_once(' ').map_or(&row[..end], |(start, _)| start),
        None => row,
    }
}
