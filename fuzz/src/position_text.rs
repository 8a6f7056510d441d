//! Anything as the text of a position.

use conformance::single;
use game::Game;
use game::toy::Toy;

use crate::input::{of_game, per_game};

/// The digit of a game, or `6` for the toy of trees; then any bytes as the text of a position: nothing panics,
/// what is accepted is written and read back, refusals can be printed.
pub fn position_text(input: &[u8]) {
    let Some((&digit, text)) = input.split_first() else { return };
    let [a, b, c, d, e, f] = per_game!(check);
    of_game(digit, &[a, b, c, d, e, f, check::<Toy>])(&String::from_utf8_lossy(text));
}

fn check<G: Game>(text: &str) {
    single::position_text::<G>(text);
}
