//! Any cells touched.

use conformance::single;
use game::{CellId, Game};

use crate::input::{Check, Input};

/// Each takes as long as a turn.
const ATTEMPTS: usize = 50;

/// A position; then each line is a list of numbers of cells: it means a legal move, or is refused with a
/// sentence. What is no number is left out, so that an empty line is a pass.
pub fn explain(input: &[u8]) {
    Input::run::<Explain>(input);
}

struct Explain;

impl Check for Explain {
    fn check<G: Game>(input: Input) {
        let pos: G = input.position();
        let text = String::from_utf8_lossy(input.rest);
        for line in text.lines().take(ATTEMPTS) {
            let cells: Vec<CellId> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            single::cells(&pos, &cells);
        }
    }
}
