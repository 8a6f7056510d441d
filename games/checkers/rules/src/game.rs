//! The game as a whole.

use game::{Game, HouseRules, PlayedGame, SharedGame};

use crate::{Checkers, Move, pdn};

impl Game for Checkers {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const SUMMARY: &'static str = "English draughts: jump the enemy pieces, reach the far row to be crowned";
    const CAPTURES_ARE_COMPULSORY: bool = true;
    const HOUSE_RULES: HouseRules = HouseRules { repetition: Some(3), no_progress: Some(80) };
    const SHARED_FORM: Option<&'static str> = Some("pdn");

    /// A capture or a man's move.
    #[inline]
    fn is_progress(&self, mv: Move) -> bool {
        mv.is_jump() || !self.kings.contains(mv.from())
    }

    fn write_game(&self, game: &PlayedGame) -> Option<String> {
        Some(pdn::write(self, game))
    }

    fn read_games(text: &str) -> Option<Vec<SharedGame>> {
        Some(pdn::read(text))
    }
}
