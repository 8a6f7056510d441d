//! The course file: what a program is tested for.

use std::path::{Path, PathBuf};

use engine::{Assignment, Catalogue, GameRef, PuzzleCourse, PuzzleTask, quoted};
use serde::{Deserialize, Serialize};

use super::contract::Contract;
use super::{GradeError, Grader};
use crate::plan::{Plan, PlanError};
use crate::player_options::PlayerOptions;
use crate::spec::{PlayerKind, PlayerSpec};

/// A course file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Course {
    /// The game.
    pub game: String,
    /// The title; by default that of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The seed of everything random.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// The source of openings of games, as for a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// The number of plies of random openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<usize>,
    /// Whether Gradescope shows a leaderboard.
    #[serde(default)]
    pub leaderboard: bool,
    /// Packages that the autograder installs, besides those that Plywood needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// How programs are run: the options of a player, without a name and a folder.
    pub program: PlayerOptions,
    /// The contract tests and their points.
    #[serde(default)]
    pub contract: Contract,
    /// The puzzles.
    #[serde(default, rename = "puzzle")]
    pub puzzles: Vec<Puzzle>,
    /// The games against players of fixed strength.
    #[serde(default)]
    pub games: Vec<LevelGames>,
    /// Where relative paths start.
    #[serde(skip)]
    pub folder: PathBuf,
}

fn default_seed() -> u64 {
    1
}

/// A puzzle: a position for a program that plays, or a file for a program that solves puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Puzzle {
    /// What it is called; by default it has a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves that are right; without them, every move that the engine finds as good as the best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// The file, for a program of type `puzzles`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Whether the solution is the board after the best move, and not the whole game.
    #[serde(default)]
    pub first_move: bool,
    /// The points.
    pub points: f64,
}

/// Games against a player of fixed strength.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LevelGames {
    /// The opponent, as for `--player`.
    pub against: String,
    /// How many games; an even number.
    #[serde(default = "default_games")]
    pub games: usize,
    /// The points.
    pub points: f64,
    /// The share of the games' points that earns all points; less earns in proportion.
    #[serde(default = "default_full")]
    pub full: f64,
}

fn default_games() -> usize {
    4
}

fn default_full() -> f64 {
    1.0
}

/// Why a course file is invalid.
#[derive(Debug, thiserror::Error)]
pub enum CourseError {
    /// It is not TOML, or has other keys.
    #[error("{0}")]
    File(String),
    /// The game, the program or an opponent is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] engine::UnknownGame),
    /// A value does not make sense.
    #[error("{0}")]
    Value(String),
}

/// The type of programs that solve puzzle files.
const PUZZLES: &str = "puzzles";
/// The names of the files in a program's folder.
pub(super) const PUZZLE_FILE: &str = "plywood-puzzle.txt";
pub(super) const SOLUTION_FILE: &str = "plywood-solution.txt";

impl Course {
    /// Reads a course file. Its relative paths start at `folder`.
    ///
    /// # Errors
    /// Fails if the text is not a course file, or does not fit together.
    pub fn from_toml(catalogue: Catalogue, text: &str, folder: &Path) -> Result<Course, CourseError> {
        let mut course: Course = toml::from_str(text)
            .map_err(|fault| CourseError::File(fault.to_string().trim_end().to_string()))?;
        course.folder = folder.to_path_buf();
        if let Some(list) = course.program.take("readable") {
            let paths = list.split(':').map(|path| folder.join(path).display().to_string());
            course.program.set("readable", paths.collect::<Vec<_>>().join(":"));
        }
        course.check(catalogue)?;
        Ok(course)
    }

    fn check(&self, catalogue: Catalogue) -> Result<(), CourseError> {
        let value = |text: String| Err(CourseError::Value(text));
        let game = self.game(catalogue)?;
        for word in ["name", "dir"] {
            if self.program.get(word).is_some() {
                return value(format!("[program] has {word}: --student names the program"));
            }
        }
        let student = self.student("student", None)?;
        let solves = self.solves_puzzles();
        if solves && self.puzzle_course(game).is_none() {
            return value(format!("type = \"puzzles\": there are no puzzle files for {}", game.info().title));
        }
        if !matches!(student.kind, PlayerKind::Program { .. }) {
            return value("[program] must describe a program: type = \"oneshot\", \"line\", \"ugi\", \"hub\" or \"puzzles\"".to_string());
        }
        if solves && !(self.games.is_empty()) {
            return value("[[games]]: a program that solves puzzles plays no games".to_string());
        }
        if let Some(fault) = self.contract.fault(&student, solves) {
            return value(fault);
        }
        let points = self.puzzles.iter().map(|puzzle| puzzle.points);
        let points = points.chain(self.games.iter().map(|games| games.points)).chain(self.contract.points());
        if let Some(wrong) = points.into_iter().find(|points| !points.is_finite() || *points < 0.0) {
            return value(format!("points = {wrong}: expected a number from 0"));
        }
        for (number, puzzle) in self.puzzles.iter().enumerate() {
            self.check_puzzle(game, number + 1, puzzle, solves)?;
        }
        for games in &self.games {
            if games.games == 0 || !games.games.is_multiple_of(2) {
                return Err(PlanError::Odd(games.games).into());
            }
            if !(games.full > 0.0 && games.full <= 1.0) {
                return value(format!("full = {}: expected a share from 0 to 1, such as 0.5", games.full));
            }
            self.plan(&student, games, catalogue)?;
        }
        if self.puzzles.is_empty() && self.games.is_empty() && self.contract.tests().is_empty() {
            return value(
                "there is nothing to test: give a [contract], a [[puzzle]] or [[games]]".to_string(),
            );
        }
        Ok(())
    }

