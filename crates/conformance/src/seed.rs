//! The source of randomness.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The seed of all random choices: the same seed tests the same positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(pub u64);

impl Seed {
    /// A generator for one purpose, so that a change to one check does not affect the others.
    pub(crate) fn rng(self, purpose: &str) -> ChaCha8Rng {
        let seed =
            purpose.bytes().fold(self.0, |seed, byte| game::mix(seed ^ u64::from(byte)).wrapping_add(1));
        ChaCha8Rng::seed_from_u64(seed)
    }
}

/// A random element of `list`, which is not empty.
pub(crate) fn one_of<'a, T>(rng: &mut impl Rng, list: &'a [T]) -> &'a T {
    &list[below(rng, list.len())]
}

/// True with probability 1/`times`.
pub(crate) fn once_in(rng: &mut impl Rng, times: usize) -> bool {
    below(rng, times) == 0
}

/// Shuffles a list.
pub(crate) fn shuffle<T>(rng: &mut impl Rng, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, below(rng, i + 1));
    }
}

pub(crate) use game::playout::below;
