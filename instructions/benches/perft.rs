//! Move generation by instructions instead of seconds, so that a regression shows on a noisy machine:
//! `cd instructions && cargo bench`. Needs valgrind and `cargo install gungraun-runner --version 0.20.0`.

use std::hint::black_box;

use game::{Game, Notation, Position, perft};
use gungraun::{library_benchmark, library_benchmark_group, main};

fn start<G: Game>() -> G {
    G::start()
}

fn read<G: Game>(text: &str) -> G {
    G::read(text).expect("a legal position")
}

#[library_benchmark]
#[bench::start(start())]
#[bench::kings(read(".R.R.R.R/R.R.R.R./.R.R.R.R/......../......../B.B.B.B./.B.B.B.B/B.B.B.B. b"))]
fn checkers(pos: checkers::Checkers) -> u64 {
    black_box(perft(&black_box(pos), 6))
}

#[library_benchmark]
#[bench::start(start())]
#[bench::raichus(read("@......@/......../...$..../..B..w../..b..W../....@.../......../$......$ w"))]
fn raichu_8(pos: raichu::Raichu8) -> u64 {
    black_box(perft(&black_box(pos), 3))
}

#[library_benchmark]
#[bench::start(start())]
fn raichu_10(pos: raichu::Raichu16) -> u64 {
    black_box(perft(&black_box(pos), 3))
}

#[library_benchmark]
#[bench::start(start())]
fn dragon_queen(pos: dragon_queen::DragonQueen) -> u64 {
    black_box(perft(&black_box(pos), 5))
}

#[library_benchmark]
#[bench::start(start())]
fn abalone(pos: abalone::Abalone) -> u64 {
    black_box(perft(&black_box(pos), 5))
}

library_benchmark_group!(name = perfts, benchmarks = [checkers, raichu_8, raichu_10, dragon_queen, abalone]);
main!(library_benchmark_groups = perfts);
