//! The slices one by one: index and unindex are inverse, and indices are dense.

use std::collections::{HashMap, HashSet};

use game::{Game, Slice};

use crate::claim::{ensure, fail};
use crate::seed::{Seed, below};

pub(crate) const CHECK: &str = "index";
/// The largest number of pieces in the tested slices, as long as there are at most [`MOST_SLICES`].
const PIECES: u32 = 32;
const MOST_SLICES: usize = 500;
/// Up to this many indices are all tested; in further slices, only [`SOME_OF`] each.
const ALL_OF: u64 = 200_000;
const SOME_OF: usize = 50;

/// The slices for the largest number of pieces that gives at most [`MOST_SLICES`].
pub(crate) fn tested_slices<G: Game>() -> Vec<Slice> {
    let handy = |slices: &Vec<Slice>| slices.len() <= MOST_SLICES;
    (2..=PIECES).map(G::slices).take_while(handy).last().unwrap_or_default()
}

/// Every index of a slice has its own position in that slice.
pub(crate) fn check<G: Game>(seed: Seed) {
    check_lists::<G>();
    let mut rng = seed.rng("numbering");
    let mut left = ALL_OF;
    for slice in tested_slices::<G>() {
        let len = G::slice_len(slice);
        if len <= left {
            left -= len;
            (0..len).for_each(|index| check_number::<G>(slice, index, index < 20));
        } else {
            for _ in 0..SOME_OF {
                let high = below(&mut rng, ((len - 1) >> 32) as usize + 1) as u64;
                let low = below(&mut rng, len.min(1 << 32) as usize) as u64;
                check_number::<G>(slice, (high << 32 | low).min(len - 1), true);
            }
            check_number::<G>(slice, len - 1, true);
        }
    }
}

fn check_lists<G: Game>() {
    let mut fewer: Vec<Slice> = Vec::new();
    for pieces in 1..=PIECES {
        let slices = G::slices(pieces);
        if slices.len() > MOST_SLICES {
            break;
        }
        let list = format!("slices({pieces})");
        let all: HashSet<Slice> = slices.iter().copied().collect();
        if all.len() < slices.len() {
            fail(CHECK, &list, format_args!("a slice is listed twice"));
        }
        if let Some(lost) = fewer.iter().find(|slice| !all.contains(slice)) {
            fail(CHECK, &list, format_args!("{lost:?} has fewer pieces and is not listed"));
        }
        let mut names = HashMap::new();
        for &slice in &slices {
            let name = G::slice_name(slice);
            if let Some(other) = names.insert(name.clone(), slice) {
                fail(CHECK, &list, format_args!("{slice:?} and {other:?} are both called '{name}'"));
            }
            let partner = G::partner(slice);
            if G::partner(partner) != slice {
                fail(
                    CHECK,
                    &list,
                    format_args!("the partner of {slice:?} is {partner:?}, whose partner is another one"),
                );
            }
            if !all.contains(&partner) {
                fail(CHECK, &list, format_args!("the partner of {slice:?}, {partner:?}, is not listed"));
            }
            if G::slice_len(slice) > 0 {
                let pos = G::unindex(slice, 0);
                let count = pos.occupants().iter().flatten().count();
                ensure!(count <= pieces as usize, CHECK, pos, "{count} pieces, in {list}");
            }
        }
        fewer = slices;
    }
}

fn check_number<G: Game>(slice: Slice, index: u64, and_text: bool) {
    let pos = G::unindex(slice, index);
    let found = pos.slice();
    ensure!(found == Some(slice), CHECK, pos, "number {index} of {slice:?} is in {found:?}");
    let number = pos.index();
    ensure!(number == index, CHECK, pos, "number {index} of {slice:?} has number {number}");
    if and_text {
        let back = G::read(&pos.write());
        ensure!(back.as_ref() == Ok(&pos), CHECK, pos, "number {index} of {slice:?} is read as {back:?}");
    }
}
