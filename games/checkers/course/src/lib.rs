//! Puzzles of checkers as a course sets them: the whole game with best play by both, and the grading of an answer.

mod grade;
mod solution;

pub use checkers::{Checkers as Position, Puzzle, PuzzleError, PuzzleErrorKind};
pub use grade::{Grade, GradeError, Task};
pub use solution::{Ending, PuzzleSolver, Solved};
