//! Symmetries of a game.

use crate::Position;

/// A symmetry of a game other than the identity, by its number among [`Symmetric::SYMMETRIES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(pub u8);

/// The ability to mirror, turn and recolour positions so that the game stays the same. Together with the
/// identity the symmetries form a group. A game without any implements this trait with an empty body.
pub trait Symmetric: Position {
    /// The number of symmetries besides the identity; [`Symmetry`] counts from 0.
    const SYMMETRIES: u8 = 0;

    /// Whether `symmetry` exchanges the players.
    #[must_use]
    fn swaps_players(symmetry: Symmetry) -> bool {
        let _ = symmetry;
        false
    }

    /// The position transformed by `symmetry`.
    #[must_use]
    fn transform(&self, symmetry: Symmetry) -> Self {
        let _ = symmetry;
        self.clone()
    }

    /// The move in the transformed position that corresponds to `mv`, which is legal here.
    #[must_use]
    fn transform_move(&self, symmetry: Symmetry, mv: Self::Move) -> Self::Move {
        let _ = symmetry;
        mv
    }

    /// Every symmetry but the identity.
    fn symmetries() -> impl Iterator<Item = Symmetry> {
        (0..Self::SYMMETRIES).map(Symmetry)
    }
}
