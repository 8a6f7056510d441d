//! Numbering positions, so that a table can hold one entry for each.

use crate::Position;

/// A set of positions with the same material, packed into a number as the game likes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slice(pub u64);

/// The ability to number positions. They are cut into slices by material (and by turn, where the game has
/// no symmetry that exchanges the players); inside a slice the numbers are dense. Positions that a symmetry
/// makes the same may share a number. A game without tables implements this trait with an empty body.
///
/// A quiet move is one that keeps the material and does not end the game: it leads to the
/// [partner](Indexed::partner) slice. Every other move leads to a slice that stands earlier in
/// [`slices`](Indexed::slices), or ends the game. This suits games whose pieces move, change and leave the
/// board; a game whose moves add pieces does without tables.
pub trait Indexed: Position {
    /// The slice, or nothing where no table has a place for this position: the game is decided by the
    /// material alone, or there are more pieces than a table could hold.
    fn slice(&self) -> Option<Slice> {
        None
    }

    /// How many pieces there are, as [`slices`](Indexed::slices) counts them. This is asked before anything else,
    /// wherever a table might know a position.
    fn pieces(&self) -> u32 {
        0
    }

    /// How many numbers the slice has.
    #[must_use]
    fn slice_len(slice: Slice) -> u64 {
        let _ = slice;
        0
    }

    /// The number of this position in its slice, less than the slice's length. Meaningful only where
    /// [`slice`](Indexed::slice) gives one.
    fn index(&self) -> u64 {
        0
    }

    /// The position with this number, or one that a symmetry makes the same.
    #[must_use]
    fn unindex(slice: Slice, index: u64) -> Self {
        let _ = (slice, index);
        Self::start()
    }

    /// Whether another position, its mirror image with the same player to move, shares this one's number. A game in
    /// which more than two positions share one has no tables. Meaningful only where
    /// [`slice`](Indexed::slice) gives one.
    fn shares_number(&self) -> bool {
        false
    }

    /// The slice to which quiet moves lead, whose own partner is `slice`.
    #[must_use]
    fn partner(slice: Slice) -> Slice {
        slice
    }

    /// Replaces the contents of `moves` by the legal moves that are not quiet, and says how many are. This is what a table
    /// solver asks about every position; games that can tell without playing each move do. Meaningful only where
    /// [`slice`](Indexed::slice) gives one.
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

    /// What a person calls the slice.
    #[must_use]
    fn slice_name(slice: Slice) -> String {
        format!("{}", slice.0)
    }
}
