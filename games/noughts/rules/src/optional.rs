//! The abilities that a game may leave empty. A first version does; they can be filled in one by one.

use game::{Indexed, Keyed, Retro, Symmetric, Symmetry};

use crate::square::SIDE;
use crate::{Noughts, Square};

/// The default hashes all fields: right wherever equality compares them all, and fast enough for a start.
impl Keyed for Noughts {}

/// Tables pay where captures lead from large ones to smaller ones. A game of nine plies is searched to its end.
impl Indexed for Noughts {}

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

/// Each symmetry does or leaves each of three mirrorings; to leave them all would be the identity.
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
    Square::new(row, column).expect("mirrorings stay on the board")
}

impl Retro for Noughts {
    /// Takes back each mark of the player who has just moved, unless the game was over without it.
    fn predecessors(&self) -> Option<Vec<Noughts>> {
        let mover = self.turn.other();
        let before = |square: Square| {
            let mut marks = self.marks;
            marks[square.cell()] = None;
            Noughts { marks, turn: mover }
        };
        let marked = Square::all().filter(|&square| self.mark(square) == Some(mover));
        Some(marked.map(before).filter(|pos| pos.winner().is_none()).collect())
    }
}
