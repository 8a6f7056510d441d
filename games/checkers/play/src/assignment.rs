//! `plywood checkers`: the program that the course requires, which solves puzzles.

use checkers_course::CheckersCourse;
use engine::Assignment;

use crate::CheckersPlay;

pub(crate) const ASSIGNMENT: Assignment = Assignment::Puzzles {
    about: "Solve a checkers puzzle (the course's program), or grade a solution",
    help: "A puzzle is 8 lines of 8 cells, top row first, red to move: r and R are red men and
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

In a folder every file is a puzzle, except hidden files and *.md.",
    course: CheckersCourse::<CheckersPlay>::COURSE,
};
