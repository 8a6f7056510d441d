//! Counting sequences of moves in different ways.

use game::{Game, Position};

use crate::claim::ensure;
use crate::sample::Sample;

const CHECK: &str = "perft";
const POSITIONS: usize = 60;
/// How many positions are counted with threads: starting them costs more than the count itself.
const DIVIDED: usize = 10;
const MOST_NODES: u64 = 40_000;
const DEEPEST: u32 = 5;

/// Counting with and without the shortcut for the last ply, by division and on several threads
/// agree.
pub(crate) fn check<G: Game>(sample: &Sample<G>) {
    for (number, pos) in sample.first(POSITIONS).iter().enumerate() {
        let mut deepest = None;
        for depth in 1..=DEEPEST {
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
            deepest = Some((depth, counted));
        }
        if let Some((depth, whole)) = deepest.filter(|_| number < DIVIDED) {
            check_parts(pos, depth, whole);
        }
    }
}

fn check_parts<G: Game>(pos: &G, depth: u32, whole: u64) {
    let divided = |threads| game::perft::divide(pos, depth, threads).iter().map(|&(_, nodes)| nodes).sum();
    let found: [u64; 3] = [divided(1), divided(2), game::perft::perft_threads(pos, depth, 2)];
    ensure!(
        found == [whole; 3],
        CHECK,
        pos,
        "depth {depth}: {whole}, but divided, divided on 2 threads, on 2 threads it is {found:?}"
    );
}

fn play_out<P: Position>(pos: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.iter().map(|&mv| play_out(&pos.play_unchecked(mv), depth - 1)).sum()
}
