//! The margins of selective search: each has its name and its home here. Points are hundredths of the least piece.

/// Up to this depth a position so much better than needed is believed to stay better.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// For each ply of depth.
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = 40;

/// From this depth on doing nothing is tried.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
/// By how much less deeply, and once more for so many plies of depth.
pub(super) const NULL_MOVE_REDUCTION: i32 = 2;
pub(super) const NULL_MOVE_DEPTH_DIVISOR: i32 = 5;

/// From this depth on a noisy move that wins so much more than needed in a search that is so much shallower is
/// believed to win enough (ProbCut).
pub(super) const PROBCUT_DEPTH: i32 = 5;
pub(super) const PROBCUT_MARGIN: i32 = 100;
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Up to this depth a quiet move is not tried where so many points are missing.
pub(super) const FUTILITY_DEPTH: i32 = 4;
pub(super) const FUTILITY_MARGIN: i32 = 30;
pub(super) const FUTILITY_MARGIN_PER_PLY: i32 = 25;

/// At the end of the tree a noisy move is not tried that with so many points more would still win too little.
pub(super) const DELTA_MARGIN: i32 = 100;

/// Up to this depth only so many quiet moves are tried, and for each square of depth so many more.
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 4;
pub(super) const LATE_MOVE_PRUNING_MOVES: usize = 5;

/// From this depth on late moves are looked at less deeply.
pub(super) const LATE_MOVE_REDUCTION_DEPTH: i32 = 2;
/// A move is late after so many others.
pub(super) const LATE_MOVE_REDUCTION_MOVES: usize = 1;
/// The logarithms of depth and number are divided by this.
pub(super) const LATE_MOVE_REDUCTION_DIVISOR: f64 = 1.0;
/// Merit that saves a ply of reduction, or costs one.
pub(super) const LATE_MOVE_REDUCTION_HISTORY_DIVISOR: i32 = 8_192;

/// From this depth on a position without a known best move is looked at less deeply: the table will know one next
/// time.
pub(super) const INTERNAL_ITERATIVE_REDUCTION_DEPTH: i32 = 5;

/// The first window around the last score.
pub(super) const ASPIRATION_WINDOW: i32 = 20;
/// From this depth on.
pub(super) const ASPIRATION_DEPTH: u8 = 5;

/// How much less deeply the move is looked at that comes after so many others, at so much depth.
pub(super) static LATE_MOVE_REDUCTIONS: [[u8; 64]; 64] = {
    let mut logarithms = [0.0; 64];
    let mut i = 1;
    while i < 64 {
        logarithms[i] = ln(i);
        i += 1;
    }
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (depth, tried) = (i / 64, i % 64);
        table[depth][tried] = (logarithms[depth] * logarithms[tried] / LATE_MOVE_REDUCTION_DIVISOR) as u8;
        i += 1;
    }
    table
};

/// The natural logarithm of a small number, by the sum of its series: constants cannot call the library.
const fn ln(number: usize) -> f64 {
    let y = (number as f64 - 1.0) / (number as f64 + 1.0);
    let (mut power, mut sum, mut i) = (y, 0.0, 1);
    while i < 1_200 {
        sum += power / i as f64;
        power *= y * y;
        i += 2;
    }
    2.0 * sum
}

/// A win that is known and might come too late is worth this much, less its plies: more than any material.
pub(super) const UNREACHABLE_WIN: i32 = 20_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for number in 1..64 {
            assert!((ln(number) - (number as f64).ln()).abs() < 1e-9);
        }
    }
}
