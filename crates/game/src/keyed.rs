//! Zobrist keys: hash keys of positions that a search updates move by move.

use std::hash::Hasher;

use crate::Position;

/// The ability to compute a good 64-bit key. The key is not stored in the position: a search
/// carries it along with [`key_after`](Keyed::key_after), and perft does not pay for it.
pub trait Keyed: Position {
    /// The key. It depends only on what makes positions equal, without the ply count. The default
    /// hashes the whole position, so a game that counts plies must override it.
    fn key(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.hash(&mut hasher);
        mix(hasher.finish())
    }

    /// The key after the legal move `mv`, where `key` is the key of this position.
    fn key_after(&self, key: u64, mv: Self::Move) -> u64 {
        let _ = key;
        self.play_unchecked(mv).key()
    }
}

/// Spreads the bits of `word` over the whole word: a bijection in which every bit of the input changes
/// about half of the output.
#[must_use]
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ (word >> 32)
}
