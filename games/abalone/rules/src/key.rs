//! The hash key.

use game::{Keyed, Position, mix};

use crate::Abalone;

/// An odd number without a pattern: 2⁶⁴ divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Keyed for Abalone {
    /// The tokens of both sides have 74 bits. Spreading one side first keeps them from cancelling
    /// out; a bit without a cell holds the side to move.
    #[inline]
    fn key(&self) -> u64 {
        let board = self.board();
        mix(board.us.bits().wrapping_mul(SPREAD) ^ board.them.bits() ^ self.turn() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Symmetric;
    use std::collections::HashSet;

    /// Every position that a few moves from the start lead to, and its images.
    fn positions() -> HashSet<Abalone> {
        let mut positions = HashSet::from([Abalone::start()]);
        let mut moves = Vec::new();
        for _ in 0..4 {
            let mut next = HashSet::new();
            for pos in &positions {
                pos.legal_moves(&mut moves);
                next.extend(moves.iter().map(|&mv| pos.play_unchecked(mv)));
            }
            positions.extend(next);
        }
        let images: Vec<Abalone> =
            positions.iter().flat_map(|pos| Abalone::symmetries().map(|s| pos.transform(s))).collect();
        positions.extend(images);
        positions
    }

    #[test]
    fn positions_differ_in_their_keys() {
        let positions = positions();
        let keys: HashSet<u64> = positions.iter().map(Keyed::key).collect();
        assert_eq!(keys.len(), positions.len());
    }

    #[test]
    fn every_part_of_the_key_is_as_good_as_chance() {
        let positions = positions();
        let count = positions.len() as f64;
        for shift in [0, 16, 32, 48] {
            let filled: HashSet<u16> = positions.iter().map(|pos| (pos.key() >> shift) as u16).collect();
            let expected = 65536.0 * (1.0 - (-count / 65536.0).exp());
            assert!((filled.len() as f64 / expected - 1.0).abs() < 0.02, "{} of {expected}", filled.len());
        }
    }
}
