//! Indices and predecessors.

mod sample;

use std::collections::HashSet;

use game::playout::below;
use game::{Indexed, Notation, Position, Retro, Slice, Symmetric};
use raichu::{Raichu, Raichu8, Raichu16};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A board of 8 × 8 with `pieces` random pieces.
fn few(pieces: usize, rng: &mut ChaCha8Rng) -> Raichu8 {
    let mut cells = vec!['.'; 64];
    let mut left = pieces;
    while left > 0 {
        let at = below(rng, 64);
        if cells[at] == '.' {
            cells[at] = ['w', 'W', '@', 'b', 'B', '$'][below(rng, 6)];
            left -= 1;
        }
    }
    let board: String = cells.into_iter().collect();
    Raichu8::read(&format!("{board} {}", ["w", "b"][below(rng, 2)])).unwrap()
}

#[test]
fn four_pieces_have_364_million_numbers() {
    let slices = Raichu8::slices(4);
    let total: u64 = slices.iter().map(|&slice| Raichu8::slice_len(slice)).sum();
    // Half of all positions, and a few more because a pair of pieces may be its own mirror image.
    let all = 2016 * (36 - 18) + 41664 * (216 - 54) + 635_376 * (1296 - 162);
    let pairs_in_the_middle = 9 * 16 * 1891;
    assert_eq!(total, all / 2 + pairs_in_the_middle);
    assert_eq!(total, 363_923_424);
    assert_eq!(slices.iter().collect::<HashSet<_>>().len(), slices.len());
    assert_eq!(Raichu8::slices(3), slices[..Raichu8::slices(3).len()]);
}

#[test]
fn all_positions_with_two_and_three_pieces_have_their_own_numbers() {
    for slice in Raichu8::slices(3) {
        let step = if Raichu8::slice_len(slice) < 5000 { 1 } else { 97 };
        for index in (0..Raichu8::slice_len(slice)).step_by(step) {
            let pos = Raichu8::unindex(slice, index);
            assert_eq!((pos.slice(), pos.index()), (Some(slice), index), "{}", pos.write());
        }
    }
}

#[test]
fn positions_are_found_again() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for i in 0..30_000 {
        let pos = few(2 + i % 7, &mut rng);
        let Some(slice) = pos.slice() else {
            let board = pos.write_as("line").unwrap();
            assert!(!board.contains(['w', 'W', '@']) || !board.contains(['b', 'B', '$']));
            continue;
        };
        let index = pos.index();
        assert!(index < Raichu8::slice_len(slice));
        let found = Raichu8::unindex(slice, index);
        let same = found == pos || Raichu8::symmetries().any(|symmetry| pos.transform(symmetry) == found);
        assert!(same, "{} came back as {}", pos.write(), found.write());
        for symmetry in Raichu8::symmetries() {
            assert_eq!(pos.transform(symmetry).slice(), Some(slice));
        }
    }
}

#[test]
fn moves_lead_to_the_partner_or_to_earlier_slices() {
    let slices = Raichu8::slices(5);
    let place = |slice: Slice| slices.iter().position(|&s| s == slice).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut moves = Vec::new();
    for i in 0..20_000 {
        let pos = few(2 + i % 4, &mut rng);
        let Some(slice) = pos.slice() else { continue };
        pos.legal_moves(&mut moves);
        for &mv in &moves {
            let next = pos.play_unchecked(mv);
            if !mv.is_jump() && !mv.is_promotion() {
                assert_eq!(next.slice(), Some(Raichu8::partner(slice)));
            } else if let Some(after) = next.slice() {
                assert!(
                    place(after) < place(slice).min(place(Raichu8::partner(slice))),
                    "{mv} in {}",
                    pos.write()
                );
            } else {
                assert!(next.outcome().is_some());
            }
        }
    }
}

