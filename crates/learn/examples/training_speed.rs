//! Measures how many samples a second the trainer learns from, on positions of random games of
//! checkers:
//!
//!     cargo run --release -p learn --example training_speed -- [UNITS [THREADS [GAMES]]]

use cancel::Cancel;
use checkers::Checkers;
use game::playout::below;
use game::{Game, Position as _};
use learn::{
    AllQuiet, Ending, Features, Patterns, Samples, Scale, Shape, Start, TrainOptions, TrainingData,
    TrainingGame, train,
};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

fn random_game(seed: u64) -> TrainingGame {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut pos, mut moves, mut places) = (Checkers::start().in_play(), Vec::new(), Vec::new());
    let outcome = loop {
        if let Some(outcome) = pos.legal_moves(&mut moves) {
            break outcome;
        }
        let place = below(&mut rng, moves.len());
        places.push(place as u16);
        pos = pos.play_unchecked(moves[place]);
    };
    let scores = vec![Some(0); places.len()];
    TrainingGame { opening: 0, moves: places, scores, outcome, ending: Ending::Rules }
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>().expect("expected a number"));
    let mut number = |usual| numbers.next().unwrap_or(usual);
    let (units, threads, games) = (number(32), number(1), number(4_000));
    let features = Features::with(&Checkers::start(), Patterns::Blocks).expect("blocks fit");
    let (mut samples, mut held_out) = (Samples::new(&features), Samples::new(&features));
    for seed in 0..games {
        let to = if seed % 100 == 0 { &mut held_out } else { &mut samples };
        to.add(&Checkers::start(), &features, &AllQuiet, |_| None, |_| 0, &random_game(seed as u64));
    }
    let data = TrainingData {
        features: &features,
        samples: &samples,
        held_out: &held_out,
        scale: Scale { points_per_logit: 100.0, draw: 0.5 },
        images: &[],
    };
    let options = TrainOptions {
        start: Start::Random(Shape {
            patterns: Patterns::Blocks,
            hidden: units,
            inner: Vec::new(),
            terms: None,
        }),
        mix: 0.5,
        epochs: 3,
        batch: 16_384,
        rate: 0.001,
        threads,
        seed: 1,
        checkpoint: None,
    };
    let trained = train(&data, &options, &Cancel::new(), &mut |_| {});
    let losses: Vec<String> = trained.curve.iter().map(|losses| format!("{:.4}", losses.held_out)).collect();
    println!(
        "{} samples, {units} units, {threads} threads: {:.0} samples a second, held-out losses {}",
        samples.len(),
        trained.samples_per_second,
        losses.join(", ")
    );
}
