//! The ballots, compared with those that players use.

use std::collections::{HashMap, HashSet};

use checkers::Checkers;
use checkers_play::CheckersPlay;
use engine::Play as _;
use game::{Notation as _, Position as _};

/// The lines of a set of openings.
fn ballots(name: &str) -> Vec<Vec<String>> {
    let set = CheckersPlay::OPENING_SETS.iter().find(|set| set.name == name).unwrap();
    (set.lines)()
}

/// Every line of `plies` moves with its position.
fn lines(plies: usize) -> Vec<(Vec<String>, Checkers)> {
    let mut lines = vec![(Vec::new(), Checkers::start())];
    for _ in 0..plies {
        let longer = |(line, pos): (Vec<String>, Checkers)| {
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            moves.into_iter().map(move |mv| {
                let line = line.iter().cloned().chain([pos.write_move(mv)]).collect();
                (line, pos.play_unchecked(mv))
            })
        };
        lines = lines.into_iter().flat_map(longer).collect();
    }
    lines
}

/// The lead of the side to move in men if both sides play for nothing else: a side that must jump has its turn even when
/// the plies are used up.
fn lead(pos: &Checkers, plies: u32) -> i32 {
    best_lead(pos, plies, -99, 99)
}

fn best_lead(pos: &Checkers, plies: u32, alpha: i32, beta: i32) -> i32 {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    if moves.is_empty() || plies == 0 && !pos.must_jump() {
        let count = |player| pos.pieces(player).len() as i32;
        return count(pos.turn()) - count(pos.turn().other());
    }
    moves.into_iter().fold(alpha, |best, mv| {
        if best >= beta {
            return best;
        }
        best.max(-best_lead(&pos.play_unchecked(mv), plies.saturating_sub(1), -beta, -best))
    })
}

#[test]
fn two_move_ballots_are_every_move_and_every_answer() {
    let ballots = ballots("ballots-2");
    let first: HashSet<&str> = ballots.iter().map(|line| &*line[0]).collect();
    let second: HashSet<&str> = ballots.iter().map(|line| &*line[1]).collect();
    assert_eq!((ballots.len(), first.len(), second.len()), (49, 7, 7));
    // The same two that players omit, 9-14 21-17 and 10-14 21-17 if the other side begins.
    let lost = lines(2).into_iter().filter(|(_, pos)| lead(pos, 5) != 0);
    let mut lost: Vec<String> = lost.map(|(line, _)| line.join(" ")).collect();
    lost.sort();
    assert_eq!(lost, ["23-19 12-16", "24-19 12-16"]);
}

/// 302 lines lead to 216 positions, and in 42 of them a man is lost. The rest are as many as in the deck that players
/// draw from.
#[test]
fn three_move_ballots_are_as_many_as_players_have() {
    let all = lines(3);
    let positions: HashMap<Checkers, usize> = all.iter().enumerate().map(|(i, (_, pos))| (*pos, i)).collect();
    let at_once = positions.keys().filter(|pos| lead(pos, 0) != 0).count();
    let kept: HashSet<Checkers> = positions.keys().copied().filter(|pos| lead(pos, 5) == 0).collect();
    let ballots = ballots("ballots-3");
    assert_eq!((all.len(), positions.len(), at_once, ballots.len()), (302, 216, 28, 174));
    let lines: HashMap<String, Checkers> = all.into_iter().map(|(line, pos)| (line.join(" "), pos)).collect();
    let listed: HashSet<Checkers> = ballots.iter().map(|line| lines[&line.join(" ")]).collect();
    assert_eq!(listed, kept);
    // Two more plies do not change the result.
    assert!(kept.iter().all(|pos| lead(pos, 7) == 0));
    // Of two orders of the same moves, one is included.
    let orders = ["22-17 11-15 24-20", "24-20 11-15 22-17"];
    let is_there = |line: &&&str| ballots.iter().any(|moves| moves.join(" ") == ***line);
    assert_eq!(orders.iter().filter(is_there).count(), 1, "{ballots:?}");
}
