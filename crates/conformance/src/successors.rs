//! Successors compared with a file.
//!
//! A line `= POSITION`, then the text of every position that a legal move leads to, one per line,
//! each once; none if the game is over. Lines that begin with `#` are comments.

use std::collections::BTreeSet;

use game::Game;

use crate::claim::ensure;
use crate::data_file::{Entry, entries};

const CHECK: &str = "successors";

/// Compares the successors of every position in a file with those listed there.
///
/// # Panics
/// Panics if they differ, or if the file has another format or no position.
pub fn check<G: Game>(text: &str) {
    let mut moves = Vec::new();
    for Entry { pos, lines } in entries::<G>(CHECK, text) {
        let expected: BTreeSet<String> = lines.iter().map(ToString::to_string).collect();
        ensure!(expected.len() == lines.len(), CHECK, pos, "the file names a successor twice");
        pos.legal_moves(&mut moves);
        let found: BTreeSet<String> = moves.iter().map(|&mv| pos.play_unchecked(mv).write()).collect();
        let list = |set: Vec<&String>| set.iter().map(|text| format!("\n  {text}")).collect::<String>();
        let missing = list(expected.difference(&found).collect());
        let more = list(found.difference(&expected).collect());
        ensure!(expected == found, CHECK, pos, "missing:{missing}\nnot in the file:{more}");
    }
}
