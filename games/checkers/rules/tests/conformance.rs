//! The contract, the known successors and the known counts.

use checkers::Checkers;
use conformance::Seed;
use conformance::perft::Nodes;

#[test]
fn keeps_the_contract() {
    conformance::check::<Checkers>(Seed(7));
}

#[test]
fn has_the_known_successors() {
    conformance::successors::check::<Checkers>(include_str!("../../data/successors.txt"));
    conformance::successors::check::<Checkers>(include_str!("../../data/successors-chains.txt"));
    conformance::successors::check::<Checkers>(include_str!("../../data/successors-finished.txt"));
}

#[test]
fn has_the_known_counts() {
    conformance::perft::check::<Checkers>(include_str!("../../data/perft.txt"), Nodes(100_000_000));
}

/// Takes about ten seconds in a release build: `cargo test --release -p checkers -- --ignored`.
#[test]
#[ignore = "1.8 billion leaves"]
fn has_the_known_counts_to_depth_13() {
    conformance::perft::check::<Checkers>(include_str!("../../data/perft.txt"), Nodes(2_000_000_000));
}
