//! Properties of the evaluation.

use abalone::Abalone;
use abalone_play::AbalonePlay;
use engine::Play as _;
use engine::testing::{check_evaluation, check_reference};
use game::{Notation as _, Position as _};

#[test]
fn positions_are_judged_alike_from_all_sides() {
    assert_eq!(check_evaluation::<AbalonePlay>(&Abalone::start()), [""; 0], "terms that no position has");
}

#[test]
fn the_reference_player_finds_what_minimax_finds() {
    check_reference::<AbalonePlay>(&Abalone::start(), 3, 80);
}

#[test]
fn the_reference_player_counts_tokens_and_the_centre() {
    let value = |text: &str| AbalonePlay::reference_eval(&Abalone::read(text).unwrap());
    assert_eq!(AbalonePlay::reference_eval(&Abalone::start()), 0);
    // Blue lacks a token that was on the rim with one neighbour.
    let board = "bbbb/bbbbb/..b.../......./..rr../rrrrr/rrrr b";
    let other = "bbbb/bbbbb/..b..b/......./..rr../rrrrr/rrrr b";
    assert_eq!(value(other) - value(board), 1006);
    let at_the_rim = value("bbbb/bbbbb/....../b...b../..rr../rrrrr/rrrr b");
    let in_the_middle = value("bbbb/bbbbb/....../b..b.../..rr../rrrrr/rrrr b");
    assert_eq!(in_the_middle - at_the_rim, 15);
}
