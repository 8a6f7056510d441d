//! Symmetries.

use std::collections::{HashMap, HashSet};

use game::{Game, Outcome, Player, Symmetry};

use crate::claim::{ensure, fail};
use crate::sample::Sample;

const CHECK: &str = "symmetry";
const POSITIONS: usize = 400;

/// Each symmetry preserves the game, and together with the identity they form a group.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let positions = sample.first(POSITIONS);
    for symmetry in G::symmetries() {
        let mut images = HashMap::new();
        for pos in positions {
            check_image(pos, symmetry);
            let image = pos.transform(symmetry);
            if let Some(other) = images.insert(image, pos) {
                fail(
                    CHECK,
                    &pos.write(),
                    format_args!("its image under {symmetry:?} is also the image of {}", other.write()),
                );
            }
        }
        for pos in positions {
            check_moves(pos, symmetry);
        }
    }
    check_group(positions);
}

pub(crate) fn check_image<G: Game>(pos: &G, symmetry: Symmetry) {
    let swaps = G::swaps_players(symmetry);
    let player = |player: Player| if swaps { player.other() } else { player };
    let image = pos.transform(symmetry);
    let at = format_args!("{symmetry:?} gives {}", image.write());
    ensure!(image.turn() == player(pos.turn()), CHECK, pos, "{at}, where it is the wrong player's turn");
    let outcome = pos.outcome().map(|outcome| match outcome {
        Outcome::Win(winner) => Outcome::Win(player(winner)),
        Outcome::Draw => Outcome::Draw,
    });
    ensure!(
        image.outcome() == outcome,
        CHECK,
        pos,
        "{at}, whose outcome is {:?}, not {outcome:?}",
        image.outcome()
    );
    ensure!(
        image.plies_left() == pos.plies_left(),
        CHECK,
        pos,
        "{at}, where {:?} plies are left",
        image.plies_left()
    );
}

pub(crate) fn check_moves<G: Game>(pos: &G, symmetry: Symmetry) {
    let (mut moves, mut image_moves) = (Vec::new(), Vec::new());
    let image = pos.transform(symmetry);
    pos.legal_moves(&mut moves);
    image.legal_moves(&mut image_moves);
    let expected: HashSet<G::Move> = image_moves.into_iter().collect();
    let transformed: HashSet<G::Move> = moves.iter().map(|&mv| pos.transform_move(symmetry, mv)).collect();
    ensure!(
        transformed == expected && transformed.len() == moves.len(),
        CHECK,
        pos,
        "{symmetry:?} gives {}, whose moves are not the moves of this position transformed",
        image.write()
    );
    for mv in moves {
        let one_way = pos.play_unchecked(mv).transform(symmetry);
        let other_way = image.play_unchecked(pos.transform_move(symmetry, mv));
        ensure!(
            one_way == other_way,
            CHECK,
            pos,
            "{symmetry:?} after {} gives {}, before it {}",
            pos.write_move(mv),
            one_way.write(),
            other_way.write()
        );
    }
}

/// The composition of two symmetries is a symmetry or the identity. Because different positions
/// have different images and the number of symmetries is finite, each then has an inverse too.
fn check_group<G: Game>(positions: &[G]) {
    let all = || std::iter::once(None).chain(G::symmetries().map(Some));
    let see =
        |pos: &G, symmetry: Option<Symmetry>| symmetry.map_or_else(|| pos.clone(), |s| pos.transform(s));
    let same = |a: &dyn Fn(&G) -> G, b: Option<Symmetry>| positions.iter().all(|pos| a(pos) == see(pos, b));
    let position = positions[0].write();
    for first in G::symmetries() {
        let alone = |pos: &G| pos.transform(first);
        if let Some(twin) = all().find(|&other| other != Some(first) && same(&alone, other)) {
            let twin = twin.map_or("the identity".to_string(), |twin| format!("{twin:?}"));
            fail(CHECK, &position, format_args!("{first:?} does the same as {twin}"));
        }
    }
    for first in G::symmetries() {
        for second in G::symmetries() {
            let both = |pos: &G| pos.transform(first).transform(second);
            if !all().any(|sum| same(&both, sum)) {
                fail(
                    CHECK,
                    &position,
                    format_args!("{first:?} and then {second:?} are together no symmetry"),
                );
            }
        }
    }
}
