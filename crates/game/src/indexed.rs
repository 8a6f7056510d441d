//! Position indices, so that a table can hold one entry for each position.

use crate::Position;

/// A set of positions with the same material, encoded as a number of the game's choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slice(pub u64);

/// The ability to index positions. They are divided into slices by material (and by side to move,
/// if the game has no symmetry that exchanges the players); within a slice the indices are dense.
/// Positions that are equal under a symmetry may share an index. A game without tables implements
/// this trait with an empty body.
///
/// A quiet move keeps the material and does not end the game: it leads to the
/// [partner](Indexed::partner) slice. Every other move leads to an earlier slice in
/// [`slices`](Indexed::slices), or ends the game. This suits games whose pieces move, change and
/// leave the board; a game whose moves add pieces has no tables.
pub trait Indexed: Position {
    /// The slice, or `None` if no table covers this position: the material alone decides the game,
    /// or there are more pieces than a table could hold.
    fn slice(&self) -> Option<Slice> {
        None
    }

    /// The number of pieces, as [`slices`](Indexed::slices) counts them. It is the first check
    /// before every probe, so it should be fast.
    fn pieces(&self) -> u32 {
        0
    }

    /// The number of indices in the slice.
    #[must_use]
    fn slice_len(slice: Slice) -> u64 {
        let _ = slice;
        0
    }

    /// The index of this position in its slice, less than the slice's length. Meaningful only if
    /// [`slice`](Indexed::slice) returns one.
    fn index(&self) -> u64 {
        0
    }

    /// The position with this index, or one that is equal under a symmetry.
    #[must_use]
    fn unindex(slice: Slice, index: u64) -> Self {
        let _ = (slice, index);
        Self::start()
    }

    /// Whether another position, its mirror image with the same player to move, shares this one's
    /// index. A game in which more than two positions share one has no tables. Meaningful only if
    /// [`slice`](Indexed::slice) returns one.
    fn shares_number(&self) -> bool {
        false
    }

    /// The slice to which quiet moves lead, whose own partner is `slice`.
    #[must_use]
    fn partner(slice: Slice) -> Slice {
        slice
    }

    /// Replaces the contents of `moves` with the legal moves that are not quiet, and returns the
    /// number of quiet moves. A table solver calls this for every position; override it if the game
    /// can tell without playing each move. Meaningful only if [`slice`](Indexed::slice) returns
    /// one.
    fn conversions(&self, moves: &mut Vec<Self::Move>) -> usize {
        self.legal_moves(moves);
        let (all, partner) = (moves.len(), self.slice().map(Self::partner));
        moves.retain(|&mv| self.play_unchecked(mv).slice() != partner);
        all - moves.len()
    }

    /// Every slice with at most `pieces` pieces, each after those that its captures and promotions lead to.
    #[must_use]
    fn slices(pieces: u32) -> Vec<Slice> {
        let _ = pieces;
        Vec::new()
    }

    /// The human-readable name of the slice.
    #[must_use]
    fn slice_name(slice: Slice) -> String {
        format!("{}", slice.0)
    }
}
