//! Perft compared with a file.
//!
//! A line `= POSITION`, then lines `DEPTH COUNT`. Lines that begin with `#` are comments.

use game::Game;

use crate::claim::{ensure, fail};
use crate::data_file::{Entry, entries};

const CHECK: &str = "perft";

/// A number of leaf nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Nodes(pub u64);

/// Compares perft with every line of a file whose count is at most `most`.
///
/// # Panics
/// Panics if a count differs, or if the file has another format or no line within the limit.
pub fn check<G: Game>(text: &str, most: Nodes) {
    let mut compared = 0;
    for Entry { pos, lines } in entries::<G>(CHECK, text) {
        for line in lines {
            let Some((depth, count)) = read_line(line) else {
                fail(CHECK, &pos.write(), format_args!("'{line}' is not DEPTH COUNT"));
            };
            if count > most {
                continue;
            }
            let found = Nodes(game::perft(&pos, depth));
            ensure!(found == count, CHECK, pos, "depth {depth}: {}, and {} in the file", found.0, count.0);
            compared += 1;
        }
    }
    if compared == 0 {
        fail(CHECK, "none", format_args!("the file has no line of at most {} nodes", most.0));
    }
}

fn read_line(line: &str) -> Option<(u32, Nodes)> {
    let (depth, count) = line.split_once(' ')?;
    Some((depth.parse().ok()?, Nodes(count.parse().ok()?)))
}
