//! Honest games keep the contract.

use conformance::Seed;
use conformance::perft::Nodes;
use game::toy::Toy;
use game::{Notation, Position};

use crate::skirmish::Skirmish;
use crate::skirmish::fault::{self, Fault};

#[test]
fn the_toy_keeps_the_contract() {
    conformance::check::<Toy>(Seed(7));
}

#[test]
fn skirmish_keeps_the_contract() {
    let _guard = fault::switch_on(Fault::None);
    for seed in 0..10 {
        conformance::check::<Skirmish>(Seed(seed));
    }
}

#[test]
fn skirmish_keeps_the_contract_from_other_starts() {
    let _guard = fault::switch_on(Fault::None);
    let read = |text| Skirmish::read(text).unwrap();
    conformance::check_from(&[read("x../.../..o x"), read("x.x/.o./o.. o 20"), Skirmish::start()], Seed(1));
}

#[test]
fn good_files_are_accepted() {
    let _guard = fault::switch_on(Fault::None);
    conformance::successors::check::<Skirmish>(
        "# two positions, the second one finished\n\
         = x../.../..o x\n\
         .../x../..o o\n\
         .x./.../..o o\n\
         \n\
         = x../.../... o\n",
    );
    conformance::perft::check::<Skirmish>("= x../.../..o x\n1 2\n2 4\n3 12\n20 99999999\n", Nodes(1000));
}
