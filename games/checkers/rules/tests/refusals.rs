//! In many positions, every pair of cells is a legal move or breaks a rule that is named.

use std::collections::BTreeSet;

use checkers::{Checkers, Illegal};
use game::playout::below;
use game::{Explain, Layout, Player, Position};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A thousand positions from random games, including finished ones.
fn positions() -> Vec<Checkers> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    while positions.len() < 1_000 {
        let mut pos = Checkers::start();
        let plies = below(&mut rng, 120);
        for _ in 0..plies {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            pos = pos.play(moves[below(&mut rng, moves.len())]).unwrap();
        }
        positions.push(pos);
    }
    positions
}

#[test]
fn every_pair_of_cells_is_a_move_or_breaks_a_named_rule() {
    let mut reached = BTreeSet::new();
    for pos in positions() {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        for (from, to) in (0..66).flat_map(|from| (0..66).map(move |to| (from, to))) {
            let ends = |mv: &checkers::Move| {
                let touched = pos.touched(*mv);
                touched[0] == from && *touched.last().unwrap() == to
            };
            match pos.attempt(&[from, to]) {
                Ok(mv) => assert!(moves.contains(&mv) && ends(&mv)),
                Err(rule) => {
                    let fits: Vec<_> = moves.iter().copied().filter(ends).collect();
                    assert!(fits.is_empty() || matches!(rule, Illegal::Ambiguous(_)), "{rule} in {pos:?}");
                    check_truth(&pos, &rule);
                    let debug = format!("{rule:?}");
                    reached.insert(debug.split([' ', '(', '{']).next().unwrap().to_string());
                }
            }
        }
    }
    let known = [
        "Backward",
        "LightSquare",
        "MustGoOn",
        "MustJump",
        "NoCell",
        "NoPiece",
        "NotYours",
        "NothingToJump",
        "Occupied",
        "Over",
        "OwnPiece",
        "SameSquare",
        "TooFar",
    ];
    assert_eq!(reached.into_iter().collect::<Vec<_>>(), known);
}

/// What an explanation says about the board is true.
fn check_truth(pos: &Checkers, rule: &Illegal) {
    let owner = |square| pos.piece_at(square).map(|piece| piece.player);
    let (us, them) = (Some(pos.turn()), Some(pos.turn().other()));
    let is_true = match rule {
        Illegal::Over { has_pieces, .. } => {
            let is_blocked = Player::ALL.into_iter().all(|player| !pos.pieces(player).is_empty());
            pos.outcome().is_some() && *has_pieces == is_blocked
        }
        Illegal::NoPiece(square) => owner(*square).is_none(),
        Illegal::NotYours { square, .. } => owner(*square) == them,
        Illegal::Occupied { to, .. } => owner(*to).is_some(),
        Illegal::OwnPiece { over } => owner(*over) == us,
        Illegal::NothingToJump { from, over, to } => {
            owner(*from) == us && owner(*over).is_none() && owner(*to).is_none()
        }
        Illegal::Backward { from, .. } => pos.piece_at(*from).is_some_and(|piece| !piece.is_king),
        Illegal::MustJump(moves) | Illegal::MustGoOn(moves) | Illegal::Ambiguous(moves) => {
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            !moves.is_empty()
                && moves.iter().all(|text| legal.iter().any(|mv| format!("{mv:?}") == *text && mv.is_jump()))
        }
        Illegal::NoCell(cell) => *cell >= 64,
        Illegal::LightSquare { row, column } => (row + column) % 2 == 0,
        Illegal::SameSquare(square) => owner(*square) == us,
        Illegal::TooFar { from, to } => {
            let apart = [from.row().abs_diff(to.row()), from.column().abs_diff(to.column())];
            owner(*from) == us && owner(*to).is_none() && apart != [1, 1] && apart != [2, 2]
        }
        Illegal::TooFew | Illegal::StepInChain { .. } | Illegal::Crowned(_) | Illegal::WrongMark { .. } => {
            false
        }
    };
    assert!(is_true, "{rule} in {pos:?}");
}
