//! The rules that a move can break, and a sentence for each.

use game::{CellId, Player};

use crate::Cell;
use crate::cell::CELLS;
use crate::layout::SIDES;

/// The rule that an attempted move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// A side has lost four tokens.
    #[error("the game is over: {} has lost 4 tokens", SIDES[*.loser].name)]
    Decided {
        /// That side.
        loser: Player,
    },
    /// The player to move cannot.
    #[error("the game is over: {} is to move and has no legal move, so it is a draw", SIDES[*.player].name)]
    Stuck {
        /// That player.
        player: Player,
    },
    /// The board has no such cell.
    #[error("the board has {CELLS} cells, and cell {cell} counted from 0 is none of them")]
    NoCell {
        /// The number that was given.
        cell: CellId,
    },
    /// No cell was named.
    #[error("nobody passes: name two neighbouring tokens, first the one behind and then the one in front")]
    Pass,
    /// One cell was named.
    #[error("a single token does not move: after {cell} name the token in front of it")]
    Single {
        /// That cell.
        cell: Cell,
    },
    /// More than two cells were named.
    #[error("a move is a pair of tokens, not {count}: name only the one behind and the one in front")]
    TooMany {
        /// How many were named.
        count: usize,
    },
    /// A cell was named twice.
    #[error("{cell} is named twice: a single token does not move, only a pair of neighbours")]
    Twice {
        /// That cell.
        cell: Cell,
    },
    /// A named cell is empty.
    #[error("{cell} is empty: name two tokens of {}'s, first the one behind and then the one in front", SIDES[*.mover].name)]
    Empty {
        /// That cell.
        cell: Cell,
        /// Who is to move.
        mover: Player,
    },
    /// A named cell holds an enemy.
    #[error("{cell} holds a token of {}'s: name two of {}'s, who is to move", SIDES[.mover.other()].name, SIDES[*.mover].name)]
    Enemy {
        /// That cell.
        cell: Cell,
        /// Who is to move.
        mover: Player,
    },
    /// The named tokens are no pair.
    #[error("{behind} and {front} are not neighbours: only two tokens side by side move together")]
    Apart {
        /// The first cell.
        behind: Cell,
        /// The second cell.
        front: Cell,
    },
    /// The pair would walk off the board.
    #[error("{front} is on the edge: {behind}{front} would take the pair off the board")]
    Edge {
        /// Where the token behind stands.
        behind: Cell,
        /// Where the token in front stands.
        front: Cell,
    },
    /// There is an own token in the way.
    #[error("{ahead} in front of the pair holds a token of {}'s own: only two tokens move, and they push only enemies", SIDES[*.mover].name)]
    OwnAhead {
        /// Where that token stands.
        ahead: Cell,
        /// Who is to move.
        mover: Player,
    },
    /// There are two enemies in a row.
    #[error("a pair pushes only one token: {beyond} behind {ahead} is not empty")]
    TwoAhead {
        /// The enemy in front of the pair.
        ahead: Cell,
        /// The enemy behind it.
        beyond: Cell,
    },
    /// An own token stands behind the enemy.
    #[error("the token on {ahead} cannot be pushed: {beyond} behind it holds a token of {}'s own", SIDES[*.mover].name)]
    OwnBeyond {
        /// The enemy in front of the pair.
        ahead: Cell,
        /// The own token behind it.
        beyond: Cell,
        /// Who is to move.
        mover: Player,
    },
    /// The enemy would leave the board straight through a corner.
    #[error("{corner} is a corner and a token cannot be pushed straight out through it")]
    Corner {
        /// That corner.
        corner: Cell,
    },
}
