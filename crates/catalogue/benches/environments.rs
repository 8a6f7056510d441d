//! Steps per second of CPU time on one thread, in batches of games with random legal actions:
//! observations and masks are written. The actions are drawn in the time that is measured.
//!
//! `cargo bench -p catalogue --bench environments -- GAME GAMES SECONDS`

use catalogue::CATALOGUE;
use engine::{ActionForm, BatchOptions, Buffers};
use rustix::time::{ClockId, clock_gettime};

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

fn measure(word: &str, games: usize, seconds: f64, form: ActionForm) {
    let game = CATALOGUE.find(word).expect("a game");
    let start = game.start();
    let options = BatchOptions { games, form, ..BatchOptions::default() };
    let mut batch = start.game().batch(&*start, options).expect("a batch");
    let mut buffers = Buffers::of(&*batch);
    let mut actions = vec![0; games];
    batch.reset(None, None, buffers.arrays());
    let begin = cpu_seconds();
    let mut steps = 0;
    while cpu_seconds() - begin < seconds {
        batch.sample(&mut actions);
        batch.step(&actions, buffers.arrays()).expect("legal actions");
        steps += games;
    }
    let rate = steps as f64 / (cpu_seconds() - begin);
    println!("{word:<14} {form:?} {games:>6} games {:>8.2} million steps per CPU-second", rate / 1e6);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let number =
        |place: usize, usual: f64| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (games, seconds) = (number(1, 256.0) as usize, number(2, 2.0));
    let named = |name: &&str| words.first().is_none_or(|word| word == name || word == "all");
    for name in CATALOGUE.names().into_iter().chain(["raichu:10", "raichu:26"]).filter(named) {
        measure(name, games, seconds, ActionForm::Moves);
        measure(name, games, seconds, ActionForm::Touches);
    }
}
