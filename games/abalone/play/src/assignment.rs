//! `plywood abalone`: Abalone at the prompt, as the course requires.

use engine::{Assignment, SideChoice};

pub(crate) const ASSIGNMENT: Assignment = Assignment::Prompt {
    about: Some("Play Abalone against the machine"),
    side: SideChoice::Ask,
    help: "Asks whether you play 1 (Blue, who starts) or 2 (Red). Type moves as A4 B3: the
rear token and the one in front of it; both move one cell in that direction. The
commands are help, moves, hint, undo, board, resign and quit.

Examples:
  plywood abalone
  plywood abalone --as 2 --level 4
  printf '1\\nA4 B3\\n' | plywood abalone",
};
