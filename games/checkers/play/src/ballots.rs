//! The ballots of checkers: openings of two or three moves, drawn by lot.

use std::collections::HashSet;

use checkers::Checkers;
use engine::OpeningSet;
use game::{Notation as _, Player, Position as _};

/// The sets of openings, by their number of moves.
pub(crate) const SETS: &[OpeningSet] = &[
    OpeningSet { name: "ballots-2", description: "ballots of two moves", lines: two_move },
    OpeningSet { name: "ballots-3", description: "ballots of three moves", lines: three_move },
];

/// All 49 openings of one move for each side. Two of them lose a man; players omit these.
fn two_move() -> Vec<Vec<String>> {
    ballots(2, |_| true)
}

/// The 174 openings of two moves for the first side and one for the second: of 302 lines, those
/// that lead to different positions (216) and do not lose a man at once (42 do).
fn three_move() -> Vec<Vec<String>> {
    ballots(3, |pos| !is_man_lost(pos))
}

/// The lines of `plies` moves to different positions that satisfy `is_wanted`, in the order of the
/// moves.
fn ballots(plies: usize, is_wanted: impl Fn(&Checkers) -> bool) -> Vec<Vec<String>> {
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    extend(&Checkers::start(), plies, &mut Vec::new(), &mut |pos, line| {
        if is_wanted(pos) && seen.insert(*pos) {
            lines.push(line.to_vec());
        }
    });
    lines
}

/// Every line of `plies` moves.
fn extend(pos: &Checkers, plies: usize, line: &mut Vec<String>, tell: &mut dyn FnMut(&Checkers, &[String])) {
    if plies == 0 {
        return tell(pos, line);
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    for mv in moves {
        line.push(pos.write_move(mv));
        extend(&pos.play_unchecked(mv), plies - 1, line, tell);
        line.pop();
    }
}

/// The depth in plies before the search considers only captures.
const PLIES: u32 = 5;

/// Whether one side inevitably loses a man.
fn is_man_lost(pos: &Checkers) -> bool {
    material(pos, PLIES, -99, 99) != 0
}

/// The lead of the side to move in men, if both sides maximise only that.
fn material(pos: &Checkers, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    let count = |player: Player| pos.pieces(player).len() as i32;
    if plies == 0 && !pos.must_jump() {
        return count(pos.turn()) - count(pos.turn().other());
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    if moves.is_empty() {
        return count(pos.turn()) - count(pos.turn().other());
    }
    for mv in moves {
        let worth = -material(&pos.play_unchecked(mv), plies.saturating_sub(1), -beta, -alpha);
        alpha = alpha.max(worth);
        if alpha >= beta {
            break;
        }
    }
    alpha
}
