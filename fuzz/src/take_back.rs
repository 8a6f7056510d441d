//! The way back.

use conformance::single;
use game::Game;

use crate::input::{Check, Input, chosen};

/// A position, and a byte that chooses a move: the position after it knows where it came from, and every
/// position that the first one may have come from has a move to it.
pub fn take_back(input: &[u8]) {
    Input::run::<TakeBack>(input);
}

struct TakeBack;

impl Check for TakeBack {
    fn check<G: Game>(input: Input) {
        let pos: G = input.position();
        single::predecessors(&pos);
        let byte = input.rest.first().copied().unwrap_or_default();
        if let Some(mv) = chosen(&pos, byte, &mut Vec::new()) {
            single::taken_back(&pos, mv);
        }
    }
}
