//! The game as a whole.

use game::Game;

use crate::Noughts;

impl Game for Noughts {
    const NAME: &'static str = "noughts";
    const TITLE: &'static str = "Noughts and Crosses";
    const SUMMARY: &'static str = "the first to mark three squares in a row wins";
    // No house rules: nine plies end every game.
}
