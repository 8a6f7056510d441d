//! Going backwards.
//!
//! The pair that moved stands on B and C now, and left A empty:
//!
//! ```text
//!     A B C D        A B C D
//!     . b b .   ←    b b . .
//!     . b b r   ←    b b . r   or   b b r .
//!     . b b |   ←    b b . |   or   b b r |
//! ```

use game::{Indexed, Position, Retro};

use crate::board::{Board, FULL, LOST};
use crate::{Abalone, Cell, CellSet, Direction};

/// A pair taken back.
struct Retreat {
    /// The board before the move, seen from the player who moved, if C was empty.
    before: Board,
    direction: Direction,
    /// The cell C, from which the pair went back.
    ahead: Cell,
    /// The cell D, if it is on the board.
    beyond: Option<Cell>,
}

impl Board {
    /// The cells A from which a pair of the player who moved can have come in this direction.
    #[inline]
    fn retreats(&self, direction: Direction) -> CellSet {
        let step = direction.rotation();
        let them = self.them.bits();
        let landed = them & them.rotate_left(step);
        CellSet::from_bits(landed.rotate_right(step).rotate_right(step)) & self.empty()
    }

    fn for_each_retreat(&self, mut visit: impl FnMut(Retreat)) {
        for direction in Direction::ALL {
            for behind in self.retreats(direction) {
                let step = |cell: Cell| cell.neighbour(direction);
                let Some(ahead) = step(behind).and_then(step) else { continue };
                let us = self.them.moved(ahead.into(), behind.into());
                let before = Board { us, them: self.us };
                visit(Retreat { before, direction, ahead, beyond: step(ahead) });
            }
        }
    }
}

impl Retreat {
    /// The board before, if an enemy was pushed from C to D.
    fn unpushed(&self) -> Option<Board> {
        let Board { us, them } = self.before;
        let beyond = self.beyond.filter(|&beyond| them.contains(beyond))?;
        Some(Board { us, them: them.moved(beyond.into(), self.ahead.into()) })
    }

    /// The board before, if an enemy on C was eliminated.
    fn uneliminated(&self) -> Option<Board> {
        let Board { us, them } = self.before;
        let over_the_edge = self.beyond.is_none() && self.ahead != self.direction.corner();
        (over_the_edge && them.len() < FULL).then(|| Board { us, them: them | self.ahead.into() })
    }
}

impl Retro for Abalone {
    fn predecessors(&self) -> Option<Vec<Abalone>> {
        let mut list = Vec::new();
        self.quiet_predecessors(&mut list);
        // Nobody moved who had lost before.
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

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Notation, Player};

    /// The texts of the predecessors whose Blue tokens are those of `before`.
    fn predecessors(here: &str, before: &str) -> Vec<String> {
        let here = Abalone::read(here).unwrap();
        let before = Abalone::read(before).unwrap();
        let same = |p: &Abalone| p.tokens(Player::One) == before.tokens(Player::One);
        let list = here.predecessors().unwrap();
        let mut texts: Vec<String> = list.iter().filter(|p| same(p)).map(Abalone::write).collect();
        texts.sort();
        texts
    }

    #[test]
    fn a_push_is_taken_back_with_and_without_the_enemy() {
        let quiet = "bbbb/bb.../....../bb.r.../..rr../..rrr/..rr b";
        let push = "bbbb/bb.../....../bbr..../..rr../..rrr/..rr b";
        assert_eq!(predecessors("bbbb/bb.../....../.bbr.../..rr../..rrr/..rr r", quiet), [quiet, push]);
    }

    #[test]
    fn an_elimination_is_taken_back_if_there_was_a_token_to_lose() {
        let quiet = "bbbb/bb.../bb..../......./rrr.../r.bb./rrrr b";
        let elimination = "bbbb/bb.../bb..../......./rrr.../r.bbr/rrrr b";
        assert_eq!(
            predecessors("bbbb/bb.../bb..../......./rrr.../r..bb/rrrr r", quiet),
            [quiet, elimination]
        );
        // With eleven tokens on the board Red has lost none.
        let quiet = "bbbb/bb.../bb..../......./rrrrrr/r.bb./rrrr b";
        assert_eq!(predecessors("bbbb/bb.../bb..../......./rrrrrr/r..bb/rrrr r", quiet), [quiet]);
    }

    #[test]
    fn nothing_was_pushed_straight_out_through_a_corner() {
        let quiet = "..../.b.../..b.../......./rrrrrr/rr.bb/bbbb b";
        assert_eq!(predecessors("b.../.b.../....../......./rrrrrr/rr.bb/bbbb r", quiet), [quiet]);
    }

    #[test]
    fn a_decided_game_was_not_decided_before() {
        let quiet = "bbbb/bb.../bb..../......./rr..../r.bb./rrrr b";
        let elimination = "bbbb/bb.../bb..../......./rr..../r.bbr/rrrr b";
        assert_eq!(predecessors("bbbb/bb.../bb..../......./rr..../r..bb/rrrr r", quiet), [elimination]);
        let lost_by_the_player_who_moved = "bbbb/b..../....../......./rrrr../r..bb/rrrr r";
        let here = Abalone::read(lost_by_the_player_who_moved).unwrap();
        assert_eq!(here.predecessors(), Some(Vec::new()));
    }
}
