//! The contract, and the positions and counts of the data files.

use conformance::perft::{self, Nodes};
use conformance::{Seed, successors};
use raichu::{Raichu8, Raichu16, Raichu26};

macro_rules! data {
    ($file:literal) => {
        include_str!(concat!("../../data/", $file))
    };
}

#[test]
fn raichu_8_keeps_the_contract() {
    conformance::check::<Raichu8>(Seed(7));
}

#[test]
fn raichu_16_keeps_the_contract() {
    let starts = [10, 12, 14, 16].map(|size| Raichu16::start_of(size).unwrap());
    conformance::check_from(&starts, Seed(7));
}

#[test]
fn raichu_26_keeps_the_contract() {
    let starts = [18, 22, 26].map(|size| Raichu26::start_of(size).unwrap());
    conformance::check_from(&starts, Seed(7));
}

#[test]
fn successors_are_those_of_the_data() {
    successors::check::<Raichu8>(data!("successors-8.txt"));
    successors::check::<Raichu16>(data!("successors-10.txt"));
    successors::check::<Raichu16>(data!("successors-14.txt"));
}

#[test]
fn successors_of_special_positions_are_those_of_the_data() {
    successors::check::<Raichu8>(data!("successors-crowded.txt"));
    successors::check::<Raichu8>(data!("successors-finished.txt"));
    successors::check::<Raichu8>(data!("successors-pass.txt"));
}

#[test]
fn perft_is_that_of_the_data() {
    perft::check::<Raichu8>(data!("perft-8.txt"), Nodes(50_000_000));
    perft::check::<Raichu16>(data!("perft-10.txt"), Nodes(10_000_000));
    perft::check::<Raichu16>(data!("perft-12.txt"), Nodes(10_000_000));
}
