//! The positions that a game is tested on.

use std::collections::HashSet;

use game::{Game, Slice};

use crate::claim::ensure;
use crate::numbering::tested_slices;
use crate::seed::{Seed, below, one_of, shuffle};
use crate::setups::setups;

const GAMES: usize = 60;
const LONGEST_GAME: usize = 300;
const PLAYED: usize = 500;
const SETUPS: usize = 500;
const UNINDEXED: usize = 300;

/// Positions from random play, from arbitrary boards and from the slices of tables, all different.
pub(crate) struct Sample<G: Game> {
    /// The start positions of the random games.
    pub(crate) starts: Vec<G>,
    /// The starts, then the others in random order, so that any prefix is a fair sample too.
    pub(crate) positions: Vec<G>,
    pub(crate) seed: Seed,
}

impl<G: Game> Sample<G> {
    pub(crate) fn new(starts: &[G], seed: Seed) -> Sample<G> {
        let mut rng = seed.rng("sample");
        let mut played = played(starts, seed);
        let setups = setups(starts, &played, SETUPS, seed);
        shuffle(&mut rng, &mut played);
        played.truncate(PLAYED);
        let mut positions: Vec<G> = played.into_iter().chain(setups).chain(unindexed(seed)).collect();
        shuffle(&mut rng, &mut positions);
        let mut seen = HashSet::new();
        let in_order = starts.iter().cloned().chain(positions);
        let positions = in_order.filter(|pos| seen.insert(pos.clone())).collect();
        Sample { starts: starts.to_vec(), positions, seed }
    }

    /// At most `count` of the positions.
    pub(crate) fn first(&self, count: usize) -> &[G] {
        &self.positions[..count.min(self.positions.len())]
    }

    /// At most `count` different moves, each legal in some position.
    pub(crate) fn moves(&self, count: usize) -> Vec<G::Move> {
        let mut rng = self.seed.rng("moves");
        let mut list = Vec::new();
        let mut seen = HashSet::new();
        let mut pool = Vec::new();
        for pos in &self.positions {
            list.clear();
            pos.legal_moves(&mut list);
            pool.extend(list.iter().copied().filter(|&mv| seen.insert(mv)));
        }
        shuffle(&mut rng, &mut pool);
        pool.truncate(count);
        pool
    }
}

/// Every position of some random games.
fn played<G: Game>(starts: &[G], seed: Seed) -> Vec<G> {
    let mut rng = seed.rng("play");
    let mut moves = Vec::new();
    let mut positions = Vec::new();
    for number in 0..GAMES {
        let mut pos = starts[number % starts.len()].clone();
        for _ in 0..LONGEST_GAME {
            positions.push(pos.clone());
            moves.clear();
            if pos.legal_moves(&mut moves).is_some() || moves.is_empty() {
                break;
            }
            let mv = *one_of(&mut rng, &moves);
            // An illegal move must never be played, so this claim cannot wait for its own check.
            ensure!(
                pos.is_legal(mv),
                crate::moves::PREDICATE,
                pos,
                "{mv:?} is generated, but is_legal denies it"
            );
            pos = pos.play_unchecked(mv);
        }
    }
    positions
}

fn unindexed<G: Game>(seed: Seed) -> Vec<G> {
    let mut rng = seed.rng("unindexed");
    let slices: Vec<Slice> = tested_slices::<G>().into_iter().filter(|&s| G::slice_len(s) > 0).collect();
    if slices.is_empty() {
        return Vec::new();
    }
    let any = |_| {
        let slice = *one_of(&mut rng, &slices);
        let index = below(&mut rng, G::slice_len(slice).min(1 << 31) as usize) as u64;
        G::unindex(slice, index)
    };
    (0..UNINDEXED).map(any).collect()
}
