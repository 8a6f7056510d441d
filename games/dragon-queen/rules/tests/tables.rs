//! The requirements of tables: indices, predecessors, keys.

mod sample;

use std::collections::HashSet;

use dragon_queen::DragonQueen;
use game::{Indexed, Keyed, Notation, Position, Retro, Symmetric, Symmetry};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn successors(pos: &DragonQueen) -> Vec<DragonQueen> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.iter().map(|&mv| pos.play_unchecked(mv)).collect()
}

#[test]
fn small_slices_are_numbered_without_a_gap() {
    for slice in DragonQueen::slices(4) {
        for index in 0..DragonQueen::slice_len(slice) {
            let pos = DragonQueen::unindex(slice, index);
            assert_eq!((pos.slice(), pos.index()), (Some(slice), index));
            let mirrored = pos.transform(Symmetry(0));
            assert_eq!(mirrored.slice(), Some(slice));
            let shared = DragonQueen::unindex(slice, mirrored.index());
            assert!(shared == mirrored || shared == pos);
        }
    }
}

#[test]
fn slices_come_after_those_that_captures_lead_to() {
    let slices = DragonQueen::slices(9);
    assert_eq!(slices.len(), 4 * 6 * 2);
    let names: Vec<String> = slices.iter().map(|&slice| DragonQueen::slice_name(slice)).collect();
    assert_eq!([&*names[0], &*names[3], names.last().unwrap()], ["Q q", "QW w", "QDDDWWWWW w"]);
    // The Queen on 8 squares with the Dragons in C(24, 3) ways, or on 4 squares of the middle file
    // with them in half as many ways plus half of the 44 that are their own mirror images; the
    // Wights in C(21, 5) ways.
    assert_eq!(DragonQueen::slice_len(slices[47]), (8 * 2024 + 4 * (1012 + 22)) * 20_349);
    let place = |pos: &DragonQueen| pos.slice().map(|slice| slices.iter().position(|&s| s == slice).unwrap());
    for pos in sample::positions(5000, &mut ChaCha8Rng::seed_from_u64(4)) {
        let Some(here) = pos.slice() else { continue };
        for next in successors(&pos) {
            let quiet = next.slice() == Some(DragonQueen::partner(here));
            assert!(quiet || place(&next) < place(&pos), "{} to {}", pos.write(), next.write());
        }
    }
}

#[test]
fn predecessors_are_those_that_lead_here() {
    for pos in sample::positions(4000, &mut ChaCha8Rng::seed_from_u64(5)) {
        for next in successors(&pos) {
            assert!(next.predecessors().unwrap().contains(&pos), "{} to {}", pos.write(), next.write());
        }
        let before = pos.predecessors().unwrap();
        assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "{}", pos.write());
        for earlier in &before {
            assert_eq!(DragonQueen::read(&earlier.write()).as_ref(), Ok(earlier));
            assert!(successors(earlier).contains(&pos), "{} from {}", pos.write(), earlier.write());
        }
        let here = pos.slice();
        let quiet =
            |earlier: &&DragonQueen| earlier.slice().is_some_and(|s| Some(DragonQueen::partner(s)) == here);
        let mut found = vec![DragonQueen::start()];
        pos.quiet_predecessors(&mut found);
        let found: HashSet<&DragonQueen> = found.iter().collect();
        assert_eq!(found, before.iter().filter(quiet).collect(), "{}", pos.write());
    }
}

#[test]
fn every_position_with_a_predecessor_has_it_found() {
    // All positions with a Queen, a Wight and perhaps a Dragon: their predecessors, by playing
    // forward.
    let slices = DragonQueen::slices(3);
    let mut pairs = 0;
    for &slice in &slices {
        for index in 0..DragonQueen::slice_len(slice) {
            let pos = DragonQueen::unindex(slice, index);
            for next in successors(&pos) {
                assert!(next.predecessors().unwrap().contains(&pos), "{} to {}", pos.write(), next.write());
                pairs += 1;
            }
        }
    }
    assert!(pairs > 100_000);
}

#[test]
fn a_key_leaves_out_the_plies_and_nothing_else() {
    let positions: HashSet<DragonQueen> = sample::positions(50_000, &mut ChaCha8Rng::seed_from_u64(7))
        .iter()
        .map(|pos| pos.with_ply(None).unwrap())
        .collect();
    let keys: HashSet<u64> = positions.iter().map(Keyed::key).collect();
    assert_eq!(keys.len(), positions.len());
    for pos in &positions {
        assert_eq!(pos.with_ply(Some(3)).unwrap().key(), pos.key());
        assert_eq!(pos.with_ply(Some(3)).unwrap().slice(), pos.slice());
    }
}
