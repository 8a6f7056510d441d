//! Random won positions.

use std::collections::BTreeMap;

use dragon_queen::DragonQueen;
use game::playout::below;
use game::{Notation as _, Player, Position as _};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use solve::ReferenceProver;

use crate::LONGEST;
use crate::options::Options;

/// A position that the side to move wins.
pub(crate) struct Won {
    pub(crate) text: String,
    /// The number of plies against the best defence.
    pub(crate) plies: u8,
    pub(crate) is_queens: bool,
}

/// The node limit of a proof; positions that need more are skipped.
const NODES: u64 = 3_000_000;
/// The number of candidates that are tested before the quotas are checked again.
const BATCH: u64 = 64;
/// The largest number of candidates: after that, an uneven spread is accepted.
const MOST_CANDIDATES: u64 = 200_000;

/// Positions of all distances and for both sides, spread as evenly as possible, without wins in one
/// ply.
pub(crate) fn positions(options: &Options) -> Vec<Won> {
    let distances = u64::from((LONGEST - 1) / 2);
    let most = options.count.div_ceil(2 * distances as usize);
    let mut found: BTreeMap<(u8, bool), usize> = BTreeMap::new();
    let mut positions = Vec::new();
    let mut provers: Vec<ReferenceProver<DragonQueen>> =
        (0..options.concurrency).map(|_| ReferenceProver::default()).collect();
    let mut first = 0;
    while positions.len() < options.count && first < MOST_CANDIDATES {
        for won in batch(options.seed, first, &mut provers, &found, most) {
            let cell = found.entry((won.plies, won.is_queens)).or_default();
            if *cell < most && positions.len() < options.count {
                *cell += 1;
                positions.push(won);
            }
        }
        first += BATCH;
        if first % (50 * BATCH) == 0 {
            eprintln!("{} won positions among {first}: {found:?}", positions.len());
        }
    }
    positions
}

/// The won positions among the next candidates, in their order.
fn batch(
    seed: u64,
    first: u64,
    provers: &mut [ReferenceProver<DragonQueen>],
    found: &BTreeMap<(u8, bool), usize>,
    most: usize,
) -> Vec<Won> {
    let workers = provers.len() as u64;
    let is_full = |plies, queen| found.get(&(plies, queen)).is_some_and(|&count| count >= most);
    let mut all: Vec<(u64, Won)> = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (worker, prover) in (0..workers).zip(provers) {
            threads.push(scope.spawn(move || {
                let mine = (first..first + BATCH).filter(|i| i % workers == worker);
                mine.filter_map(|i| Some((i, won(candidate(seed, i)?, prover, &is_full)?)))
                    .collect::<Vec<_>>()
            }));
        }
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    all.sort_by_key(|&(i, _)| i);
    all.into_iter().map(|(_, won)| won).collect()
}

/// A position with random pieces on random squares, if the game is not over.
fn candidate(seed: u64, number: u64) -> Option<DragonQueen> {
    let mut rng = ChaCha8Rng::seed_from_u64(game::mix(seed ^ game::mix(number + 1)));
    let mut cells = [b'.'; 25];
    let dragons = below(&mut rng, 4);
    let wights = 1 + below(&mut rng, 5);
    let pieces = std::iter::once(b'Q').chain([b'D'; 3].into_iter().take(dragons)).chain(vec![b'W'; wights]);
    for piece in pieces {
        // The Queen must not be on the bottom row.
        let squares = if piece == b'Q' { 20 } else { 25 };
        let free: Vec<usize> = (0..squares).filter(|&cell| cells[cell] == b'.').collect();
        cells[free[below(&mut rng, free.len())]] = piece;
    }
    let rows: Vec<&str> = cells.chunks(5).filter_map(|row| std::str::from_utf8(row).ok()).collect();
    let side = if below(&mut rng, 2) == 0 { "q" } else { "w" };
    let pos = DragonQueen::read(&format!("{} {side}", rows.join("/"))).ok()?;
    pos.outcome().is_none().then_some(pos)
}

/// The position with its distance, if it is won, but not at once, and still wanted.
fn won(
    pos: DragonQueen,
    prover: &mut ReferenceProver<DragonQueen>,
    is_full: &(impl Fn(u8, bool) -> bool + Sync),
) -> Option<Won> {
    let is_queens = pos.turn() == Player::One;
    let longest = (3..=LONGEST).rev().step_by(2).find(|&plies| !is_full(plies, is_queens))?;
    prover.clear();
    let plies = prover.distance_to_win(&pos, longest, NODES).ok()??;
    (plies > 1).then(|| Won { text: pos.write(), plies, is_queens })
}
