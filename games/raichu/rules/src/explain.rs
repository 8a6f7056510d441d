//! Explains which rule an attempted move breaks, checking one rule after another like a person.

use game::{CellId, Explain, Player, Position};

use crate::illegal::Illegal;
use crate::moves::Move;
use crate::piece::{Kind, Piece};
use crate::position::Raichu;
use crate::square::Square;

impl<const W: usize, const N: usize> Explain for Raichu<W, N> {
    type Illegal = Illegal;

    fn attempt(&self, cells: &[CellId]) -> Result<Move<N>, Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::Over(outcome));
        }
        let size = self.size();
        if let Some(&cell) = cells.iter().find(|&&cell| cell >= size * size) {
            return Err(Illegal::NoCell { cell, cells: size * size });
        }
        let player = self.turn;
        match (cells, self.can_move(player)) {
            ([], true) => Err(Illegal::CannotPass { example: self.first_move().to_string() }),
            ([], false) => Ok(Move::PASS),
            (_, false) => Err(Illegal::MustPass { player }),
            (&[from, to], true) => self.judge(self.square_of(from), self.square_of(to)),
            (_, true) => Err(Illegal::NotTwo { touched: cells.len() }),
        }
    }

    fn cells_of(&self, broken: &Illegal) -> Vec<CellId> {
        broken.squares().into_iter().map(|square| self.cell(square)).collect()
    }
}

