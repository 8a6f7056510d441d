//! Predecessors.

use game::{Indexed, Player, Retro};

use crate::direction::Direction;
use crate::piece::{Kind, Piece};
use crate::position::Raichu;
use crate::square_set::SquareSet;

impl<const W: usize, const N: usize> Retro for Raichu<W, N> {
    fn predecessors(&self) -> Option<Vec<Self>> {
        let mut list = Vec::new();
        for to in self.board.players[self.mover()].numbers() {
            let now = self.board.kind(to);
            for before in self.kinds_before(now, to) {
                for &dir in Direction::of(before, self.mover()) {
                    self.undo_in_direction(to, now, before, dir, &mut list);
                }
            }
        }
        list.extend(self.before_a_pass());
        Some(list)
    }

    fn quiet_predecessors(&self, list: &mut Vec<Self>) {
        list.clear();
        if self.slice().is_none() {
            return;
        }
        let mover = self.mover();
        let view = self.view(mover);
        let last_row = SquareSet::last_row(mover, self.size());
        // A Pichu or Pikachu on the last row cannot have moved there.
        let came = |kind: Kind| view.pieces[kind as usize] - last_row;
        for dir in Direction::of_pichus(mover) {
            let one = came(Kind::Pichu).step(dir.opposite()) & view.empty;
            self.undo_steps(Kind::Pichu, one, dir, 1, list);
        }
        for dir in Direction::of_pikachus(mover) {
            let one = came(Kind::Pikachu).step(dir.opposite()) & view.empty;
            let two = one.step(dir.opposite()) & view.empty;
            self.undo_steps(Kind::Pikachu, one, dir, 1, list);
            self.undo_steps(Kind::Pikachu, two, dir, 2, list);
        }
        for to in view.pieces[Kind::Raichu as usize].numbers() {
            let slides = SquareSet::of_number(to).slides(view.empty, SquareSet::EMPTY);
            let came_from = slides.iter().fold(SquareSet::EMPTY, |all, slide| all | slide.quiet);
            list.extend(came_from.numbers().map(|from| self.before_a_step(Kind::Raichu, from, to)));
        }
        list.extend(self.before_a_pass());
    }
}

impl<const W: usize, const N: usize> Raichu<W, N> {
    /// The player who made the last move.
    fn mover(&self) -> Player {
        self.turn.other()
    }

    /// The kinds that the piece, now of kind `now`, may have had before it moved to `to`.
    fn kinds_before(&self, now: Kind, to: usize) -> impl Iterator<Item = Kind> {
        let at_end = SquareSet::<W, N>::last_row(self.mover(), self.size()).contains_number(to);
        Kind::ALL.into_iter().filter(move |&before| if at_end { now == Kind::Raichu } else { now == before })
    }

    /// Adds the positions from which the piece on `to` moved in direction `dir`. Its path and its
    /// origin are empty now; if it jumped, one square of the path held an enemy.
    fn undo_in_direction(&self, to: usize, now: Kind, before: Kind, dir: Direction, list: &mut Vec<Self>) {
        let mover = self.mover();
        let empty = self.view(mover).empty;
        let mut without = self.board;
        without.toggle(to, Piece { player: mover, kind: now });
        let mut way = Vec::new();
        let mut back = SquareSet::of_number(to);
        loop {
            back = back.step(dir.opposite()) & empty;
            let Some(from) = back.numbers().next() else { return };
            let squares = way.len() + 1;
            let mut board = without;
            board.toggle(from, Piece { player: mover, kind: before });
            if before.steps(squares) && self.has_both_players() {
                list.push(self.with(board, mover));
            }
            if before.jumps(squares) {
                for &over in &way {
                    for kind in Kind::ALL.into_iter().filter(|&kind| kind <= before) {
                        let mut board = board;
                        board.toggle(over, Piece { player: self.turn, kind });
                        list.push(self.with(board, mover));
                    }
                }
            }
            way.push(from);
        }
    }

    /// The position in which the opponent passed, if that is a possible last move.
    fn before_a_pass(&self) -> Option<Self> {
        let can_be = self.has_both_players() && !self.can_move(self.mover()) && self.can_move(self.turn);
        can_be.then(|| self.with(self.board, self.mover()))
    }

    /// Adds the positions before steps of `steps` squares from `starts` in direction `dir`.
    fn undo_steps(
        &self,
        kind: Kind,
        starts: SquareSet<W, N>,
        dir: Direction,
        squares: isize,
        list: &mut Vec<Self>,
    ) {
        let distance = squares * SquareSet::<W, N>::distance(dir);
        list.extend(
            starts.numbers().map(|from| self.before_a_step(kind, from, from.wrapping_add_signed(distance))),
        );
    }

    #[inline]
    fn before_a_step(&self, kind: Kind, from: usize, to: usize) -> Self {
        let mover = self.mover();
        let change = SquareSet::of_number(from) ^ SquareSet::of_number(to);
        let mut board = self.board;
        board.players[mover] = board.players[mover] ^ change;
        board.pikachus = board.pikachus ^ change.only_if(kind == Kind::Pikachu);
        board.raichus = board.raichus ^ change.only_if(kind == Kind::Raichu);
        self.with(board, mover)
    }
}
