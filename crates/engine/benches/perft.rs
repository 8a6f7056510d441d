//! Move generation: leaves of perft a second on one thread, the last ply being counted and no hash table used.
//! Every answer is compared with the known one.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::{Game, Notation, Position, perft};

fn bench<G: Game>(c: &mut Criterion, name: &str, pos: &G, depth: u32, leaves: u64) {
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(leaves));
    group.sample_size(20).measurement_time(Duration::from_secs(5));
    group.bench_function(name, |b| b.iter(|| assert_eq!(perft(black_box(pos), depth), leaves)));
    group.finish();
}

fn starts(c: &mut Criterion) {
    bench(c, "checkers", &checkers::Checkers::start(), 10, 18_391_564);
    bench(c, "raichu", &raichu::Raichu8::start(), 6, 83_210_580);
    bench(c, "dragon-queen", &dragon_queen::DragonQueen::start(), 7, 33_630_662);
    bench(c, "abalone", &abalone::Abalone::start(), 7, 21_790_556);
}

/// Boards that the start does not lead to so soon: kings, Raichus, large boards.
fn later(c: &mut Criterion) {
    let kings = ".R.R.R.R/R.R.R.R./.R.R.R.R/......../......../B.B.B.B./.B.B.B.B/B.B.B.B. b";
    bench(c, "checkers-kings", &checkers::Checkers::read(kings).expect("legal"), 7, 546_568);
    let raichus = "@......@/......../...$..../..B..w../..b..W../....@.../......../$......$ w";
    bench(c, "raichu-raichus", &raichu::Raichu8::read(raichus).expect("legal"), 4, 15_617_194);
    bench(c, "raichu-10", &raichu::Raichu16::start(), 5, 14_903_217);
    bench(c, "raichu-18", &raichu::Raichu26::start(), 4, 7_022_500);
}

criterion_group!(benches, starts, later);
criterion_main!(benches);
