//! Positions for tests.

use game::playout::below;
use game::{Notation, Player};
use raichu::Raichu;
use rand_chacha::ChaCha8Rng;

/// The text of a board with pieces placed at random: few or many, all kinds or only some.
pub(crate) fn thrown(size: usize, rng: &mut ChaCha8Rng) -> String {
    let letters: Vec<char> = match below(rng, 4) {
        0 => "wWbB".chars().collect(),
        1 => "wb@$".chars().collect(),
        _ => "wW@bB$".chars().collect(),
    };
    let percent = [2, 5, 15, 35, 60, 90][below(rng, 6)];
    loop {
        let mut text = String::new();
        for row in 0..size {
            if row > 0 {
                text.push('/');
            }
            for _ in 0..size {
                let taken = below(rng, 100) < percent;
                text.push(if taken { letters[below(rng, letters.len())] } else { '.' });
            }
        }
        if text.contains(|c| c != '.' && c != '/') {
            text.push_str([" w", " b"][below(rng, 2)]);
            return text;
        }
    }
}

/// Positions of random games from the start, then `setups` random arrangements.
pub(crate) fn positions<const W: usize, const N: usize>(
    size: usize,
    played: usize,
    setups: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Raichu<W, N>> {
    use game::Position;
    let mut list = Vec::new();
    let mut moves = Vec::new();
    let mut pos = Raichu::start_of(size).unwrap();
    while list.len() < played {
        list.push(pos.clone());
        pos = match pos.legal_moves(&mut moves) {
            // A game without captures could last for ever.
            None if below(rng, 200) > 0 => pos.play_unchecked(moves[below(rng, moves.len())]),
            _ => Raichu::start_of(size).unwrap(),
        };
    }
    list.extend((0..setups).map(|_| Raichu::read(&thrown(size, rng)).unwrap()));
    assert!(list.iter().any(|pos| pos.turn() == Player::Two));
    list
}
