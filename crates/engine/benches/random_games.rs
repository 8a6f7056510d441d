//! Complete random games a second on one thread, the house rule of no progress applied.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::playout::playout;
use game::{Game, Outcome, Player};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The games of one measurement.
const GAMES: u64 = 1_000;

/// How many of [`GAMES`] random games Player One wins, Player Two wins, and how many plies they have in all.
fn tally<G: Game>(moves: &mut Vec<G::Move>) -> (u32, u32, u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let start = G::start();
    let (mut one, mut two, mut plies) = (0, 0, 0);
    for _ in 0..GAMES {
        let game = playout(&start, &mut rng, moves);
        one += u32::from(game.outcome == Outcome::Win(Player::One));
        two += u32::from(game.outcome == Outcome::Win(Player::Two));
        plies += u64::from(game.plies);
    }
    (one, two, plies)
}

fn bench<G: Game>(c: &mut Criterion, known: (u32, u32, u64)) {
    let mut group = c.benchmark_group("random games");
    group.throughput(Throughput::Elements(GAMES));
    group.sample_size(20).measurement_time(Duration::from_secs(5));
    let mut moves = Vec::new();
    group.bench_function(G::NAME, |b| b.iter(|| assert_eq!(tally::<G>(&mut moves), known)));
    group.finish();
}

fn games(c: &mut Criterion) {
    bench::<checkers::Checkers>(c, (477, 515, 69_753));
    bench::<raichu::Raichu8>(c, (471, 487, 192_848));
    bench::<abalone::Abalone>(c, (488, 484, 141_500));
}

criterion_group!(benches, games);
criterion_main!(benches);
