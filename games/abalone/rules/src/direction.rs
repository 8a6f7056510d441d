//! The six directions.

use crate::Cell;
use crate::cell::ROWS;

/// A direction from a cell to a neighbour, as the board is drawn: diagonals run from the upper left
/// to the lower right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Along the row to the right: D4 to D5.
    East,
    /// Along the row to the left: D4 to D3.
    West,
    /// Down the diagonal: D4 to E4.
    SouthEast,
    /// Up the diagonal: D4 to C4.
    NorthWest,
    /// One row down and one diagonal back: D4 to E3.
    SouthWest,
    /// One row up and one diagonal on: D4 to C5.
    NorthEast,
}

use Direction::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};

impl Direction {
    /// All six, each followed by its opposite.
    pub const ALL: [Direction; 6] = [East, West, SouthEast, NorthWest, SouthWest, NorthEast];

    /// The change of row and of diagonal.
    #[must_use]
    #[inline]
    pub const fn offset(self) -> (isize, isize) {
        match self {
            East => (0, 1),
            West => (0, -1),
            SouthEast => (1, 0),
            NorthWest => (-1, 0),
            SouthWest => (1, -1),
            NorthEast => (-1, 1),
        }
    }

    /// The direction back.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Direction {
        match self {
            East => West,
            West => East,
            SouthEast => NorthWest,
            NorthWest => SouthEast,
            SouthWest => NorthEast,
            NorthEast => SouthWest,
        }
    }

    /// The corner that lies straight in this direction from the centre D4.
    #[must_use]
    #[inline]
    pub const fn corner(self) -> Cell {
        const CENTRE: isize = ROWS as isize / 2;
        let (down, along) = self.offset();
        let corner = Cell::at((CENTRE + CENTRE * down) as usize, (CENTRE + CENTRE * along) as usize);
        corner.expect("three steps from the centre is on the board")
    }

    /// The difference between the bits of a cell and its neighbour.
    #[inline]
    pub(crate) const fn step(self) -> i8 {
        let (down, along) = self.offset();
        (8 * down + along) as i8
    }

    /// The number of bits by which a word is rotated to the left for one step.
    #[inline]
    pub(crate) const fn rotation(self) -> u32 {
        self.step().rem_euclid(64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_is_no_way_at_all() {
        for direction in Direction::ALL {
            let ((down, along), (up, back)) = (direction.offset(), direction.opposite().offset());
            assert_eq!((down + up, along + back), (0, 0));
        }
    }

    #[test]
    fn corners_are_those_of_the_rules() {
        let corners = Direction::ALL.map(|direction| direction.corner().to_string());
        assert_eq!(corners, ["D7", "D1", "G4", "A4", "G1", "A7"]);
        for direction in Direction::ALL {
            assert_eq!(direction.corner().neighbour(direction), None);
        }
    }
}
