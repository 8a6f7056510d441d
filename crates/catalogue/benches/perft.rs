//! Move generation: perft leaf nodes per second on one thread, with the last ply counted and
//! without a hash table. Every result is compared with the known one.

use divan::Bencher;
use divan::counter::ItemsCount;
use game::{Game, Position, perft};

fn main() {
    divan::main();
}

fn measure<G: Game>(bencher: Bencher, pos: G, depth: u32, leaves: u64) {
    let count = || assert_eq!(perft(divan::black_box(&pos), depth), leaves);
    bencher.counter(ItemsCount::new(leaves)).bench_local(count);
}

/// From the start position of each game.
#[divan::bench_group(sample_count = 30, sample_size = 1)]
mod start {
    use super::*;

    #[divan::bench]
    fn checkers(bencher: Bencher) {
        measure(bencher, checkers::Checkers::start(), 10, 18_391_564);
    }

    #[divan::bench]
    fn raichu(bencher: Bencher) {
        measure(bencher, raichu::Raichu8::start(), 6, 83_210_580);
    }

    #[divan::bench]
    fn dragon_queen(bencher: Bencher) {
        measure(bencher, dragon_queen::DragonQueen::start(), 7, 33_630_662);
    }

    #[divan::bench]
    fn abalone(bencher: Bencher) {
        measure(bencher, abalone::Abalone::start(), 7, 21_790_556);
    }
}

/// Boards that do not occur near the start: kings, Raichus, large boards.
#[divan::bench_group(sample_count = 30, sample_size = 1)]
mod later {
    use super::*;

    fn read<G: Game>(text: &str) -> G {
        G::read(text).expect("a legal position")
    }

    #[divan::bench]
    fn checkers_kings(bencher: Bencher) {
        let kings = ".R.R.R.R/R.R.R.R./.R.R.R.R/......../......../B.B.B.B./.B.B.B.B/B.B.B.B. b";
        measure::<checkers::Checkers>(bencher, read(kings), 7, 546_568);
    }

    #[divan::bench]
    fn raichu_raichus(bencher: Bencher) {
        let raichus = "@......@/......../...$..../..B..w../..b..W../....@.../......../$......$ w";
        measure::<raichu::Raichu8>(bencher, read(raichus), 4, 15_617_194);
    }

    #[divan::bench]
    fn raichu_10(bencher: Bencher) {
        measure(bencher, raichu::Raichu16::start(), 5, 14_903_217);
    }

    #[divan::bench]
    fn raichu_18(bencher: Bencher) {
        measure(bencher, raichu::Raichu26::start(), 4, 7_022_500);
    }
}
