//! The game as a whole.

use game::{Game, HouseRules, Player};

use crate::board::Board;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Raichu;
use crate::square::Square;

impl<const W: usize, const N: usize> Game for Raichu<W, N> {
    const NAME: &'static str = "raichu";
    const TITLE: &'static str = "Raichu";
    const SUMMARY: &'static str =
        "jump the enemy's Pichus, Pikachus and Raichus; whoever has captured all of them wins";
    const HOUSE_RULES: HouseRules = HouseRules { repetition: Some(3), no_progress: Some(100) };

    #[inline]
    fn from_occupants(cells: &[u8], turn: Player) -> Option<Self> {
        let size = cells.len().isqrt();
        if size * size != cells.len() || Self::check_size(size).is_err() {
            return None;
        }
        let mut board = Board::EMPTY;
        for (cell, &number) in cells.iter().enumerate().filter(|(_, number)| **number > 0) {
            let piece = *Piece::ALL.get(usize::from(number - 1))?;
            board.toggle(Square::new(cell / size, cell % size).index(N), piece);
        }
        (board != Board::EMPTY).then(|| Self::new(board, turn, size))
    }

    fn is_progress(&self, mv: Move<N>) -> bool {
        mv.is_jump() || mv.is_promotion()
    }
}
