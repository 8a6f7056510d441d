//! The table of actions: the pass, and every two squares in a row, a column or a diagonal.

use game::CellId;
use raichu::Move;

/// The code of a move: from and to. The pass has the code of no move, from a1 to a1.
#[inline]
pub(crate) fn move_code<const N: usize>(mv: Move<N>) -> usize {
    N * N * mv.from().index(N) + mv.to().index(N)
}

/// The paths of all moves on a board of this size.
pub(crate) fn paths(size: usize) -> Vec<Vec<CellId>> {
    let squares = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let are_on_a_line = |a: (usize, usize), b: (usize, usize)| {
        let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        a != b && (rows == 0 || columns == 0 || rows == columns)
    };
    let cell = |(row, column): (usize, usize)| size * row + column;
    let pairs = squares().flat_map(|from| squares().map(move |to| (from, to)));
    let moves =
        pairs.filter(|&(from, to)| are_on_a_line(from, to)).map(|(from, to)| vec![cell(from), cell(to)]);
    std::iter::once(Vec::new()).chain(moves).collect()
}
