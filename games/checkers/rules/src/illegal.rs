//! The rules that a move can break, and a sentence for each.

use game::CellId;

use crate::Square;

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
