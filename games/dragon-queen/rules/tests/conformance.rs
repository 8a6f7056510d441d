//! The game keeps the contract, and agrees with the counts and successors in the data files.

use conformance::Seed;
use conformance::perft::Nodes;
use dragon_queen::DragonQueen;
use game::Position;

#[test]
fn the_game_keeps_the_contract() {
    conformance::check::<DragonQueen>(Seed(7));
}

#[test]
fn the_game_keeps_the_contract_when_plies_are_counted() {
    let after = |plies| DragonQueen::start().with_ply(Some(plies)).unwrap();
    conformance::check_from(&[after(0), after(40), after(49)], Seed(8));
}

#[test]
fn successors_are_those_of_the_data() {
    conformance::successors::check::<DragonQueen>(include_str!("../../data/successors.txt"));
    conformance::successors::check::<DragonQueen>(include_str!("../../data/successors-finished.txt"));
}

#[test]
fn perft_counts_are_those_of_the_data() {
    let data = include_str!("../../data/perft.txt");
    conformance::perft::check::<DragonQueen>(data, Nodes(50_000_000));
}
