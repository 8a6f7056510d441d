//! Predecessors.

use std::collections::HashSet;

use game::{Player, Position, Retro};

use crate::direction::Direction;
use crate::{Checkers, SquareSet};

/// A position from the point of view of the side that has just moved.
#[derive(Clone, Copy)]
struct Backward {
    mover: Player,
    ours: SquareSet,
    theirs: SquareSet,
    kings: SquareSet,
}

/// The piece that has just moved: its square, and whether it was a king before.
#[derive(Clone, Copy)]
struct Moved {
    at: SquareSet,
    was_king: bool,
}

impl Retro for Checkers {
    fn predecessors(&self) -> Option<Vec<Checkers>> {
        let view = Backward::of(self);
        let mut before = HashSet::new();
        for moved in view.moved_pieces() {
            view.unstep(moved, |pos| {
                before.insert(pos);
            });
            if !view.can_jump_on(moved) {
                view.without(moved).unjump(moved, moved.at, &mut before);
            }
        }
        Some(before.into_iter().collect())
    }

    fn quiet_predecessors(&self, list: &mut Vec<Checkers>) {
        list.clear();
        let view = Backward::of(self);
        for moved in view.moved_pieces() {
            // Crowning a man changes the material, so it is not quiet.
            if moved.was_king != (self.kings & moved.at).is_empty() {
                view.unstep(moved, |pos| list.push(pos));
            }
        }
    }
}

impl Backward {
    fn of(pos: &Checkers) -> Backward {
        Backward { mover: pos.turn.other(), ours: pos.theirs, theirs: pos.ours, kings: pos.kings }
    }

    /// Every piece that may have made the last move; a king on its crowning row may have been a
    /// man.
    fn moved_pieces(self) -> impl Iterator<Item = Moved> {
        let crowned = self.ours & self.kings & SquareSet::crown_row(self.mover);
        let kings = self.ours & self.kings;
        let men = (self.ours - self.kings) | crowned;
        let moved = |was_king| move |square| Moved { at: SquareSet::of(square), was_king };
        kings.into_iter().map(moved(true)).chain(men.into_iter().map(moved(false)))
    }

    fn empty(self) -> SquareSet {
        !(self.ours | self.theirs)
    }

    /// The board without the piece that has moved.
    fn without(self, moved: Moved) -> Backward {
        Backward { ours: self.ours - moved.at, kings: self.kings - moved.at, ..self }
    }

    /// The position in which that piece is on `from` and its side is to move.
    fn before(self, moved: Moved, from: SquareSet) -> Checkers {
        Checkers {
            ours: self.ours | from,
            theirs: self.theirs,
            kings: self.kings | if moved.was_king { from } else { SquareSet::EMPTY },
            turn: self.mover,
        }
    }

    fn directions(self, moved: Moved) -> impl Iterator<Item = Direction> {
        let forward = Direction::forward(self.mover);
        Direction::ALL.into_iter().filter(move |d| moved.was_king || forward.contains(d))
    }

    /// Calls `found` with each position from which the piece reached this one by a step, with no
    /// jump possible.
    fn unstep(self, moved: Moved, mut found: impl FnMut(Checkers)) {
        if self.theirs.is_empty() {
            return;
        }
        for direction in self.directions(moved) {
            let from = moved.at.step(direction.opposite()) & self.empty();
            if !from.is_empty() {
                let pos = self.without(moved).before(moved, from);
                if !crate::movegen::must_jump(&pos) {
                    found(pos);
                }
            }
        }
    }

    /// Whether the piece could jump again, so that no chain ends here. A man that has just been
    /// crowned could not.
    fn can_jump_on(self, moved: Moved) -> bool {
        let has_crowned = !moved.was_king && !(self.kings & moved.at).is_empty();
        let can_jump = |d: Direction| d.jumpers(self.theirs.0, self.empty().0) & moved.at.0 != 0;
        !has_crowned && self.directions(moved).any(can_jump)
    }

    /// Collects every position from which a chain of jumps passes through `at` and ends on the
    /// piece's square. Each captured piece may have been a man or a king.
    fn unjump(self, moved: Moved, at: SquareSet, before: &mut HashSet<Checkers>) {
        if self.theirs.len() == 12 {
            return;
        }
        for direction in self.directions(moved) {
            let over = at.step(direction.opposite()) & self.empty();
            let from = over.step(direction.opposite()) & self.empty();
            if from.is_empty() {
                continue;
            }
            for kings in [self.kings, self.kings | over] {
                // A captured man is never on its crowning row: the squares that are jumped over are
                // inner ones.
                let earlier = Backward { theirs: self.theirs | over, kings, ..self };
                let pos = earlier.before(moved, from);
                debug_assert!(pos.outcome().is_none());
                before.insert(pos);
                earlier.unjump(moved, from, before);
            }
        }
    }
}
