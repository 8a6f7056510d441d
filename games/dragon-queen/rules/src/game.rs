//! The game as a whole.

use game::{Game, Player};

use crate::ply::Ply;
use crate::{Board, DragonQueen, Square, SquareSet};

impl Game for DragonQueen {
    const NAME: &'static str = "dragon-queen";
    const TITLE: &'static str = "The Dragon Queen";
    const SUMMARY: &'static str =
        "the Queen and her Dragons fight their way to the Wights' row past five Wights who hunt her";
    const RULES_VERSION: u32 = 2;

    #[inline]
    fn from_occupants(cells: &[u8], turn: Player) -> Option<DragonQueen> {
        let mut board = Board::EMPTY;
        for (square, &number) in Square::ALL.into_iter().zip(cells) {
            let here = SquareSet::of(square);
            match number {
                0 => (),
                1 => board.queen |= here,
                2 => board.dragons |= here,
                3 => board.wights |= here,
                _ => return None,
            }
        }
        DragonQueen::from_board(board, turn).ok().filter(|_| cells.len() == Square::ALL.len())
    }

    /// In play, the game is a draw after 50 plies, so they are counted from here on.
    fn in_play(&self) -> DragonQueen {
        let ply = self.ply.or(Ply::new(0));
        DragonQueen { ply, ..self.clone() }
    }
}
