//! The reference player's evaluation: tokens, the centre and grouping.

use abalone::{Abalone, CellSet, Direction};
use game::Position;

const TOKEN: i32 = 1000;
/// Per token, by its distance from the middle.
const CENTRE: [i32; 4] = [60, 45, 20, 0];
/// Per pair of neighbouring tokens.
const NEIGHBOURS: i32 = 6;

pub(crate) fn evaluate(pos: &Abalone) -> i32 {
    let side = |player| {
        let tokens = pos.tokens(player);
        // Each pair has two directions, of which one is enough.
        let pairs = [Direction::East, Direction::SouthEast, Direction::SouthWest]
            .map(|direction| (tokens & tokens.shifted(direction)).len() as i32);
        TOKEN * tokens.len() as i32 + centre(tokens) + NEIGHBOURS * pairs.iter().sum::<i32>()
    };
    side(pos.turn()) - side(pos.turn().other())
}

/// The cells within 0, 1, 2 and 3 steps of the middle.
const WITHIN: [CellSet; 4] = [
    CellSet::around_middle(0),
    CellSet::around_middle(1),
    CellSet::around_middle(2),
    CellSet::around_middle(3),
];

fn centre(tokens: CellSet) -> i32 {
    let mut inside = 0;
    let mut sum = 0;
    for (cells, worth) in WITHIN.into_iter().zip(CENTRE) {
        let within = (tokens & cells).len() as i32;
        sum += worth * (within - inside);
        inside = within;
    }
    sum
}
