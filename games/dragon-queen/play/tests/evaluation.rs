//! Properties of the evaluation.

use dragon_queen::DragonQueen;
use dragon_queen_play::DragonQueenPlay;
use engine::Play as _;
use engine::testing::{check_evaluation, check_reference};
use game::{Game as _, Notation as _, Position as _, Symmetric as _, Symmetry};

#[test]
fn positions_are_judged_alike_in_a_mirror() {
    assert_eq!(
        check_evaluation::<DragonQueenPlay>(&DragonQueen::start()),
        [""; 0],
        "terms that no position has"
    );
    assert!(!DragonQueen::swaps_players(Symmetry(0)));
}

#[test]
fn the_reference_player_finds_what_minimax_finds() {
    // With a ply count, so that the cap is reached.
    check_reference::<DragonQueenPlay>(&DragonQueen::start().in_play(), 4, 50);
}

#[test]
fn the_reference_player_counts_pieces_and_the_queens_row() {
    let value = |text: &str| DragonQueenPlay::reference_eval(&DragonQueen::read(text).unwrap());
    let board = "...../DQ.../...../....W/.....";
    assert_eq!(value(&format!("{board} q")), 150 - 100 + 30);
    assert_eq!(value(&format!("{board} w")), 100 - 150 - 30);
    let queen = |row: usize| {
        let mut rows = ["....."; 5];
        rows[4] = "....W";
        rows[row] = "Q....";
        value(&format!("{} q", rows.join("/")))
    };
    assert_eq!((queen(2) - queen(1), queen(1) - queen(0)), (30, 30));
}
