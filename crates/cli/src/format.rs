//! Human-readable numbers, times and values.

use std::time::Duration;

use engine::{Exact, Score, counted};

/// An abbreviated count: 950, 12.3 k, 4.56 M.
pub(crate) fn count(number: u64) -> String {
    const STEPS: [(f64, &str); 3] = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let number = number as f64;
    match STEPS.into_iter().find(|&(size, _)| number >= size) {
        Some((size, letter)) => format!("{:.*} {letter}", decimals(number / size), number / size),
        None => format!("{number:.0}"),
    }
}

/// A number with grouped digits: 12 345 678.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A duration: 2.35 s, or 12:05 min from two minutes on.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds >= 120 {
        return format!("{}:{:02} min", seconds / 60, seconds % 60);
    }
    let seconds = time.as_secs_f64();
    format!("{seconds:.*} s", if seconds < 1.0 { 3 } else { 2 })
}

/// A score in pieces, such as +0.35, or a decided result with its distance in plies.
pub(crate) fn score(score: Score) -> String {
    match score {
        Score::Estimate(points) => format!("{:+.2}", f64::from(points) / 100.0),
        Score::Win(plies) => format!("win {plies}"),
        Score::Loss(plies) => format!("loss {plies}"),
    }
}

/// Decimals for three significant digits.
fn decimals(number: f64) -> usize {
    match number {
        100.0.. => 0,
        10.0.. => 1,
        _ => 2,
    }
}

/// `1:05` or `2:10:00`.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// `1 ply` or `12 plies`.
pub(crate) fn plies(count: u32) -> String {
    counted(count, "ply", "plies")
}

/// An exact value for the side to move, in words.
pub(crate) fn exact(exact: Exact) -> String {
    match exact {
        Exact::Win(distance) => format!("a win in {}", plies(distance)),
        Exact::Loss(distance) => format!("a loss in {}", plies(distance)),
        Exact::Draw => "a draw".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ply_is_singular() {
        let values = [Exact::Win(1), Exact::Loss(12), Exact::Win(0), Exact::Draw];
        assert_eq!(values.map(exact), ["a win in 1 ply", "a loss in 12 plies", "a win in 0 plies", "a draw"]);
    }

    #[test]
    fn numbers_are_abbreviated() {
        assert_eq!(
            [0, 999, 1_000, 12_345, 456_789, 7_654_321, 3_000_000_000].map(count),
            ["0", "999", "1.00 k", "12.3 k", "457 k", "7.65 M", "3.00 G"]
        );
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
        assert_eq!(
            [40, 2_350, 125_000].map(|ms| time(Duration::from_millis(ms))),
            ["0.040 s", "2.35 s", "2:05 min"]
        );
        assert_eq!(
            [Score::Estimate(35), Score::Estimate(-7), Score::Win(5), Score::Loss(0)].map(score),
            ["+0.35", "-0.07", "win 5", "loss 0"]
        );
    }
}
