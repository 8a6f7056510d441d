//! Counting sequences of moves in several ways.

use game::{Game, Position};

use crate::claim::ensure;
use crate::sample::Sample;

const CHECK: &str = "perft";
const POSITIONS: usize = 40;
const MOST_NODES: u64 = 20_000;
const DEEPEST: u32 = 5;

/// Counting at the last ply, playing everything out, dividing and threads agree.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    for pos in sample.first(POSITIONS) {
        for depth in 0..=DEEPEST {
            let counted = game::perft(pos, depth);
            if counted > MOST_NODES {
                break;
            }
            let played = play_out(pos, depth);
            ensure!(
                counted == played,
                CHECK,
                pos,
                "depth {depth}: {counted} by counting, {played} by playing"
            );
            check_parts(pos, depth, counted);
        }
    }
}

fn check_parts<G: Game>(pos: &G, depth: u32, whole: u64) {
    if depth == 0 {
        return;
    }
    for threads in [1, 2] {
        let parts = game::perft::divide(pos, depth, threads);
        let sum: u64 = parts.iter().map(|&(_, nodes)| nodes).sum();
        ensure!(sum == whole, CHECK, pos, "depth {depth}: {whole}, but {sum} divided on {threads} threads");
    }
    let threaded = game::perft::perft_threads(pos, depth, 2);
    ensure!(threaded == whole, CHECK, pos, "depth {depth}: {whole}, but {threaded} on 2 threads");
}

fn play_out<P: Position>(pos: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.iter().map(|&mv| play_out(&pos.play_unchecked(mv), depth - 1)).sum()
}
