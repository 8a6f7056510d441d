//! The requirements of tables: indices and predecessors.

use std::collections::HashSet;

use checkers::Checkers;
use game::{Indexed, Notation, Player, Position, Retro, Symmetric, Symmetry};

const HALF_TURN: Symmetry = Symmetry(0);

#[test]
fn small_slices_are_numbered_without_a_gap() {
    for slice in Checkers::slices(3) {
        for index in 0..Checkers::slice_len(slice) {
            let pos = Checkers::unindex(slice, index);
            assert_eq!((pos.slice(), pos.index()), (Some(slice), index));
            // Rotated, it is the same position for the other side.
            let turned = pos.transform(HALF_TURN);
            assert_eq!((turned.turn(), turned.slice(), turned.index()), (Player::Two, Some(slice), index));
        }
    }
}

#[test]
fn slices_come_after_those_that_their_moves_lead_to() {
    let slices = Checkers::slices(4);
    let mut moves = Vec::new();
    for (i, &slice) in slices.iter().enumerate() {
        assert!(slices.contains(&Checkers::partner(slice)));
        let len = Checkers::slice_len(slice);
        for index in (0..100).map(|i| len * i / 100) {
            let pos = Checkers::unindex(slice, index);
            pos.conversions(&mut moves);
            for &mv in &moves {
                let after = pos.play_unchecked(mv).slice();
                assert!(after.is_none_or(|after| slices[..i].contains(&after)), "{mv:?} in {pos:?}");
            }
        }
    }
}

#[test]
fn slices_are_named_after_their_pieces() {
    let pos = Checkers::read("W:W21,22,K30:B1,K2").unwrap();
    assert_eq!(pos.slice().map(Checkers::slice_name).as_deref(), Some("2m1k-1m1k"));
}

/// The FENs of the positions from which a quiet move leads here.
fn quiet_predecessors(fen: &str) -> HashSet<String> {
    let mut list = Vec::new();
    Checkers::read(fen).unwrap().quiet_predecessors(&mut list);
    list.iter().map(|pos| pos.write_as("fen").unwrap()).collect()
}

#[test]
fn a_king_may_have_come_from_everywhere_and_a_man_from_behind() {
    let king = quiet_predecessors("B:WK18:B1");
    let from = |squares: &[u32]| squares.iter().map(|from| format!("W:WK{from}:B1")).collect::<HashSet<_>>();
    assert_eq!(king, from(&[14, 15, 22, 23]));
    let man = quiet_predecessors("B:W18:B1");
    assert_eq!(man, HashSet::from(["W:W22:B1".to_string(), "W:W23:B1".to_string()]));
}

#[test]
fn nobody_stepped_who_had_to_jump() {
    // From 14 or 22 the king would have had to jump over 17.
    let from = |from: u32| format!("W:WK{from}:B17");
    assert_eq!(quiet_predecessors("B:WK18:B17"), HashSet::from([from(15), from(23)]));
}
