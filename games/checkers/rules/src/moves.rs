//! A whole turn.

use std::fmt;

use crate::direction::Direction;
use crate::{Square, SquareSet};

/// A step, or a whole chain of jumps. Chains that capture the same pieces along different paths are
/// different moves.
///
/// It fits into a machine word: from the lowest bit, 6 bits for the origin and 6 for the
/// destination (numbers of bits in a board), 2 bits for the direction of each jump, at most nine,
/// and then the set of the captured pieces. Those are never on the bottom row, the highest bits, so
/// no part of the set is lost.
///
/// There are at most nine jumps because a jumping piece can reach only 9 of the inner squares, each
/// once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u64);

const TO: u32 = 6;
const PATH: u32 = 12;
const CAPTURED: u32 = 30;

impl Move {
    /// The origin.
    #[must_use]
    #[inline]
    pub fn from(self) -> Square {
        Square::from_bit((self.0 & 63) as u32)
    }

    /// The destination.
    #[must_use]
    #[inline]
    pub fn to(self) -> Square {
        Square::from_bit((self.0 >> TO & 63) as u32)
    }

    /// Whether it captures.
    #[must_use]
    #[inline]
    pub fn is_jump(self) -> bool {
        self.0 >> CAPTURED != 0
    }

    /// The squares that the piece visits, from the first to the last.
    #[must_use]
    #[inline]
    pub fn squares(self) -> Vec<Square> {
        if !self.is_jump() {
            return vec![self.from(), self.to()];
        }
        let mut squares = vec![self.from()];
        let mut at = SquareSet::of(self.from());
        for direction in self.directions() {
            at = at.step(direction).step(direction);
            squares.extend(at);
        }
        squares
    }

    /// The squares of the captured pieces.
    #[must_use]
    #[inline]
    pub fn captured(self) -> SquareSet {
        SquareSet(self.0 >> CAPTURED)
    }

    /// A step from the bit with this number.
    #[inline(always)]
    pub(crate) fn step(from: usize, direction: Direction) -> Move {
        Move(from as u64 | direction.moved(from as u64, 1) << TO)
    }

    /// One jump from the bit with this number.
    #[inline(always)]
    pub(crate) fn jump(from: usize, direction: Direction) -> Move {
        Move::chain(from as u64, direction.moved(from as u64, 2), 0, 0).with_last(0, direction)
    }

    /// The chain of `so_far` jumps with one more jump.
    #[inline]
    pub(crate) fn and_jump(self, so_far: u32, direction: Direction) -> Move {
        let to = direction.moved(self.0 >> TO & 63, 2);
        Move(self.0 & !(63 << TO) | to << TO).with_last(so_far, direction)
    }

    /// A chain without jumps, to start with.
    #[inline]
    pub(crate) fn none(from: usize) -> Move {
        Move::chain(from as u64, from as u64, 0, 0)
    }

    #[inline(always)]
    fn chain(from: u64, to: u64, path: u64, captured: u64) -> Move {
        Move(from | to << TO | path << PATH | captured << CAPTURED)
    }

    /// Adds the jump that led to `to` to the path and the captured pieces.
    #[inline(always)]
    fn with_last(self, so_far: u32, direction: Direction) -> Move {
        let over = direction.opposite().moved(self.0 >> TO & 63, 1);
        Move(self.0 | u64::from(direction.0) << (PATH + 2 * so_far) | 1 << over << CAPTURED)
    }

    /// The move on the board rotated by 180°.
    #[inline]
    pub(crate) fn turned(self) -> Move {
        let path = self.directions().enumerate().map(|(i, d)| u64::from(d.opposite().0) << (2 * i)).sum();
        let [from, to] = [self.from(), self.to()].map(|square| square.turned().bit().into());
        Move::chain(from, to, path, self.captured().turned().0)
    }

    /// The directions of the jumps in order.
    #[inline]
    pub(crate) fn directions(self) -> impl Iterator<Item = Direction> {
        let jumps = self.captured().len();
        (0..jumps).map(move |i| Direction((self.0 >> (PATH + 2 * i) & 3) as u8))
    }

    /// Whether the bits of the path contain nothing but the path.
    #[inline]
    pub(crate) fn is_well_formed(self) -> bool {
        let jumps = self.captured().len();
        let path = self.0 >> PATH & 0x3_FFFF;
        jumps <= 9 && path >> (2 * jumps) == 0
    }
}

impl fmt::Debug for Move {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_jump() { "x" } else { "-" };
        let squares: Vec<String> = self.squares().iter().map(ToString::to_string).collect();
        f.write_str(&squares.join(mark))
    }
}
