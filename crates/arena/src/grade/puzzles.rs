//! Puzzles: the best move in a position, or the solution of a puzzle file.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use engine::{
    Judgement, Limits, PuzzleEnding, PuzzleGrade, Rated, Score, Session, TablesChoice, ThinkerOptions,
};
use rustix::fs::{Mode, OFlags};

use super::contract::{Written, board, plain};
use super::course::{PUZZLE_FILE, Puzzle, SOLUTION_FILE, task};
use super::{Finding, GradeError, Run, words};
use crate::player::NoMove;
use crate::record::VerdictKind;
use crate::sandbox::Workspace;
use crate::sandbox::supervisor::End;
use crate::spec::PlayerKind;
use crate::time_control::{Pace, TimeControl};

/// The engine judges a move by so many nodes before it and after it.
const JUDGE_NODES: u64 = 200_000;
/// How long the solver may take to prove a solution, and its memory.
const PROOF_TIME: Duration = Duration::from_secs(60);
const PROOF_BYTES: usize = 256 << 20;
/// A solution is not longer.
const MOST_SOLUTION_BYTES: u64 = 1 << 20;

impl Run<'_> {
    pub(super) fn puzzle(&mut self, puzzle: &Puzzle) -> Result<Finding, GradeError> {
        let number =
            self.course.puzzles.iter().position(|other| std::ptr::eq(other, puzzle)).unwrap_or(0) + 1;
        let name = puzzle.name.clone().unwrap_or_else(|| format!("Puzzle {number}"));
        let finding = Finding::new(name, puzzle.points);
        Ok(match (&puzzle.position, &puzzle.file) {
            (Some(position), _) => self.position_puzzle(puzzle, position, finding),
            (None, Some(file)) => self.puzzle_file(puzzle, file, finding),
            (None, None) => finding,
        })
    }

    /// A position with best moves.
    fn position_puzzle(&mut self, puzzle: &Puzzle, position: &str, mut finding: Finding) -> Finding {
        let Ok(pos) = self.game.read(position) else { return finding };
        let session = Session::game(&*pos);
        let student = self.student.clone();
        let played = match self.answer(&student, &session) {
            Ok(played) => played,
            Err(no_move) => {
                words::explain(&no_move, &student, &mut finding);
                finding.boards.push(board("The puzzle", &*pos, &[]));
                return finding;
            }
        };
        let text = pos.move_text(played);
        let best: Vec<_> = puzzle.best.iter().filter_map(|mv| pos.parse_move(mv).ok()).collect();
        let (is_right, best) = if best.is_empty() {
            self.judge(&session, &text)
        } else {
            (best.contains(&played), best.first().copied())
        };
        if is_right {
            finding.share = 1.0;
            finding.say(format!("Your program played {text}, which is right."));
        } else {
            finding.say(format!("Your program played {text}. There is a better move."));
            if let Some(best) = best {
                finding.say(format!("The best move is {}.", pos.move_text(best)));
            }
            let moves: Vec<_> = best.into_iter().collect();
            finding.boards.push(board("The puzzle, and its best move", &*pos, &moves));
        }
        finding
    }

    /// Whether a move is as good as the engine's best, and the best one.
    fn judge(&self, session: &Session, played: &str) -> (bool, Option<engine::MoveId>) {
        let Ok(mut thinker) = session.position().game().thinker(&ThinkerOptions::default()) else {
            return (true, None);
        };
        let mut found = |session: &Session| {
            if let Some(rated) = Rated::of_ending(session) {
                return (rated, None);
            }
            thinker.forget();
            let thought =
                thinker.think(session, 1, &Limits::nodes(JUDGE_NODES), self.grader.control, &mut |_| {});
            let estimate = thought.lines.first().map_or(Score::Estimate(0), |line| line.score);
            let score = thought.exact.map_or(estimate, Score::from);
            (Rated { turn: session.position().turn(), score }, thought.best())
        };
        let (before, best) = found(session);
        let mut after = session.clone();
        if after.play_text(played).is_err() {
            return (false, best);
        }
        let (after, _) = found(&after);
        let is_best = best.is_some_and(|best| session.position().move_text(best) == played);
        let (judgement, _) = before.judge(after, is_best);
        (judgement <= Judgement::Good, best)
    }

    /// A puzzle file, which the program reads and answers with a file.
    fn puzzle_file(&mut self, puzzle: &Puzzle, file: &Path, mut finding: Finding) -> Finding {
        let text = match self.course.read_puzzle(file) {
            Ok(text) => text,
            Err(error) => {
                finding.say(error);
                return finding;
            }
        };
        match self.solve(&text) {
            Err(no_move) => words::explain(&no_move, &self.student, &mut finding),
            Ok((Ok(solution), _)) => self.grade_solution(puzzle, &text, &solution, &mut finding),
            Ok((Err(why), written)) => {
                finding.say(why);
                finding.quote(words::STDOUT, &written.stdout);
                finding.quote(words::STDERR, &written.stderr);
            }
        }
        finding.quote("The puzzle", &text);
        finding
    }

    /// Runs the program on a puzzle. Returns its solution, or a sentence why there is none.
    fn solve(&mut self, puzzle: &str) -> Result<(Result<String, String>, Written), NoMove> {
        let PlayerKind::Program { command, .. } = &self.student.kind else {
            return Err(NoMove::new(VerdictKind::Crash, "it is no program"));
        };
        let limit = match self.student.control(TimeControl::default()).pace {
            Pace::Move(time) => time,
            _ => Duration::from_secs(1),
        };
        let mut workspace = Workspace::new(self.sandbox());
        let crash = |error: &dyn std::fmt::Display| NoMove::new(VerdictKind::Crash, error.to_string());
        let home = workspace.home().map_err(|error| crash(&error))?;
        place_puzzle(&home, puzzle).map_err(|error| crash(&error))?;
        let begin = std::time::Instant::now();
        let (_, end, written) = self.run_freely(&mut workspace, &plain(command), limit)?;
        self.moves.push(begin.elapsed());
        let failed = |why: String| {
            Ok((Err(why), Written { stdout: written.stdout.clone(), stderr: written.stderr.clone() }))
        };
        match end {
            End::Exit(0) => {}
            End::Exit(code) => {
                let no_move = NoMove::new(VerdictKind::Crash, format!("it ended with code {code}"));
                let evidence =
                    crate::Evidence { stdout: written.stdout, stderr: written.stderr, board: None };
                return Err(NoMove { evidence: Box::new(evidence), ..no_move });
            }
            End::Signal(signal) => {
                return failed(format!("Your program crashed ({}).", words::signal(signal)));
            }
            _ => {
                return failed(format!(
                    "Your program was still running after {}, and was ended.",
                    words::seconds(limit)
                ));
            }
        }
        match read_solution(&home) {
            Ok(solution) => Ok((Ok(solution), written)),
            Err(_) => failed("Your program ended without writing the solution file.".to_string()),
        }
    }

    fn grade_solution(&self, puzzle: &Puzzle, text: &str, solution: &str, finding: &mut Finding) {
        let Some(course) = self.course.puzzle_course(self.game) else { return };
        let mut solver = course.solver(PROOF_BYTES, &TablesChoice::Embedded);
        let limits = Limits::time(PROOF_TIME);
        let grade = solver.grade(solution, Some(text), task(puzzle), &limits, self.grader.control);
        match grade {
            Ok(PuzzleGrade::Right(ending)) => {
                finding.share = 1.0;
                finding.say(format!("Your solution is right{}.", ending_words(course, ending)));
            }
            Ok(PuzzleGrade::Unproven) => {
                finding.share = 1.0;
                finding.say(
                    "Your solution is legal and complete; whether it is the shortest could not be proven.",
                );
            }
            Ok(PuzzleGrade::Wrong(fault)) => {
                finding.say(format!("Your solution is wrong: {fault}."));
                finding.quote("Your solution", &beginning(solution));
            }
            Err(invalid) => finding.say(format!("The puzzle cannot be graded: {invalid}.")),
        }
    }

    /// A puzzle file with a line too few must be refused.
    pub(super) fn illegal_puzzle(&mut self, points: f64) -> Finding {
        let mut finding = Finding::new("A puzzle that is none is refused", points);
        let Some(puzzle) = self.course.puzzles.iter().find_map(|puzzle| puzzle.file.as_deref()) else {
            finding.share = 1.0;
            return finding;
        };
        let text = self.course.read_puzzle(puzzle).unwrap_or_default();
        let cut: String = text.lines().take(3).collect::<Vec<_>>().join("\n") + "\n";
        finding.say("Your program was given a puzzle file that ends in the middle of the board.");
        match self.solve(&cut) {
            Ok((Ok(_), _)) => finding.say("It should end with a message, and instead it wrote a solution."),
            Ok((Err(why), written)) => {
                let is_fine = why.starts_with("Your program ended without");
                if is_fine {
                    finding.share = 1.0;
                    finding.say("It ended without a solution, as it should.");
                } else {
                    finding.say(why);
                    finding.quote(words::STDERR, &written.stderr);
                }
            }
            Err(no_move) if no_move.what.starts_with("it ended with code") => {
                finding.share = 1.0;
                finding.say("It ended with an error, as it should.");
            }
            Err(no_move) => words::explain(&no_move, &self.student, &mut finding),
        }
        finding.quote("The file", &cut);
        finding
    }
}