    fn check_puzzle(
        &self,
        game: GameRef,
        number: usize,
        puzzle: &Puzzle,
        solves: bool,
    ) -> Result<(), CourseError> {
        let name = puzzle.name.clone().unwrap_or_else(|| number.to_string());
        let value = |text: String| Err(CourseError::Value(format!("puzzle {name}: {text}")));
        match (&puzzle.position, &puzzle.file, solves) {
            (Some(position), None, false) => {
                let pos = match game.read(position) {
                    Ok(pos) => pos,
                    Err(refused) => return value(format!("not a position: {refused}")),
                };
                if pos.outcome().is_some() {
                    return value("the game is over in this position".to_string());
                }
                match puzzle.best.iter().find_map(|mv| pos.parse_move(mv).err().map(|refused| (mv, refused)))
                {
                    Some((mv, refused)) => value(format!("best move '{}': {refused}", quoted(mv))),
                    None => Ok(()),
                }
            }
            (None, Some(file), true) => {
                let Some(course) = self.puzzle_course(game) else { return Ok(()) };
                match self.read_puzzle(file) {
                    Err(error) => value(error),
                    Ok(text) => course.rewrite(&text).map(|_| ()).or_else(|errors| value(errors.to_string())),
                }
            }
            (_, _, false) => value("give a position".to_string()),
            (_, _, true) => value("give a file, such as file = \"puzzles/1.txt\"".to_string()),
        }
    }

    /// The text of a puzzle file.
    pub(super) fn read_puzzle(&self, file: &Path) -> Result<String, String> {
        let path = self.folder.join(file);
        files::read_to_string(&path, 1 << 20)
            .map_err(|error| format!("cannot read '{}': {error}", path.display()))
    }

    /// The game.
    ///
    /// # Errors
    /// Fails if there is no such game.
    pub fn game(&self, catalogue: Catalogue) -> Result<GameRef, CourseError> {
        Ok(catalogue.find(&self.game)?)
    }

    /// Whether programs read a puzzle file and write a solution file.
    pub(super) fn solves_puzzles(&self) -> bool {
        self.program.get("type") == Some(PUZZLES)
    }

    pub(super) fn puzzle_course(&self, game: GameRef) -> Option<&'static dyn PuzzleCourse> {
        match game.entry().assignment() {
            Assignment::Puzzles { course, .. } => Some(*course),
            _ => None,
        }
    }

    /// The options of a student's program.
    fn student_options(&self, name: &str, dir: Option<&Path>) -> PlayerOptions {
        let mut options = self.program.clone();
        options.set("name", name.to_string());
        if let Some(dir) = dir {
            let whole = std::path::absolute(dir).unwrap_or_else(|_| dir.to_path_buf());
            options.set("dir", whole.display().to_string());
        }
        if self.solves_puzzles() {
            // It is run once for each puzzle, as a program is that is started for every move.
            options.set("type", "oneshot".to_string());
            let command = options.take("cmd").unwrap_or_default();
            options.set("cmd", command.replace("{input}", PUZZLE_FILE).replace("{output}", SOLUTION_FILE));
        }
        options
    }

    fn student(&self, name: &str, dir: Option<&Path>) -> Result<PlayerSpec, CourseError> {
        let options = self.student_options(name, dir);
        let words = options.to_string();
        options
            .player()
            .map_err(|why| PlanError::Player { words: quoted(&words), why: why.to_string() }.into())
    }

    /// The program of a student, unpacked and built.
    pub(super) fn prepared(&self, grader: &Grader, name: &str, dir: &Path) -> Result<PlayerSpec, GradeError> {
        let options = self.student_options(name, Some(dir));
        let opponent: PlayerOptions = "name=opponent type=random"
            .parse()
            .map_err(|_| CourseError::Value("there is no random player".to_string()))?;
        let plan = Plan { game: self.game.clone(), players: vec![options, opponent], ..Plan::default() };
        let mut tournament = plan.tournament(grader.catalogue, 1).map_err(CourseError::Plan)?;
        tournament.prepare(&plan, grader.place, grader.control, &|| {})?;
        tournament.check_folders()?;
        Ok(tournament.players.swap_remove(0))
    }

    /// The plan of games against a level.
    pub(super) fn plan(
        &self,
        student: &PlayerSpec,
        games: &LevelGames,
        catalogue: Catalogue,
    ) -> Result<(Plan, PlayerSpec), CourseError> {
        let opponent: PlayerOptions = games.against.parse().map_err(|why: crate::SpecError| {
            CourseError::Value(format!("against = \"{}\": {why}", quoted(&games.against)))
        })?;
        let fault = |why: crate::SpecError| {
            CourseError::Value(format!("against = \"{}\": {why}", quoted(&games.against)))
        };
        let opponent_spec = opponent.player().and_then(PlayerSpec::with_files_read).map_err(fault)?;
        let from_start = student.kind.plays_from_start_only();
        let plan = Plan {
            game: self.game.clone(),
            games: Some(games.games),
            seed: Some(self.seed),
            openings: self.openings.clone().map(|openings| {
                let path = self.folder.join(&openings);
                if path.is_file() { path.display().to_string() } else { openings }
            }),
            opening_plies: if from_start { Some(0) } else { self.opening_plies },
            balanced: from_start.then_some(false),
            ..Plan::default()
        };
        // The openings are read here, so that a wrong file is found before any program is run.
        plan.opening_source(self.game(catalogue)?)?;
        Ok((plan, opponent_spec))
    }
}

/// What a solution file consists of.
pub(super) fn task(puzzle: &Puzzle) -> PuzzleTask {
    if puzzle.first_move { PuzzleTask::FirstMove } else { PuzzleTask::WholeGame }
}
