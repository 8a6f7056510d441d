//! The game keeps the contract, and agrees with known counts.

use conformance::Seed;
use conformance::perft::Nodes;
use noughts::Noughts;

#[test]
fn keeps_the_contract() {
    conformance::check::<Noughts>(Seed(7));
}

#[test]
fn has_the_known_counts() {
    conformance::perft::check::<Noughts>(include_str!("../../data/perft.txt"), Nodes(1_000_000));
}
