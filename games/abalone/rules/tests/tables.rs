//! The requirements of tables: indices and predecessors.

use abalone::Abalone;
use game::{Indexed, Notation, Player, Position, Retro};

#[test]
fn index_and_unindex_are_inverse_over_every_slice() {
    for slice in Abalone::slices(22) {
        let len = Abalone::slice_len(slice);
        let spread = (0..200).map(|i| len / 200 * i + i);
        for index in (0..100).chain(spread).chain(len - 100..len) {
            let pos = Abalone::unindex(slice, index);
            assert_eq!((pos.slice(), pos.index()), (Some(slice), index));
            assert_eq!(Abalone::read(&pos.write()), Ok(pos));
        }
    }
}

#[test]
fn lengths_count_the_arrangements() {
    let slice = Abalone::start().slice().unwrap();
    assert_eq!(Abalone::slice_len(slice), 854_992_152 * 7_726_160);
    assert_eq!(Abalone::slice_name(slice), "11 against 11");
}

#[test]
fn a_decided_game_has_no_slice() {
    let decided = Abalone::read("b.../...../..bb../rb.b..b/brr..b/.rrr./r..b r").unwrap();
    assert_eq!(decided.slice(), None);
}

/// The texts of the predecessors with the Blue tokens of `before`.
fn predecessors(here: &str, before: &str) -> Vec<String> {
    let here = Abalone::read(here).unwrap();
    let before = Abalone::read(before).unwrap();
    let same = |p: &Abalone| p.tokens(Player::One) == before.tokens(Player::One);
    let list = here.predecessors().unwrap();
    let mut texts: Vec<String> = list.iter().filter(|p| same(p)).map(Abalone::write).collect();
    texts.sort();
    texts
}

#[test]
fn a_push_is_taken_back_with_and_without_the_enemy() {
    let quiet = "bbbb/bb.../....../bb.r.../..rr../..rrr/..rr b";
    let push = "bbbb/bb.../....../bbr..../..rr../..rrr/..rr b";
    assert_eq!(predecessors("bbbb/bb.../....../.bbr.../..rr../..rrr/..rr r", quiet), [quiet, push]);
}

#[test]
fn an_elimination_is_taken_back_if_there_was_a_token_to_lose() {
    let quiet = "bbbb/bb.../bb..../......./rrr.../r.bb./rrrr b";
    let elimination = "bbbb/bb.../bb..../......./rrr.../r.bbr/rrrr b";
    assert_eq!(predecessors("bbbb/bb.../bb..../......./rrr.../r..bb/rrrr r", quiet), [quiet, elimination]);
    // With eleven tokens on the board Red has lost none.
    let quiet = "bbbb/bb.../bb..../......./rrrrrr/r.bb./rrrr b";
    assert_eq!(predecessors("bbbb/bb.../bb..../......./rrrrrr/r..bb/rrrr r", quiet), [quiet]);
}

#[test]
fn nothing_was_pushed_straight_out_through_a_corner() {
    let quiet = "..../.b.../..b.../......./rrrrrr/rr.bb/bbbb b";
    assert_eq!(predecessors("b.../.b.../....../......./rrrrrr/rr.bb/bbbb r", quiet), [quiet]);
}

#[test]
fn a_decided_game_was_not_decided_before() {
    let quiet = "bbbb/bb.../bb..../......./rr..../r.bb./rrrr b";
    let elimination = "bbbb/bb.../bb..../......./rr..../r.bbr/rrrr b";
    assert_eq!(predecessors("bbbb/bb.../bb..../......./rr..../r..bb/rrrr r", quiet), [elimination]);
    let lost_by_the_player_who_moved = "bbbb/b..../....../......./rrrr../r..bb/rrrr r";
    let here = Abalone::read(lost_by_the_player_who_moved).unwrap();
    assert_eq!(here.predecessors(), Some(Vec::new()));
}
