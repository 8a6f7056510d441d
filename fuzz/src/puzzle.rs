//! Anything as a puzzle file of checkers.

use checkers::Puzzle;
use game::{Player, Position};

/// Any bytes as a puzzle file: nothing panics, what is accepted is written and read back, refusals can be
/// printed.
pub fn puzzle(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    match Puzzle::read(&text) {
        Ok(puzzle) => {
            assert_eq!(puzzle.position.turn(), Player::One, "red is to move");
            let written = puzzle.write(&puzzle.position);
            assert_eq!(Puzzle::read(&written), Ok(puzzle), "{written}");
            // What was accepted is what is written, but for the ends of lines and blank lines after the last.
            let given: Vec<&str> = text.lines().take(8).collect();
            assert_eq!(written.lines().collect::<Vec<_>>(), given);
        }
        Err(faults) => {
            let said = faults.to_string();
            assert!(!said.trim().is_empty() && !said.contains(char::is_control), "{said:?}");
        }
    }
}