impl<const W: usize, const N: usize> Raichu<W, N> {
    fn first_move(&self) -> Move<N> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves[0]
    }

    /// The legal move between two squares of the board, if both players have pieces. It uses
    /// neither the generator nor sets of squares, so that the two implementations check each other.
    pub(crate) fn judge(&self, from: Square, to: Square) -> Result<Move<N>, Illegal> {
        let Piece { player, kind } = match self.piece_at(from) {
            None => return Err(Illegal::NoPiece { at: from }),
            Some(piece) if piece.player != self.turn => return Err(Illegal::NotYours { at: from, piece }),
            Some(piece) => piece,
        };
        if from == to {
            return Err(Illegal::SameSquare { at: from, kind });
        }
        match kind {
            Kind::Pichu => self.judge_pichu(player, from, to)?,
            Kind::Pikachu => self.judge_pikachu(player, from, to)?,
            Kind::Raichu => judge_raichu(from, to)?,
        }
        let over = self.judge_path(kind, from, to)?;
        let promotes = kind != Kind::Raichu && to.row() == self.last_row(player);
        Ok(Move::new(from.index(N), to.index(N), over.map(|over| over.index(N)), promotes))
    }

    fn last_row(&self, player: Player) -> usize {
        match player {
            Player::One => self.size() - 1,
            Player::Two => 0,
        }
    }

    /// Whether a Pichu may move in this direction and this far, if nothing is in its way.
    fn judge_pichu(&self, player: Player, from: Square, to: Square) -> Result<(), Illegal> {
        let (ahead, columns) = forward_and_right(player, from, to);
        if from.row() == self.last_row(player) {
            Err(Illegal::PichuAtEnd { at: from })
        } else if columns.abs() != ahead && self.meets_an_enemy(from, to) {
            Err(Illegal::PichuCapture { from, player })
        } else if ahead < 0 {
            Err(Illegal::PichuBackward { from, to, player })
        } else if ahead == 0 {
            Err(Illegal::PichuSideways { from, player })
        } else if columns == 0 {
            Err(Illegal::PichuStraight { from })
        } else if columns.abs() != ahead {
            Err(Illegal::PichuOffDiagonal { from, to })
        } else if ahead > 2 {
            Err(Illegal::PichuTooFar { from, to, squares: squares(from, to) })
        } else {
            Ok(())
        }
    }

    fn judge_pikachu(&self, player: Player, from: Square, to: Square) -> Result<(), Illegal> {
        let (ahead, columns) = forward_and_right(player, from, to);
        let straight = columns == 0 && ahead > 0 || ahead == 0;
        if !straight && self.meets_an_enemy(from, to) {
            Err(Illegal::PikachuCapture { from, player })
        } else if ahead.abs() == columns.abs() {
            Err(Illegal::PikachuDiagonal { from })
        } else if ahead != 0 && columns != 0 {
            Err(Illegal::PikachuOffLine { from, to })
        } else if ahead < 0 {
            Err(Illegal::PikachuBackward { from, to, player })
        } else if squares(from, to) > 3 {
            Err(Illegal::PikachuTooFar { from, to, squares: squares(from, to) })
        } else {
            Ok(())
        }
    }

    /// The jumped piece, if the squares on the way and the last one allow the move. The two squares
    /// are on a line.
    fn judge_path(&self, kind: Kind, from: Square, to: Square) -> Result<Option<Square>, Illegal> {
        let mut jumped: Option<(Square, Piece)> = None;
        for (at, piece) in self.pieces_between(from, to) {
            if let Some((first, _)) = jumped {
                return Err(Illegal::TwoInTheWay { first, second: at });
            }
            if piece.player == self.turn {
                return Err(Illegal::OwnInTheWay { at, blocker: piece.kind });
            }
            jumped = Some((at, piece));
        }
        match (jumped, self.piece_at(to)) {
            (None, Some(piece)) if piece.player == self.turn => {
                Err(Illegal::OntoOwn { to, kind: piece.kind })
            }
            (None, Some(enemy)) => Err(Illegal::OntoEnemy { to, enemy }),
            (None, None) if !kind.steps(squares(from, to)) => Err(Illegal::NothingToJump { kind, from, to }),
            (None, None) => Ok(None),
            (Some((at, enemy)), _) if enemy.kind > kind => Err(Illegal::TooStrong { kind, at, enemy }),
            (Some((over, _)), Some(piece)) => Err(Illegal::NoLanding { over, to, piece }),
            (Some((over, _)), None) => Ok(Some(over)),
        }
    }

    /// Whether a move would end on an enemy or pass over one, so that a capture was intended.
    fn meets_an_enemy(&self, from: Square, to: Square) -> bool {
        let is_enemy = |piece: Piece| piece.player != self.turn;
        self.piece_at(to).is_some_and(is_enemy)
            || are_on_a_line(from, to) && self.pieces_between(from, to).any(|(_, piece)| is_enemy(piece))
    }

    /// The pieces between two squares on a line.
    fn pieces_between(&self, from: Square, to: Square) -> impl Iterator<Item = (Square, Piece)> {
        let (rows, columns) = from.offset(to);
        let step = (rows.signum(), columns.signum());
        (1..squares(from, to) as isize)
            .map(move |i| from.shifted((i * step.0, i * step.1)))
            .filter_map(|at| Some((at, self.piece_at(at)?)))
    }
}

fn judge_raichu(from: Square, to: Square) -> Result<(), Illegal> {
    if are_on_a_line(from, to) { Ok(()) } else { Err(Illegal::RaichuOffLine { from, to }) }
}

/// Whether two squares are in one row, column or diagonal.
fn are_on_a_line(from: Square, to: Square) -> bool {
    let (rows, columns) = from.offset(to);
    rows == 0 || columns == 0 || rows.abs() == columns.abs()
}

/// The distance from `from` to `to` ahead and to the right, from `player`'s point of view.
fn forward_and_right(player: Player, from: Square, to: Square) -> (isize, isize) {
    let (rows, columns) = from.offset(to);
    match player {
        Player::One => (rows, columns),
        Player::Two => (-rows, columns),
    }
}

/// The number of steps between two squares on a line.
fn squares(from: Square, to: Square) -> usize {
    let (rows, columns) = from.offset(to);
    rows.unsigned_abs().max(columns.unsigned_abs())
}
