//! One position, one text or one list of cells at a time, for fuzzers and property tests that bring their own.
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

/// Claims everything that can be claimed of a position by itself, apart from its predecessors.
///
/// # Panics
/// Panics when the game does not keep the contract.
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

/// Claims what is quickly asked: list, predicate, count and outcome agree, and moves keep key and plies.
///
/// # Panics
/// Panics when the game does not keep the contract.
pub fn moves<G: Game>(pos: &G) {
    let mut list = Vec::new();
    moves::check_position(pos, &mut list, &[]);
    whole_games::check_moves(pos, &mut list);
    key::check_kept(pos);
}

/// Claims that exactly the positions with a move to this one are its predecessors, as far as can be told from
/// here: those that it names have such a move. On large boards this takes long.
///
/// # Panics
/// Panics when the game does not keep the contract.
pub fn predecessors<G: Game>(pos: &G) {
    retro::check_position(pos);
}

/// Claims of a legal move that the position after it knows where it came from.
///
/// # Panics
/// Panics when the game does not keep the contract.
pub fn taken_back<G: Game>(pos: &G, mv: G::Move) {
    retro::check_move(pos, mv, pos.predecessors().is_some());
}

/// Reads what may be the text of a position. What is accepted is written in every form and read back; what is
/// refused is refused with a reason, on one line.
///
/// # Panics
/// Panics when the game does not keep the contract.
pub fn position_text<G: Game>(text: &str) -> Option<G> {
    let pos = position_text::check_any(text)?;
    position_text::check_position(&pos);
    Some(pos)
}

/// Reads what may be the text of a move. What is accepted is legal; what is refused is refused with a reason,
/// on one line.
///
/// # Panics
/// Panics when the game does not keep the contract.
pub fn move_text<G: Game>(pos: &G, text: &str) -> Option<G::Move> {
    move_text::check_any(pos, text)
}

/// Touches cells, of the board or not. What they mean is legal, and touches the same ends; what is refused is
/// refused with a sentence.
///
/// # Panics
/// Panics when the game does not keep the contract.
pub fn cells<G: Game>(pos: &G, cells: &[CellId]) -> Option<G::Move> {
    explain::check_attempt(pos, pos.occupants().len(), cells)
}
