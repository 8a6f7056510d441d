//! Moves.

use std::fmt;

use crate::square::Square;

/// A whole turn: a step, a jump or the pass. `N` is the side of the largest board of its type.
///
/// One word: the numbers of the origin, the destination and the jumped square, 10 bits each, then
/// whether it jumps and whether it promotes. The pass is 0, a step from a1 to a1, which changes
/// nothing on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move<const N: usize>(u32);

const BITS: u32 = 10;
const MASK: u32 = (1 << BITS) - 1;
const JUMPS: u32 = 1 << 30;
const PROMOTES: u32 = 1 << 31;

impl<const N: usize> Move<N> {
    pub(crate) const PASS: Self = Move(0);

    #[inline(always)]
    pub(crate) fn new(from: usize, to: usize, over: Option<usize>, promotes: bool) -> Self {
        let jump = over.map_or(0, |over| JUMPS | (over as u32) << (2 * BITS));
        Move(from as u32 | (to as u32) << BITS | jump | if promotes { PROMOTES } else { 0 })
    }

    /// The origin; a1 for the pass.
    #[must_use]
    #[inline(always)]
    pub fn from(self) -> Square {
        Square::from_number::<N>(self.start_number())
    }

    /// The destination; a1 for the pass.
    #[must_use]
    #[inline(always)]
    pub fn to(self) -> Square {
        Square::from_number::<N>(self.end_number())
    }

    /// The square of the captured piece, if any.
    #[must_use]
    #[inline(always)]
    pub fn captured(self) -> Option<Square> {
        self.is_jump().then(|| Square::from_number::<N>(self.captured_number()))
    }

    /// The number of the origin, as in [`SquareSet`](crate::SquareSet).
    #[inline(always)]
    pub(crate) fn start_number(self) -> usize {
        (self.0 & MASK) as usize
    }

    /// The number of the destination.
    #[inline(always)]
    pub(crate) fn end_number(self) -> usize {
        (self.0 >> BITS & MASK) as usize
    }

    /// The number of the captured piece's square. Meaningful only for a jump.
    #[inline(always)]
    pub(crate) fn captured_number(self) -> usize {
        (self.0 >> (2 * BITS) & MASK) as usize
    }

    /// Whether it captures.
    #[must_use]
    #[inline(always)]
    pub fn is_jump(self) -> bool {
        self.0 & JUMPS != 0
    }

    /// Whether it promotes a piece to a Raichu.
    #[must_use]
    #[inline(always)]
    pub fn is_promotion(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// Whether it is the pass.
    #[must_use]
    #[inline(always)]
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }

    /// Applies `change` to every square of the move.
    pub(crate) fn map(self, change: impl Fn(usize) -> usize) -> Self {
        if self.is_pass() {
            return self;
        }
        let over = self.is_jump().then(|| change(self.captured_number()));
        Move::new(change(self.start_number()), change(self.end_number()), over, self.is_promotion())
    }
}

/// `a2-a4`, `c4xe6` or `pass`.
impl<const N: usize> fmt::Display for Move<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        write!(f, "{}{}{}", self.from(), if self.is_jump() { 'x' } else { '-' }, self.to())
    }
}

impl<const N: usize> fmt::Debug for Move<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The common part of moves with the same length and direction: their squares are at fixed
/// distances from the destination, so one multiplication and one addition make the word.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    factor: u32,
    offset: u32,
}

impl Shape {
    /// The moves that start `back` before the end and jump the piece `over` before the end.
    #[inline(always)]
    pub(crate) fn new(back: isize, over: Option<isize>) -> Shape {
        let (factor, offset) = (1 | 1 << BITS, 0u32.wrapping_sub(back as u32));
        match over {
            None => Shape { factor, offset },
            Some(over) => Shape {
                factor: factor | 1 << (2 * BITS),
                offset: offset.wrapping_sub((over as u32) << (2 * BITS)).wrapping_add(JUMPS),
            },
        }
    }

    #[inline(always)]
    pub(crate) fn ending_on<const N: usize>(self, to: usize, promotes: bool) -> Move<N> {
        let squares = (to as u32).wrapping_mul(self.factor).wrapping_add(self.offset);
        Move(squares | if promotes { PROMOTES } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_make_the_same_moves() {
        for to in [0usize, 30, 675] {
            for distance in [-27isize, -1, 1, 27] {
                let back = |steps| to.wrapping_sub_signed(distance * steps);
                if back(2) > 675 {
                    continue;
                }
                let step = Shape::new(2 * distance, None);
                assert_eq!(step.ending_on::<26>(to, true), Move::new(back(2), to, None, true));
                let jump = Shape::new(2 * distance, Some(distance));
                assert_eq!(jump.ending_on::<26>(to, false), Move::new(back(2), to, Some(back(1)), false));
            }
        }
    }
}
