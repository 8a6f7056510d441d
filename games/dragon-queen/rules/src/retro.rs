//! Predecessors. A game continues only while the Queen is on the board above the bottom row, so she
//! was there before the last move too.

use game::{Player, Retro};

use crate::movegen::{ALL_AROUND, DIAGONAL_AROUND, STRAIGHT_AROUND, moved};
use crate::ply::Ply;
use crate::{Board, DragonQueen, Piece, Square, SquareSet};

impl Retro for DragonQueen {
    fn predecessors(&self) -> Option<Vec<DragonQueen>> {
        let mut list = Vec::new();
        if self.was_played_to() {
            self.undo_steps(&mut list);
            self.undo_captures(&mut list);
        }
        Some(list)
    }

    fn quiet_predecessors(&self, list: &mut Vec<DragonQueen>) {
        list.clear();
        // A position with the Queen on the bottom row has no slice.
        if self.was_played_to() && self.queen_in_play() {
            self.undo_steps(list);
        }
    }
}

impl DragonQueen {
    /// Whether the ply count allows for a last move.
    fn was_played_to(&self) -> bool {
        self.ply() != Some(0)
    }

    fn undo_steps(&self, list: &mut Vec<DragonQueen>) {
        match self.turn.other() {
            Player::One => self.undo_court(|_| self.board.wights, list),
            Player::Two if self.queen_in_play() => {
                for to in self.board.wights {
                    let wights = self.board.wights - SquareSet::of(to);
                    for from in moved(STRAIGHT_AROUND, to) & self.board.empty() {
                        list.push(self.before(Board { wights: wights | SquareSet::of(from), ..self.board }));
                    }
                }
            }
            Player::Two => {}
        }
    }

    fn undo_captures(&self, list: &mut Vec<DragonQueen>) {
        match self.turn.other() {
            Player::One if self.board.wights.len() < Piece::Wight.most() => {
                self.undo_court(|to| self.board.wights | SquareSet::of(to), list);
            }
            Player::One => {}
            Player::Two => self.undo_wight_captures(list),
        }
    }

    /// Takes back each step of the Queen and the Dragons. `wights_before` gives the Wights before a
    /// step to a square.
    fn undo_court(&self, wights_before: impl Fn(Square) -> SquareSet, list: &mut Vec<DragonQueen>) {
        let Board { queen, dragons, .. } = self.board;
        let vacant = self.board.empty();
        if let Some(to) = queen.first() {
            for from in moved(ALL_AROUND, to) & (vacant - SquareSet::BOTTOM) {
                let wights = wights_before(to);
                list.push(self.before(Board { queen: SquareSet::of(from), dragons, wights }));
            }
        }
        if self.queen_in_play() {
            for to in dragons {
                let (others, wights) = (dragons - SquareSet::of(to), wights_before(to));
                for from in moved(ALL_AROUND, to) & vacant {
                    list.push(self.before(Board { queen, dragons: others | SquareSet::of(from), wights }));
                }
            }
        }
    }

    /// Takes back each capture that a Wight may have made: of a Dragon, or of the Queen if she is
    /// missing.
    fn undo_wight_captures(&self, list: &mut Vec<DragonQueen>) {
        let Board { queen, dragons, wights } = self.board;
        let one_dragon_more = self.queen_in_play() && dragons.len() < Piece::Dragon.most();
        for to in wights {
            let here = SquareSet::of(to);
            for from in moved(DIAGONAL_AROUND, to) & self.board.empty() {
                let wights = (wights - here) | SquareSet::of(from);
                if one_dragon_more {
                    list.push(self.before(Board { queen, dragons: dragons | here, wights }));
                }
                if queen.is_empty() && !SquareSet::BOTTOM.contains(to) {
                    list.push(self.before(Board { queen: here, dragons, wights }));
                }
            }
        }
    }

    fn before(&self, board: Board) -> DragonQueen {
        DragonQueen { board, turn: self.turn.other(), ply: self.ply.and_then(Ply::previous) }
    }
}
