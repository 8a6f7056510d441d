//! Checkers: men, kings and advancement.

use checkers::{Checkers, Move};
use game::{Player, Position};

use super::ReferenceEval;

const MAN: i32 = 100;
const KING: i32 = 150;
/// What each row that a man has left behind is worth.
const ROW: i32 = 3;

impl ReferenceEval for Checkers {
    const DEPTH: u8 = 9;
    const OPENING_PLIES: usize = 6;

    fn evaluate(&self) -> i32 {
        let side = |player| {
            let (men, kings) = (self.pieces(player) & !self.kings(), self.pieces(player) & self.kings());
            let rows: i32 = (0..8).map(|row| behind(player, row) * count(men & row_of(row))).sum();
            MAN * count(men) + KING * count(kings) + ROW * rows
        };
        side(self.turn()) - side(self.turn().other())
    }

    fn is_capture(&self, mv: Move) -> bool {
        mv.is_jump()
    }
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
