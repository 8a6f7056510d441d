//! Why a move is illegal.

use crate::Position;

/// The number of a cell in the game's [`Diagram`](crate::Diagram).
pub type CellId = usize;

/// The ability to say which rule an attempted move breaks, in a sentence that a beginner understands.
pub trait Explain: Position {
    /// The rules that an attempt can break, one variant each. There is none for "other reasons".
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// The legal move that a player means by touching `cells` in this order, usually where a piece comes
    /// from and where it goes. No cells at all mean to pass. A move that is found begins and ends on the
    /// first and the last cell given; between them a player may leave out what goes without saying.
    ///
    /// # Errors
    /// Fails, with the rule that is broken, exactly when no legal move is meant. Cells that the board
    /// does not have are refused too.
    fn attempt(&self, cells: &[CellId]) -> Result<Self::Move, Self::Illegal>;
}
