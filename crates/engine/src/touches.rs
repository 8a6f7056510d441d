//! The cells by which a player may mean a move that carries several pieces.

use std::collections::HashMap;

use game::{CellId, Slide};

use crate::legal_move::LegalMove;

/// Adds to each move that carries several pieces of its player the other pairs of cells by which it may be meant: two of
/// the pieces in any order, or one of them and the cell that the foremost goes to. A pair that fits several moves means
/// none.
pub(crate) fn add_other_touches(moves: &mut [LegalMove], is_movers: impl Fn(CellId) -> bool) {
    let pairs: Vec<Vec<Vec<CellId>>> = moves.iter().map(|mv| pairs(mv, &is_movers)).collect();
    let mut fits: HashMap<&[CellId], usize> = HashMap::new();
    for cells in moves.iter().map(|mv| &mv.touched).chain(pairs.iter().flatten()) {
        *fits.entry(cells).or_default() += 1;
    }
    let unique: Vec<Vec<Vec<CellId>>> = pairs
        .iter()
        .map(|pairs| pairs.iter().filter(|pair| fits[pair.as_slice()] == 1).cloned().collect())
        .collect();
    for (mv, pairs) in moves.iter_mut().zip(unique) {
        mv.other_touches = pairs;
    }
}

/// The pairs of cells by which a move may be meant, besides the cells that are touched for it.
fn pairs(mv: &LegalMove, is_movers: impl Fn(CellId) -> bool) -> Vec<Vec<CellId>> {
    let own: Vec<&Slide> = mv.slides.iter().filter(|slide| is_movers(slide.path[0])).collect();
    let Some(end) = own.last().and_then(|foremost| foremost.path.last()) else { return Vec::new() };
    if own.len() < 2 {
        return Vec::new();
    }
    let from = || own.iter().map(|slide| slide.path[0]);
    let all = from().flat_map(|a| from().chain([*end]).map(move |b| vec![a, b]));
    all.filter(|pair| pair[0] != pair[1] && *pair != mv.touched).collect()
}

/// The cells along which a move is drawn: where its first piece begins, and on to where the pieces come that go before
/// it in one row.
pub(crate) fn course(slides: &[Slide], touched: &[CellId]) -> Vec<CellId> {
    let mut cells = touched.to_vec();
    for Slide { path, leaves_board } in slides {
        if let ([.., last], [from, to]) = (cells.as_slice(), path.as_slice())
            && last == from
            && cells.len() == touched.len()
            && !leaves_board
        {
            cells.push(*to);
        }
    }
    cells
}
