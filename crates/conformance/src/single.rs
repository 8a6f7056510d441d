//! Checks of one position, one text or one list of cells, for fuzzers and property tests that
//! supply their own.
//!
//! ```
//! use conformance::single;
//! use game::{Position, toy::Toy};
//!
//! assert_eq!(single::position_text::<Toy>("what is this"), None);
//! let start = Toy::start();
//! single::position(&start);
//! assert!(single::move_text(&start, " left ").is_some());
//! ```

use std::collections::HashMap;

use game::{CellId, Game};

use crate::{explain, index, key, layout, move_text, moves, position_text, retro, symmetry, whole_games};

/// Checks everything that can be checked on a single position, except its predecessors.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn position<G: Game>(pos: &G) {
    moves(pos);
    position_text::check_position(pos);
    move_text::check_moves(pos);
    explain::check_touched(pos);
    layout::check_position(pos, &pos.diagram());
    for symmetry in G::symmetries() {
        symmetry::check_image(pos, symmetry);
        symmetry::check_moves(pos, symmetry);
    }
    if let Some(slice) = pos.slice() {
        index::check_number(pos, slice);
        index::check_successors(pos, slice, &HashMap::new());
    }
}

/// The fast checks: list, predicate, count and outcome agree, and moves update key and plies.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn moves<G: Game>(pos: &G) {
    let mut list = Vec::new();
    moves::check_position(pos, &mut list, &[]);
    whole_games::check_moves(pos, &mut list);
    key::check_kept(pos);
}

/// Checks the predecessors of this position: each of them has a move to it. This takes long on
/// large boards.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn predecessors<G: Game>(pos: &G) {
    retro::check_position(pos);
}

/// Checks that this position is a predecessor of the position after a legal move.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn taken_back<G: Game>(pos: &G, mv: G::Move) {
    retro::check_move(pos, mv, pos.predecessors().is_some());
}

/// Reads a text that may be a position. If it is accepted, it is written in every format and read
/// back; otherwise there must be a reason, on one line.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn position_text<G: Game>(text: &str) -> Option<G> {
    let pos = position_text::check_any(text)?;
    position_text::check_position(&pos);
    Some(pos)
}

/// Reads a text that may be a move. If it is accepted, it must be legal; otherwise there must be a
/// reason, on one line.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn move_text<G: Game>(pos: &G, text: &str) -> Option<G::Move> {
    move_text::check_any(pos, text)
}

/// Touches cells, on the board or not. If they mean a move, it must be legal and touch the same
/// ends; otherwise there must be a reason, as a sentence.
///
/// # Panics
/// Panics if the game does not keep the contract.
pub fn cells<G: Game>(pos: &G, cells: &[CellId]) -> Option<G::Move> {
    explain::check_attempt(pos, pos.occupants().len(), cells)
}
