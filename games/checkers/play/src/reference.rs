//! The reference player's evaluation: men, kings and advancement.

use checkers::{Checkers, SquareSet};
use game::{Player, Position};

const MAN: i32 = 100;
const KING: i32 = 150;
/// Per row that a man has advanced.
const ROW: i32 = 3;

pub(crate) fn evaluate(pos: &Checkers) -> i32 {
    let side = |player| {
        let (men, kings) = (pos.pieces(player) - pos.kings(), pos.pieces(player) & pos.kings());
        let rows: i32 = men.into_iter().map(|square| behind(player, square.row() as i32)).sum();
        MAN * count(men) + KING * count(kings) + ROW * rows
    };
    side(pos.turn()) - side(pos.turn().other())
}

fn count(set: SquareSet) -> i32 {
    set.len() as i32
}

/// The number of rows a man on this row has advanced, counted from the top; Red starts at the
/// bottom.
fn behind(player: Player, row: i32) -> i32 {
    match player {
        Player::One => 7 - row,
        Player::Two => row,
    }
}
