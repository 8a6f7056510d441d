//! The table of actions: from every square to each of its neighbours.

use dragon_queen::{Move, Square};
use game::CellId;

const SQUARES: usize = Square::ALL.len();

/// The codes are from and to.
pub(crate) const MOVE_CODES: usize = SQUARES * SQUARES;

/// The code of a move.
#[inline]
pub(crate) fn move_code(mv: Move) -> usize {
    SQUARES * mv.from().cell() + mv.to().cell()
}

/// The paths of all moves.
pub(crate) fn paths() -> Vec<Vec<CellId>> {
    let are_neighbours =
        |a: Square, b: Square| a.row().abs_diff(b.row()).max(a.column().abs_diff(b.column())) == 1;
    let pairs = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    pairs
        .filter(|&(from, to)| are_neighbours(from, to))
        .map(|(from, to)| vec![from.cell(), to.cell()])
        .collect()
}
