//! The path from the beginning of the game to a node: what repetition, no progress and continuation
//! history look at.

/// The positions on the way to a node, that node excluded.
pub(super) struct Path {
    /// The keys of the positions that may come again: of the game so far and of the way from the
    /// root.
    keys: Vec<u64>,
    /// How many of the keys are of the game before the root.
    before_root: usize,
    /// For each ply from the root, where in `keys` the positions begin that may still come again.
    last_irreversible: Vec<usize>,
    /// The piece-to indices of the moves from the root; none for a null move.
    piece_to: Vec<Option<u32>>,
}

impl Path {
    /// The path to a root before which these positions came.
    pub(super) fn to_root(history: &[u64]) -> Path {
        Path {
            keys: history.to_vec(),
            before_root: history.len(),
            last_irreversible: vec![0],
            piece_to: Vec::new(),
        }
    }

    /// How many plies the end of the path is away from the root.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        debug_assert_eq!(self.last_irreversible.len(), self.piece_to.len() + 1, "one entry for each ply");
        debug_assert_eq!(self.keys.len(), self.before_root + self.piece_to.len(), "one key for each ply");
        self.piece_to.len()
    }

    /// A move is made in the position with this key. After an irreversible one nothing before can
    /// come again.
    #[inline]
    pub(super) fn push(&mut self, key: u64, piece_to: Option<u32>, is_irreversible: bool) {
        self.keys.push(key);
        self.piece_to.push(piece_to);
        let since = if is_irreversible { self.keys.len() } else { self.since() };
        self.last_irreversible.push(since);
    }

    /// The last move is taken back.
    #[inline]
    pub(super) fn pop(&mut self) {
        debug_assert!(self.ply() > 0, "every pop has its push");
        self.last_irreversible.pop();
        self.piece_to.pop();
        self.keys.pop();
    }

    /// Whether the position with this key came before, since the last irreversible move.
    #[inline]
    pub(super) fn has_repeated(&self, key: u64) -> bool {
        self.keys[self.since()..].contains(&key)
    }

    /// How many plies ago the last irreversible move was made, or the history begins.
    #[inline]
    pub(super) fn reversible_plies(&self) -> u32 {
        (self.keys.len() - self.since()) as u32
    }

    /// The piece-to indices of the last move and of the one before it.
    #[inline]
    pub(super) fn last_two(&self) -> [Option<u32>; 2] {
        let back = |plies| self.piece_to.len().checked_sub(plies).and_then(|i| self.piece_to[i]);
        [back(1), back(2)]
    }

    #[inline]
    fn since(&self) -> usize {
        let since = self.last_irreversible.last().copied().unwrap_or_default();
        debug_assert!(since <= self.keys.len(), "the last irreversible move is on the path");
        since
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_came_since_the_last_irreversible_move_can_come_again() {
        let mut path = Path::to_root(&[7, 8]);
        assert!(path.has_repeated(7) && path.reversible_plies() == 2 && path.ply() == 0);
        path.push(9, Some(3), false);
        assert!(path.has_repeated(8) && path.has_repeated(9) && path.last_two() == [Some(3), None]);
        path.push(10, Some(4), true);
        assert!(!path.has_repeated(10) && path.reversible_plies() == 0 && path.ply() == 2);
        path.push(11, None, false);
        assert!(path.has_repeated(11) && !path.has_repeated(9) && path.last_two() == [None, Some(4)]);
        path.pop();
        path.pop();
        assert!(path.has_repeated(7) && path.reversible_plies() == 3);
    }
}
