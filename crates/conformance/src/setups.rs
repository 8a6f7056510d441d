//! Arbitrary boards, which a person may set up but random play does not reach.

use std::collections::{HashMap, HashSet};

use game::Game;
use rand::Rng;

use crate::board_text::BoardWords;
use crate::position_text::read;
use crate::seed::{Seed, below, once_in, one_of};

/// Up to `count` positions made by rearranging the boards of others. None if the text of a position
/// does not have one character for each cell.
pub(crate) fn setups<G: Game>(starts: &[G], played: &[G], count: usize, seed: Seed) -> Vec<G> {
    let mut rng = seed.rng("setups");
    let Some(letters) = starts.first().and_then(letters) else { return Vec::new() };
    let boards: Vec<BoardWords> = played.iter().filter_map(BoardWords::of).collect();
    if boards.is_empty() {
        return Vec::new();
    }
    let mut sides: Vec<&str> = boards.iter().map(|words| words.side.as_str()).collect();
    sides.sort_unstable();
    sides.dedup();
    let used = used_cells(&boards);
    let mut accepted = HashSet::new();
    // Some games reject most boards.
    for _ in 0..20 * count {
        if accepted.len() == count {
            break;
        }
        let mut words = one_of(&mut rng, &boards).clone();
        let all: Vec<usize> = (0..words.cells.len()).collect();
        let cells = if once_in(&mut rng, 4) { &all } else { &used[&all.len()] };
        rearrange(&mut rng, &mut words, cells, &letters);
        words.side = (*one_of(&mut rng, &sides)).to_string();
        accepted.extend(read::<G>(&words.text()).ok());
    }
    let mut accepted: Vec<G> = accepted.into_iter().collect();
    accepted.sort_by_key(G::write);
    accepted
}

/// For each board size, the cells that ever had a piece: half of a draughts board is never used.
fn used_cells(boards: &[BoardWords]) -> HashMap<usize, Vec<usize>> {
    let mut used: HashMap<usize, Vec<usize>> = HashMap::new();
    for BoardWords { cells, .. } in boards {
        let pieces = (0..cells.len()).filter(|&cell| cells[cell] != BoardWords::EMPTY);
        used.entry(cells.len()).or_default().extend(pieces);
    }
    for cells in used.values_mut() {
        cells.sort_unstable();
        cells.dedup();
    }
    used
}

/// The characters that a cell may have.
fn letters<G: Game>(start: &G) -> Option<Vec<char>> {
    BoardWords::of(start)?;
    let mut letters: Vec<char> = start.diagram().pieces.iter().map(|piece| piece.letter).collect();
    letters.push(BoardWords::EMPTY);
    Some(letters)
}

/// Removes some pieces, moves some and adds others, on these cells alone.
fn rearrange(rng: &mut impl Rng, words: &mut BoardWords, cells: &[usize], letters: &[char]) {
    if cells.is_empty() {
        return;
    }
    if once_in(rng, 2) {
        let one_in = 1 + below(rng, 8);
        for cell in &mut words.cells {
            if !once_in(rng, one_in) {
                *cell = BoardWords::EMPTY;
            }
        }
    }
    for _ in 0..below(rng, 12) {
        words.cells.swap(*one_of(rng, cells), *one_of(rng, cells));
    }
    for _ in 0..below(rng, 6) {
        words.cells[*one_of(rng, cells)] = *one_of(rng, letters);
    }
}
