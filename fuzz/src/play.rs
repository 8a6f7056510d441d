//! Any sequence of legal moves.

use conformance::single;
use game::Game;

use crate::input::{Check, Input, chosen};

/// A longer game would only repeat itself.
const PLIES: usize = 60;

/// A position; then a byte chooses each move. Lists, counts and keys agree all the way. What takes longer is
/// claimed of the last position alone, for every position is the last one of some input: texts, layout,
/// symmetries and the number in its table.
pub fn play(input: &[u8]) {
    Input::run::<Play>(input);
}

struct Play;

impl Check for Play {
    fn check<G: Game>(input: Input) {
        let mut pos: G = input.position();
        let mut moves = Vec::new();
        single::moves(&pos);
        for &byte in input.rest.iter().take(PLIES) {
            let Some(mv) = chosen(&pos, byte, &mut moves) else { break };
            pos = pos.play(mv).expect("a listed move is legal");
            single::moves(&pos);
        }
        single::position(&pos);
    }
}
