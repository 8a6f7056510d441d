//! Verification accepts correct tables, and no others.

mod sweep;

use cancel::{Cancel, NEVER};
use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::{Game, Slice};
use raichu::Raichu8;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sweep::{Solved, solve};
use tablebase::{Packing, TableProgress, Tables, Verdict, verify};

const PACKING: Packing = Packing { block_len: Some(1024), level: 1, threads: 1 };

fn verdict<G: Game>(folder: &std::path::Path, slice: Slice) -> Result<(), Verdict> {
    verify(&Tables::<G>::in_folder(folder), slice, 2, &NEVER, &mut |_| ())
}

fn all_are_right<G: Game>(solved: &Solved) {
    let folder = tempfile::tempdir().unwrap();
    solved.write::<G>(folder.path(), &PACKING);
    for &slice in solved.codes.keys() {
        assert_eq!(verdict::<G>(folder.path(), slice), Ok(()));
    }
}

#[test]
fn tables_by_plain_sweeps_are_right() {
    all_are_right::<Checkers>(&solve::<Checkers>(3));
    all_are_right::<DragonQueen>(&solve::<DragonQueen>(4));
    all_are_right::<Raichu8>(&solve::<Raichu8>(2));
}

#[test]
fn one_wrong_value_is_found() {
    let right = solve::<Checkers>(3);
    let folder = tempfile::tempdir().unwrap();
    right.write::<Checkers>(folder.path(), &PACKING);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let slices: Vec<Slice> = right.codes.keys().copied().collect();
    for _ in 0..60 {
        let slice = slices[rng.random_range(0..slices.len())];
        let mut codes = right.codes[&slice].clone();
        let index = rng.random_range(0..codes.len());
        let old = codes[index];
        codes[index] = match rng.random_range(0..4) {
            0 => old ^ 1,
            1 => old.wrapping_add(2),
            2 if old > 0 => 0,
            _ => old.wrapping_add(rng.random_range(1..255)),
        };
        let wrong = Solved { codes: [(slice, codes)].into() };
        wrong.write::<Checkers>(folder.path(), &PACKING);
        match verdict::<Checkers>(folder.path(), slice) {
            Err(Verdict::Wrong { .. }) => (),
            other => panic!("{old} changed at {index} of {slice:?}: {other:?}"),
        }
        Solved { codes: [(slice, right.codes[&slice].clone())].into() }
            .write::<Checkers>(folder.path(), &PACKING);
    }
}

/// A table of nothing but draws is consistent in itself, but not with the rules.
#[test]
fn a_table_of_nothing_but_draws_is_wrong() {
    let mut solved = solve::<Checkers>(2);
    for codes in solved.codes.values_mut() {
        codes.fill(0);
    }
    let folder = tempfile::tempdir().unwrap();
    solved.write::<Checkers>(folder.path(), &PACKING);
    for &slice in solved.codes.keys() {
        assert!(matches!(verdict::<Checkers>(folder.path(), slice), Err(Verdict::Wrong { .. })));
    }
}

#[test]
fn what_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut solved = solve::<Checkers>(3);
    solved.codes.remove(&ONE_KING_EACH);
    solved.write::<Checkers>(folder.path(), &PACKING);
    assert_eq!(
        verdict::<Checkers>(folder.path(), ONE_KING_EACH).unwrap_err().to_string(),
        "there is no table of the slice 0m1k-0m1k"
    );
    let one_king_against_two = Slice(0x1_0002);
    assert_eq!(
        verdict::<Checkers>(folder.path(), one_king_against_two).unwrap_err().to_string(),
        "the table of 0m1k-0m2k cannot be verified without that of 0m1k-0m1k"
    );
}

const ONE_KING_EACH: Slice = Slice(0x1_0001);

#[test]
fn a_verification_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let solved = solve::<Checkers>(3);
    solved.write::<Checkers>(folder.path(), &PACKING);
    let (&largest, _) = solved.codes.iter().max_by_key(|(_, codes)| codes.len()).unwrap();
    let mut heard = Vec::new();
    let tables = Tables::<Checkers>::in_folder(folder.path());
    let cancel = Cancel::new();
    let stopped = verify(&tables, largest, 1, &cancel, &mut |progress: TableProgress| {
        heard.push(progress);
        cancel.cancel();
    });
    assert_eq!(stopped, Err(Verdict::Stopped));
    assert_eq!(heard.len(), 1);
    assert!(heard[0].done > 0 && heard[0].done < heard[0].of);
}
