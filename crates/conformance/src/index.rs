//! The slices and indices of positions and their successors.

use std::collections::{HashMap, HashSet};

use game::{Game, Piece, Slice};

use crate::board_text::without_plies;
use crate::claim::ensure;
use crate::numbering::{CHECK, tested_slices};
use crate::sample::Sample;

/// Every position with a slice has an index there, and moves lead to the partner or to earlier
/// slices.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let order: HashMap<Slice, usize> = tested_slices::<G>().into_iter().zip(0..).collect();
    let numbered = || sample.positions.iter().filter_map(|pos| pos.slice().map(|slice| (pos, slice)));
    numbered().for_each(|(pos, slice)| check_listed(pos, slice));
    numbered().for_each(|(pos, slice)| check_successors(pos, slice, &order));
    numbered().for_each(|(pos, slice)| check_number(pos, slice));
}

pub(crate) fn check_number<G: Game>(pos: &G, slice: Slice) {
    let (index, len) = (pos.index(), G::slice_len(slice));
    ensure!(index < len, CHECK, pos, "number {index} in {slice:?}, which has only {len}");
    let found = without_plies(&G::unindex(slice, index));
    let images = G::symmetries().map(|symmetry| pos.transform(symmetry));
    let same = std::iter::once(pos.clone()).chain(images).any(|image| without_plies(&image) == found);
    ensure!(same, CHECK, pos, "number {index} in {slice:?}, which is {found}");
    let keeping = G::symmetries().filter(|&symmetry| !G::swaps_players(symmetry));
    let mut images = keeping.map(|symmetry| pos.transform(symmetry)).filter(|image| image != pos);
    let is_shared = images.any(|image| image.slice() == Some(slice) && image.index() == index);
    ensure!(
        pos.shares_number() == is_shared,
        CHECK,
        pos,
        "number {index} in {slice:?} is shared: {is_shared}, and not as it says"
    );
}

fn check_listed<G: Game>(pos: &G, slice: Slice) {
    let pieces = pos.occupants().iter().flatten().count();
    let told = pos.pieces() as usize;
    ensure!(told == 0 || told == pieces, CHECK, pos, "{told} pieces, and {pieces} are there");
    if pieces <= 3 {
        let listed = G::slices(pieces as u32).contains(&slice);
        ensure!(listed, CHECK, pos, "slices({pieces}) does not list its slice, {slice:?}");
    }
}

pub(crate) fn check_successors<G: Game>(pos: &G, slice: Slice, order: &HashMap<Slice, usize>) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let pieces = pos.diagram().pieces;
    let partner = G::partner(slice);
    let material_here = material(pos, &pieces);
    for &mv in &moves {
        let next = pos.play_unchecked(mv);
        let (mv, there) = (pos.write_move(mv), next.slice());
        let Some(there) = there else {
            ensure!(next.outcome().is_some(), CHECK, pos, "{mv} leads to no slice and does not end the game");
            continue;
        };
        let material_there = material(&next, &pieces);
        let quiet = material_there == material_here;
        ensure!(
            !quiet || there == partner,
            CHECK,
            pos,
            "{mv} keeps the material and leads to {there:?}, not {partner:?}"
        );
        let takes = material_there.len() < material_here.len();
        ensure!(
            !takes || there != partner,
            CHECK,
            pos,
            "{mv} captures and leads to {partner:?}, as if it were quiet"
        );
        let Some(here) = order.get(&slice) else { continue };
        let earlier = there == partner || order.get(&there).is_some_and(|place| place < here);
        ensure!(earlier, CHECK, pos, "{mv} leads from {slice:?} to {there:?}, which is not listed before it");
    }
    check_exits(pos, &moves, partner);
}

/// The moves that are not quiet are exactly those that lead to a slice other than the partner, or
/// to none.
fn check_exits<G: Game>(pos: &G, moves: &[G::Move], partner: Slice) {
    let mut conversions = moves.to_vec();
    let quiet = pos.conversions(&mut conversions);
    let expected: HashSet<G::Move> =
        moves.iter().copied().filter(|&mv| pos.play_unchecked(mv).slice() != Some(partner)).collect();
    let found: HashSet<G::Move> = conversions.iter().copied().collect();
    ensure!(
        found == expected && conversions.len() == expected.len(),
        CHECK,
        pos,
        "{} moves lead out of the slice, and {} are listed as such",
        expected.len(),
        conversions.len()
    );
    let expected = moves.len() - expected.len();
    ensure!(quiet == expected, CHECK, pos, "{quiet} quiet moves are counted, and there are {expected}");
}

/// The letters of all pieces on the board.
fn material<G: Game>(pos: &G, pieces: &[Piece]) -> Vec<char> {
    let mut letters: Vec<char> =
        pos.occupants().into_iter().flatten().map(|piece| pieces[piece].letter).collect();
    letters.sort_unstable();
    letters
}
