//! What must be true of every evaluation.

use ::abalone::Abalone;
use ::checkers::Checkers;
use ::dragon_queen::DragonQueen;
use ::raichu::{Raichu8, Raichu16, Raichu26};
use game::playout::below;
use game::{Notation as _, Position as _, Symmetric as _, Symmetry};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use super::*;

/// The games with the positions that random games from these starts come to.
fn positions<G: Playable>(start: &G) -> Vec<G> {
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

fn weights<G: Playable>() -> [Weights; 2] {
    [G::Evaluation::WEIGHTS, G::Evaluation::FIRST_WEIGHTS]
        .map(|text| Weights::read(G::Evaluation::TERMS, text).unwrap_or_else(|fault| panic!("{fault}")))
}

/// Checks the positions of random games, and says which terms none of them has.
fn check<G: Playable>(start: &G) -> Vec<&'static str> {
    let terms_of = terms::<G>;
    let [best, first] = weights::<G>();
    assert_eq!((best.points(G::Evaluation::UNIT).abs(), first.points(G::Evaluation::UNIT).abs()), (100, 100));
    let evaluator = WeightedEvaluator::new(best.clone(), None);
    let mut seen = vec![false; G::Evaluation::TERMS.len()];
    let mut moves = Vec::new();
    for pos in positions(start) {
        let counts = terms_of(&pos);
        let opening = G::Evaluation::opening(&pos);
        assert!((0..=PHASES).contains(&opening));
        seen.iter_mut().zip(&counts).for_each(|(seen, &times)| *seen |= times != 0);

        // One sum and one list come from the same count.
        let share = f64::from(opening) / f64::from(PHASES);
        let worth = |(term, &times): (usize, &i32)| {
            let Weight { opening, ending } = best.get(term);
            f64::from(times) * (share * opening + (1.0 - share) * ending)
        };
        let kept = f64::from(G::Evaluation::kept(&pos)) / f64::from(ALL_KEPT);
        let worth = kept * counts.iter().enumerate().map(worth).sum::<f64>();
        let evaluated = evaluator.evaluate(&pos);
        assert!((worth - f64::from(evaluated)).abs() < 1.0, "{pos:?}: {worth} is not {evaluated}");

        // Mirrored, turned or with the players exchanged it is the same to the side to move.
        for symmetry in G::symmetries() {
            let image = pos.transform(symmetry);
            assert_eq!(terms_of(&image), counts, "{pos:?} through {symmetry:?}");
            assert_eq!(G::Evaluation::opening(&image), opening);
            assert_eq!(G::Evaluation::kept(&image), G::Evaluation::kept(&pos));
        }

        pos.legal_moves(&mut moves);
        for &mv in &moves {
            assert!(G::Evaluation::history_index(&pos, mv) < G::Evaluation::HISTORY_SIZE);
            assert!(G::Evaluation::tactical_gain(&best, &pos, mv) >= 0);
        }
    }
    seen.iter().zip(G::Evaluation::TERMS).filter(|(seen, _)| !**seen).map(|(_, &term)| term).collect()
}

#[test]
fn checkers_is_judged_alike_from_both_sides() {
    assert_eq!(check(&Checkers::start()), [""; 0], "terms that no position has");
}

#[test]
fn raichu_is_judged_alike_from_both_sides_on_all_boards() {
    // Random games seldom have many Raichus, so some begin with them.
    let crowded = Raichu8::read("@.@.@.@./......../......../......../......../......../......../.$.$.$.$ w");
    let rest = check(&crowded.unwrap());
    let nowhere: Vec<_> = check(&Raichu8::start()).into_iter().filter(|term| rest.contains(term)).collect();
    assert_eq!(nowhere, [""; 0], "terms that no position has");
    check(&Raichu16::start_of(10).unwrap());
    check(&Raichu26::start_of(18).unwrap());
}

#[test]
fn the_dragon_queen_is_judged_alike_in_a_mirror() {
    assert_eq!(check(&DragonQueen::start()), [""; 0], "terms that no position has");
    assert!(!DragonQueen::swaps_players(Symmetry(0)));
}

#[test]
fn abalone_is_judged_alike_from_all_sides() {
    assert_eq!(check(&Abalone::start()), [""; 0], "terms that no position has");
}
