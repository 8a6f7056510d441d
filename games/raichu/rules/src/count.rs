//! Counting moves without generating them.
//!
//! The moves of one kind in one direction are counted as sets of squares, one square for each move:
//! a step by its end, a jump by the jumped piece or a square beside it. So no two moves share a
//! square, and few sets need counting.

use game::Player;

use crate::board::View;
use crate::direction::Direction;
use crate::piece::Kind;
use crate::square_set::SquareSet;

impl<const W: usize, const N: usize> View<W, N> {
    /// The number of moves of the player whose view this is.
    #[inline(always)]
    pub(crate) fn count(&self, player: Player) -> u64 {
        let mut moves = 0;
        for dir in Direction::of_pichus(player) {
            let [near, _] = self.short_moves(Kind::Pichu, dir);
            moves += u64::from(near.len());
        }
        for dir in Direction::of_pikachus(player) {
            let [near, far] = self.short_moves(Kind::Pikachu, dir);
            moves += u64::from(near.len() + far.len());
        }
        let raichus = self.pieces[Kind::Raichu as usize];
        if !raichus.is_empty() {
            moves += count_slides(raichus, self.empty, self.prey[Kind::Raichu as usize]);
        }
        moves
    }

    /// Whether the player whose view this is can move.
    pub(crate) fn can_move(&self, player: Player) -> bool {
        Kind::ALL.into_iter().any(|kind| {
            Direction::of(kind, player).iter().any(|&dir| !self.short_moves(kind, dir)[0].is_empty())
        })
    }

    /// The moves over the next one or two squares: nearly the same for all kinds, but a Pichu has
    /// only the first set of moves, and a Raichu has more than both.
    ///
    /// ```text
    /// first    P L     P x L
    /// second   P . L   P . x L   P x . L
    /// ```
    #[inline(always)]
    pub(crate) fn short_moves(&self, kind: Kind, dir: Direction) -> [SquareSet<W, N>; 2] {
        let before_empty = self.empty.step(dir.opposite());
        let can_be_jumped = self.prey[kind as usize] & before_empty;
        let open = self.empty | can_be_jumped;
        let first = self.pieces[kind as usize].step(dir);
        let second = (first & self.empty).step(dir) & open | (first & can_be_jumped).step(dir) & before_empty;
        [first & open, second]
    }
}

/// A separate function, because most positions have no Raichus.
#[inline(never)]
fn count_slides<const W: usize, const N: usize>(
    raichus: SquareSet<W, N>,
    empty: SquareSet<W, N>,
    prey: SquareSet<W, N>,
) -> u64 {
    raichus.slides(empty, prey).iter().map(|slide| u64::from((slide.quiet | slide.landing).len())).sum()
}
