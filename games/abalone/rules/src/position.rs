//! A position, and the moves from it.

use game::{Outcome, Player, Position};

use crate::board::{Board, LOST};
use crate::{Cell, CellSet, Move};

/// A position of Abalone on 37 cells.
///
/// Each side has 7 to 11 tokens, and not both have 7. A side with 7 has lost; otherwise the game is
/// a draw if the player to move has no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abalone {
    board: Board,
    turn: Player,
}

impl Abalone {
    /// The position with these tokens, whose numbers are known to be valid.
    #[inline]
    pub(crate) fn new(board: Board, turn: Player) -> Abalone {
        Abalone { board, turn }
    }

    #[inline]
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The tokens of a player.
    #[must_use]
    #[inline]
    pub fn tokens(&self, player: Player) -> CellSet {
        if player == self.turn { self.board.us } else { self.board.them }
    }

    /// The same tokens with the opponent to move.
    #[must_use]
    #[inline]
    pub fn passed(&self) -> Abalone {
        let Board { us, them } = self.board;
        Abalone { board: Board { us: them, them: us }, turn: self.turn.other() }
    }

    /// The enemies that the player to move can push, and those among them that can be pushed off
    /// the board.
    #[must_use]
    #[inline]
    pub fn pushes(&self) -> [CellSet; 2] {
        self.board.pushes()
    }

    /// The owner of the token on `cell`, if there is one.
    #[must_use]
    pub fn token_at(&self, cell: Cell) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| self.tokens(player).contains(cell))
    }

    /// The player who has lost four tokens, if any.
    #[must_use]
    #[inline]
    pub fn loser(&self) -> Option<Player> {
        if !self.board.is_decided() {
            None
        } else if self.board.us.len() == LOST {
            Some(self.turn)
        } else {
            Some(self.turn.other())
        }
    }
}

impl Position for Abalone {
    type Move = Move;

    const ALTERNATES: bool = true;

    fn start() -> Abalone {
        const BLUE: CellSet = CellSet::drawn(
            "
               x x x x
              x x x x x
             . . x x . .
            . . . . . . .
             . . . . . .
              . . . . .
               . . . .
            ",
        );
        const RED: CellSet = CellSet::drawn(
            "
               . . . .
              . . . . .
             . . . . . .
            . . . . . . .
             . . x x . .
              x x x x x
               x x x x
            ",
        );
        Abalone { board: Board { us: BLUE, them: RED }, turn: Player::One }
    }

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) -> Option<Outcome> {
        moves.clear();
        if let Some(loser) = self.loser() {
            return Some(Outcome::Win(loser.other()));
        }
        self.board.list_moves(moves);
        moves.is_empty().then_some(Outcome::Draw)
    }

    #[inline]
    fn play_unchecked(&self, mv: Move) -> Abalone {
        debug_assert!(self.is_legal(mv), "{mv} is illegal in {self:?}");
        Abalone { board: self.board.after(mv), turn: self.turn.other() }
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.board.is_decided() && self.check_pair(mv).is_ok()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.loser() {
            Some(loser) => Some(Outcome::Win(loser.other())),
            None => (!self.board.can_move()).then_some(Outcome::Draw),
        }
    }

    #[inline]
    fn may_win_at_once(&self) -> bool {
        self.board.them.len() <= LOST + 1
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.board.count_moves()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Notation};

    fn read(text: &str) -> Abalone {
        Abalone::read(text).unwrap()
    }

    #[test]
    fn only_an_elimination_is_progress() {
        // Blue pushes A4 off the board along row A, and D3 to D4 along row D.
        let pos = read("rbb./...../....../bbr..../..rrrr/rrrr./bbbb b");
        let progress = |text| pos.is_progress(pos.read_move(text).unwrap());
        assert!(progress("A6A5"));
        assert!(!progress("D1D2"));
        assert!(!progress("A5A6"));
    }

    #[test]
    fn what_can_be_pushed_is_what_moves_push() {
        let mut moves = Vec::new();
        let mut pos = Abalone::start();
        for i in 0..3_000_u64 {
            if pos.legal_moves(&mut moves).is_some() {
                pos = Abalone::start();
                continue;
            }
            let mut expected = [CellSet::default(); 2];
            for mv in &moves {
                let direction = mv.behind.direction_to(mv.front).unwrap();
                let ahead = mv.front.neighbour(direction).unwrap();
                if pos.token_at(ahead).is_some() {
                    expected[0] |= ahead.into();
                    if pos.is_progress(*mv) {
                        expected[1] |= ahead.into();
                    }
                }
            }
            assert_eq!(pos.pushes(), expected, "{pos:?}");
            pos = pos.play_unchecked(moves[game::mix(i) as usize % moves.len()]);
        }
    }

    #[test]
    fn a_fourth_loss_comes_before_a_draw() {
        // No two tokens of Red are neighbours, so Red cannot move.
        let stuck = read("r.br/b.r.b/br.br./r..r.br/.rb.r./..bbb/.b.r r");
        assert_eq!(stuck.outcome(), Some(Outcome::Draw));
        let lost = read("r.br/b.r.b/br.br./...r.b./.rb.../..bbb/.b.. r");
        assert_eq!(lost.loser(), Some(Player::Two));
        assert_eq!(lost.outcome(), Some(Outcome::Win(Player::One)));
    }

    #[test]
    fn only_the_side_to_move_can_be_stuck() {
        let stuck = read("r.br/b.r.b/br.br./r..r.br/.rb.r./..bbb/.b.r b");
        assert_eq!(stuck.outcome(), None);
    }
}
