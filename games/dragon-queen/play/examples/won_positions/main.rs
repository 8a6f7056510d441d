//! How many won positions of The Dragon Queen the machine wins.
//!
//! The sample consists of random positions in which an exhaustive search proves that the side to
//! move wins within 15 plies. The machine then plays them against the longest resistance that the
//! same search finds.
//!
//!     cargo run --release -p dragon-queen-play --example won_positions -- --count 200 --time 1.0 --seed 7

mod options;
mod play;
mod sample;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser as _;
use options::Options;
use play::Played;
use sample::Won;

/// The longest win in the sample.
const LONGEST: u8 = 15;

fn main() {
    let options = Options::parse();
    let positions = sample::positions(&options);
    eprintln!("{} won positions", positions.len());
    let played = play_all(&options, &positions);
    report(&positions, &played);
}

/// Plays all positions, several at the same time.
fn play_all(options: &Options, positions: &[Won]) -> Vec<Played> {
    let next = AtomicUsize::new(0);
    let played = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.concurrency {
            scope.spawn(|| {
                let mut table = play::Table::new(options);
                while let Some((i, won)) = take(&next, positions) {
                    let result = table.play(won);
                    if !result.is_won {
                        eprintln!("not won in {} plies: {} ({} plies)", result.plies, won.text, won.plies);
                    }
                    if let Ok(mut played) = played.lock() {
                        played.push((i, result));
                        if played.len() % 20 == 0 {
                            eprintln!("{} of {} played", played.len(), positions.len());
                        }
                    }
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_default();
    played.sort_by_key(|&(i, _)| i);
    played.into_iter().map(|(_, played)| played).collect()
}

fn take<'p>(next: &AtomicUsize, positions: &'p [Won]) -> Option<(usize, &'p Won)> {
    let i = next.fetch_add(1, Ordering::Relaxed);
    Some((i, positions.get(i)?))
}

fn report(positions: &[Won], played: &[Played]) {
    let all: Vec<(&Won, &Played)> = positions.iter().zip(played).collect();
    println!("plies   Queen won   of   Wights won   of   mean length");
    for plies in (3..=LONGEST).step_by(2) {
        let side = |queen: bool| {
            let of = all.iter().filter(|(won, _)| won.plies == plies && won.is_queens == queen);
            (of.clone().filter(|(_, played)| played.is_won).count(), of.count())
        };
        let length: Vec<f64> = all
            .iter()
            .filter(|(won, played)| won.plies == plies && played.is_won)
            .map(|(_, played)| f64::from(played.plies))
            .collect();
        let mean = length.iter().sum::<f64>() / length.len().max(1) as f64;
        let ((queen, queens), (wights, all_wights)) = (side(true), side(false));
        println!("{plies:>5} {queen:>11} {queens:>4} {wights:>12} {all_wights:>4} {mean:>13.1}");
    }
    let won = played.iter().filter(|played| played.is_won).count();
    let count = played.len();
    println!("won {won} of {count}: {:.1} %", 100.0 * won as f64 / count.max(1) as f64);
}
