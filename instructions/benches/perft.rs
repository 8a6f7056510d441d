//! Move generation by instructions instead of seconds, so that a regression shows on a noisy machine:
//! `cargo bench -p instructions --profile dist`. Needs valgrind and `cargo install gungraun-runner --version 0.20.0`.

use std::hint::black_box;

use catalogue::CATALOGUE;
use engine::AnyPosition;
use gungraun::{library_benchmark, library_benchmark_group, main};

/// About how many leaves: enough for a count that says something, few enough for valgrind.
const LEAVES: u64 = 300_000;
const MAX_DEPTH: u32 = 20;

/// The start of every game, and the positions of its bench, each with a word for its game and size.
fn positions() -> Vec<(String, String)> {
    let starts = CATALOGUE.games().map(|game| {
        let start = CATALOGUE.find(game.name).expect("a game of the catalogue").start();
        (game.name.to_string(), start.text())
    });
    let bench = CATALOGUE.bench_positions().map(|pos| (pos.word.to_string(), pos.text.to_string()));
    starts.chain(bench).collect()
}

/// A position, and a depth with about as many leaves.
fn with_depth((word, text): (String, String)) -> (Box<dyn AnyPosition>, u32) {
    let pos = CATALOGUE.find(&word).expect("a known game").read(&text).expect("a legal position");
    // To count one ply too many would take long, so the next count is estimated. A game may be over before.
    let next = |depth: u32| pos.perft(depth, 1) * pos.move_count() as u64;
    let depth = (1..MAX_DEPTH).find(|&depth| !(1..=LEAVES).contains(&next(depth)));
    (pos, depth.unwrap_or(MAX_DEPTH))
}

#[library_benchmark]
#[benches::of(iter = positions(), setup = with_depth)]
fn perft((pos, depth): (Box<dyn AnyPosition>, u32)) -> u64 {
    black_box(black_box(pos).perft(depth, 1))
}

library_benchmark_group!(name = perfts, benchmarks = [perft]);
main!(library_benchmark_groups = perfts);
