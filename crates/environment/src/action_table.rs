//! The fixed list of actions.

use game::CellId;

/// The paths of cells that a whole move can touch, in lexicographic order: an action is the place
/// of its path. The table depends on the game and the size of its board alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionTable {
    board: usize,
    /// The cells of all paths, one after another.
    cells: Vec<u16>,
    /// Where each path starts, and where the last one ends.
    starts: Vec<u32>,
}

impl ActionTable {
    /// The table of these paths on a board with so many cells; a path that is given twice counts
    /// once.
    ///
    /// # Panics
    /// Panics if there are more than 65 535 cells, or a path leaves the board.
    #[must_use]
    pub fn new(board: usize, mut paths: Vec<Vec<CellId>>) -> ActionTable {
        assert!(board <= u16::MAX.into(), "a board has few cells");
        paths.sort_unstable();
        paths.dedup();
        let mut table = ActionTable { board, cells: Vec::new(), starts: vec![0] };
        for path in paths {
            assert!(path.iter().all(|&cell| cell < board), "{path:?} leaves the board");
            table.cells.extend(path.into_iter().map(|cell| cell as u16));
            table.starts.push(table.cells.len() as u32);
        }
        table
    }

    /// How many actions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are none, as in no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of cells of the board.
    #[must_use]
    pub fn board(&self) -> usize {
        self.board
    }

    /// The cells that are touched for an action; none for a pass.
    ///
    /// # Panics
    /// Panics if there is no such action.
    #[must_use]
    #[inline]
    pub fn path(&self, action: usize) -> &[u16] {
        &self.cells[self.starts[action] as usize..self.starts[action + 1] as usize]
    }

    /// The action for which these cells are touched, if there is one.
    #[must_use]
    pub fn find(&self, path: &[CellId]) -> Option<usize> {
        let order = |action: &usize| {
            self.path(*action).iter().map(|&cell| CellId::from(cell)).cmp(path.iter().copied())
        };
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match order(&middle) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// The cells of all paths one after another, and where each path starts and the last one ends.
    #[must_use]
    pub fn flat(&self) -> (&[u16], &[u32]) {
        (&self.cells, &self.starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_numbered_in_lexicographic_order() {
        let table = ActionTable::new(4, vec![vec![2], vec![1, 3], vec![], vec![1], vec![1, 3]]);
        let paths: Vec<&[u16]> = (0..table.len()).map(|action| table.path(action)).collect();
        assert_eq!(paths, [&[][..], &[1], &[1, 3], &[2]]);
        for (action, path) in paths.into_iter().enumerate() {
            let path: Vec<CellId> = path.iter().map(|&cell| cell.into()).collect();
            assert_eq!(table.find(&path), Some(action));
        }
        assert_eq!((table.find(&[3]), table.find(&[1, 3, 1]), table.find(&[0])), (None, None, None));
    }
}