#[test]
fn only_small_boards_with_few_pieces_have_numbers() {
    assert_eq!((Raichu8::start().slice(), Raichu8::start().index()), (None, 0));
    assert_eq!(Raichu16::start().slice(), None);
    assert_eq!(Raichu16::slices(4), []);
    for slice in [0, 0x10_0000, 0x1, 0x90_0001, u64::MAX, 1 << 40].map(Slice) {
        assert_eq!(Raichu8::slice_len(slice), 0, "{slice:?}");
        assert_eq!(Raichu8::unindex(slice, 3), Raichu8::start());
        assert_eq!(Raichu8::partner(slice), slice);
    }
    let two = Raichu8::slices(2)[0];
    assert_eq!(Raichu16::slice_len(two), 0);
    assert_eq!(Raichu8::unindex(two, u64::MAX), Raichu8::start());
}

#[test]
fn slices_are_named_by_their_pieces() {
    let names: Vec<String> = Raichu8::slices(2).into_iter().map(Raichu8::slice_name).collect();
    assert_eq!(names, ["@ v $", "@ v B", "@ v b", "W v $", "w v $", "W v B", "W v b", "w v B", "w v b"]);
    let pos =
        Raichu8::read("@..wW.../......../......../......../......../......../......../bb$..... b").unwrap();
    assert_eq!(Raichu8::slice_name(pos.slice().unwrap()), "@ww v $Bb");
}

/// Exactly the positions from which a move leads to `pos` are its predecessors.
fn check_retro<const W: usize, const N: usize>(pos: &Raichu<W, N>) {
    let mut moves = Vec::new();
    let mut quiet = Vec::new();
    for before in pos.predecessors().unwrap() {
        let leads_here = |&mv: &_| before.play_unchecked(mv) == *pos;
        before.legal_moves(&mut moves);
        assert_eq!(
            moves.iter().filter(|mv| leads_here(mv)).count(),
            1,
            "{} to {}",
            before.write(),
            pos.write()
        );
    }
    let list = pos.predecessors().unwrap();
    assert_eq!(list.iter().collect::<HashSet<_>>().len(), list.len(), "{}", pos.write());
    pos.legal_moves(&mut moves);
    for &mv in &moves {
        let next = pos.play_unchecked(mv);
        let predecessors = next.predecessors().unwrap();
        assert!(predecessors.contains(pos), "{mv} in {}", pos.write());
        next.quiet_predecessors(&mut quiet);
        let is_quiet = next.slice().is_some() && pos.slice().map(Raichu::<W, N>::partner) == next.slice();
        assert_eq!(quiet.contains(pos), is_quiet, "{mv} in {}", pos.write());
        assert!(quiet.iter().all(|before| predecessors.contains(before)));
    }
}

#[test]
fn passes_are_taken_back() {
    let read = |text: &str| Raichu8::read(text).unwrap();
    let passed = "b......./......../......../......../......../......../..w...../........";
    let [white, black] = ["w", "b"].map(|side| read(&format!("{passed} {side}")));
    assert!(white.predecessors().unwrap().contains(&black));
    assert!(!black.predecessors().unwrap().contains(&white));
    // If neither side can move, the game is over, and there is no pass.
    let stuck = "b......./......../......../......../......../......../......../..w.....";
    let [white, black] = ["w", "b"].map(|side| read(&format!("{stuck} {side}")));
    assert!(!white.predecessors().unwrap().contains(&black));
    for pos in [white, black] {
        check_retro(&pos);
    }
}

/// A Pichu or Pikachu on its last row cannot have moved there.
#[test]
fn pieces_on_the_last_row_have_not_moved() {
    let text = "..b..B../......../......../......../......../......../......../..w..W.. b";
    let mut list = Vec::new();
    let pos = Raichu8::read(text).unwrap();
    pos.quiet_predecessors(&mut list);
    assert_eq!((list, pos.predecessors().unwrap()), (Vec::new(), Vec::new()));
}

#[test]
fn the_way_back_is_the_way_there() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for i in 0..1500 {
        check_retro(&few(1 + i % 7, &mut rng));
    }
    for pos in sample::positions::<1, 8>(8, 100, 200, &mut rng) {
        check_retro(&pos);
    }
    for pos in sample::positions::<4, 16>(12, 20, 30, &mut rng) {
        check_retro(&pos);
    }
}
