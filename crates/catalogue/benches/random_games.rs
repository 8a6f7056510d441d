//! Complete random games per second on one thread, with the no-progress rule. The results are
//! compared with the known ones.

use divan::Bencher;
use divan::counter::ItemsCount;
use game::playout::playout;
use game::{Game, Outcome, Player};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The number of games in one measurement.
const GAMES: usize = 1_000;

fn main() {
    divan::main();
}

/// The totals of [`GAMES`] random games.
#[derive(PartialEq, Eq, Debug)]
struct Tally {
    won_by_one: u32,
    won_by_two: u32,
    plies: u32,
}

fn tally<G: Game>(moves: &mut Vec<G::Move>) -> Tally {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let start = G::start();
    let mut tally = Tally { won_by_one: 0, won_by_two: 0, plies: 0 };
    for _ in 0..GAMES {
        let game = playout(&start, &mut rng, moves);
        tally.won_by_one += u32::from(game.outcome == Outcome::Win(Player::One));
        tally.won_by_two += u32::from(game.outcome == Outcome::Win(Player::Two));
        tally.plies += game.plies;
    }
    tally
}

fn measure<G: Game>(bencher: Bencher, known: Tally) {
    let mut moves = Vec::new();
    let play = || assert_eq!(tally::<G>(divan::black_box(&mut moves)), known);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(play);
}

#[divan::bench]
fn checkers(bencher: Bencher) {
    measure::<checkers::Checkers>(bencher, Tally { won_by_one: 475, won_by_two: 520, plies: 70_832 });
}

#[divan::bench]
fn raichu(bencher: Bencher) {
    measure::<raichu::Raichu8>(bencher, Tally { won_by_one: 471, won_by_two: 487, plies: 192_848 });
}

#[divan::bench]
fn abalone(bencher: Bencher) {
    measure::<abalone::Abalone>(bencher, Tally { won_by_one: 488, won_by_two: 484, plies: 141_500 });
}
