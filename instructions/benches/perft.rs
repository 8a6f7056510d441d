//! Move generation by instructions instead of seconds, so that a regression shows on a noisy machine:
//! `cd instructions && cargo bench`. Needs valgrind and `cargo install gungraun-runner --version 0.20.0`.

use std::hint::black_box;

use abalone::Abalone;
use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::{Game, perft};
use gungraun::{library_benchmark, library_benchmark_group, main};
use raichu::{Raichu8, Raichu16};

fn start<G: Game>() -> G {
    G::start()
}

fn read<G: Game>(text: &str) -> G {
    G::read(text).expect("a legal position")
}

#[library_benchmark]
#[bench::start(start())]
#[bench::kings(read(".R.R.R.R/R.R.R.R./.R.R.R.R/......../......../B.B.B.B./.B.B.B.B/B.B.B.B. b"))]
fn perft_checkers(pos: Checkers) -> u64 {
    black_box(perft(&black_box(pos), 6))
}

#[library_benchmark]
#[bench::start(start())]
#[bench::raichus(read("@......@/......../...$..../..B..w../..b..W../....@.../......../$......$ w"))]
fn perft_raichu_8(pos: Raichu8) -> u64 {
    black_box(perft(&black_box(pos), 3))
}

#[library_benchmark]
#[bench::start(start())]
fn perft_raichu_10(pos: Raichu16) -> u64 {
    black_box(perft(&black_box(pos), 3))
}

#[library_benchmark]
#[bench::start(start())]
fn perft_dragon_queen(pos: DragonQueen) -> u64 {
    black_box(perft(&black_box(pos), 5))
}

#[library_benchmark]
#[bench::start(start())]
fn perft_abalone(pos: Abalone) -> u64 {
    black_box(perft(&black_box(pos), 5))
}

library_benchmark_group!(
    name = perfts,
    benchmarks = [perft_checkers, perft_raichu_8, perft_raichu_10, perft_dragon_queen, perft_abalone]
);
main!(library_benchmark_groups = perfts);
