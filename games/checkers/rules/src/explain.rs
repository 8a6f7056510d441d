//! Explains which rule an attempted move breaks.

use game::{CellId, Explain, Outcome, Player, Position};

use crate::direction::Direction;
use crate::{Checkers, Illegal, Move, Piece, Square, SquareSet};

impl Explain for Checkers {
    type Illegal = Illegal;

    /// A whole chain is given by all the squares that the piece touches, or by the first and the
    /// last if every chain between them leads to the same position.
    fn attempt(&self, cells: &[CellId]) -> Result<Move, Illegal> {
        let mut moves = Vec::new();
        if let Some(outcome) = self.legal_moves(&mut moves) {
            // No position of checkers is a draw by itself.
            let loser = if outcome == Outcome::Win(Player::One) { Player::Two } else { Player::One };
            let has_pieces = !self.pieces(loser).is_empty();
            return Err(Illegal::Over { loser: crate::setup::side_name(loser), has_pieces });
        }
        let path = cells.iter().map(|&cell| dark_square(cell)).collect::<Result<Vec<_>, _>>()?;
        if let Some(&mv) = moves.iter().find(|mv| mv.squares() == path) {
            return Ok(mv);
        }
        let &[from, .., to] = path.as_slice() else { return Err(Illegal::TooFew) };
        if path.len() == 2 {
            let fits: Vec<Move> =
                moves.iter().copied().filter(|mv| mv.from() == from && mv.to() == to).collect();
            if let Some(&first) = fits.first() {
                let same = fits.iter().all(|&mv| self.play_unchecked(mv) == self.play_unchecked(first));
                return if same { Ok(first) } else { Err(Illegal::Ambiguous(texts(&fits))) };
            }
        }
        Err(self.broken_rule(&path, &moves))
    }

    fn cells_of(&self, broken: &Illegal) -> Vec<CellId> {
        broken.squares().into_iter().map(Square::cell).collect()
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|mv| mv.squares());
    moves.iter().map(|mv| format!("{mv:?}")).collect()
}

fn dark_square(cell: CellId) -> Result<Square, Illegal> {
    if cell >= 64 {
        return Err(Illegal::NoCell(cell));
    }
    Square::from_cell(cell).ok_or(Illegal::LightSquare { row: cell / 8 + 1, column: cell % 8 + 1 })
}

impl Checkers {
    /// The rule that a path of two or more squares breaks. `moves` are the legal moves, none of
    /// which is this path.
    fn broken_rule(&self, path: &[Square], moves: &[Move]) -> Illegal {
        let (from, next) = (path[0], path[1]);
        let Some(piece) = self.piece_at(from) else { return Illegal::NoPiece(from) };
        if piece.player != self.turn {
            let [owner, mover] = [piece.player, self.turn].map(crate::setup::side_name);
            return Illegal::NotYours { square: from, owner, mover };
        }
        let begun: Vec<Move> =
            moves.iter().copied().filter(|mv| mv.is_jump() && mv.squares().starts_with(path)).collect();
        if !begun.is_empty() {
            return Illegal::MustGoOn(texts(&begun));
        }
        if path.len() > 2 {
            return self.broken_chain(piece, path);
        }
        match self.broken_leg(piece, from, next) {
            // A fault of the leg itself is more instructive than the duty to jump, unless the step
            // is possible.
            None => Illegal::MustJump(texts(moves)),
            Some(rule) => rule,
        }
    }

    /// The rule that a chain of three or more squares breaks: that of its first leg that is not a
    /// jump.
    fn broken_chain(&self, piece: Piece, path: &[Square]) -> Illegal {
        let mut board = *self;
        for leg in path.windows(2) {
            let (from, to) = (leg[0], leg[1]);
            if let Some(rule) = board.broken_leg(piece, from, to) {
                return if board.is_crowned_man(piece, from, path[0]) {
                    Illegal::Crowned(from)
                } else {
                    rule
                };
            }
            let Some(over) = between(from, to) else { return Illegal::StepInChain { from, to } };
            board = board.after_jump(from, over, to);
        }
        unreachable!("a path whose legs are all jumps is a move or the beginning of one")
    }

    /// Whether the piece, a man at the start of this move, is crowned on `at`.
    fn is_crowned_man(&self, piece: Piece, at: Square, start: Square) -> bool {
        at != start && !piece.is_king && SquareSet::crown_row(piece.player).contains(at)
    }

    /// The board in the middle of a chain.
    fn after_jump(&self, from: Square, over: Square, to: Square) -> Checkers {
        let is_king = self.kings.contains(from);
        let [from, over, to] = [from, over, to].map(SquareSet::of);
        Checkers {
            ours: (self.ours - from) | to,
            theirs: self.theirs - over,
            kings: (self.kings - from - over) | if is_king { to } else { SquareSet::EMPTY },
            turn: self.turn,
        }
    }

    /// The fault of moving from one square to another by a step or a jump, regardless of the rest
    /// of the board.
    fn broken_leg(&self, piece: Piece, from: Square, to: Square) -> Option<Illegal> {
        if from == to {
            return Some(Illegal::SameSquare(from));
        }
        if let Some(by) = self.piece_at(to) {
            return Some(Illegal::Occupied { to, by: piece_name(by) });
        }
        let ahead = Direction::forward(piece.player);
        let reach = |direction: &Direction| {
            let step = SquareSet::of(from).step(*direction);
            (step | step.step(*direction)).contains(to)
        };
        let Some(direction) = Direction::ALL.into_iter().find(reach) else {
            return Some(Illegal::TooFar { from, to });
        };
        if !piece.is_king && !ahead.contains(&direction) {
            return Some(Illegal::Backward { from, to });
        }
        let over = between(from, to)?;
        match self.piece_at(over) {
            None => Some(Illegal::NothingToJump { from, over, to }),
            Some(jumped) if jumped.player == piece.player => Some(Illegal::OwnPiece { over }),
            Some(_) => None,
        }
    }
}

/// The square between two that are a jump apart; `None` for neighbours.
fn between(from: Square, to: Square) -> Option<Square> {
    let middle = |a: usize, b: usize| (a.abs_diff(b) == 2).then(|| a.midpoint(b));
    Square::at(middle(from.row(), to.row())?, middle(from.column(), to.column())?)
}

fn piece_name(piece: Piece) -> &'static str {
    match (piece.player, piece.is_king) {
        (Player::One, false) => "a red man",
        (Player::One, true) => "a red king",
        (Player::Two, false) => "a black man",
        (Player::Two, true) => "a black king",
    }
}
