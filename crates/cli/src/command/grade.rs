//! `plywood grade`: grades programs of a course, for people, Gradescope and other tools.

mod autograder;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use arena::grade::{self, Course, Grade, GradeError, GradedTest, Grader};
use engine::{Control, GameRef};

use super::r#match::{SandboxWord, prepare_sandbox};
use super::print_json;
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// The text after the options in `--help`.
pub(crate) const HELP: &str = r#"A course file says what a program is tested for, and for how many points:
  game = "raichu"
  [program]                # as for a player of plywood match, without name and dir
  type = "oneshot"         # or line, ugi, hub, puzzles
  cmd = "python3 raichu.py {n} {side} {board} {seconds}"
  time = 2
  build = "make"           # optional
  [contract]               # points; what is left out is not tested
  start = 2                # a legal move from the start
  both-sides = 2           # and as the other side
  positions = 5            # and in the middle of games
  time = 3                 # and with another time limit
  last-line = 1            # nothing is printed after the move
  illegal-input = 1        # a board that is none is refused
  [[puzzle]]
  position = "…"
  best = ["c4xe6"]         # without it, what the engine finds as good as the best
  points = 2
  [[games]]
  against = "level=3"      # any player of plywood match
  games = 4
  points = 10
  full = 0.5               # half of the games' points are enough for all of these
A program of type puzzles has {input} and {output} in its cmd, and puzzles with
file = "puzzles/1.txt".

A grade depends on the program alone, and not on classmates. What went wrong is said
in sentences for its author. docs/tournaments.md has the shapes of the files.

Examples:
  plywood grade --file course.toml --student students/ann
  plywood grade --file course.toml --student ann.zip --out ann-grade
  plywood grade --file course.toml --each students --out grades
  plywood grade --file course.toml --student ann --results results.json --junit junit.xml
  plywood grade --file course.toml --autograder autograder.zip"#;

#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["student", "each", "autograder"]))]
pub(crate) struct GradeArgs {
    /// The course file
    #[arg(long, value_name = "TOML")]
    file: PathBuf,
    /// The program to grade: a folder, a zip or a tar file
    #[arg(long, value_name = "DIR")]
    student: Option<PathBuf>,
    /// Grade every folder and archive in this folder
    #[arg(long, value_name = "FOLDER", requires = "out", conflicts_with_all = ["results", "junit", "page"])]
    each: Option<PathBuf>,
    /// Make an autograder for Gradescope of the course file, the files it names and this program
    #[arg(long, value_name = "ZIP", conflicts_with_all = ["out", "results", "junit", "page", "json"])]
    autograder: Option<PathBuf>,
    /// Write results.json, junit.xml and grade.html into this folder; with --each a folder for each program, and grades.csv
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write Gradescope's results.json
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Write the grade as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the grade as a page
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Games at the same time; more than one share the processors, and so the time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// The sandbox for programs [default: the first that works]
    #[arg(long, value_enum)]
    sandbox: Option<SandboxWord>,
    /// Start no program unless a sandbox works
    #[arg(long)]
    require_sandbox: bool,
    /// Print JSON: {student, course, points, max_points, tests: [{name, points, max_points, text, …}], …}, with --each
    /// one line for each program
    #[arg(long)]
    json: bool,
}

/// Larger course files are not read.
const MAX_BYTES: u64 = 4 << 20;

