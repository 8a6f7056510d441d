//! `plywood GAME --inputfile F --outputfile G`: a course's program, which solves puzzles and grades solutions.

mod batch;
mod files;

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::{
    Assignment, Control, GameEntry, Limits, PuzzleCourse, PuzzleEnding, PuzzleGrade, PuzzleSolution,
    PuzzleSolver, PuzzleTask, TablesChoice, Time,
};

use self::files::{invalid, read_text, write};
use crate::args::seconds;
use crate::error::CliError;
use crate::format;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::tables::{self, TablesArgs};

/// Arguments of the program.
#[derive(clap::Args, Debug)]
pub(crate) struct PuzzleArgs {
    /// The file with the puzzle
    #[arg(long = "inputfile", value_name = "F", conflicts_with_all = ["plain", "batch"])]
    input: Option<PathBuf>,
    /// The file for the solution
    #[arg(long = "outputfile", value_name = "G", conflicts_with_all = ["plain", "batch", "check"])]
    output: Option<PathBuf>,
    /// Write only the board after the best move; with --check, grade such a solution
    #[arg(long)]
    first_move: bool,
    /// Grade the solution in this file
    #[arg(long, value_name = "G", conflicts_with_all = ["plain", "batch"])]
    check: Option<PathBuf>,
    /// Solve every puzzle in this folder
    #[arg(long, value_name = "INDIR", requires = "outdir", conflicts_with = "plain")]
    batch: Option<PathBuf>,
    /// The folder for the solutions, under the same names
    #[arg(long, value_name = "OUTDIR", requires = "batch")]
    outdir: Option<PathBuf>,
    /// Time limit per puzzle for proving the best line, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    time: Duration,
    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    memory: u32,
    #[command(flatten)]
    tables: TablesArgs,
    /// The puzzle and the solution file; writes only the board after the best move
    #[arg(value_name = "F G", num_args = 2)]
    plain: Vec<PathBuf>,
}

/// The settings of a run.
pub(crate) struct PuzzleJob {
    time: Duration,
    bytes: usize,
    tables: TablesChoice,
    course: &'static dyn PuzzleCourse,
    task: PuzzleTask,
    control: Control,
    interrupt: Interrupt,
}

impl PuzzleArgs {
    /// Runs the command. `began` is the start of `main`.
    pub(crate) fn run(self, game: &GameEntry, began: Instant) -> Result<(), CliError> {
        let Assignment::Puzzles { course, .. } = *game.assignment() else {
            return Err(CliError::Usage(format!("{} has no puzzles", game.info().name)));
        };
        let first_only = self.first_move || !self.plain.is_empty();
        let control = Control::new();
        let job = PuzzleJob {
            time: self.time,
            bytes: (self.memory as usize) << 20,
            tables: self.tables.choice(&*game.start())?,
            course,
            task: if first_only { PuzzleTask::FirstMove } else { PuzzleTask::WholeGame },
            interrupt: Interrupt::cancelling(control.token()),
            control,
        };
        let done = match (self.input, self.output, self.check, self.batch.zip(self.outdir), &self.plain[..]) {
            (None, None, None, None, [input, output]) => job.solve_file(input, output, began),
            (Some(input), Some(output), None, None, _) => job.solve_file(&input, &output, began),
            (input, None, Some(answer), None, _) => job.check(input.as_deref(), &answer, began),
            (None, None, None, Some((from, to)), _) => job.batch(&from, &to),
            (Some(_), None, None, None, _) => {
                usage_error("--outputfile is missing: the file for the solution")
            }
            (None, Some(_), ..) => usage_error("--inputfile is missing: the file with the puzzle"),
            _ => usage_error(
                "expected --inputfile F --outputfile G, or the two files alone, or --check G, or --batch INDIR --outdir OUTDIR",
            ),
        };
        tables::report(job.tables.fault());
        done
    }
}

fn usage_error(what: &str) -> Result<(), CliError> {
    Err(CliError::Usage(what.to_string()))
}

