//! The game keeps the contract, and agrees with the data that all implementations share.

use abalone::Abalone;
use conformance::Seed;
use conformance::perft::Nodes;

#[test]
fn the_contract() {
    conformance::check::<Abalone>(Seed(7));
}

#[test]
fn successors() {
    conformance::successors::check::<Abalone>(include_str!("../../data/successors.txt"));
    conformance::successors::check::<Abalone>(include_str!("../../data/successors-finished.txt"));
}

#[test]
fn perft() {
    conformance::perft::check::<Abalone>(include_str!("../../data/perft.txt"), Nodes(50_000_000));
}
