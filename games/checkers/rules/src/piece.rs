//! The pieces.

use game::Player;

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its owner.
    pub player: Player,
    /// Whether it is crowned.
    pub is_king: bool,
}
