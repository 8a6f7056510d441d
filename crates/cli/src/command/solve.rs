//! `plywood solve`: the exact value of a position, with a proof.

use std::io::{BufReader, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::{
    AnyPosition, Control, Exact, ExactSolver, Limits, Solution, SolveLimit, SolveProgress, SolvedMove,
    TablesChoice, Time,
};
use serde::Serialize;

use super::print_json;
use crate::args::{PositionArgs, SuggestedValues, game_names, seconds};
use crate::error::CliError;
use crate::format;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::tables::{self, TablesArgs};

/// The text after the options in `plywood solve --help`.
pub(crate) const HELP: &str =
    "The first line of the output is 'win N', 'loss N', 'draw' or 'unknown' for the side
to move; N is the number of plies with best play, in which the winner wins as soon
and the loser loses as late as possible. The second line is such a game. Draws by
repetition or lack of progress are ignored; the 50-ply limit of The Dragon Queen
applies if the position has a ply count. If the value is unknown, standard error
says what is proven about it and which limit stopped the search.

--proof writes the complete proof to a file (docs/proof-format.md); --check verifies
one using nothing but the rules. The proof is searched without tables, within the
remaining time and memory; if it does not fit, a message says so.

With --json the output is
  {position, value, distance, moves: [{move, value, distance}], line, nodes, time_ms,
   limit}
with every legal move, the best first. A value is \"win\", \"loss\", \"draw\" or
\"unknown\"; for an unknown value, limit is \"time\", \"nodes\", \"memory\" or
\"interrupt\".

Examples:
  plywood solve checkers 'W:W31:B18'
  plywood solve dragon-queen '...../.QD../...../..WW./...W. q 40' --json
  plywood solve raichu '......../......../......../...@..../......../......../......../.......$ w' --time 10
  plywood solve checkers 'W:WK3:BK32,28' --proof proof.txt
  plywood solve --check proof.txt";

/// Used if no other limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

#[derive(clap::Args, Debug)]
pub(crate) struct SolveArgs {
    /// The game, such as checkers or raichu:10
    #[arg(value_name = "GAME", value_parser = SuggestedValues(game_names), required_unless_present = "check", conflicts_with = "check")]
    game: Option<String>,
    /// The position [default: the start position]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Time limit in seconds [default: 60 if there is no node limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Node limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the complete proof to this file
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Verify the proof in this file instead of solving
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "time", "nodes"])]
    check: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArgs,
}

#[derive(Serialize)]
struct SolveOutput {
    position: String,
    value: &'static str,
    distance: Option<u32>,
    moves: Vec<MoveOutput>,
    line: Vec<String>,
    nodes: u64,
    time_ms: u64,
    /// The limit that stopped the search if the value is unknown.
    limit: Option<&'static str>,
}

#[derive(Serialize)]
struct MoveOutput {
    #[serde(rename = "move")]
    text: String,
    value: &'static str,
    distance: Option<u32>,
}

#[derive(Serialize)]
struct ProofOutput {
    position: String,
    value: &'static str,
    distance: Option<u32>,
    claims: usize,
}

impl From<SolvedMove> for MoveOutput {
    fn from(mv: SolvedMove) -> MoveOutput {
        MoveOutput {
            value: value_word(mv.value),
            distance: mv.value.and_then(Exact::distance),
            text: mv.text,
        }
    }
}

/// The limit that stopped a search, as in JSON.
fn limit_word(limit: SolveLimit) -> &'static str {
    match limit {
        SolveLimit::Time => "time",
        SolveLimit::Nodes => "nodes",
        SolveLimit::Memory => "memory",
        SolveLimit::Interrupt => "interrupt",
    }
}

/// What would let the search succeed.
fn remedy(limit: SolveLimit) -> &'static str {
    match limit {
        SolveLimit::Time => "allow more time",
        SolveLimit::Nodes => "allow more nodes",
        SolveLimit::Memory => "allow more memory",
        SolveLimit::Interrupt => "the search was interrupted",
    }
}

/// The limit that stopped a search, as a sentence.
fn limit_sentence(limit: SolveLimit) -> &'static str {
    match limit {
        SolveLimit::Time => "The time limit was reached (--time).",
        SolveLimit::Nodes => "The node limit was reached (--nodes).",
        SolveLimit::Memory => "The memory limit was reached (--memory).",
        SolveLimit::Interrupt => "The search was interrupted.",
    }
}

fn value_word(value: Option<Exact>) -> &'static str {
    match value {
        Some(Exact::Win(_)) => "win",
        Some(Exact::Loss(_)) => "loss",
        Some(Exact::Draw) => "draw",
        None => "unknown",
    }
}

