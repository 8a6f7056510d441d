//! Predecessors.

use game::Retro;

use crate::{Noughts, Square};

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
