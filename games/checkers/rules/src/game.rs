//! The game as a whole.

use game::{Game, HouseRules, PlayedGame, Player, SharedGame};

use crate::{Checkers, Move, Piece, Setup, Square, pdn};

impl Game for Checkers {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const SUMMARY: &'static str = "English draughts: jump the enemy pieces, reach the far row to be crowned";
    const CAPTURES_ARE_COMPULSORY: bool = true;
    const HOUSE_RULES: HouseRules = HouseRules { repetition: Some(3), no_progress: Some(80) };
    const SHARED_FORM: Option<&'static str> = Some("pdn");

    #[inline]
    fn from_occupants(cells: &[u8], turn: Player) -> Option<Checkers> {
        let mut setup = Setup::new(turn);
        for (cell, &number) in cells.iter().enumerate().filter(|(_, number)| **number > 0) {
            let number = usize::from(number - 1);
            let player = *Player::ALL.get(number / 2)?;
            setup.put(Square::from_cell(cell)?, Piece { player, is_king: number % 2 == 1 });
        }
        setup.position().ok()
    }

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
