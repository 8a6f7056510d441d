//! Explains which rule an attempted move breaks.

use game::{CellId, Explain, Outcome, Position};

use crate::{Illegal, Noughts, Square};

impl Explain for Noughts {
    type Illegal = Illegal;

    /// Checks in the order in which a person would object: is the game over, is this a move at all,
    /// may it be played here?
    fn attempt(&self, cells: &[CellId]) -> Result<Square, Illegal> {
        match self.outcome() {
            Some(Outcome::Win(winner)) => return Err(Illegal::Won(winner)),
            Some(Outcome::Draw) => return Err(Illegal::Full),
            None => {}
        }
        let cell = match *cells {
            [] => return Err(Illegal::Pass),
            [cell] => cell,
            _ => return Err(Illegal::ManySquares(cells.len())),
        };
        let square = Square::all().find(|square| square.cell() == cell).ok_or(Illegal::NoCell(cell))?;
        match self.mark(square) {
            None => Ok(square),
            Some(by) => Err(Illegal::Taken { square, by }),
        }
    }

    fn cells_of(&self, broken: &Illegal) -> Vec<CellId> {
        broken.square().into_iter().map(Square::cell).collect()
    }
}
