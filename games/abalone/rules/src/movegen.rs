//! Generating and counting the legal moves.
//!
//! All moves in one direction are found at once. Let A be behind, B in front, C ahead of the pair
//! and D beyond C, one step apart each:
//!
//! ```text
//!     A B C D
//!     b b .         the pair moves to B and C
//!     b b r .       red is pushed to D
//!     b b r |       D is off the board, and red is eliminated
//! ```
//!
//! Every legal move in a direction has its own C, so the set of all C represents the moves.

use game::Bits;

use crate::Direction::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
use crate::board::Board;
use crate::{Cell, CellSet, Direction, Move};

/// The bits directly beyond the corners A4, A7, G1 and G4, through which no token is pushed. No
/// other way off the board leads to them. The bits beyond D1 and D7 are also neighbours of C7 and
/// E1, so along the rows the corners themselves are excluded instead.
///
/// Excluding corners in all six directions would work too, but would make them so similar that the
/// compiler vectorises the count, and perft is a third slower.
const BEYOND_CORNERS: u64 =
    beyond_corner(NorthWest) | beyond_corner(NorthEast) | beyond_corner(SouthWest) | beyond_corner(SouthEast);

#[inline]
const fn beyond_corner(direction: Direction) -> u64 {
    direction.corner().mask().rotate_left(direction.rotation())
}

impl Board {
    /// For each of [`Direction::ALL`], the cells C of the moves, whether or not the game is
    /// decided.
    #[inline(always)]
    fn landings(&self) -> [u64; 6] {
        let them = self.them.bits();
        let [a, b] = self.landings_along(East, [them & !East.corner().mask(), them & !West.corner().mask()]);
        let [c, d] = self.landings_along(SouthEast, [them, them]);
        let [e, f] = self.landings_along(SouthWest, [them, them]);
        [a, b, c, d, e, f]
    }

    /// The landings in a direction and in its opposite, which share the search for pairs.
    /// `pushable` are the enemies that may be pushed in either. Inlined, so that rotations are
    /// constants.
    #[inline(always)]
    fn landings_along(&self, there: Direction, pushable: [u64; 2]) -> [u64; 2] {
        let step = there.rotation();
        let (us, empty) = (self.us.bits(), self.empty().bits());
        // The cells B of the pairs that face this way; pairs that face back have B at the other
        // end.
        let fronts = us & us.rotate_left(step);
        // The destinations of a pushed enemy: the empty cells, and the bits off the board.
        let free = !(us | self.them.bits() | BEYOND_CORNERS);
        [
            fronts.rotate_left(step) & (empty | pushable[0] & free.rotate_right(step)),
            fronts.rotate_right(2 * step) & (empty | pushable[1] & free.rotate_left(step)),
        ]
    }

    /// The number of legal moves.
    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        self.landings().iter().map(|cells| u64::from(cells.count_ones())).sum()
    }

    /// Whether a pair can move, if the game is not decided.
    #[inline]
    pub(crate) fn can_move(&self) -> bool {
        self.landings().iter().fold(0, |all, cells| all | cells) != 0
    }

    /// The enemies that can be pushed, and those among them that can be pushed off the board.
    #[inline]
    pub(crate) fn pushes(&self) -> [CellSet; 2] {
        let mut pushed = 0;
        let mut eliminated = 0;
        for (direction, landings) in Direction::ALL.into_iter().zip(self.landings()) {
            let pushes = landings & self.them.bits();
            pushed |= pushes;
            eliminated |= pushes & !CellSet::BOARD.bits().rotate_right(direction.rotation());
        }
        [CellSet::from_bits(pushed), CellSet::from_bits(eliminated)]
    }

    /// Adds every legal move to `moves`, if the game is not decided.
    #[inline]
    pub(crate) fn list_moves(&self, moves: &mut Vec<Move>) {
        for (direction, landings) in Direction::ALL.into_iter().zip(self.landings()) {
            let step = direction.step() as u8;
            for landing in Bits(landings) {
                let front = (landing as u8).wrapping_sub(step);
                let behind = front.wrapping_sub(step);
                moves.push(Move { behind: Cell::from_bit(behind), front: Cell::from_bit(front) });
            }
        }
    }

    /// Whether the legal move `mv` pushes an enemy off the board.
    #[inline]
    pub(crate) fn eliminates(&self, mv: Move) -> bool {
        self.after(mv).us.len() < self.them.len()
    }
}
