//! What a batch wants to know about a game beyond the contract.

use game::{CellId, Diagram, Game, Layout, Symmetry};

/// How the moves of a game become numbers. Everything has a default that works for games whose
/// moves touch at most two cells.
pub trait Encoding: Send + Sync + 'static {
    /// The game.
    type Position: Game;

    /// How many numbers [`move_code`](Encoding::move_code) gives.
    const MOVE_CODES: usize = 0;

    /// The paths of cells, in any order, that player one may touch for a move on the board of `pos`,
    /// whatever stands on it. The default has no cell, every cell, and every pair of cells.
    #[must_use]
    fn action_paths(pos: &Self::Position) -> Vec<Vec<CellId>> {
        pairs_of_cells(pos)
    }

    /// A number that tells the move from all others on the same board, whatever stands on it, so
    /// that its action is looked up only once. Moves without one are looked up each time.
    #[inline]
    fn move_code(mv: <Self::Position as game::Position>::Move) -> Option<usize> {
        let _ = mv;
        None
    }

    /// The symmetry through which player two sees the board as player one does, if there is one.
    #[must_use]
    fn player_two_view() -> Option<Symmetry> {
        player_two_view::<Self::Position>()
    }

    /// Whether no earlier position can come again after the move.
    #[inline]
    fn is_irreversible(pos: &Self::Position, mv: <Self::Position as game::Position>::Move) -> bool {
        Self::Position::HOUSE_RULES.no_progress.is_some() && pos.is_progress(mv)
    }
}

/// No cell, every cell, and every pair of cells of a board.
#[must_use]
pub fn pairs_of_cells<G: Layout>(pos: &G) -> Vec<Vec<CellId>> {
    let cells = 0..pos.diagram().cells.len();
    let pairs = cells.clone().flat_map(|a| cells.clone().filter(move |&b| b != a).map(move |b| vec![a, b]));
    std::iter::once(Vec::new()).chain(cells.clone().map(|a| vec![a])).chain(pairs).collect()
}

/// The first symmetry that exchanges the players.
#[must_use]
pub fn player_two_view<G: Game>() -> Option<Symmetry> {
    G::symmetries().find(|&symmetry| G::swaps_players(symmetry))
}

/// The numbers of rows and columns, if the cells are a rectangle in reading order.
pub(crate) fn grid(diagram: &Diagram) -> Option<(usize, usize)> {
    let cells = &diagram.cells;
    let columns = cells.iter().take_while(|cell| cell.row == cells[0].row).count();
    let is_grid =
        cells.iter().enumerate().all(|(i, cell)| (cell.row, cell.column) == (i / columns, 2 * (i % columns)));
    (is_grid && cells.len().is_multiple_of(columns)).then(|| (cells.len() / columns, columns))
}
