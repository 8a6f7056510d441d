//! Raichu: material and advancement.

use game::{Player, Position};
use raichu::{Kind, Move, Raichu};

use super::ReferenceEval;

/// What the kinds are worth, in the order of [`Kind::ALL`].
const WORTH: [i32; 3] = [100, 200, 800];
/// What each row that a Pichu or a Pikachu has left behind is worth.
const ROW: i32 = 10;

impl<const W: usize, const N: usize> ReferenceEval for Raichu<W, N> {
    const DEPTH: u8 = 6;
    const OPENING_PLIES: usize = 8;

    fn evaluate(&self) -> i32 {
        let side = |player| -> i32 {
            let rows = |at: usize| match player {
                Player::One => at / N,
                Player::Two => self.size() - 1 - at / N,
            } as i32;
            let kinds = Kind::ALL.into_iter().zip(WORTH).map(|(kind, worth)| {
                let pieces = self.pieces(player, kind);
                let row = if kind == Kind::Raichu { 0 } else { ROW };
                pieces.iter().map(|at| worth + row * rows(at)).sum::<i32>()
            });
            kinds.sum()
        };
        side(self.turn()) - side(self.turn().other())
    }

    fn is_capture(&self, mv: Move<N>) -> bool {
        mv.is_jump()
    }
}
