//! Properties of the evaluation.

use checkers::Checkers;
use checkers_play::CheckersPlay;
use engine::Play as _;
use engine::testing::{check_evaluation, check_reference};
use game::{Notation as _, Position as _};

#[test]
fn positions_are_judged_alike_from_both_sides() {
    assert_eq!(check_evaluation::<CheckersPlay>(&Checkers::start()), [""; 0], "terms that no position has");
}

#[test]
fn the_reference_player_finds_what_minimax_finds() {
    check_reference::<CheckersPlay>(&Checkers::start(), 5, 60);
}

#[test]
fn the_reference_player_counts_pieces_and_rows() {
    let value = |text: &str| CheckersPlay::reference_eval(&Checkers::read(text).unwrap());
    assert_eq!(CheckersPlay::reference_eval(&Checkers::start()), 0);
    let board = "......../......../......../......../......../......../.R...b../........";
    assert_eq!(value(&format!("{board} r")), 150 - 100 - 6 * 3);
    assert_eq!(value(&format!("{board} b")), 100 + 6 * 3 - 150);
    let man = |row: usize| {
        let mut rows = ["........"; 8];
        rows[1] = "b.......";
        rows[row] = ".r......";
        value(&format!("{} r", rows.join("/")))
    };
    assert_eq!((man(2) - man(4), man(4) - man(6)), (6, 6));
}
