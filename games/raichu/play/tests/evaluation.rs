//! Properties of the evaluation.

use engine::Play as _;
use engine::testing::{check_evaluation, check_reference};
use game::{Notation as _, Position as _};
use raichu::{Raichu8, Raichu16, Raichu26};
use raichu_play::{Raichu8Play, Raichu16Play, Raichu26Play};

#[test]
fn positions_are_judged_alike_from_both_sides_on_all_boards() {
    // Random games seldom have many Raichus, so some start with them.
    let crowded = Raichu8::read("@.@.@.@./......../......../......../......../......../......../.$.$.$.$ w");
    let rest = check_evaluation::<Raichu8Play>(&crowded.unwrap());
    let mut unseen = check_evaluation::<Raichu8Play>(&Raichu8::start());
    unseen.retain(|term| rest.contains(term));
    assert_eq!(unseen, [""; 0], "terms that no position has");
    let _ = check_evaluation::<Raichu16Play>(&Raichu16::start_of(10).unwrap());
    let _ = check_evaluation::<Raichu26Play>(&Raichu26::start_of(18).unwrap());
}

#[test]
fn the_reference_player_finds_what_minimax_finds() {
    check_reference::<Raichu8Play>(&Raichu8::start(), 3, 60);
    check_reference::<Raichu16Play>(&Raichu16::start_of(10).unwrap(), 2, 60);
}

#[test]
fn the_reference_player_counts_pieces_and_rows() {
    let value = |text: &str| Raichu8Play::reference_eval(&Raichu8::read(text).unwrap());
    assert_eq!(Raichu8Play::reference_eval(&Raichu8::start()), 0);
    let board = "......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B...B/........";
    assert_eq!(value(&format!("{board} w")), 200 + 10);
    assert_eq!(value(&format!("{board} b")), -210);
}
