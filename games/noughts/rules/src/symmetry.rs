//! Rotations and reflections of the board.

use game::{Symmetric, Symmetry};

use crate::square::SIDE;
use crate::{Noughts, Square};

/// The square has eight symmetries. The contract does not count the identity.
impl Symmetric for Noughts {
    const SYMMETRIES: u8 = 7;

    fn transform(&self, symmetry: Symmetry) -> Noughts {
        let mut image = self.clone();
        for square in Square::all() {
            image.marks[transformed(symmetry, square).cell()] = self.mark(square);
        }
        image
    }

    fn transform_move(&self, symmetry: Symmetry, square: Square) -> Square {
        transformed(symmetry, square)
    }
}

/// Each symmetry is a combination of three reflections; none of them would be the identity.
fn transformed(symmetry: Symmetry, square: Square) -> Square {
    let mirrorings = symmetry.0 + 1;
    let (mut row, mut column) = square.place();
    if mirrorings & 1 != 0 {
        (row, column) = (column, row);
    }
    if mirrorings & 2 != 0 {
        row = SIDE - 1 - row;
    }
    if mirrorings & 4 != 0 {
        column = SIDE - 1 - column;
    }
    Square::new(row, column).expect("reflections stay on the board")
}