fn ending_words(course: &dyn engine::PuzzleCourse, ending: PuzzleEnding) -> String {
    match ending {
        PuzzleEnding::Win { winner, plies } => {
            format!(": {} wins in {}", course.side_names()[winner], engine::counted(plies, "ply", "plies"))
        }
        PuzzleEnding::Draw => ": a draw".to_string(),
        PuzzleEnding::Unproven => String::new(),
    }
}

/// Writes the puzzle into the program's folder, whatever the program has put there under that name.
fn place_puzzle(home: &Path, puzzle: &str) -> std::io::Result<()> {
    let path = home.join(PUZZLE_FILE);
    let _ = std::fs::remove_file(&path);
    // A link is not followed, since the file must be new.
    File::options().write(true).create_new(true).open(&path)?.write_all(puzzle.as_bytes())
}

/// Reads what the program wrote: a regular file, and no link that leads out of its folder.
fn read_solution(home: &Path) -> std::io::Result<String> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(home.join(SOLUTION_FILE), flags, Mode::empty())?);
    if !file.metadata()?.is_file() {
        return Err(std::io::Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    file.take(MOST_SOLUTION_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The first boards of a solution.
fn beginning(solution: &str) -> String {
    const MOST: usize = 40;
    let lines: Vec<&str> = solution.lines().collect();
    let shown =
        lines.iter().take(MOST).map(|line| engine::quoted_up_to(line, 100)).collect::<Vec<_>>().join("\n");
    if lines.len() > MOST { shown + "\n…" } else { shown }
}
