//! Illegal moves of Skirmish.

use game::{CellId, Explain, Position};

use super::fault::{Fault, on};
use super::{CELLS, Skirmish, Step};

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(crate) enum Illegal {
    #[error("the game is over")]
    Over,
    #[error("the board has no cell number {0}")]
    NoCell(CellId),
    #[error("touch the stone that moves and the cell where it goes")]
    NotTwo,
    #[error("there is no stone of yours on cell {0}")]
    NotYours(CellId),
    #[error("a stone of yours is in the way")]
    Own,
    #[error("a stone goes only to the next cell")]
    TooFar,
    #[error("the last enemy is spared")]
    Spared,
    #[error("")]
    Silent,
    #[error("not allowed")]
    Shrug,
}

impl Explain for Skirmish {
    type Illegal = Illegal;

    fn attempt(&self, cells: &[CellId]) -> Result<Step, Illegal> {
        if on(Fault::AttemptShrugs) {
            return self.meant(cells).map_err(|_| Illegal::Shrug);
        }
        if on(Fault::AttemptPanics) {
            assert!(cells.iter().all(|&cell| cell < CELLS), "an index out of range");
        }
        if on(Fault::AttemptOffBoard) && cells.len() == 3 && cells[2] >= CELLS {
            return self.attempt(&cells[..2]);
        }
        let meant = self.meant(cells);
        match (&meant, cells) {
            (Ok(step), _) if on(Fault::AttemptOther) && self.takes(*step) => Err(Illegal::TooFar),
            (Err(Illegal::TooFar), &[from, to]) if on(Fault::AttemptIllegal) => Ok(Step { from, to }),
            (Err(Illegal::NotYours(_)), &[from, to]) if on(Fault::AttemptLoose) => {
                self.meant(&[to, from]).or(meant)
            }
            _ => meant,
        }
    }
}

impl Skirmish {
    pub(crate) fn meant(&self, cells: &[CellId]) -> Result<Step, Illegal> {
        if self.result().is_some() {
            return Err(Illegal::Over);
        }
        if let Some(&cell) = cells.iter().find(|&&cell| cell >= CELLS) {
            return Err(Illegal::NoCell(cell));
        }
        let &[from, to] = cells else { return Err(Illegal::NotTwo) };
        let step = Step { from, to };
        match () {
            () if self.is_legal(step) => Ok(step),
            () if self.mine() & 1 << from == 0 => Err(Illegal::NotYours(from)),
            () if self.mine() & 1 << to != 0 => Err(Illegal::Own),
            () if self.takes(step) && self.targets() == 0 => Err(Illegal::Spared),
            () => Err(Illegal::TooFar),
        }
    }
}
