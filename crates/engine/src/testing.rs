//! What must be true of every game's [`Play`], for the tests of the games.

use game::playout::below;
use game::{Outcome, Player, Position as _, Symmetric as _};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::catalogue::Catalogue;
use crate::clock::Control;
use crate::evaluation::WeightedEvaluator;
use crate::play::{Play, terms};
use crate::reference::{ErasedReference, WIN};
use crate::weights::{ALL_KEPT, PHASES, Weight, Weights};

/// The word for every game of a catalogue, and for boards of this size where a game has several.
#[must_use]
pub fn every_board(catalogue: Catalogue, size: usize) -> Vec<String> {
    let words = catalogue.names().into_iter().flat_map(|name| [name.to_string(), format!("{name}:{size}")]);
    words.filter(|word| catalogue.find(word).is_ok()).collect()
}

/// Checks the evaluation of the positions that random games from `start` come to: sums agree with counts, symmetric
/// positions are judged alike, indices are in their ranges. Returns the terms that none of the positions has.
///
/// # Panics
/// Panics where something does not hold.
#[must_use]
pub fn check_evaluation<P: Play>(start: &P::Position) -> Vec<&'static str> {
    let [best, first] = [P::WEIGHTS, P::FIRST_WEIGHTS]
        .map(|text| Weights::read(P::TERMS, text).unwrap_or_else(|fault| panic!("{fault}")));
    assert_eq!((best.points(P::UNIT).abs(), first.points(P::UNIT).abs()), (100, 100));
    let evaluator = WeightedEvaluator::<P>::new(best.clone(), None);
    let mut seen = vec![false; P::TERMS.len()];
    let mut moves = Vec::new();
    for pos in positions::<P>(start) {
        let counts = terms::<P>(&pos);
        let opening = P::opening(&pos);
        assert!((0..=PHASES).contains(&opening));
        seen.iter_mut().zip(&counts).for_each(|(seen, &times)| *seen |= times != 0);

        // One sum and one list come from the same count.
        let share = f64::from(opening) / f64::from(PHASES);
        let weighted = |(term, &times): (usize, &i32)| {
            let Weight { opening, ending } = best.get(term);
            f64::from(times) * (share * opening + (1.0 - share) * ending)
        };
        let kept = f64::from(P::kept(&pos)) / f64::from(ALL_KEPT);
        let sum = kept * counts.iter().enumerate().map(weighted).sum::<f64>();
        let evaluated = evaluator.points(&pos);
        assert!((sum - f64::from(evaluated)).abs() < 1.0, "{pos:?}: {sum} is not {evaluated}");

        // Mirrored, turned or with the players exchanged it is the same to the side to move.
        for symmetry in P::Position::symmetries() {
            let image = pos.transform(symmetry);
            assert_eq!(terms::<P>(&image), counts, "{pos:?} through {symmetry:?}");
            assert_eq!(P::opening(&image), opening);
            assert_eq!(P::kept(&image), P::kept(&pos));
        }

        pos.legal_moves(&mut moves);
        for &mv in &moves {
            assert!(P::history_index(&pos, mv) < P::HISTORY_SIZE);
            assert!(P::piece_to(&pos, mv) < P::PIECE_TO_SIZE);
            assert!(P::tactical_gain(&best, &pos, mv) >= 0);
        }
    }
    seen.iter().zip(P::TERMS).filter(|(seen, _)| !**seen).map(|(_, &term)| term).collect()
}

/// Compares the reference player with plain minimax of `depth` plies on positions of random games of up to `plies`
/// plies from `start`.
///
/// # Panics
/// Panics where they disagree.
pub fn check_reference<P: Play>(start: &P::Position, depth: u8, plies: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut moves = Vec::new();
    let mut compared = 0;
    for game in 0..4 {
        let mut pos = start.clone();
        for ply in 0..plies {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            if ply % 7 == game {
                let mut reference = ErasedReference::<P>::new(depth, 5);
                let (mv, value) = reference.best_move(&pos, &Control::new()).expect("the game is not over");
                let us = pos.turn();
                assert_eq!(value, minimax::<P>(&pos, us, depth, 0), "{pos:?}");
                let after = pos.play_unchecked(mv);
                assert_eq!(value, minimax::<P>(&after, us, depth - 1, 1), "{mv:?} in {pos:?}");
                compared += 1;
            }
            pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
        }
    }
    assert!(compared > 10);
}

/// The value of a position for `player`, by looking at everything.
fn minimax<P: Play>(pos: &P::Position, player: Player, depth: u8, ply: i32) -> i32 {
    let sign = |value: i32, is_good: bool| if is_good { value } else { -value };
    let mut moves = Vec::new();
    match pos.legal_moves(&mut moves) {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => sign(WIN - ply, winner == player),
        None if depth == 0 => sign(P::reference_eval(pos), pos.turn() == player),
        None => {
            let values =
                moves.iter().map(|&mv| minimax::<P>(&pos.play_unchecked(mv), player, depth - 1, ply + 1));
            let value = if pos.turn() == player { values.max() } else { values.min() };
            value.expect("a game that goes on has a move")
        }
    }
}

/// Positions that random games come to.
fn positions<P: Play>(start: &P::Position) -> Vec<P::Position> {
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..30 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut pos = start.clone();
        while pos.legal_moves(&mut moves).is_none() && positions.len() < 60 * (seed as usize + 1) {
            positions.push(pos.clone());
            pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
        }
    }
    positions
}
