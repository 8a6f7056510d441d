//! A legal move as people see it, and why a text or a touch is not one.

use game::{CellId, MoveError, Slide};

use crate::erased::MoveId;
use crate::touches::course;

/// A legal move as people see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// Its place in the list of legal moves.
    pub id: MoveId,
    /// How it is written.
    pub text: String,
    /// The cells of the diagram that a player touches to make it, in order; empty for a pass.
    pub touched: Vec<CellId>,
    /// The number of pieces captured.
    pub takes: usize,
    /// The pieces that it carries from cell to cell; see [`Layout::slides`](game::Layout::slides).
    pub slides: Vec<Slide>,
    /// Other lists of cells by which a player may mean this move and no other one.
    pub other_touches: Vec<Vec<CellId>>,
}

impl LegalMove {
    /// Every list of cells by which a player may mean it; empty for a pass.
    pub fn ways(&self) -> impl Iterator<Item = &[CellId]> {
        let ways = std::iter::once(&self.touched).chain(&self.other_touches);
        ways.map(Vec::as_slice).filter(|cells| !cells.is_empty())
    }

    /// The cells along which it is drawn: those that the pieces of its player go through.
    #[must_use]
    pub fn course(&self) -> Vec<CellId> {
        course(&self.slides, &self.touched)
    }
}

/// Why a text, or a list of touched cells, is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct InvalidMove {
    /// What is wrong with it, or the rule that it breaks.
    pub reason: String,
    /// Whether the text cannot be parsed as a move, rather than naming an illegal one.
    pub is_unreadable: bool,
    /// The cells that the reason is about, first the one that is in the way.
    pub cells: Vec<CellId>,
}

impl InvalidMove {
    pub(crate) fn new<G: game::Game>(pos: &G, fault: &MoveError<G::Illegal>) -> InvalidMove {
        let (is_unreadable, cells) = match fault {
            MoveError::Illegal(broken) => (false, pos.cells_of(broken)),
            MoveError::Unreadable { .. } => (true, Vec::new()),
        };
        InvalidMove { reason: fault.to_string(), is_unreadable, cells }
    }
}
