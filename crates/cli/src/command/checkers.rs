//! `plywood checkers`: the course's program, which solves puzzles, and the grader of solutions.

mod batch;
mod files;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use checkers_course::{Ending, Grade, Puzzle, PuzzleSolver, Solved, Task};
use engine::{Control, Limits, Player, TablesChoice, Time};

use self::files::{boards, first_board, read_puzzle, read_text, write};
use crate::args::seconds;
use crate::error::CliError;
use crate::format;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::tables::{self, TablesArgs};

/// `plywood checkers` in the list of commands.
pub(crate) const ABOUT: &str = "Solve a checkers puzzle (the course's program), or grade a solution";

/// The text after the options in `plywood checkers --help`.
pub(crate) const HELP: &str =
    "A puzzle is 8 lines of 8 cells, top row first, red to move: r and R are red men and
kings, b and B black ones, '.' is empty. The solution is the whole game with best
play, in which the winner wins as soon and the loser loses as late as possible: the
puzzle's board, then the board after each ply, each as 8 lines and an empty line. A
drawn puzzle ends at the first threefold repetition. Two file names without options
are the older form of the assignment, which writes only the board after the best
move.

--check grades a solution: legal, complete and optimal at every ply. Any equally good
line is accepted; otherwise the first mistake is reported, with exit code 1.

Examples:
  plywood checkers --inputfile puzzle.txt --outputfile solution.txt
  plywood checkers puzzle.txt best.txt
  plywood checkers --check solution.txt
  plywood checkers --inputfile puzzle.txt --check solution.txt
  plywood checkers --batch puzzles --outdir solutions

In a folder every file is a puzzle, except hidden files and *.md.";

/// Arguments of `plywood checkers`.
#[derive(clap::Args, Debug)]
pub(crate) struct CheckersArgs {
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
    task: Task,
    control: Control,
    interrupt: Interrupt,
}

impl CheckersArgs {
    /// Runs the command. `began` is the start of `main`.
    pub(crate) fn run(self, began: Instant) -> Result<(), CliError> {
        let first_only = self.first_move || !self.plain.is_empty();
        let control = Control::new();
        let job = PuzzleJob {
            time: self.time,
            bytes: (self.memory as usize) << 20,
            tables: self.tables.choice(&*catalogue::CATALOGUE.find("checkers")?.start())?,
            task: if first_only { Task::FirstMove } else { Task::WholeGame },
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

    fn solver(&self) -> PuzzleSolver {
        PuzzleSolver::new(self.bytes, &self.tables)
    }

    /// Solves one puzzle.
    fn solve_file(
        &self,
        input: &std::path::Path,
        output: &std::path::Path,
        began: Instant,
    ) -> Result<(), CliError> {
        let puzzle = read_puzzle(input)?;
        ::files::remove_stale_beside(output);
        let progress = Progress::start_delayed("solving");
        let solved = self.solver().solve(&puzzle, &self.limits(began), &self.control);
        drop(progress);
        if self.interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        write(output, &self.solution_text(&puzzle, &solved))?;
        let note = self.note(&solved);
        if note.is_some() || std::io::stderr().is_terminal() {
            let _ = writeln!(anstream::stderr(), "{}", note.unwrap_or_else(|| ending_text(solved.ending)));
        }
        Ok(())
    }

    /// The contents of the solution file.
    fn solution_text(&self, puzzle: &Puzzle, solved: &Solved) -> String {
        match self.task {
            Task::WholeGame => boards(puzzle, &solved.positions),
            Task::FirstMove => first_board(puzzle, &solved.positions),
        }
    }

    /// A remark about the solution, if needed.
    fn note(&self, solved: &Solved) -> Option<String> {
        match solved.ending {
            Ending::Win { .. } => None,
            Ending::Draw => {
                Some("The puzzle is a draw: the line keeps it for both, to the third repetition.".to_string())
            }
            Ending::Unproven => Some(format!(
                "What is exact could not be proven within {}: this is the best line found.",
                format::time(self.time)
            )),
        }
    }

    /// Grades a solution.
    fn check(
        &self,
        input: Option<&std::path::Path>,
        answer: &std::path::Path,
        began: Instant,
    ) -> Result<(), CliError> {
        if self.task == Task::FirstMove && input.is_none() {
            return usage_error("--inputfile is missing: a single board does not say which puzzle it solves");
        }
        let puzzle = input.map(read_puzzle).transpose()?;
        let text = read_text(answer)?;
        let progress = Progress::start_delayed("grading");
        let limits = self.limits(began);
        let grade = self.solver().grade(&text, puzzle.as_ref(), self.task, &limits, &self.control);
        drop(progress);
        if self.interrupt.was_pressed() {
            return Err(CliError::Interrupted);
        }
        let mut out = anstream::stdout().lock();
        match grade {
            Ok(Grade::Right(ending)) => writeln!(out, "Right: {}", ending_text(ending))?,
            Ok(Grade::Unproven) => {
                let time = format::time(self.time);
                writeln!(out, "Legal; whether it is optimal could not be proven within {time}.")?;
            }
            Err(fault) => return Err(CliError::Refused(format!("{}: {fault}", answer.display()))),
        }
        Ok(())
    }
}

/// The result as a sentence.
fn ending_text(ending: Ending) -> String {
    match ending {
        Ending::Win { winner, plies: 0 } => format!("{} has won already.", name(winner)),
        Ending::Win { winner, plies: 1 } => format!("{} wins in 1 ply.", name(winner)),
        Ending::Win { winner, plies } => format!("{} wins in {plies} plies.", name(winner)),
        Ending::Draw => "a draw.".to_string(),
        Ending::Unproven => "not proven.".to_string(),
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::One => "red",
        Player::Two => "black",
    }
}
