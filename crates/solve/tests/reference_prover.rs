//! The reference prover against plain minimax over all games of n plies.

use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::playout::below;
use game::{Game, Notation as _, Outcome, Position as _};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use solve::{NodeLimitReached, ReferenceProver};

/// The number of plies in which the side to move wins (odd) or loses (even), if it does within `n`,
/// by exhaustive search.
fn distance<G: Game>(pos: &G, n: u8) -> Option<u8> {
    let mut moves = Vec::new();
    match pos.legal_moves(&mut moves) {
        Some(Outcome::Draw) => None,
        Some(Outcome::Win(winner)) if winner == pos.turn() => Some(1),
        Some(Outcome::Win(_)) => Some(0),
        None if n == 0 => None,
        None => {
            let after: Vec<Option<u8>> =
                moves.iter().map(|&mv| distance(&pos.play_unchecked(mv), n - 1)).collect();
            let wins = after.iter().flatten().filter(|plies| *plies % 2 == 0).min();
            let loss = || {
                after.iter().map(|plies| plies.filter(|plies| plies % 2 == 1)).collect::<Option<Vec<u8>>>()
            };
            wins.copied().or_else(|| loss()?.into_iter().max()).map(|plies| plies + 1)
        }
    }
}

fn check<G: Game>(start: &G, plies: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut wins, mut losses) = (0, 0);
    let mut prover = ReferenceProver::default();
    let mut moves = Vec::new();
    for _ in 0..60 {
        let mut pos = start.clone();
        for _ in 0..plies {
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            let known = distance(&pos, 4);
            let win = prover.distance_to_win(&pos, 3, u64::MAX);
            let loss = prover.distance_to_loss(&pos, 4, u64::MAX);
            let (odd, even) = (known.filter(|n| n % 2 == 1), known.filter(|n| n % 2 == 0));
            assert_eq!((win, loss), (Ok(odd), Ok(even)), "{pos:?}");
            wins += u32::from(odd > Some(1));
            losses += u32::from(even.is_some());
            pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
        }
    }
    assert!(wins > 5 && losses > 5, "{wins} {losses}");
}

#[test]
fn proofs_are_what_looking_at_everything_finds() {
    check(&DragonQueen::read("...../.QD../...../..WW./...W. q").unwrap(), 12);
    check(&Checkers::read("B:WK29,K22,25:BK4,12,13").unwrap(), 30);
}

#[test]
fn a_proof_that_takes_too_long_is_broken_off() {
    let mut prover = ReferenceProver::default();
    assert_eq!(prover.distance_to_win(&DragonQueen::start(), 15, 1_000), Err(NodeLimitReached));
    // An unfinished search leaves no results behind.
    assert_eq!(prover.distance_to_win(&DragonQueen::start(), 3, u64::MAX), Ok(None));
    prover.clear();
    assert_eq!(prover.distance_to_win(&DragonQueen::start(), 3, u64::MAX), Ok(None));
}
