//! The table of actions: every step, and every chain of jumps that a king could make on a board full of enemies that it
//! may pass over once.
//!
//! The squares that a jumping piece can reach are eight, and the pieces between them at most nine, so there are only
//! 1 328 chains, the beginnings of longer ones included, and 98 steps.

use checkers::{Move, Square};
use game::CellId;

/// Steps and single jumps have a code: from and to.
pub(crate) const MOVE_CODES: usize = Square::TABLE_LEN * Square::TABLE_LEN;

/// The code of a step or a single jump.
#[inline]
pub(crate) fn move_code(mv: Move) -> Option<usize> {
    (mv.captured().len() <= 1).then(|| mv.from().index() * Square::TABLE_LEN + mv.to().index())
}

/// The paths of all steps and chains.
pub(crate) fn paths() -> Vec<Vec<CellId>> {
    let mut paths = Vec::new();
    for from in Square::ALL {
        let steps = DIRECTIONS.into_iter().filter_map(|direction| towards(from, direction, 1));
        paths.extend(steps.map(|to| vec![from.cell(), to.cell()]));
        add_chains(&mut vec![from], &mut Vec::new(), &mut paths);
    }
    paths
}

const DIRECTIONS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

fn towards(from: Square, (down, right): (isize, isize), steps: isize) -> Option<Square> {
    let row = from.row().checked_add_signed(steps * down)?;
    Square::at(row, from.column().checked_add_signed(steps * right)?)
}

/// Adds every chain that goes on from `squares`, and passes over each square of `over` no more.
fn add_chains(squares: &mut Vec<Square>, over: &mut Vec<Square>, paths: &mut Vec<Vec<CellId>>) {
    let head = squares[squares.len() - 1];
    for direction in DIRECTIONS {
        let (Some(jumped), Some(to)) = (towards(head, direction, 1), towards(head, direction, 2)) else {
            continue;
        };
        if over.contains(&jumped) {
            continue;
        }
        squares.push(to);
        over.push(jumped);
        paths.push(squares.iter().map(|square| square.cell()).collect());
        add_chains(squares, over, paths);
        squares.pop();
        over.pop();
    }
}
