//! The rules that a move can break, and a sentence for each.

use game::CellId;

use crate::Square;

/// The rule that an attempted move breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over: {loser} {}", if *.has_pieces { "is to move and cannot" } else { "has lost all pieces" })]
    Over {
        /// The side that has lost.
        loser: &'static str,
        /// Whether it has pieces, none of which can move.
        has_pieces: bool,
    },
    /// There is no such cell.
    #[error("the board has 64 cells, and number {0} is none of them")]
    NoCell(CellId),
    /// Fewer than two squares were named.
    #[error("nobody may pass: name the square to move from and the square to move to")]
    TooFew,
    /// A light square was named.
    #[error("this is a light square: the game is played on the dark squares only")]
    LightSquare {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The column, counted from 1 on the left.
        column: usize,
    },
    /// There is no piece where the move begins.
    #[error("there is no piece on {0}")]
    NoPiece(Square),
    /// The piece belongs to the opponent.
    #[error("the piece on {square} is {owner}'s, and it is {mover}'s turn")]
    NotYours {
        /// Its square.
        square: Square,
        /// Its owner.
        owner: &'static str,
        /// The side to move.
        mover: &'static str,
    },
    /// A jump is possible and was not taken.
    #[error("you must jump: {}", one_of(.0))]
    MustJump(Vec<String>),
    /// The chain of jumps is incomplete.
    #[error("the same piece must go on jumping: {}", one_of(.0))]
    MustGoOn(Vec<String>),
    /// Several chains fit, and they lead to different positions.
    #[error("that can mean more than one move: {}", one_of(.0))]
    Ambiguous(Vec<String>),
    /// The move would end where it began.
    #[error("a move must lead somewhere else than {0}")]
    SameSquare(Square),
    /// A man would move backward.
    #[error("{from} is a man: it goes forward only, and {to} is not ahead of it")]
    Backward {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The destination is occupied.
    #[error("{to} is occupied by {by}")]
    Occupied {
        /// The destination.
        to: Square,
        /// The piece there.
        by: &'static str,
    },
    /// A jump over nothing.
    #[error("there is nothing to jump on {over}, between {from} and {to}")]
    NothingToJump {
        /// The start of the jump.
        from: Square,
        /// The square jumped over.
        over: Square,
        /// The end of the jump.
        to: Square,
    },
    /// A jump over a piece of the same side.
    #[error("the piece on {over} is your own: only an enemy piece can be jumped")]
    OwnPiece {
        /// Its square.
        over: Square,
    },
    /// Neither a step nor a jump.
    #[error(
        "{to} is too far from {from}: a step goes to the next square on a diagonal, a jump to the one behind"
    )]
    TooFar {
        /// The start of the move.
        from: Square,
        /// The end of the move.
        to: Square,
    },
    /// A step inside a chain.
    #[error("from {from} to {to} is a step, and a chain is made of jumps")]
    StepInChain {
        /// The start of the step.
        from: Square,
        /// The end of the step.
        to: Square,
    },
    /// The chain would continue after the man was crowned.
    #[error("on {0} the man is crowned, and its move ends there")]
    Crowned(Square),
    /// A step written as a jump, or the other way round.
    #[error("{written} has the wrong mark: write {right}")]
    WrongMark {
        /// The text.
        written: String,
        /// The correct text.
        right: String,
    },
}

/// A list of moves in words; at most eight, because there can be many chains.
fn one_of(moves: &[String]) -> String {
    const MOST: usize = 8;
    let shown = &moves[..moves.len().min(MOST)];
    match shown {
        [all @ .., last] if moves.len() <= MOST && !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ if moves.len() > MOST => format!("{} or another", shown.join(", ")),
        _ => shown.join(", "),
    }
}
