//! Evidence of a wrong answer: the program's output, and the illegal board.

use serde::{Deserialize, Serialize};

/// The evidence that a program left when it did something wrong. Players that are not programs
/// leave none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// The last 4 kB of its standard output.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stdout: String,
    /// The last 4 kB of its standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The board in its answer, if no legal move leads to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<IllegalBoard>,
}

impl Evidence {
    /// Whether there is no evidence.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Evidence::default()
    }
}

/// A board that no legal move leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IllegalBoard {
    /// The board before the move, its rows joined by `/`.
    pub before: String,
    /// The board that was printed, in the same form.
    pub after: String,
    /// The names of the squares on which they differ.
    pub changed: Vec<String>,
}

impl IllegalBoard {
    /// The rows of the printed board: the character of each square, and whether the square has
    /// changed.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<(char, bool)>> {
        let rows = self.after.split('/').zip(self.before.split('/'));
        let compare = |(now, before): (char, char)| (now, now != before);
        rows.map(|(after, before)| after.chars().zip(before.chars()).map(compare).collect()).collect()
    }
}

/// Lines that a program printed after its last recommendation, and that were skipped to find it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Skipped {
    /// The number of moves with skipped lines.
    pub moves: u64,
    /// The number of skipped lines.
    pub lines: u64,
    /// The last skipped line.
    pub example: String,
}

impl Skipped {
    /// Adds the skipped lines of another move or game.
    pub(crate) fn add(&mut self, other: &Skipped) {
        self.moves += other.moves;
        self.lines += other.lines;
        if other.lines > 0 {
            self.example.clone_from(&other.example);
        }
    }

    /// Whether no lines were skipped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_squares_are_marked_row_by_row() {
        let board =
            IllegalBoard { before: "ab/c.".into(), after: "ax/c.".into(), changed: vec!["b1".into()] };
        assert_eq!(board.rows(), [[('a', false), ('x', true)], [('c', false), ('.', false)]]);
    }

    #[test]
    fn the_last_line_that_was_skipped_is_the_example() {
        let mut skipped = Skipped { moves: 1, lines: 2, example: "a".into() };
        skipped.add(&Skipped::default());
        assert_eq!(skipped, Skipped { moves: 1, lines: 2, example: "a".into() });
        skipped.add(&Skipped { moves: 1, lines: 1, example: "b".into() });
        assert_eq!(skipped, Skipped { moves: 2, lines: 3, example: "b".into() });
    }
}
