//! The table of actions: every pair of neighbours with a cell ahead of it.

use abalone::{Cell, Direction, Move};
use game::CellId;

const CELLS: usize = Cell::ALL.len();

/// The codes are the cells of the pair.
pub(crate) const MOVE_CODES: usize = CELLS * CELLS;

/// The code of a move.
#[inline]
pub(crate) fn move_code(mv: Move) -> usize {
    CELLS * mv.behind.id() + mv.front.id()
}

/// The paths of all moves.
pub(crate) fn paths() -> Vec<Vec<CellId>> {
    let pairs = Cell::ALL.into_iter().flat_map(|behind| Direction::ALL.map(|direction| (behind, direction)));
    let path = |(behind, direction): (Cell, Direction)| {
        let front = behind.neighbour(direction)?;
        front.neighbour(direction)?;
        Some(vec![behind.id(), front.id()])
    };
    pairs.filter_map(path).collect()
}
