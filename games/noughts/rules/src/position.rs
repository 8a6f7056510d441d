//! A position, and the moves from it.

use game::{Outcome, Player, Position};

use crate::Square;
use crate::square::SQUARES;

/// Three in a row: the rows, the columns, the diagonals.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A position that a game can reach. There are three ways to get one: [`start`](Position::start), a
/// legal move, and [`read`](game::Notation::read), which rejects all others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Noughts {
    /// The player who has marked each square, by its number.
    pub(crate) marks: [Option<Player>; SQUARES],
    pub(crate) turn: Player,
}

impl Noughts {
    /// The player who has marked this square.
    #[must_use]
    pub fn mark(&self, square: Square) -> Option<Player> {
        self.marks[square.cell()]
    }

    /// Whether `player` has three in a row.
    pub(crate) fn has_line(&self, player: Player) -> bool {
        LINES.iter().any(|line| line.iter().all(|&cell| self.marks[cell] == Some(player)))
    }

    pub(crate) fn winner(&self) -> Option<Player> {
        Player::ALL.into_iter().find(|&player| self.has_line(player))
    }
}

impl Position for Noughts {
    type Move = Square;

    const ALTERNATES: bool = true;

    fn start() -> Noughts {
        Noughts { marks: [None; SQUARES], turn: Player::One }
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) -> Option<Outcome> {
        moves.clear();
        if let Some(winner) = self.winner() {
            return Some(Outcome::Win(winner));
        }
        moves.extend(Square::all().filter(|&square| self.mark(square).is_none()));
        moves.is_empty().then_some(Outcome::Draw)
    }

    fn play_unchecked(&self, square: Square) -> Noughts {
        debug_assert!(self.is_legal(square));
        let mut marks = self.marks;
        marks[square.cell()] = Some(self.turn);
        Noughts { marks, turn: self.turn.other() }
    }
}
