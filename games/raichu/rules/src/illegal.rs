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
        /// The cell that was touched.
        cell: CellId,
        /// How many there are.
        cells: usize,
    },
    /// Neither a move nor a pass.
    #[error(
        "a move takes two squares, where a piece comes from and where it goes; {touched} {} named",
        if *.touched == 1 { "was" } else { "were" }
    )]
    NotTwo {
        /// How many squares were touched.
        touched: usize,
    },
    /// A player who can move must.
    #[error("you can move, so you may not pass: for example {example}")]
    CannotPass {
        /// A legal move.
        example: String,
    },
    /// A player who cannot move passes.
    #[error("no {} piece can move: the only move is to pass", colour(*.player))]
    MustPass {
        /// Whose turn it is.
        player: Player,
    },
    /// Nothing stands there.
    #[error("there is no piece on {at}")]
    NoPiece {
        /// Where the piece was to come from.
        at: Square,
    },
    /// The piece is the opponent's.
    #[error("{at} is a {piece}, and it is {}'s turn", name(piece.player.other()))]
    NotYours {
        /// Where the piece was to come from.
        at: Square,
        /// What stands there.
        piece: Piece,
    },
    /// The piece would stay where it is.
    #[error("the {kind} on {at} must go to another square than its own")]
    SameSquare {
        /// The square.
        at: Square,
        /// The piece on it.
        kind: Kind,
    },
    /// A Pichu that was set up on the last row.
    #[error("{at} is a Pichu on the last row: it moves only forward, so it cannot move any more")]
    PichuAtEnd {
        /// Where it stands.
        at: Square,
    },
    /// A Pichu was to capture in a direction in which it does not.
    #[error("{from} is a Pichu: it captures only by jumping diagonally forward ({}) over an enemy Pichu", ahead(*.player))]
    PichuCapture {
        /// Where it stands.
        from: Square,
        /// Whose it is.
        player: Player,
    },
    /// A Pichu moved backward.
    #[error("{from} is a Pichu: it moves only diagonally forward ({}), and {to} lies behind it", ahead(*.player))]
    PichuBackward {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// Whose it is.
        player: Player,
    },
    /// A Pichu moved sideways.
    #[error("{from} is a Pichu: it moves only diagonally forward ({}), not sideways", ahead(*.player))]
    PichuSideways {
        /// Where it stands.
        from: Square,
        /// Whose it is.
        player: Player,
    },
    /// A Pichu moved straight ahead.
    #[error("{from} is a Pichu: it moves diagonally forward, not straight ahead")]
    PichuStraight {
        /// Where it stands.
        from: Square,
    },
    /// A Pichu moved to a square that is on no diagonal.
    #[error("{from} is a Pichu: it moves diagonally forward, and {to} is not on a diagonal from {from}")]
    PichuOffDiagonal {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A Pichu moved more than two squares.
    #[error(
        "{from} is a Pichu: it goes one square, or two when it jumps an enemy Pichu, and {to} is {squares} away"
    )]
    PichuTooFar {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// How many squares that is.
        squares: usize,
    },
    /// A Pikachu was to capture in a direction in which it does not.
    #[error(
        "{from} is a Pikachu: it captures only by jumping straight forward ({}), left or right over an enemy Pichu or Pikachu",
        ahead(*.player)
    )]
    PikachuCapture {
        /// Where it stands.
        from: Square,
        /// Whose it is.
        player: Player,
    },
    /// A Pikachu moved backward.
    #[error("{from} is a Pikachu: it moves forward ({}), left or right, and {to} lies behind it", ahead(*.player))]
    PikachuBackward {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// Whose it is.
        player: Player,
    },
    /// A Pikachu moved diagonally.
    #[error("{from} is a Pikachu: it moves straight forward, left or right, never diagonally")]
    PikachuDiagonal {
        /// Where it stands.
        from: Square,
    },
    /// A Pikachu moved to a square that is neither in its row nor in its column.
    #[error(
        "{from} is a Pikachu: it moves straight forward, left or right, and {to} is neither in its row nor in its column"
    )]
    PikachuOffLine {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A Pikachu moved more than three squares.
    #[error(
        "{from} is a Pikachu: it goes one or two squares, or up to three when it jumps, and {to} is {squares} away"
    )]
    PikachuTooFar {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// How many squares that is.
        squares: usize,
    },
    /// A Raichu moved to a square that is on no line with it.
    #[error("{from} is a Raichu: it moves along a row, a column or a diagonal, and {to} is on none of them")]
    RaichuOffLine {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A Pichu or Pikachu went one square further than it can without a jump.
    #[error("a {kind} goes {} squares only to jump {}, and there is none between {from} and {to}", jump(*.kind), prey(*.kind))]
    NothingToJump {
        /// The piece.
        kind: Kind,
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// A piece of the same player stands in the way.
    #[error("your own {blocker} on {at} is in the way: only enemy pieces can be jumped")]
    OwnInTheWay {
        /// Where.
        at: Square,
        /// What stands there.
        blocker: Kind,
    },
    /// More than one piece stands in the way.
    #[error("{first} and {second} are both taken: a jump goes over exactly one piece")]
    TwoInTheWay {
        /// The nearest piece.
        first: Square,
        /// The next.
        second: Square,
    },
    /// The jumped piece is of a higher kind.
    #[error("{at} is a {enemy}, which a {kind} cannot jump: it can only jump {}", prey(*.kind))]
    TooStrong {
        /// The piece that was to jump.
        kind: Kind,
        /// What was to be jumped.
        at: Square,
        /// What stands there.
        enemy: Piece,
    },
    /// A piece of the same player stands where the piece was to go.
    #[error("{to} is taken by your own {kind}")]
    OntoOwn {
        /// Where the piece was to go.
        to: Square,
        /// What stands there.
        kind: Kind,
    },
    /// An enemy stands where the piece was to go.
    #[error("{to} is taken by a {enemy}: a piece is captured by jumping over it, never by moving onto it")]
    OntoEnemy {
        /// Where the piece was to go.
        to: Square,
        /// What stands there.
        enemy: Piece,
    },
    /// There is no room behind the jumped piece.
    #[error("the jump over {over} must end on an empty square, and {to} is taken by a {piece}")]
    NoLanding {
        /// What was to be jumped.
        over: Square,
        /// Where the jump was to end.
        to: Square,
        /// What stands there.
        piece: Piece,
    },
    /// A capture is written with `x`.
    #[error("{from}-{to} captures: write {from}x{to}")]
    WriteCapture {
        /// Where the piece comes from.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A move that captures nothing is written with `-`.
    #[error("{from}x{to} captures nothing: write {from}-{to}")]
    WriteStep {
        /// Where the piece comes from.
        from: Square,
        /// Where it goes.
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

/// Where forward is.
fn ahead(player: Player) -> &'static str {
    match player {
        Player::One => "down the board",
        Player::Two => "up the board",
    }
}

/// The number of squares for which a piece needs a jump.
fn jump(kind: Kind) -> &'static str {
    if kind == Kind::Pichu { "two" } else { "three" }
}

/// What a piece can jump.
fn prey(kind: Kind) -> &'static str {
    match kind {
        Kind::Pichu => "an enemy Pichu",
        Kind::Pikachu => "an enemy Pichu or Pikachu",
        Kind::Raichu => "an enemy piece",
    }
}
