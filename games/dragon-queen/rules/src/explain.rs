//! Explains which rule an attempted move breaks.

use game::{CellId, Explain, Position};

use crate::ply::Ply;
use crate::{DragonQueen, Illegal, Move, Piece, Square, SquareSet};

impl Explain for DragonQueen {
    type Illegal = Illegal;

    fn attempt(&self, cells: &[CellId]) -> Result<Move, Illegal> {
        if let Some(over) = self.why_over() {
            return Err(over);
        }
        let square = |&cell: &CellId| Square::from_cell(cell).ok_or(Illegal::NoCell(cell));
        let squares = cells.iter().map(square).collect::<Result<Vec<Square>, Illegal>>()?;
        match *squares {
            [] => Err(Illegal::Pass(self.turn)),
            [square] => Err(Illegal::OneSquare(square)),
            [from, to] => self.attempt_step(Move { from, to }),
            _ => Err(Illegal::ManySquares(squares.len())),
        }
    }

    fn cells_of(&self, broken: &Illegal) -> Vec<CellId> {
        broken.squares().into_iter().map(Square::cell).collect()
    }
}

impl DragonQueen {
    fn why_over(&self) -> Option<Illegal> {
        if self.board.queen.is_empty() {
            Some(Illegal::QueenLost)
        } else if let Some(home) = (self.board.queen & SquareSet::BOTTOM).first() {
            Some(Illegal::QueenHome(home))
        } else if self.ply.is_some_and(Ply::is_last) {
            Some(Illegal::PliesPlayed)
        } else if self.can_move() {
            None
        } else {
            Some(Illegal::NoMoves)
        }
    }

    /// The move between two squares, if the game is not over.
    fn attempt_step(&self, mv: Move) -> Result<Move, Illegal> {
        let Move { from, to } = mv;
        let piece = self.board.piece_at(from).ok_or(Illegal::Nothing(from))?;
        if piece.player() != self.turn {
            return Err(Illegal::NotYours { from, piece });
        }
        if from == to {
            return Err(Illegal::SameSquare { from, piece });
        }
        let rows = from.row().abs_diff(to.row());
        let columns = from.column().abs_diff(to.column());
        if rows > 1 || columns > 1 {
            return Err(Illegal::TooFar { piece, from, to });
        }
        let diagonal = rows == 1 && columns == 1;
        match self.board.piece_at(to) {
            Some(own) if own.player() == self.turn => Err(Illegal::OwnPiece { to, piece: own }),
            Some(enemy) if piece == Piece::Wight && !diagonal => {
                Err(Illegal::StraightCapture { to, piece: enemy })
            }
            None if piece == Piece::Wight && diagonal => Err(Illegal::DiagonalStep(to)),
            _ => {
                debug_assert!(self.is_legal(mv));
                Ok(mv)
            }
        }
    }
}
