//! Puzzles of a course, solved and graded as text by `plywood GAME`.

use std::fmt;

use game::{ByPlayer, Player};

use crate::clock::{Control, Limits};
use crate::tables::TablesChoice;

/// A course's puzzles in one game.
pub trait PuzzleCourse: Sync {
    /// What the puzzles call the players.
    fn side_names(&self) -> ByPlayer<&'static str>;

    /// Reads a puzzle, and writes it again.
    ///
    /// # Errors
    /// Fails with every error in the text.
    fn rewrite(&self, puzzle: &str) -> Result<String, InvalidPuzzle>;

    /// A solver that uses about `bytes` bytes of memory and these tables.
    fn solver(&self, bytes: usize, tables: &TablesChoice) -> Box<dyn PuzzleSolver>;
}

impl fmt::Debug for dyn PuzzleCourse {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_tuple("PuzzleCourse").field(&self.side_names()).finish()
    }
}

/// Solves and grades puzzles of one game.
pub trait PuzzleSolver {
    /// The solution of a puzzle. If the limits do not suffice for best play, the best line that can be found.
    ///
    /// # Errors
    /// Fails where the text is not a puzzle.
    fn solve(
        &mut self,
        puzzle: &str,
        task: PuzzleTask,
        limits: &Limits,
        control: &Control,
    ) -> Result<PuzzleSolution, InvalidPuzzle>;

    /// Grades a solution: every optimal line is right. If a puzzle is given, the solution must begin with it.
    ///
    /// # Errors
    /// Fails where the puzzle is not one.
    fn grade(
        &mut self,
        solution: &str,
        puzzle: Option<&str>,
        task: PuzzleTask,
        limits: &Limits,
        control: &Control,
    ) -> Result<PuzzleGrade, InvalidPuzzle>;
}

/// What a solution consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleTask {
    /// The whole game: the puzzle's own board and the board after each ply.
    WholeGame,
    /// Only the board after the best move.
    FirstMove,
}

/// A solved puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSolution {
    /// The contents of the solution file.
    pub text: String,
    /// How the game ends, and whether that is proven.
    pub ending: PuzzleEnding,
}

/// How the game from a puzzle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleEnding {
    /// A player wins with best play by both sides.
    Win {
        /// The winner.
        winner: Player,
        /// The number of plies.
        plies: u32,
    },
    /// A draw with best play by both sides.
    Draw,
    /// The best line found, without a proof.
    Unproven,
}

/// The grade of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleGrade {
    /// Legal, complete and optimal.
    Right(PuzzleEnding),
    /// Legal and complete, but not proven to be optimal.
    Unproven,
    /// The first fault, by ply.
    Wrong(String),
}

/// The errors in a puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .errors.join("; "))]
pub struct InvalidPuzzle {
    /// All of them.
    pub errors: Vec<String>,
    /// Whether the text cannot be read, rather than breaking a rule.
    pub is_malformed: bool,
}
