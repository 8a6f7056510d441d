//! Why a move is illegal.

use crate::Position;

/// The number of a cell in the game's [`Diagram`](crate::Diagram).
pub type CellId = usize;

/// The ability to say which rule an attempted move breaks, in a sentence that a beginner understands.
pub trait Explain: Position {
    /// The rules that an attempt can break, one variant each, without a variant for "other
    /// reasons".
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// The legal move that a player means by touching `cells` in this order, usually where a piece
    /// comes from and where it goes. No cells mean a pass. The move begins on the first of the
    /// cells and ends on the last; between them a player may leave out what is unambiguous.
    ///
    /// # Errors
    /// Fails, with the rule that is broken, exactly if no legal move is meant. Cells that are not
    /// on the board are rejected too.
    fn attempt(&self, cells: &[CellId]) -> Result<Self::Move, Self::Illegal>;

    /// The cells that the sentence of a broken rule is about, so that a front end can point at
    /// them: first the one that is in the way. None where it is about no cell.
    fn cells_of(&self, broken: &Self::Illegal) -> Vec<CellId> {
        let _ = broken;
        Vec::new()
    }
}
