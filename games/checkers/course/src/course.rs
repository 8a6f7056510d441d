//! The course's puzzles as the engine sees them.

use std::marker::PhantomData;

use checkers::{Checkers, Puzzle, PuzzleError};
use engine::{
    Control, InvalidPuzzle, Limits, Play, PuzzleCourse, PuzzleGrade, PuzzleSolution, PuzzleTask, TablesChoice,
};
use game::{ByPlayer, PositionErrors};

use crate::grade::side_name;
use crate::solution::PuzzleSolver;

/// The puzzles, solved by the engine's search and tables for `P`.
pub struct CheckersCourse<P>(PhantomData<P>);

impl<P: Play<Position = Checkers>> CheckersCourse<P> {
    /// The course.
    pub const COURSE: &'static dyn PuzzleCourse = &CheckersCourse(PhantomData::<P>);
}

fn read(text: &str) -> Result<Puzzle, InvalidPuzzle> {
    let invalid = |faults: PositionErrors<PuzzleError>| InvalidPuzzle {
        errors: faults.iter().map(ToString::to_string).collect(),
        is_malformed: faults.is_malformed(),
    };
    Puzzle::read(text).map_err(invalid)
}

impl<P: Play<Position = Checkers>> PuzzleCourse for CheckersCourse<P> {
    fn side_names(&self) -> ByPlayer<&'static str> {
        ByPlayer::new(side_name)
    }

    fn rewrite(&self, puzzle: &str) -> Result<String, InvalidPuzzle> {
        read(puzzle).map(|puzzle| puzzle.write(&puzzle.position))
    }

    fn solver(&self, bytes: usize, tables: &TablesChoice) -> Box<dyn engine::PuzzleSolver> {
        Box::new(PuzzleSolver::<P>::new(bytes, tables))
    }
}

impl<P: Play<Position = Checkers>> engine::PuzzleSolver for PuzzleSolver<P> {
    fn solve(
        &mut self,
        puzzle: &str,
        task: PuzzleTask,
        limits: &Limits,
        control: &Control,
    ) -> Result<PuzzleSolution, InvalidPuzzle> {
        let puzzle = read(puzzle)?;
        let (game, ending) = self.play(&puzzle, limits, control);
        let text = match task {
            PuzzleTask::WholeGame => game.iter().map(|pos| puzzle.write(pos) + "\n\n").collect(),
            // The puzzle's own board if there is no legal move.
            PuzzleTask::FirstMove => {
                game.iter().take(2).next_back().map(|pos| puzzle.write(pos) + "\n").unwrap_or_default()
            }
        };
        Ok(PuzzleSolution { text, ending })
    }

    fn grade(
        &mut self,
        solution: &str,
        puzzle: Option<&str>,
        task: PuzzleTask,
        limits: &Limits,
        control: &Control,
    ) -> Result<PuzzleGrade, InvalidPuzzle> {
        let puzzle = puzzle.map(read).transpose()?;
        let grade = self.graded(solution, puzzle.as_ref(), task, limits, control);
        Ok(grade.unwrap_or_else(|error| PuzzleGrade::Wrong(error.to_string())))
    }
}
