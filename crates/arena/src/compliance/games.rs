//! Games for the checks.

use engine::{GameRef, Reason, Session};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// An odd number of plies, after which few moves of the start position are still legal.
const MIDDLE: usize = 9;
/// Most games are shorter.
const LONGEST: usize = 400;
/// The number of games tried.
const ATTEMPTS: u64 = 64;

/// An unfinished game after some moves.
pub(super) fn middle(game: GameRef, number: u64) -> Option<Session> {
    let attempts = (0..ATTEMPTS).map(|attempt| (number << 32) + attempt);
    attempts.map(|seed| played(game, seed, MIDDLE)).find(|session| session.ending().is_none())
}

/// A game that ended by the rules of the board, which every program must know.
pub(super) fn finished(game: GameRef) -> Option<Session> {
    let is_finished =
        |session: &Session| session.ending().is_some_and(|ending| ending.reason == Reason::Rules);
    (0..ATTEMPTS).map(|seed| played(game, seed, LONGEST)).find(is_finished)
}

/// A game of random moves. Every other move leaves as few pieces as possible, so that games end.
fn played(game: GameRef, seed: u64, plies: usize) -> Session {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut session = Session::game(&*game.start());
    while session.moves().len() < plies && session.ending().is_none() {
        let mut moves = session.position().moves();
        if below(&mut random, 2) == 0
            && let Some(most) = moves.iter().map(|mv| mv.takes).max()
        {
            moves.retain(|mv| mv.takes == most);
        }
        let chosen = below(&mut random, moves.len().max(1));
        let Some(mv) = moves.get(chosen) else { break };
        session.play(mv.id);
    }
    session
}

#[cfg(test)]
mod tests {
    use catalogue::CATALOGUE;

    use super::*;

    #[test]
    fn every_game_has_a_middle_and_an_end() {
        for game in CATALOGUE.all() {
            let (one, other) = (middle(game, 0).unwrap(), middle(game, 1).unwrap());
            assert_eq!(one.moves().len(), MIDDLE);
            assert_ne!(one.position().text(), other.position().text());
            assert!(finished(game).is_some(), "{}", game.info().name);
        }
    }
}
