//! Explains which rule an attempted move breaks.

use game::{CellId, Explain, Position};

use crate::{Abalone, Cell, Illegal, Move};

impl Explain for Abalone {
    type Illegal = Illegal;

    fn attempt(&self, cells: &[CellId]) -> Result<Move, Illegal> {
        if let Some(loser) = self.loser() {
            return Err(Illegal::Decided { loser });
        }
        if self.outcome().is_some() {
            return Err(Illegal::Stuck { player: self.turn() });
        }
        let find = |&cell: &CellId| Cell::from_id(cell).ok_or(Illegal::NoCell { cell });
        let cells = cells.iter().map(find).collect::<Result<Vec<Cell>, Illegal>>()?;
        match *cells {
            [] => Err(Illegal::Pass),
            [cell] => {
                self.check_own(cell)?;
                Err(Illegal::Single { cell })
            }
            [behind, front] => {
                let mv = Move { behind, front };
                self.check_pair(mv)?;
                Ok(mv)
            }
            _ => Err(Illegal::TooMany { count: cells.len() }),
        }
    }

    fn cells_of(&self, broken: &Illegal) -> Vec<CellId> {
        broken.cells().into_iter().map(Cell::id).collect()
    }
}

impl Abalone {
    /// The rule that `mv` breaks, if the game is not decided.
    pub(crate) fn check_pair(&self, mv: Move) -> Result<(), Illegal> {
        let Move { behind, front } = mv;
        let (mover, board) = (self.turn(), self.board());
        self.check_own(behind)?;
        if behind == front {
            return Err(Illegal::Twice { cell: behind });
        }
        let direction = behind.direction_to(front).ok_or(Illegal::Apart { behind, front })?;
        self.check_own(front)?;
        let ahead = front.neighbour(direction).ok_or(Illegal::Edge { behind, front })?;
        if board.us.contains(ahead) {
            return Err(Illegal::OwnAhead { ahead, mover });
        }
        if !board.them.contains(ahead) {
            return Ok(());
        }
        match ahead.neighbour(direction) {
            None if ahead == direction.corner() => Err(Illegal::Corner { corner: ahead }),
            Some(beyond) if board.us.contains(beyond) => Err(Illegal::OwnBeyond { ahead, beyond, mover }),
            Some(beyond) if board.them.contains(beyond) => Err(Illegal::TwoAhead { ahead, beyond }),
            _ => Ok(()),
        }
    }

    fn check_own(&self, cell: Cell) -> Result<(), Illegal> {
        let mover = self.turn();
        match self.token_at(cell) {
            None => Err(Illegal::Empty { cell, mover }),
            Some(owner) if owner != mover => Err(Illegal::Enemy { cell, mover }),
            Some(_) => Ok(()),
        }
    }
}
