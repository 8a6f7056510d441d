//! The reflection of the board.

use game::{Symmetric, Symmetry};

use crate::{DragonQueen, Move};

/// Left and right are equivalent; up and down are not, because the Queen wins at the bottom.
impl Symmetric for DragonQueen {
    const SYMMETRIES: u8 = 1;

    fn transform(&self, _: Symmetry) -> DragonQueen {
        DragonQueen { board: self.board.mirrored(), ..self.clone() }
    }

    fn transform_move(&self, _: Symmetry, mv: Move) -> Move {
        mv.mirrored()
    }
}