impl GradeArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let (course, text) = self.course()?;
        if let Some(zip) = &self.autograder {
            return autograder::write(zip, &course, &text);
        }
        let game = course.game(catalogue::CATALOGUE).map_err(|fault| self.fault(&fault))?;
        prepare_sandbox(self.sandbox, self.require_sandbox)?;
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let place = tempfile::tempdir()
            .map_err(|error| CliError::File(format!("cannot make a folder for programs: {error}")))?;
        let grader = Grader {
            course: &course,
            catalogue: catalogue::CATALOGUE,
            place: place.path(),
            concurrency: self.concurrency.into(),
            control: &control,
        };
        let done = match (&self.student, &self.each, &self.out) {
            (Some(student), ..) => self.one(&grader, student, game),
            (None, Some(folder), Some(out)) => self.everyone(&grader, folder, out, game),
            _ => Ok(()),
        };
        if interrupt.was_pressed() { Err(CliError::Interrupted) } else { done }
    }

    fn course(&self) -> Result<(Course, String), CliError> {
        let text = files::read_to_string(&self.file, MAX_BYTES)
            .map_err(|error| CliError::Usage(format!("cannot read '{}': {error}", self.file.display())))?;
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let course =
            Course::from_toml(catalogue::CATALOGUE, &text, folder).map_err(|fault| self.fault(&fault))?;
        Ok((course, text))
    }

    fn fault(&self, fault: &dyn std::fmt::Display) -> CliError {
        CliError::Usage(format!("'{}': {fault}", self.file.display()))
    }

    /// Grades one program, and writes what is asked for.
    fn one(&self, grader: &Grader, student: &Path, game: GameRef) -> Result<(), CliError> {
        let name = name_of(student)?;
        let grade = self.grade(grader, &name, student, !self.json)?;
        if self.json {
            print_json(&grade)?;
        } else {
            let mut out = anstream::stdout().lock();
            writeln!(out, "{}", total(&grade))?;
        }
        if let Some(out) = &self.out {
            write_all(out, &grade, game, grader.course)?;
        }
        let page = |grade: &Grade| grade::grade_html(grade, Some(game));
        let results = |grade: &Grade| grade::results_json(grade, grader.course.leaderboard);
        write_file(self.results.as_deref(), &grade, &results)?;
        write_file(self.junit.as_deref(), &grade, &grade::junit_xml)?;
        write_file(self.page.as_deref(), &grade, &page)
    }

    /// Grades every program in a folder.
    fn everyone(&self, grader: &Grader, folder: &Path, out: &Path, game: GameRef) -> Result<(), CliError> {
        let students = students_in(folder)?;
        let mut table = "name,points,max_points\r\n".to_string();
        let progress = Progress::bar(students.len() as u64, "");
        let names: Vec<String> = students.iter().map(|path| name_of(path)).collect::<Result<_, _>>()?;
        let folders = arena::report::student_file_names(names.iter().map(String::as_str));
        for (i, (path, name)) in students.iter().zip(&names).enumerate() {
            progress.update(i as u64, name.clone());
            let grade = self.grade(grader, name, path, false)?;
            table +=
                &arena::report::csv_line(&[name, &grade.points.to_string(), &grade.max_points.to_string()]);
            write_all(&out.join(&folders[i]), &grade, game, grader.course)?;
            // After each program, so that an interruption loses one at most.
            write_text(&out.join("grades.csv"), &table)?;
            if self.json {
                print_json(&grade)?;
            } else {
                let mut to = anstream::stdout().lock();
                let line = total(&grade);
                progress.suspend(|| writeln!(to, "{line}"))?;
            }
        }
        Ok(())
    }

    fn grade(&self, grader: &Grader, name: &str, student: &Path, tell: bool) -> Result<Grade, CliError> {
        if !student.is_dir() && arena::archive_stem(student).filter(|_| student.is_file()).is_none() {
            return Err(CliError::Usage(format!(
                "'{}' is neither a folder nor a zip or tar file",
                student.display()
            )));
        }
        let progress = Progress::start_delayed("grading");
        let mut fault = None;
        let graded = grader.grade(name, student, &mut |test| {
            if tell && fault.is_none() {
                fault = progress.suspend(|| print_test(test)).err();
            }
        });
        drop(progress);
        if let Some(error) = fault {
            return Err(error.into());
        }
        graded.map_err(|error| match error {
            GradeError::Course(fault) => self.fault(&fault),
            GradeError::Stopped => CliError::Interrupted,
            GradeError::Prepare(_) | GradeError::Games(_) => CliError::File(error.to_string()),
        })
    }
}

/// `ann: 31.5 of 40 points`.
fn total(grade: &Grade) -> String {
    format!("{}: {} of {} points", engine::quoted(&grade.student), grade.points, grade.max_points)
}

/// The name of a program: that of its folder or archive.
fn name_of(path: &Path) -> Result<String, CliError> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let name = match arena::archive_stem(&whole).filter(|_| !whole.is_dir()) {
        Some(stem) => Some(stem.to_string()),
        None => whole.file_name().map(|name| name.to_string_lossy().into_owned()),
    };
    name.map(|name| engine::quoted(&name))
        .ok_or_else(|| CliError::Usage(format!("'{}' has no name", path.display())))
}

/// The folders and archives in a folder, by name.
fn students_in(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let fault = |error| CliError::Usage(format!("cannot read the folder '{}': {error}", folder.display()));
    let mut students = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() || arena::archive_stem(&path).is_some() && path.is_file() {
            students.push(path);
        }
    }
    students.sort();
    if students.is_empty() {
        return Err(CliError::Usage(format!("there is no folder and no archive in '{}'", folder.display())));
    }
    Ok(students)
}

fn print_test(test: &GradedTest) -> std::io::Result<()> {
    let (colour, sign) = if test.is_passed() { (AnsiColor::Green, "✓") } else { (AnsiColor::Red, "✗") };
    let style = Style::new().fg_color(Some(colour.into()));
    let mut out = anstream::stdout().lock();
    let points = format!("{} / {}", test.points, test.max_points);
    writeln!(out, "{style}{sign}{style:#} {points:>9}  {}", test.name)?;
    for sentence in &test.text {
        writeln!(out, "{:13}{sentence}", "")?;
    }
    if !test.is_passed() {
        for quote in &test.quotes {
            writeln!(out, "{:13}{}:", "", quote.name)?;
            for line in last_lines(&quote.text) {
                writeln!(out, "{:15}{}", "", engine::quoted_up_to(line, 200))?;
            }
        }
    }
    out.flush()
}

/// What fits a terminal: the pages have more.
fn last_lines(text: &str) -> Vec<&str> {
    const MOST: usize = 12;
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(MOST)..].to_vec()
}

/// Writes the three files of a grade into a folder.
fn write_all(folder: &Path, grade: &Grade, game: GameRef, course: &Course) -> Result<(), CliError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| CliError::File(format!("cannot create '{}': {error}", folder.display())))?;
    write_text(&folder.join("results.json"), &grade::results_json(grade, course.leaderboard))?;
    write_text(&folder.join("junit.xml"), &grade::junit_xml(grade))?;
    write_text(&folder.join("grade.html"), &grade::grade_html(grade, Some(game)))
}

fn write_file(path: Option<&Path>, grade: &Grade, form: &dyn Fn(&Grade) -> String) -> Result<(), CliError> {
    path.map_or(Ok(()), |path| write_text(path, &form(grade)))
}

fn write_text(path: &Path, text: &str) -> Result<(), CliError> {
    files::write(path, text)
        .map_err(|error| CliError::File(format!("cannot write '{}': {error}", path.display())))
}
