//! Checkers puzzles of a course: the whole game with best play by both sides, and the grading of an
//! answer.

mod grade;
mod solution;

pub use checkers::{Checkers as Position, Puzzle, PuzzleError, PuzzleErrorKind};
pub use grade::{Grade, GradeError, Task};
pub use solution::{Ending, PuzzleSolver, Solved};
