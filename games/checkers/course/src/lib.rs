//! Checkers puzzles of a course: the whole game with best play by both sides, and the grading of an
//! answer.

mod course;
mod grade;
mod solution;

pub use course::CheckersCourse;
