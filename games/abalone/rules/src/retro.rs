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
use crate::{Abalone, CellSet, Direction};

/// A pair taken back.
struct Retreat {
    /// The board before the move, seen from the player who moved, if C was empty.
    before: Board,
    direction: Direction,
    /// The cell C, from which the pair went back.
    ahead: CellSet,
    /// The cell D, or nothing off the board.
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
    /// The board before, if an enemy was pushed from C to D.
    #[inline]
    fn unpushed(&self) -> Option<Board> {
        let Board { us, them } = self.before;
        let stands_beyond = !(them & self.beyond).is_empty();
        stands_beyond.then(|| Board { us, them: them.moved(self.beyond, self.ahead) })
    }

    /// The board before, if an enemy on C was eliminated.
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
