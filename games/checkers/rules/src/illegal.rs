//! Why a move is illegal.

use game::{CellId, Explain, Player, Position};

use crate::board::{Direction, SQUARES};
use crate::layout::square_of;
use crate::{Checkers, Move, Piece, Square};

/// The rule that an attempted move breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over: {0} has won")]
    Over(&'static str),
    /// There is no such cell.
    #[error("the board has 64 cells, and number {0} is none of them")]
    NoCell(CellId),
    /// Fewer than two squares were named.
    #[error("nobody may pass: name the square to move from and the square to move to")]
    TooFew,
    /// A light square was named.
    #[error("row {row}, column {column} is a light square: the game is played on the dark squares only")]
    LightSquare {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The column, counted from 1 on the left.
        column: usize,
    },
    /// Nothing stands where the move begins.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece is the opponent's.
    #[error("the piece on {square} is {owner}'s, and it is {mover}'s turn")]
    NotYours {
        /// Where it stands.
        square: Square,
        /// Whose it is.
        owner: &'static str,
        /// Who is to move.
        mover: &'static str,
    },
    /// A jump is there and was not taken.
    #[error("you must jump: {}", one_of(.0))]
    MustJump(Vec<String>),
    /// The chain of jumps is not at its end.
    #[error("the same piece must go on jumping: {}", one_of(.0))]
    MustGoOn(Vec<String>),
    /// Several chains fit, and they lead to different positions.
    #[error("that can mean more than one move: {}", one_of(.0))]
    Ambiguous(Vec<String>),
    /// The move would end where it began.
    #[error("a move must lead somewhere else than {0}")]
    SameSquare(Square),
    /// A man was to go backward.
    #[error("{from} is a man: it goes forward only, and {to} is not ahead of it")]
    Backward {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// Something stands where the move would end.
    #[error("{to} is occupied by {by}")]
    Occupied {
        /// Where the move would end.
        to: Square,
        /// What stands there.
        by: &'static str,
    },
    /// A jump over nothing.
    #[error("there is nothing to jump on {over}, between {from} and {to}")]
    NothingToJump {
        /// Where the jump would begin.
        from: Square,
        /// What it would jump over.
        over: Square,
        /// Where it would end.
        to: Square,
    },
    /// A jump over an own piece.
    #[error("the piece on {over} is your own: only an enemy piece can be jumped")]
    OwnPiece {
        /// Where it stands.
        over: Square,
    },
    /// Neither a step nor a jump.
    #[error(
        "{to} is too far from {from}: a step goes to the next square on a diagonal, a jump to the one behind"
    )]
    TooFar {
        /// Where the move would begin.
        from: Square,
        /// Where it would end.
        to: Square,
    },
    /// A step inside a chain.
    #[error("from {from} to {to} is a step, and a chain is made of jumps")]
    StepInChain {
        /// Where the step would begin.
        from: Square,
        /// Where it would end.
        to: Square,
    },
    /// The chain was to go on after the man was crowned.
    #[error("on {0} the man is crowned, and its move ends there")]
    Crowned(Square),
    /// A step written as a jump, or the other way round.
    #[error("{written} has the wrong mark: write {right}")]
    WrongMark {
        /// What was written.
        written: String,
        /// What would do.
        right: String,
    },
}

/// Lists moves as a person would; not more than eight, for chains can be many.
fn one_of(moves: &[String]) -> String {
    const MOST: usize = 8;
    let shown = &moves[..moves.len().min(MOST)];
    match shown {
        [all @ .., last] if moves.len() <= MOST && !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ if moves.len() > MOST => format!("{} or another", shown.join(", ")),
        _ => shown.join(", "),
    }
}

fn piece_name(piece: Piece) -> &'static str {
    match (piece.player, piece.is_king) {
        (Player::One, false) => "a red man",
        (Player::One, true) => "a red king",
        (Player::Two, false) => "a black man",
        (Player::Two, true) => "a black king",
    }
}

impl Explain for Checkers {
    type Illegal = Illegal;

    /// A whole chain is meant by all the squares that the piece touches, or by the first and the last where
    /// every chain between them leads to the same position.
    fn attempt(&self, cells: &[CellId]) -> Result<Move, Illegal> {
        let mut moves = Vec::new();
        if let Some(outcome) = self.legal_moves(&mut moves) {
            let winner = Player::ALL.into_iter().find(|&p| outcome.for_player(p) == game::Value::Win);
            return Err(Illegal::Over(winner.map_or("nobody", crate::setup::side_name)));
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
    square_of(cell).ok_or(Illegal::LightSquare { row: cell / 8 + 1, column: cell % 8 + 1 })
}

impl Checkers {
    /// The rule that a path of two squares or more breaks, where `moves` are the legal moves and it is none.
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
            // What is wrong with the leg itself teaches more than the duty to jump, except for a good step.
            None => Illegal::MustJump(texts(moves)),
            Some(rule) => rule,
        }
    }

    /// The rule that a chain of three squares or more breaks: the first leg that is no jump is to blame.
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

    /// Whether the piece, a man when it set out, stands on `at` crowned by this very move.
    fn is_crowned_man(&self, piece: Piece, at: Square, start: Square) -> bool {
        at != start && !piece.is_king && at.bit() & crate::board::crown_row(piece.player) != 0
    }

    /// The board in the middle of a chain.
    fn after_jump(&self, from: Square, over: Square, to: Square) -> Checkers {
        let is_king = self.kings & from.bit() != 0;
        let gone = from.bit() | over.bit();
        Checkers {
            ours: self.ours & !from.bit() | to.bit(),
            theirs: self.theirs & !over.bit(),
            kings: self.kings & !gone | if is_king { to.bit() } else { 0 },
            turn: self.turn,
        }
    }

    /// What is wrong with going from one square to another, by a step or a jump, were it not for the rest
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
            let step = direction.step(from.bit()) & SQUARES;
            step == to.bit() || step != 0 && direction.step(step) & SQUARES == to.bit()
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

/// The square between two that are a jump apart; nothing for neighbours.
fn between(from: Square, to: Square) -> Option<Square> {
    let middle = |a: usize, b: usize| (a.abs_diff(b) == 2).then(|| a.midpoint(b));
    Square::at(middle(from.row(), to.row())?, middle(from.column(), to.column())?)
}
