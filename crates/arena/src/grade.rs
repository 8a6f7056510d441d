//! Grades that do not depend on classmates: a course file says what a program is tested for, and for how many points.
//!
//! There are contract tests (does it start, does it keep its time), puzzles, and games against players of fixed
//! strength. What went wrong is said in sentences for the program's author. The result is data; how it is shown to
//! Gradescope, to other tools and to people is in this folder as well.

mod contract;
mod course;
mod games;
mod gradescope;
mod junit;
mod page;
mod puzzles;
mod words;

pub use contract::Contract;
pub use course::{Course, CourseError, LevelGames, Puzzle};
pub use gradescope::results_json;
pub use junit::junit_xml;
pub use page::grade_html;

use std::path::Path;
use std::time::{Duration, Instant};

use engine::{Control, GameRef};
use serde::Serialize;

use crate::prepare::PrepareError;
use crate::record::GameRecord;
use crate::sandbox::Protection;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::summary::Summary;
use crate::tournament::TournamentError;

/// The grade of a program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grade {
    /// The program's name.
    pub student: String,
    /// The title of the course file.
    pub course: String,
    /// The points.
    pub points: f64,
    /// The most points that there are.
    pub max_points: f64,
    /// The tests, in the order of the course file.
    pub tests: Vec<GradedTest>,
    /// What was kept of the time for a move, in seconds on average, if it made any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_a_move: Option<f64>,
    /// The protection that it ran under.
    pub protection: Protection,
    /// How long the grading took, in seconds.
    pub seconds: f64,
    /// The games against levels.
    #[serde(skip)]
    pub games: Vec<GameRecord>,
}

/// One test and its points.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GradedTest {
    /// Its name, for people.
    pub name: String,
    /// The points.
    pub points: f64,
    /// The most points.
    pub max_points: f64,
    /// What happened, in sentences for the program's author.
    pub text: Vec<String>,
    /// What the program wrote, and other texts to be shown as they are, each with its name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<Quote>,
    /// Positions that the sentences are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<Board>,
    /// How long the test took, in seconds.
    pub seconds: f64,
}

/// A text to be shown as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Quote {
    /// What it is.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A position that a sentence is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    /// What it shows.
    pub caption: String,
    /// The position as text.
    pub position: String,
    /// A picture of it.
    #[serde(skip)]
    pub svg: String,
}

impl GradedTest {
    /// Whether it has all its points.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.points >= self.max_points
    }
}

/// Why a program cannot be graded, through no fault of its own.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// The course file does not fit together.
    #[error(transparent)]
    Course(#[from] CourseError),
    /// The program cannot be unpacked or built on this machine.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// The games cannot be played.
    #[error(transparent)]
    Games(#[from] TournamentError),
    /// The control was stopped.
    #[error("the grading was stopped")]
    Stopped,
}

/// How programs are graded.
pub struct Grader<'g> {
    /// The course.
    pub course: &'g Course,
    /// The games that there are.
    pub catalogue: engine::Catalogue,
    /// A folder for what is unpacked and built.
    pub place: &'g Path,
    /// The number of games at the same time. With more than one, programs share processors, and their times with them.
    pub concurrency: usize,
    /// Ends the grading early.
    pub control: &'g Control,
}

/// What every test needs.
struct Run<'r> {
    grader: &'r Grader<'r>,
    course: &'r Course,
    game: GameRef,
    student: PlayerSpec,
    /// The times of all moves.
    moves: Vec<Duration>,
}

/// What a test found; the points are a share of what the course file gives.
struct Finding {
    name: String,
    share: f64,
    max_points: f64,
    text: Vec<String>,
    quotes: Vec<Quote>,
    boards: Vec<Board>,
}

impl Finding {
    fn new(name: impl Into<String>, max_points: f64) -> Finding {
        Finding {
            name: name.into(),
            share: 0.0,
            max_points,
            text: Vec::new(),
            quotes: Vec::new(),
            boards: Vec::new(),
        }
    }

    fn say(&mut self, sentence: impl Into<String>) {
        self.text.push(sentence.into());
    }

    fn quote(&mut self, name: &str, text: &str) {
        if !text.trim().is_empty() {
            self.quotes.push(Quote { name: name.to_string(), text: text.to_string() });
        }
    }
}

impl Grader<'_> {
    /// Grades the program in a folder or an archive. `observe` is told of every test that is done.
    ///
    /// # Errors
    /// Fails where it is not the program's fault: the course file, the machine, a stopped control.
    pub fn grade(
        &self,
        name: &str,
        student: &Path,
        observe: &mut dyn FnMut(&GradedTest),
    ) -> Result<Grade, GradeError> {
        let begin = Instant::now();
        let game = self.course.game(self.catalogue)?;
        let student = self.course.prepared(self, name, student)?;
        let mut run = Run { grader: self, course: self.course, game, student, moves: Vec::new() };
        let mut tests: Vec<GradedTest> = Vec::new();
        let mut add = |begin: Instant, finding: Finding| {
            let test = GradedTest {
                points: rounded(finding.share.clamp(0.0, 1.0) * finding.max_points),
                name: finding.name,
                max_points: finding.max_points,
                text: finding.text,
                quotes: finding.quotes,
                boards: finding.boards,
                seconds: begin.elapsed().as_secs_f64(),
            };
            observe(&test);
            tests.push(test);
        };
        let failure = match &run.student.kind {
            PlayerKind::Program { failure, .. } => failure.as_deref().cloned(),
            _ => None,
        };
        let mut games: Vec<GameRecord> = Vec::new();
        if let Some(failure) = failure {
            // Nothing else can be tested.
            for finding in run.unbuilt(&failure) {
                add(Instant::now(), finding);
            }
        } else {
            let mut plays = true;
            for test in self.course.contract.tests() {
                let begin = Instant::now();
                let finding = run.contract_test(test);
                plays &= !(test.is_vital() && finding.share < 1.0);
                self.check_stopped()?;
                add(begin, finding);
            }
            for puzzle in &self.course.puzzles {
                let begin = Instant::now();
                let finding = run.puzzle(puzzle)?;
                self.check_stopped()?;
                add(begin, finding);
            }
            for level in &self.course.games {
                let begin = Instant::now();
                let finding = run.level_games(level, plays, &mut games)?;
                self.check_stopped()?;
                add(begin, finding);
            }
        }
        let seconds: f64 = run.moves.iter().map(Duration::as_secs_f64).sum();
        Ok(Grade {
            student: name.to_string(),
            course: self.course.title.clone().unwrap_or_else(|| game.info().title.to_string()),
            points: rounded(tests.iter().map(|test| test.points).sum()),
            max_points: rounded(tests.iter().map(|test| test.max_points).sum()),
            tests,
            seconds_a_move: (!run.moves.is_empty()).then(|| seconds / run.moves.len() as f64),
            protection: crate::sandbox::protection(),
            seconds: begin.elapsed().as_secs_f64(),
            games,
        })
    }

    fn check_stopped(&self) -> Result<(), GradeError> {
        if self.control.is_stopped() { Err(GradeError::Stopped) } else { Ok(()) }
    }
}

/// Points to a hundredth: sums of thirds are not whole.
fn rounded(points: f64) -> f64 {
    (100.0 * points).round() / 100.0
}

/// The figures of games, for the board of the page.
fn summary(games: &[GameRecord], game: &str) -> Summary {
    let mut names: Vec<&str> = Vec::new();
    for name in games.iter().flat_map(|game| [&*game.record.players.one, &*game.record.players.two]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut standing = crate::summary::Standing::new(names);
    for game in games {
        standing.add(game);
    }
    standing.summary(game, None)
}
