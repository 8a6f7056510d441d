//! The margins of selective search: each has its name and its home here. Points are hundredths of the least piece.

/// Reverse futility pruning: at this depth or less …
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// … fail high if eval − margin · depth ≥ beta.
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = 40;

/// Null-move pruning: from this depth on, with R = reduction + depth / divisor.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
pub(super) const NULL_MOVE_REDUCTION: i32 = 2;
pub(super) const NULL_MOVE_DEPTH_DIVISOR: i32 = 5;

/// ProbCut: from this depth on, a noisy move that scores beta + margin in a search so much shallower fails high.
pub(super) const PROBCUT_DEPTH: i32 = 5;
pub(super) const PROBCUT_MARGIN: i32 = 100;
pub(super) const PROBCUT_REDUCTION: i32 = 4;

/// Futility pruning: at this depth or less, skip a quiet move if eval + margin + per ply · depth ≤ alpha.
pub(super) const FUTILITY_DEPTH: i32 = 4;
pub(super) const FUTILITY_MARGIN: i32 = 30;
pub(super) const FUTILITY_MARGIN_PER_PLY: i32 = 25;

/// Delta pruning in quiescence: skip a noisy move if eval + gain + margin ≤ alpha.
pub(super) const DELTA_MARGIN: i32 = 100;

/// Late move pruning: at this depth or less, skip quiet moves after the first moves + depth².
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 4;
pub(super) const LATE_MOVE_PRUNING_MOVES: usize = 5;

/// Late move reduction: from this depth on, after this many moves, by ln(depth) · ln(tried) / divisor.
pub(super) const LATE_MOVE_REDUCTION_DEPTH: i32 = 2;
pub(super) const LATE_MOVE_REDUCTION_MOVES: usize = 1;
pub(super) const LATE_MOVE_REDUCTION_DIVISOR: f64 = 1.0;
/// History that saves a ply of reduction, or costs one.
pub(super) const LATE_MOVE_REDUCTION_HISTORY_DIVISOR: i32 = 8_192;

/// Internal iterative reduction: from this depth on.
pub(super) const INTERNAL_ITERATIVE_REDUCTION_DEPTH: i32 = 5;

/// Aspiration: the first window reaches this far from the last score, from this depth on.
pub(super) const ASPIRATION_WINDOW: i32 = 20;
pub(super) const ASPIRATION_DEPTH: u8 = 5;

/// Late move reductions in plies, by depth and by the number of moves tried before.
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

/// The score of a table win that the no-progress rule might stop, less its plies: above any material.
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
