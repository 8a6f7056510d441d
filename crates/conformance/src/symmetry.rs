//! Symmetries.

use std::collections::HashSet;

use game::{Game, Outcome, Player, Symmetry};

use crate::claim::{ensure, fail};
use crate::sample::Sample;

const CHECK: &str = "symmetry";
const POSITIONS: usize = 200;

/// Each symmetry keeps the game the same, and together with the identity they are a group.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let positions = sample.first(POSITIONS);
    for pos in positions {
        for symmetry in G::symmetries() {
            check_position(pos, symmetry);
            check_moves(pos, symmetry);
        }
    }
    check_group(positions);
}

fn check_position<G: Game>(pos: &G, symmetry: Symmetry) {
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

fn check_moves<G: Game>(pos: &G, symmetry: Symmetry) {
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

/// Every two symmetries, one after the other, are one symmetry or the identity, and one of the second ones
/// takes the first back.
fn check_group<G: Game>(positions: &[G]) {
    let all = || std::iter::once(None).chain(G::symmetries().map(Some));
    let see =
        |pos: &G, symmetry: Option<Symmetry>| symmetry.map_or_else(|| pos.clone(), |s| pos.transform(s));
    let same = |a: &dyn Fn(&G) -> G, b: Option<Symmetry>| positions.iter().all(|pos| a(pos) == see(pos, b));
    for first in G::symmetries() {
        let position = positions[0].write();
        let alone = |pos: &G| pos.transform(first);
        if let Some(twin) = all().find(|&other| other != Some(first) && same(&alone, other)) {
            let twin = twin.map_or("the identity".to_string(), |twin| format!("{twin:?}"));
            fail(CHECK, &position, format_args!("{first:?} does the same as {twin}"));
        }
        let mut inverse = false;
        for second in G::symmetries() {
            let both = |pos: &G| pos.transform(first).transform(second);
            let Some(sum) = all().find(|&sum| same(&both, sum)) else {
                fail(
                    CHECK,
                    &position,
                    format_args!("{first:?} and then {second:?} are together no symmetry"),
                );
            };
            inverse |= sum.is_none();
            let swaps = sum.is_some_and(G::swaps_players);
            if swaps != (G::swaps_players(first) ^ G::swaps_players(second)) {
                fail(
                    CHECK,
                    &position,
                    format_args!("{first:?} and then {second:?} swap the players differently than {sum:?}"),
                );
            }
        }
        if !inverse {
            fail(CHECK, &position, format_args!("no symmetry takes {first:?} back"));
        }
    }
}
