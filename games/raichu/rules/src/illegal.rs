//! The rules that an attempted move can break.

use game::{CellId, Outcome, Player};

use crate::piece::{Kind, Piece};
use crate::square::Square;

/// Why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over: {}", ended(*.0))]
    Over(Outcome),
    /// There is no such cell.
    #[error("the board has {cells} squares, numbered from 0, and {cell} is none of them")]
    NoCell {
        /// The cell touched.
        cell: CellId,
        /// The number of cells.
        cells: usize,
    },
    /// Neither a move nor a pass.
    #[error(
        "a move takes two squares, where a piece comes from and where it goes; {touched} {} named",
        if *.touched == 1 { "was" } else { "were" }
    )]
    NotTwo {
        /// The number of squares touched.
        touched: usize,
    },
    /// A player who can move may not pass.
    #[error("you can move, so you may not pass: for example {example}")]
    CannotPass {
        /// A legal move.
        example: String,
    },
    /// A player who cannot move must pass.
    #[error("no {} piece can move: the only move is to pass", colour(*.player))]
    MustPass {
        /// The side to move.
        player: Player,
    },
    /// There is no piece on the origin.
    #[error("there is no piece on {at}")]
    NoPiece {
        /// The origin.
        at: Square,
    },
    /// The piece belongs to the opponent.
    #[error("{at} is a {piece}, and it is {}'s turn", name(piece.player.other()))]
    NotYours {
        /// The origin.
        at: Square,
        /// The piece there.
        piece: Piece,
    },
    /// The piece would stay on its square.
    #[error("the {kind} on {at} must go to another square than its own")]
    SameSquare {
        /// The square.
        at: Square,
        /// The piece on it.
        kind: Kind,
    },
    /// A Pichu was set up on the far row.
    #[error("{at} is a Pichu on the far row: it moves only forward, so it cannot move any more")]
    PichuAtEnd {
        /// Its square.
        at: Square,
    },
    /// A Pichu would capture in a direction that is not allowed.
    #[error("{from} is a Pichu: it captures only by jumping diagonally forward ({}) over an enemy Pichu", ahead(*.player))]
    PichuCapture {
        /// Its square.
        from: Square,
        /// Its owner.
        player: Player,
    },
    /// A Pichu moved backward.
    #[error("{from} is a Pichu: it moves only diagonally forward ({}), and {to} lies behind it", ahead(*.player))]
    PichuBackward {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
        /// Its owner.
        player: Player,
    },
    /// A Pichu moved sideways.
    #[error("{from} is a Pichu: it moves only diagonally forward ({}), not sideways", ahead(*.player))]
    PichuSideways {
        /// Its square.
        from: Square,
        /// Its owner.
        player: Player,
    },
    /// A Pichu moved straight ahead.
    #[error("{from} is a Pichu: it moves diagonally forward, not straight ahead")]
    PichuStraight {
        /// Its square.
        from: Square,
    },
    /// A Pichu moved to a square that is not on a diagonal.
    #[error("{from} is a Pichu: it moves diagonally forward, and {to} is not on a diagonal from {from}")]
    PichuOffDiagonal {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A Pichu moved more than two squares.
    #[error(
        "{from} is a Pichu: it goes one square, or two when it jumps an enemy Pichu, and {to} is {squares} away"
    )]
    PichuTooFar {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
        /// The distance in squares.
        squares: usize,
    },
    /// A Pikachu would capture in a direction that is not allowed.
    #[error(
        "{from} is a Pikachu: it captures only by jumping straight forward ({}), left or right over an enemy Pichu or Pikachu",
        ahead(*.player)
    )]
    PikachuCapture {
        /// Its square.
        from: Square,
        /// Its owner.
        player: Player,
    },
    /// A Pikachu moved backward.
    #[error("{from} is a Pikachu: it moves forward ({}), left or right, and {to} lies behind it", ahead(*.player))]
    PikachuBackward {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
        /// Its owner.
        player: Player,
    },
    /// A Pikachu moved diagonally.
    #[error("{from} is a Pikachu: it moves straight forward, left or right, never diagonally")]
    PikachuDiagonal {
        /// Its square.
        from: Square,
    },
    /// A Pikachu moved to a square that is neither in its row nor in its column.
    #[error(
        "{from} is a Pikachu: it moves straight forward, left or right, and {to} is neither in its row nor in its column"
    )]
    PikachuOffLine {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A Pikachu moved more than three squares.
    #[error(
        "{from} is a Pikachu: it goes one or two squares, or up to three when it jumps, and {to} is {squares} away"
    )]
    PikachuTooFar {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
        /// The distance in squares.
        squares: usize,
    },
    /// A Raichu moved to a square that is not on a line with it.
    #[error("{from} is a Raichu: it moves along a row, a column or a diagonal, and {to} is on none of them")]
    RaichuOffLine {
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A Pichu or Pikachu moved one square further than it can without a jump.
    #[error("a {kind} goes {} squares only to jump {}, and there is none between {from} and {to}", jump(*.kind), prey(*.kind))]
    NothingToJump {
        /// The piece.
        kind: Kind,
        /// Its square.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A piece of the same player is in the way.
    #[error("your own {blocker} on {at} is in the way: only enemy pieces can be jumped")]
    OwnInTheWay {
        /// Its square.
        at: Square,
        /// Its kind.
        blocker: Kind,
    },
    /// More than one piece is in the way.
    #[error("{first} and {second} are both taken: a jump goes over exactly one piece")]
    TwoInTheWay {
        /// The nearest piece.
        first: Square,
        /// The next piece.
        second: Square,
    },
    /// The jumped piece is of a higher kind.
    #[error("{at} is a {enemy}, which a {kind} cannot jump: it can only jump {}", prey(*.kind))]
    TooStrong {
        /// The piece that would jump.
        kind: Kind,
        /// The square of the piece to be jumped.
        at: Square,
        /// The piece there.
        enemy: Piece,
    },
    /// A piece of the same player is on the destination.
    #[error("{to} is taken by your own {kind}")]
    OntoOwn {
        /// The destination.
        to: Square,
        /// The piece there.
        kind: Kind,
    },
    /// An enemy is on the destination.
    #[error("{to} is taken by a {enemy}: a piece is captured by jumping over it, never by moving onto it")]
    OntoEnemy {
        /// The destination.
        to: Square,
        /// The piece there.
        enemy: Piece,
    },
    /// The square behind the jumped piece is occupied.
    #[error("the jump over {over} must end on an empty square, and {to} is taken by a {piece}")]
    NoLanding {
        /// The square of the jumped piece.
        over: Square,
        /// The destination.
        to: Square,
        /// The piece there.
        piece: Piece,
    },
    /// A capture is written with `x`.
    #[error("{from}-{to} captures: write {from}x{to}")]
    WriteCapture {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A move that captures nothing is written with `-`.
    #[error("{from}x{to} captures nothing: write {from}-{to}")]
    WriteStep {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
}

fn name(player: Player) -> &'static str {
    match player {
        Player::One => "White",
        Player::Two => "Black",
    }
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::One => "white",
        Player::Two => "black",
    }
}

fn ended(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{} has captured every enemy piece", name(winner)),
        Outcome::Draw => "neither side can move, so it is a draw".to_string(),
    }
}

/// The forward direction in words that stay true when the board is turned around.
fn ahead(player: Player) -> &'static str {
    match player {
        Player::One => "towards Black's side",
        Player::Two => "towards White's side",
    }
}

/// The number of squares that takes a jump.
fn jump(kind: Kind) -> &'static str {
    if kind == Kind::Pichu { "two" } else { "three" }
}

/// The pieces that a piece can jump.
fn prey(kind: Kind) -> &'static str {
    match kind {
        Kind::Pichu => "an enemy Pichu",
        Kind::Pikachu => "an enemy Pichu or Pikachu",
        Kind::Raichu => "an enemy piece",
    }
}