impl SolveArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        match &self.check {
            Some(path) => check(path, self.json),
            None => self.solve(),
        }
    }

    fn solve(&self) -> Result<(), CliError> {
        let pos =
            PositionArgs::new(self.game.clone().unwrap_or_default(), self.position.clone()).position()?;
        if let Some(path) = &self.proof {
            files::remove_stale_beside(path);
        }
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let tables = self.tables.choice(&*pos)?;
        let mut solver = pos.game().solver(self.bytes(), &tables);
        let limits = self.limits();
        let progress = Progress::start_delayed("solving");
        let solution =
            solver.solve(&*pos, &limits, &control, &mut |so_far| progress.set_message(progress_text(so_far)));
        drop(progress);
        if self.json {
            self.print_json(&*pos, &solution, &mut *solver, &limits, &control)?;
        } else {
            print(&*pos, &solution)?;
        }
        if solution.value.is_some() && solution.line.is_empty() && pos.outcome().is_none() {
            let note = "The value is proven; a limit was reached before the line was complete.";
            let _ = writeln!(anstream::stderr(), "{note}");
        }
        tables::report(tables.fault());
        // The proof needs its memory.
        drop(solver);
        let proven = match (&self.proof, solution.value) {
            _ if interrupt.was_pressed() => Ok(()),
            (Some(path), Some(value)) => {
                let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(solution.nodes));
                self.prove(&*pos, value, path, &Limits { nodes, ..limits }, &control)
            }
            (Some(path), None) => {
                report_no_proof(path, "the value is not known");
                Ok(())
            }
            (None, _) => Ok(()),
        };
        if interrupt.was_pressed() { Err(CliError::Interrupted) } else { proven }
    }

    /// Writes the proof of a value. A proof goes down to the end of the game, which a table value does not; so the position
    /// is solved again without tables.
    fn prove(
        &self,
        pos: &dyn AnyPosition,
        value: Exact,
        path: &Path,
        limits: &Limits,
        control: &Control,
    ) -> Result<(), CliError> {
        let bytes = self.bytes() / 2;
        let mut solver = pos.game().solver(bytes, &TablesChoice::None);
        let progress = Progress::start_delayed("looking for the proof");
        let solution =
            solver.solve(pos, limits, control, &mut |so_far| progress.set_message(progress_text(so_far)));
        drop(progress);
        match solution.value {
            Some(found) if found == value => {
                write_proof(path, |out| solver.prove(pos, value, bytes, limits, control, out))
            }
            Some(found) => Err(CliError::Refused(format!(
                "a table says {value}, but the rules give {found}: 'plywood table verify' finds the wrong table"
            ))),
            None => {
                let limit = solution.limit.map_or("", remedy);
                report_no_proof(path, &format!("none was found within the limits; {limit}"));
                Ok(())
            }
        }
    }

    fn bytes(&self) -> usize {
        (self.memory as usize) << 20
    }

    fn limits(&self) -> Limits {
        let time = self.time.or(self.nodes.is_none().then_some(DEFAULT_TIME));
        let time = time.map_or(Time::Unlimited, Time::Move);
        Limits { depth: None, nodes: self.nodes, time, since: Instant::now() }
    }

    /// Prints the value of every move as well, as far as a small search finds it.
    fn print_json(
        &self,
        pos: &dyn AnyPosition,
        solution: &Solution,
        solver: &mut dyn ExactSolver,
        limits: &Limits,
        control: &Control,
    ) -> Result<(), CliError> {
        const MIN_NODES_PER_MOVE: u64 = 200_000;
        let nodes = solution.nodes.max(MIN_NODES_PER_MOVE).min(limits.nodes.unwrap_or(u64::MAX));
        let each = Limits { nodes: Some(nodes), ..limits.clone() };
        let moves = solver.moves(pos, solution.value, &each, control);
        print_json(&SolveOutput {
            position: pos.text(),
            value: value_word(solution.value),
            distance: solution.value.and_then(Exact::distance),
            moves: moves.into_iter().map(MoveOutput::from).collect(),
            line: solution.line.clone(),
            nodes: solution.nodes,
            time_ms: solution.time.as_millis() as u64,
            limit: solution.limit.map(limit_word),
        })
    }
}

/// The progress line.
fn progress_text(progress: &SolveProgress) -> String {
    let SolveProgress { nodes, no_win_before, no_loss_before } = *progress;
    format!("{} positions; {}", format::count(nodes), bounds_text(no_win_before, no_loss_before))
}

/// The earliest plies at which the side to move may still win or lose.
fn bounds_text(win: Option<u32>, loss: Option<u32>) -> String {
    let bound = |word, plies: Option<u32>| match plies {
        Some(plies) => format!("no {word} before ply {plies}"),
        None => format!("no {word}"),
    };
    match (win, loss) {
        (None, None) => {
            "neither side wins within the searched distance, which does not prove a draw".to_string()
        }
        _ => format!("{}, {}", bound("win", win), bound("loss", loss)),
    }
}

