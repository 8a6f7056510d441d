//! `plywood table probe`: looks up exact values.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use engine::{AnyPosition, AnyTables, Exact, Probe, TableError};
use serde::Serialize;

use crate::args::PositionArgs;
use crate::command::print_json;
use crate::error::CliError;
use crate::tables::{self, TablesArgs};

/// The text after the options in `--help`.
pub(crate) const HELP: &str =
    "The first line is the value for the side to move: 'win 7', 'loss 4', 'draw', or
'unknown' if there is no table. One line per legal move follows, best first: the
move, a tab, its value for the side that plays it, a tab, the distance in plies. The
last line is the word 'line', a tab and best play by both sides; in a draw it ends at
the first repetition.

With --file it prints one line per position in the file, or on standard input if the
file is '-': the position, a tab, win, loss, draw or unknown, a tab, and the distance
in plies, which is empty for draws and unknown values.

A position of The Dragon Queen with a ply count is a draw if the win comes too late;
without a ply count there is no limit.

Examples:
  plywood table probe checkers 'B:W18,K22:BK1'
  plywood table probe dragon-queen '..Q../...../...../.W.../..... q 44' --json
  plywood table probe raichu --file endings.txt > values.txt
  plywood moves checkers 'W:WK18:BK1' | cut -f2 | plywood table probe checkers --file -";

#[derive(clap::Args, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// Read positions from this file, one per line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgs,
    /// Print JSON: {position, value, distance, moves: [{move, value, distance}], line}, and with --file
    /// {position, value, distance} for each position
    #[arg(long)]
    json: bool,
}

/// A value as data.
#[derive(Serialize)]
struct ValueOutput {
    value: &'static str,
    distance: Option<u32>,
}

#[derive(Serialize)]
struct ProbeOutput<'a> {
    position: &'a str,
    #[serde(flatten)]
    value_output: ValueOutput,
}

#[derive(Serialize)]
struct DetailedProbeOutput<'a> {
    #[serde(flatten)]
    answer: ProbeOutput<'a>,
    moves: Vec<MoveOutput<'a>>,
    line: &'a [String],
}

#[derive(Serialize)]
struct MoveOutput<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(flatten)]
    value_output: ValueOutput,
}

impl From<Option<Exact>> for ValueOutput {
    fn from(value: Option<Exact>) -> ValueOutput {
        let word = match value {
            Some(Exact::Win(_)) => "win",
            Some(Exact::Loss(_)) => "loss",
            Some(Exact::Draw) => "draw",
            None => "unknown",
        };
        ValueOutput { value: word, distance: value.and_then(Exact::distance) }
    }
}

impl ValueOutput {
    /// The word and the distance, separated by `between`.
    fn joined(&self, between: &str) -> String {
        let distance = self.distance.map(|distance| distance.to_string());
        format!("{}{between}{}", self.value, distance.unwrap_or_default())
    }
}

impl ProbeArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let at = self.tables.at()?;
        match &self.file {
            None => {
                let pos = self.at.position()?;
                let tables = pos.game().tables(&at);
                let probe = tables.probe(&*pos).map_err(refused)?;
                self.print(&*pos, &probe)?;
                tables::report(tables.fault());
            }
            Some(file) if file == Path::new("-") => {
                let tables = self.at.game()?.start().game().tables(&at);
                self.each_line(&*tables, std::io::stdin().lock())?;
                tables::report(tables.fault());
            }
            Some(file) => {
                let tables = self.at.game()?.start().game().tables(&at);
                let open = File::open(file).map_err(|error| unreadable(file, &error))?;
                self.each_line(&*tables, BufReader::new(open))?;
                tables::report(tables.fault());
            }
        }
        Ok(())
    }

    fn print(&self, pos: &dyn AnyPosition, probe: &Probe) -> Result<(), CliError> {
        let position = pos.text();
        if self.json {
            let moves =
                probe.moves.iter().map(|mv| MoveOutput { text: &mv.text, value_output: mv.value.into() });
            let answer = ProbeOutput { position: &position, value_output: probe.value.into() };
            return print_json(&DetailedProbeOutput { answer, moves: moves.collect(), line: &probe.line });
        }
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}", ValueOutput::from(probe.value).joined(" ").trim_end())?;
        for mv in &probe.moves {
            writeln!(out, "{}\t{}", mv.text, ValueOutput::from(mv.value).joined("\t"))?;
        }
        if !probe.line.is_empty() {
            writeln!(out, "line\t{}", probe.line.join(" "))?;
        }
        let most = pos.game().house_rules().no_progress.unwrap_or(u32::MAX);
        if probe.value.and_then(Exact::distance).is_some_and(|distance| distance > most) {
            let note = format!(
                "in play, {most} plies without progress end the game as a draw, possibly before this win"
            );
            writeln!(anstream::stderr(), "Note: {note}.")?;
        }
        Ok(())
    }

    /// Prints the value of each position of a list; skips blank lines.
    fn each_line(&self, tables: &dyn AnyTables, mut list: impl BufRead) -> Result<(), CliError> {
        /// Positions have a few hundred bytes.
        const MAX_LINE_BYTES: u64 = 64 << 10;
        let game = self.at.game()?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        let mut next =
            || files::read_line(&mut list, MAX_LINE_BYTES).map_err(|error| unreadable(file, &error));
        for number in 1.. {
            let Some(line) = next()? else { break };
            let line = String::from_utf8_lossy(&line);
            // A tab inside the position would look like a column separator.
            let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.is_empty() {
                continue;
            }
            let at_line = |message: String| format!("{}, line {}: {message}", file.display(), number);
            let pos = match game.read(&text) {
                Ok(pos) => pos,
                Err(refused) => {
                    out.flush()?;
                    let message = at_line(format!("not a position: {refused}"));
                    return Err(match refused.is_malformed {
                        true => CliError::Usage(message),
                        false => CliError::Refused(message),
                    });
                }
            };
            let value_output = ValueOutput::from(tables.exact(&*pos).map_err(refused)?);
            if self.json {
                let answer = ProbeOutput { position: &text, value_output };
                writeln!(out, "{}", serde_json::to_string(&answer).map_err(std::io::Error::other)?)?;
            } else {
                writeln!(out, "{text}\t{}", value_output.joined("\t"))?;
            }
        }
        Ok(out.flush()?)
    }
}

fn refused(fault: TableError) -> CliError {
    CliError::Refused(fault.to_string())
}

fn unreadable(file: &Path, error: &std::io::Error) -> CliError {
    CliError::File(format!("cannot read '{}': {error}", file.display()))
}
