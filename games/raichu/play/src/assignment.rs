//! `plywood raichu`: the program that the course requires, which recommends a move.

use engine::Assignment;

pub(crate) const ASSIGNMENT: Assignment = Assignment::Recommend {
    about: "Recommend a move in Raichu (the course's program)",
    help: "Prints the board after the recommended move, rows joined without separators, and a
new line whenever a better move is found: the last line is the recommendation.
Nothing else goes to standard output, and the program may be killed at any moment.
It exits by 95 % of the time limit, or 50 ms before it if the limit is under a
second. If there is no legal move or the game is over, it prints the board unchanged.

Examples:
  plywood raichu 8 w '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........' 10
  plywood raichu 8 b '.@.............$................................................' 0.5",
    sizes: "an even number from 8 to 26",
};
