//! The reference player's evaluation: men, kings and advancement.

use checkers::Checkers;
use game::{Player, Position};

const MAN: i32 = 100;
const KING: i32 = 150;
/// What each row that a man has left behind is worth.
const ROW: i32 = 3;

pub(crate) fn evaluate(pos: &Checkers) -> i32 {
    let side = |player| {
        let (men, kings) = (pos.pieces(player) & !pos.kings(), pos.pieces(player) & pos.kings());
        let rows: i32 = (0..8).map(|row| behind(player, row) * count(men & row_of(row))).sum();
        MAN * count(men) + KING * count(kings) + ROW * rows
    };
    side(pos.turn()) - side(pos.turn().other())
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// How many rows are behind a man on this one, counted from the top; Red comes from the bottom.
fn behind(player: Player, row: i32) -> i32 {
    match player {
        Player::One => 7 - row,
        Player::Two => row,
    }
}

/// The squares of a row: four bits, and after every second row one that is left out.
fn row_of(row: i32) -> u64 {
    0xF << (4 * row + row / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_bits_of_their_squares() {
        for square in checkers::Square::all() {
            for row in 0..8 {
                assert_eq!(row_of(row) & square.bit() != 0, square.row() as i32 == row, "{square} {row}");
            }
        }
    }
}
