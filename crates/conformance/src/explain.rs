//! Moves made by touching cells, and the reasons why others are illegal.

use game::{CellId, Game};
use rand::Rng;

use crate::claim::{ensure, without_panic};
use crate::sample::Sample;
use crate::seed::{below, once_in, one_of};

const CHECK: &str = "explain";
const POSITIONS: usize = 200;
/// The largest number of pairs of cells per position; enough for all pairs of an 8 × 8 board.
const MOST_PAIRS: usize = 4096;
const FEWEST_WORDS: usize = 3;

/// The cells of a legal move mean that move; any other cells are rejected with a reason, or mean
/// another legal move between the same cells.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    for pos in &sample.positions {
        check_touched(pos);
    }
    let mut rng = sample.seed.rng(CHECK);
    for pos in sample.first(POSITIONS) {
        let occupants = pos.occupants();
        let cells = occupants.len();
        for pair in pairs(&mut rng, &occupants) {
            check_attempt(pos, cells, &pair);
        }
        for list in oddities(&mut rng, cells).into_iter().chain(overlong(pos)) {
            check_attempt(pos, cells, &list);
        }
    }
}

pub(crate) fn check_touched<G: Game>(pos: &G) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    for mv in moves {
        let cells = pos.touched(mv);
        let attempt = attempt(pos, &cells);
        ensure!(attempt == Ok(mv), CHECK, pos, "{mv:?} touches {cells:?}, and these mean {attempt:?}");
    }
}

fn attempt<G: Game>(pos: &G, cells: &[CellId]) -> Result<G::Move, G::Illegal> {
    without_panic(CHECK, || pos.write(), format_args!("attempting {cells:?}"), || pos.attempt(cells))
}

/// Touches these cells of a board with `count` cells, and returns the move that they mean.
pub(crate) fn check_attempt<G: Game>(pos: &G, count: usize, cells: &[CellId]) -> Option<G::Move> {
    match attempt(pos, cells) {
        Ok(mv) => {
            ensure!(pos.is_legal(mv), CHECK, pos, "{cells:?} mean {mv:?}, which is not legal");
            ensure!(
                cells.iter().all(|&cell| cell < count),
                CHECK,
                pos,
                "{cells:?} are not all on the board, and mean {mv:?}"
            );
            let touched = pos.touched(mv);
            let ends = |cells: &[CellId]| (cells.first().copied(), cells.last().copied());
            ensure!(
                ends(&touched) == ends(cells),
                CHECK,
                pos,
                "{cells:?} mean {mv:?}, which touches {touched:?}"
            );
            Some(mv)
        }
        Err(illegal) => {
            let said = illegal.to_string();
            let words = said.split_whitespace().count();
            ensure!(
                words >= FEWEST_WORDS,
                CHECK,
                pos,
                "{cells:?} are refused with '{said}', which is no sentence"
            );
            None
        }
    }
}

/// Every pair of cells or, on a large board, some of them, half of which begin with a piece.
fn pairs(rng: &mut impl Rng, occupants: &[Option<usize>]) -> Vec<[CellId; 2]> {
    let cells = occupants.len();
    if cells * cells <= MOST_PAIRS {
        return (0..cells * cells).map(|i| [i / cells, i % cells]).collect();
    }
    let occupied: Vec<CellId> = (0..cells).filter(|&cell| occupants[cell].is_some()).collect();
    let first = |rng: &mut _| match occupied.is_empty() || once_in(rng, 2) {
        true => below(rng, cells),
        false => *one_of(rng, &occupied),
    };
    (0..MOST_PAIRS).map(|_| [first(rng), below(rng, cells)]).collect()
}

/// The cells of each legal move followed by one more, which may be off the board.
fn overlong<G: Game>(pos: &G) -> Vec<Vec<CellId>> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let count = pos.occupants().len();
    let longer = |mv| [0, count, usize::MAX].map(|more| pos.touched(mv).into_iter().chain([more]).collect());
    moves.into_iter().flat_map(longer).collect()
}

/// Lists that are not pairs of cells on the board.
fn oddities(rng: &mut impl Rng, cells: usize) -> Vec<Vec<CellId>> {
    let mut lists = vec![
        vec![],
        vec![cells],
        vec![0, cells],
        vec![cells, 0],
        vec![usize::MAX],
        vec![usize::MAX, usize::MAX],
        vec![0, 0, 0],
        (0..cells).collect(),
        vec![0; 1000],
    ];
    lists.extend((0..cells.min(64)).map(|cell| vec![cell]));
    for _ in 0..100 {
        let len = 3 + below(rng, 5);
        let list = (0..len).map(|_| if once_in(rng, 50) { cells + 1 } else { below(rng, cells.max(1)) });
        lists.push(list.collect());
    }
    lists
}
