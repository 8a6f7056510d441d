//! Anything typed at the one face of all games.

// The property tests of the catalogue claim the same things, so that is their home.
#[path = "../../crates/catalogue/tests/facade/claims.rs"]
mod claims;

use crate::input::split_line;

/// A line that may name a game, a line that may be a position of it (the start where it is empty), and then
/// lines that may be moves. Refused moves are passed over.
pub fn game_word(input: &[u8]) {
    let (word, rest) = split_line(input);
    let (position, moves) = split_line(rest);
    let Some(game) = claims::game(&String::from_utf8_lossy(word)) else { return };
    let pos = match position {
        [] => Some(game.start()),
        _ => claims::position(game, &String::from_utf8_lossy(position)),
    };
    let Some(mut pos) = pos else { return };
    for mv in String::from_utf8_lossy(moves).lines() {
        pos = claims::play(&*pos, mv).unwrap_or(pos);
    }
    claims::agreement(&*pos);
}
