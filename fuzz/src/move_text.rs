//! Anything as the text of a move.

use conformance::single;
use game::Game;

use crate::input::{Check, Input, chosen, split_line};

/// A position; a line of bytes that choose moves; the rest is the text of a move: nothing panics, what is
/// accepted is legal and is written and read back, refusals can be printed.
pub fn move_text(input: &[u8]) {
    Input::run::<MoveText>(input);
}

struct MoveText;

impl Check for MoveText {
    fn check<G: Game>(input: Input) {
        let mut pos: G = input.position();
        let mut moves = Vec::new();
        let (choices, text) = split_line(input.rest);
        for &byte in choices {
            let Some(mv) = chosen(&pos, byte, &mut moves) else { break };
            pos = pos.play_unchecked(mv);
        }
        if let Some(mv) = single::move_text(&pos, &String::from_utf8_lossy(text)) {
            let written = pos.write_move(mv);
            assert_eq!(single::move_text(&pos, &written), Some(mv), "{written} in {}", pos.write());
        }
    }
}