impl PuzzleJob {
    fn limits(&self, since: Instant) -> Limits {
        Limits { depth: None, nodes: None, time: Time::Move(self.time), since }
    }

    fn solver(&self) -> Box<dyn PuzzleSolver> {
        self.course.solver(self.bytes, &self.tables)
    }

    /// The solution of the puzzle in a file.
    fn solve(&self, path: &Path, since: Instant) -> Result<PuzzleSolution, CliError> {
        let puzzle = read_text(path)?;
        let solution = self.solver().solve(&puzzle, self.task, &self.limits(since), &self.control);
        solution.map_err(|errors| invalid(path, &errors))
    }

    /// Solves one puzzle.
    fn solve_file(&self, input: &Path, output: &Path, began: Instant) -> Result<(), CliError> {
        ::files::remove_stale_beside(output);
        let progress = Progress::start_delayed("solving");
        let solved = self.solve(input, began);
        drop(progress);
        if self.interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        let PuzzleSolution { text, ending } = solved?;
        write(output, &text)?;
        let note = self.note(ending);
        if note.is_some() || std::io::stderr().is_terminal() {
            let _ = writeln!(anstream::stderr(), "{}", note.unwrap_or_else(|| self.ending_text(ending)));
        }
        Ok(())
    }

    /// A remark about the solution, if needed.
    fn note(&self, ending: PuzzleEnding) -> Option<String> {
        match ending {
            PuzzleEnding::Win { .. } => None,
            PuzzleEnding::Draw => {
                Some("The puzzle is a draw: the line keeps it for both, to the third repetition.".to_string())
            }
            PuzzleEnding::Unproven => Some(format!(
                "What is exact could not be proven within {}: this is the best line found.",
                format::time(self.time)
            )),
        }
    }

    /// Grades a solution.
    fn check(&self, input: Option<&Path>, answer: &Path, began: Instant) -> Result<(), CliError> {
        if self.task == PuzzleTask::FirstMove && input.is_none() {
            return usage_error("--inputfile is missing: a single board does not say which puzzle it solves");
        }
        let puzzle = input.map(|path| self.read_puzzle(path)).transpose()?;
        let text = read_text(answer)?;
        let progress = Progress::start_delayed("grading");
        let limits = self.limits(began);
        let grade = self.solver().grade(&text, puzzle.as_deref(), self.task, &limits, &self.control);
        drop(progress);
        if self.interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        let mut out = anstream::stdout().lock();
        match grade.map_err(|errors| invalid(input.unwrap_or(answer), &errors))? {
            PuzzleGrade::Right(ending) => writeln!(out, "Right: {}", self.ending_text(ending))?,
            PuzzleGrade::Unproven => {
                let time = format::time(self.time);
                writeln!(out, "Legal; whether it is optimal could not be proven within {time}.")?;
            }
            PuzzleGrade::Wrong(fault) => {
                return Err(CliError::Refused(format!("{}: {fault}", answer.display())));
            }
        }
        Ok(())
    }

    /// The text of a file that is a puzzle.
    fn read_puzzle(&self, path: &Path) -> Result<String, CliError> {
        let text = read_text(path)?;
        self.course.rewrite(&text).map_err(|errors| invalid(path, &errors))?;
        Ok(text)
    }

    /// The result as a sentence.
    fn ending_text(&self, ending: PuzzleEnding) -> String {
        let name = |player| self.course.side_names()[player];
        match ending {
            PuzzleEnding::Win { winner, plies: 0 } => format!("{} has won already.", name(winner)),
            PuzzleEnding::Win { winner, plies: 1 } => format!("{} wins in 1 ply.", name(winner)),
            PuzzleEnding::Win { winner, plies } => format!("{} wins in {plies} plies.", name(winner)),
            PuzzleEnding::Draw => "a draw.".to_string(),
            PuzzleEnding::Unproven => "not proven.".to_string(),
        }
    }
}
