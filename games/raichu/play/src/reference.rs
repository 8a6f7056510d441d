//! The reference player's evaluation: material and advancement.

use game::{Player, Position};
use raichu::{Kind, Raichu, Square};

/// The values of the kinds, in the order of [`Kind::ALL`].
const WORTH: [i32; 3] = [100, 200, 800];
/// Per row that a Pichu or a Pikachu has advanced.
const ROW: i32 = 10;

pub(crate) fn evaluate<const W: usize, const N: usize>(pos: &Raichu<W, N>) -> i32 {
    let side = |player| -> i32 {
        let rows = |square: Square| match player {
            Player::One => square.row(),
            Player::Two => pos.size() - 1 - square.row(),
        } as i32;
        let kinds = Kind::ALL.into_iter().zip(WORTH).map(|(kind, worth)| {
            let pieces = pos.pieces(player, kind);
            let row = if kind == Kind::Raichu { 0 } else { ROW };
            pieces.iter().map(|square| worth + row * rows(square)).sum::<i32>()
        });
        kinds.sum()
    };
    side(pos.turn()) - side(pos.turn().other())
}
