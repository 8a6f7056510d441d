//! The list of moves, and the legality test.

use std::collections::HashSet;

use game::{Game, Outcome};

use crate::claim::ensure;
use crate::sample::Sample;

pub(crate) const PREDICATE: &str = "generator-predicate";
const LIST: &str = "move-list";
const OUTCOME: &str = "outcome";
const COUNT: &str = "move-count";
const ALTERNATES: &str = "alternates";

const FOREIGN_MOVES: usize = 400;

/// Generator and `is_legal` agree; the list is as the contract requires; overridden methods equal
/// their defaults.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    let foreign = sample.moves(FOREIGN_MOVES);
    // Moves of other positions, which must be replaced.
    let mut list = foreign.clone();
    for pos in &sample.positions {
        check_position(pos, &mut list, &foreign);
    }
}

/// `list` may contain anything; the `foreign` moves may or may not be legal here.
pub(crate) fn check_position<G: Game>(pos: &G, list: &mut Vec<G::Move>, foreign: &[G::Move]) {
    check_list(pos, list);
    check_predicate(pos, list, foreign);
    check_turns(pos, list);
    check_wins(pos, list);
}

fn check_list<G: Game>(pos: &G, list: &mut Vec<G::Move>) {
    let mut fresh = Vec::new();
    let outcome = pos.legal_moves(&mut fresh);
    let again = pos.legal_moves(list);
    ensure!(*list == fresh && again == outcome, LIST, pos, "a list that was not empty is not replaced");
    match outcome {
        Some(outcome) => ensure!(
            fresh.is_empty(),
            LIST,
            pos,
            "the game is over, {outcome:?}, and has {} moves",
            fresh.len()
        ),
        None => ensure!(!fresh.is_empty(), LIST, pos, "the game is not over and has no moves"),
    }
    let mut seen = HashSet::new();
    for &mv in &fresh {
        ensure!(seen.insert(mv), LIST, pos, "{mv:?} is generated twice");
    }
    let (shortcut, count) = (pos.outcome(), pos.count_moves());
    ensure!(shortcut == outcome, OUTCOME, pos, "outcome() is {shortcut:?}, and legal_moves says {outcome:?}");
    ensure!(
        count == fresh.len() as u64,
        COUNT,
        pos,
        "count_moves() is {count}, and there are {} moves",
        fresh.len()
    );
}

/// `may_win_at_once` is true if the side to move has won or can win at once.
fn check_wins<G: Game>(pos: &G, moves: &[G::Move]) {
    let is_won = |pos: &G, player| pos.outcome() == Some(Outcome::Win(player));
    let us = pos.turn();
    if is_won(pos, us) || moves.iter().any(|&mv| is_won(&pos.play_unchecked(mv), us)) {
        ensure!(pos.may_win_at_once(), OUTCOME, pos, "may_win_at_once() denies what is so");
    }
}

/// In a game that claims to alternate, turns alternate and no move loses the game for the mover.
fn check_turns<G: Game>(pos: &G, moves: &[G::Move]) {
    for &mv in moves.iter().filter(|_| G::ALTERNATES) {
        let next = pos.play_unchecked(mv);
        let harm = next.outcome() == Some(Outcome::Win(pos.turn().other()));
        let what = if harm { "the opponent has won" } else { "it is the same player's turn" };
        ensure!(next.turn() != pos.turn() && !harm, ALTERNATES, pos, "after {mv:?} {what}");
    }
}

fn check_predicate<G: Game>(pos: &G, list: &[G::Move], foreign: &[G::Move]) {
    for &mv in list {
        ensure!(pos.is_legal(mv), PREDICATE, pos, "{mv:?} is generated, but is_legal denies it");
        let played = pos.play(mv);
        ensure!(played == Ok(pos.play_unchecked(mv)), PREDICATE, pos, "play({mv:?}) gives {played:?}");
    }
    let legal: HashSet<G::Move> = list.iter().copied().collect();
    for &mv in foreign {
        let generated = legal.contains(&mv);
        ensure!(
            pos.is_legal(mv) == generated,
            PREDICATE,
            pos,
            "is_legal({mv:?}) is {}, generated is {generated}",
            !generated
        );
        let played = pos.play(mv);
        ensure!(played.is_ok() == generated, PREDICATE, pos, "play({mv:?}) and is_legal disagree");
    }
}
