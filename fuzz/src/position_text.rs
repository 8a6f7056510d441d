//! Anything as the text of a position.

use conformance::single;
use game::Game;
use game::toy::Toy;

use crate::input::{Check, Input};

/// The digit of a game, or `t` for the toy of trees; then any bytes as the text of a position: nothing panics, what is
/// accepted is written and read back, refusals can be printed.
pub fn position_text(input: &[u8]) {
    match input.split_first() {
        Some((b't', text)) => read::<Toy>(text),
        _ => Input::run::<PositionText>(input),
    }
}

struct PositionText;

impl Check for PositionText {
    fn check<G: Game>(input: Input) {
        read::<G>(input.text);
    }
}

fn read<G: Game>(text: &[u8]) {
    single::position_text::<G>(&String::from_utf8_lossy(text));
}