fn print(pos: &dyn AnyPosition, solution: &Solution) -> Result<(), CliError> {
    let mut out = anstream::stdout().lock();
    let mut err = anstream::stderr();
    let Some(value) = solution.value else {
        writeln!(out, "unknown")?;
        let _ = writeln!(err, "{}", partial_result_text(solution));
        return Ok(());
    };
    writeln!(out, "{value}")?;
    if !solution.line.is_empty() {
        writeln!(out, "{}", solution.line.join(" "))?;
    }
    let no_progress_limit = pos.game().house_rules().no_progress;
    if let (Some(plies), Some(most)) = (value.distance(), no_progress_limit)
        && plies > most
    {
        let _ = writeln!(
            err,
            "In play, {most} plies without progress end the game as a draw, possibly before this win."
        );
    }
    Ok(())
}

/// What is proven about an unknown value.
fn partial_result_text(solution: &Solution) -> String {
    let bounds = solution.bounds;
    let effort = format!("{} positions in {}", format::count(solution.nodes), format::time(solution.time));
    let side = match (bounds.wins_in_at_most(), bounds.loses_in_at_most()) {
        (Some(most), _) => bounded_value_text("win", bounds.no_win_before().unwrap_or_default(), most),
        (None, Some(most)) => bounded_value_text("loss", bounds.no_loss_before().unwrap_or_default(), most),
        (None, None) => bounds_text(bounds.no_win_before(), bounds.no_loss_before()),
    };
    let ended = solution.limit.map_or("", limit_sentence);
    format!("Proven so far: {side}. ({effort}) {ended}").trim_end().to_string()
}

fn bounded_value_text(word: &str, least: u32, most: u32) -> String {
    format!("a {word} in at most {}, and in no fewer than {least}", format::plies(most))
}

/// Reports that no proof was written, and why.
fn report_no_proof(path: &Path, why: &str) {
    let _ = writeln!(anstream::stderr(), "No proof was written to {}: {why}.", path.display());
}

/// Writes a proof to a file, a device or a pipe.
fn write_proof(
    path: &Path,
    prove: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<usize>,
) -> Result<(), CliError> {
    let progress = Progress::start_delayed("writing the proof");
    let mut claims = 0;
    let written = files::write_with(path, |file| {
        let mut out = BufWriter::new(file);
        claims = prove(&mut out)?;
        out.flush()
    });
    drop(progress);
    match written {
        Ok(()) => {
            let claims = format::grouped(claims as u64);
            let _ = writeln!(anstream::stderr(), "Proof written to {}: {claims} claims.", path.display());
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::TimedOut => {
            report_no_proof(path, "a limit was reached before it was complete; allow more");
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::OutOfMemory => {
            report_no_proof(path, &format!("{error}; allow more --memory"));
            Ok(())
        }
        Err(error) => Err(CliError::File(format!("cannot write the proof to {}: {error}", path.display()))),
    }
}

/// Reads a proof; stops early if the file does not start like one.
fn read_proof(path: &Path) -> std::io::Result<String> {
    const MAX_LINE_BYTES: u64 = 64 << 10;
    const MAX_BYTES: usize = 4 << 30;
    let mut input = BufReader::new(std::fs::File::open(path)?);
    let mut text = Vec::new();
    while let Some(line) = files::read_line(&mut input, MAX_LINE_BYTES)? {
        text.extend(line);
        if text.len() > MAX_BYTES {
            return Err(std::io::Error::other("the proof is larger than 4 GiB"));
        }
        if !text.starts_with(engine::PROOF_MARK.as_bytes()) {
            break;
        }
    }
    String::from_utf8(text).map_err(|_| std::io::Error::other("the file is not UTF-8 text"))
}

/// Verifies a proof.
fn check(path: &Path, json: bool) -> Result<(), CliError> {
    let text = read_proof(path)
        .map_err(|error| CliError::File(format!("cannot read {}: {error}", path.display())))?;
    let refused = |refused| CliError::Refused(format!("{} is not a valid proof: {refused}", path.display()));
    let checked = engine::check_proof(catalogue::CATALOGUE, &text).map_err(refused)?;
    if json {
        return print_json(&ProofOutput {
            value: value_word(Some(checked.value)),
            distance: checked.value.distance(),
            position: checked.position,
            claims: checked.claims,
        });
    }
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", checked.value)?;
    writeln!(out, "{}", checked.position)?;
    let _ =
        writeln!(anstream::stderr(), "The proof holds: {} claims.", format::grouped(checked.claims as u64));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unbounded_outcomes_have_no_ply() {
        assert_eq!(bounds_text(Some(7), Some(8)), "no win before ply 7, no loss before ply 8");
        assert_eq!(bounds_text(None, Some(8)), "no win, no loss before ply 8");
        assert!(bounds_text(None, None).ends_with("which does not prove a draw"));
    }
}
