//! The game as a whole.

use game::Game;

use crate::DragonQueen;
use crate::ply::Ply;

impl Game for DragonQueen {
    const NAME: &'static str = "dragon-queen";
    const TITLE: &'static str = "The Dragon Queen";
    const SUMMARY: &'static str =
        "the Queen and her Dragons fight their way to the Wights' row past five Wights who hunt her";
    const RULES_VERSION: u32 = 2;

    /// In play, the game is a draw after 50 plies, so they are counted from here on.
    fn in_play(&self) -> DragonQueen {
        let ply = self.ply.or(Ply::new(0));
        DragonQueen { ply, ..self.clone() }
    }
}
