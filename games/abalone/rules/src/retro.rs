//! Predecessors.
//!
//! The pair that moved is on B and C now, and A is empty:
//!
//! ```text
//!     A B C D        A B C D
//!     . b b .   ←    b b . .
//!     . b b r   ←    b b . r   or   b b r .
//!     . b b |   ←    b b . |   or   b b r |
//! ```

use game::{Indexed, Position, Retro};

use crate::board::{Board, FULL, LOST};
use crate::{Abalone, CellSet, Direction};

/// A pair moved back.
struct Retreat {
    /// The board before the move, from the point of view of the player who moved, if C was empty.
    before: Board,
    direction: Direction,
    /// The cell C, from which the pair moves back.
    ahead: CellSet,
    /// The cell D; empty if it is off the board.
    beyond: CellSet,
}

impl Board {
    #[inline]
    fn for_each_retreat(&self, mut visit: impl FnMut(Retreat)) {
        for direction in Direction::ALL {
            let back = direction.opposite();
            let landed = self.them & self.them.shifted(direction);
            for behind in landed.shifted(back).shifted(back) & self.empty() {
                let behind = CellSet::from(behind);
                let ahead = behind.shifted(direction).shifted(direction);
                let before = Board { us: self.them.moved(ahead, behind), them: self.us };
                visit(Retreat { before, direction, ahead, beyond: ahead.shifted(direction) });
            }
        }
    }
}

impl Retreat {
    /// The board before the move, if an enemy was pushed from C to D.
    #[inline]
    fn unpushed(&self) -> Option<Board> {
        let Board { us, them } = self.before;
        let stands_beyond = !(them & self.beyond).is_empty();
        stands_beyond.then(|| Board { us, them: them.moved(self.beyond, self.ahead) })
    }

    /// The board before the move, if an enemy on C was pushed off the board.
    #[inline]
    fn uneliminated(&self) -> Option<Board> {
        let Board { us, them } = self.before;
        let over_the_edge = self.beyond.is_empty() && self.ahead != self.direction.corner().into();
        (over_the_edge && them.len() < FULL).then(|| Board { us, them: them | self.ahead })
    }
}

impl Retro for Abalone {
    fn predecessors(&self) -> Option<Vec<Abalone>> {
        let mut list = Vec::new();
        self.quiet_predecessors(&mut list);
        // The player who moved had not lost before that.
        if self.board().them.len() > LOST {
            self.board().for_each_retreat(|retreat| {
                list.extend(retreat.uneliminated().map(|before| Abalone::new(before, self.turn().other())));
            });
        }
        Some(list)
    }

    fn quiet_predecessors(&self, list: &mut Vec<Abalone>) {
        list.clear();
        if self.slice().is_none() {
            return;
        }
        let player = self.turn().other();
        self.board().for_each_retreat(|retreat| {
            list.push(Abalone::new(retreat.before, player));
            list.extend(retreat.unpushed().map(|before| Abalone::new(before, player)));
        });
    }
}
