//! The program that a game's course asks for, which `plywood GAME` is.

use crate::puzzle::PuzzleCourse;

/// The program `plywood GAME`, as a course's assignment asks for it, or a game at a prompt.
#[derive(Clone, Copy, Debug)]
pub enum Assignment {
    /// `plywood GAME [POSITION]`: a person plays against the machine at a prompt.
    Prompt {
        /// The program in a few words, for the list of commands, where it is not "Play TITLE against the machine".
        about: Option<&'static str>,
        /// Which side the person plays.
        side: SideChoice,
        /// What follows the options in the help: how moves are typed, examples.
        help: &'static str,
    },
    /// `plywood GAME N SIDE BOARD SECONDS`, for boards of several sizes: prints the board after the recommended move
    /// in the form `line`, and another whenever a better move is found, until the time is up.
    Recommend {
        /// The program in a few words, for the list of commands.
        about: &'static str,
        /// What follows the options in the help: what is printed, examples.
        help: &'static str,
        /// Which sizes there are, to follow "expected ".
        sizes: &'static str,
    },
    /// `plywood GAME --inputfile F --outputfile G`: solves puzzle files exactly, or grades solutions.
    Puzzles {
        /// The program in a few words, for the list of commands.
        about: &'static str,
        /// What follows the options in the help: the form of puzzles and solutions, examples.
        help: &'static str,
        /// Reads, solves and grades the puzzles.
        course: &'static dyn PuzzleCourse,
    },
}

/// Which side a person plays where the command line does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideChoice {
    /// The side to move.
    SideToMove,
    /// Ask at the prompt: 1 or 2.
    Ask,
}

impl Assignment {
    /// For a game that no course asks for.
    pub const NONE: Assignment = Assignment::Prompt {
        about: None,
        side: SideChoice::SideToMove,
        help: "Type one move per line, or one of the commands help, moves, hint, undo, board,
resign and quit. Without --as you play the side to move.",
    };
}
