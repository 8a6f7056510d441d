//! The toy game keeps the contract.

use conformance::Seed;
use game::toy::Toy;

#[test]
fn the_toy_keeps_the_contract() {
    conformance::check::<Toy>(Seed(7));
}
