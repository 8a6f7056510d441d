//! `plywood dragon-queen`: The Dragon Queen at the prompt, as the course requires.

use engine::{Assignment, SideChoice};

pub(crate) const ASSIGNMENT: Assignment = Assignment::Prompt {
    about: None,
    side: SideChoice::SideToMove,
    help: "Type moves as a1-a2 or c5xb4, as a1 a2, or as MOVE 5,1-4,1 with rows and columns
counted from the top left; or one of the commands help, moves, hint, undo, board,
resign and quit. Without --as you play the side to move.

Examples:
  plywood dragon-queen
  plywood dragon-queen --as queen --level 5
  plywood dragon-queen --as wights '..Q../.D.../...../.W.W./..... w 30'",
};
