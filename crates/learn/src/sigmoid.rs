//! The logistic function in whole numbers: which part of a position is drawn.

use crate::network::{DRAW_PARTS, Output};

/// Steps to a logit.
const STEPS: i32 = 16;
/// Beyond this many logits everything is certain.
const RANGE: i32 = 8;
/// 1.0 in the tables.
const ONE: i32 = 4_096;

/// σ and ln(1 + eˣ) by tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DrawTable {
    /// σ in parts of [`ONE`].
    sigmoid: Vec<i32>,
    /// ln(1 + eˣ) in [`STEPS`].
    soft_maximum: Vec<i32>,
    /// Points to steps: a multiplier of 2⁻¹⁶.
    steps_per_point: i64,
}

impl DrawTable {
    pub(crate) fn new(points_per_logit: f32) -> DrawTable {
        let logits = || (-RANGE * STEPS..=RANGE * STEPS).map(|step| f64::from(step) / f64::from(STEPS));
        let soft_maximum = soft_maximum(f64::from(-RANGE), f64::from(RANGE));
        DrawTable {
            sigmoid: logits().map(|x| (f64::from(ONE) / (1.0 + exp(-x))).round() as i32).collect(),
            soft_maximum: soft_maximum.iter().map(|y| (f64::from(STEPS) * y).round() as i32).collect(),
            steps_per_point: (65_536.0 * f64::from(STEPS) / f64::from(points_per_logit)).round() as i64,
        }
    }

    #[inline]
    pub(crate) fn parts(&self, output: Output, scale: i32) -> i32 {
        let place = |step: i32| (step + RANGE * STEPS).clamp(0, 2 * RANGE * STEPS) as usize;
        let v = ((i64::from(output.points) * self.steps_per_point) >> 16) as i32;
        let t = self.soft_maximum[place(output.drawishness * STEPS / DRAW_PARTS as i32)];
        let drawn = ONE - self.sigmoid[place(v - t)] - self.sigmoid[place(-v - t)];
        (drawn * scale / ONE).clamp(0, scale)
    }
}

/// eˣ by its series, so that every machine makes the same tables.
fn exp(x: f64) -> f64 {
    // e⁸ needs some forty terms; the quarter of x needs few, and is squared twice.
    let x = x / 4.0;
    let (mut term, mut sum) = (1.0, 1.0);
    for i in 1..40 {
        term *= x / f64::from(i);
        sum += term;
    }
    let squared = sum * sum;
    squared * squared
}

/// ln(1 + eˣ) at every step from one logit to another: the sum of σ from far below, by the rule of
/// midpoints.
fn soft_maximum(from: f64, to: f64) -> Vec<f64> {
    const FINE: i32 = 4;
    let step = 1.0 / f64::from(STEPS * FINE);
    // ln(1 + e⁻¹²) is 6 · 10⁻⁶: nothing.
    let mut x = -12.0;
    let (mut sum, mut found) = (0.0, Vec::new());
    while x <= to {
        let is_step = (x * f64::from(STEPS)).fract() == 0.0;
        if x >= from && is_step {
            found.push(sum);
        }
        sum += step / (1.0 + exp(-(x + step / 2.0)));
        x += step;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_the_functions() {
        for x in [-8.0, -3.25, 0.0, 0.5, 7.875_f64] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-9, "{x}");
        }
        let found = soft_maximum(-8.0, 8.0);
        assert_eq!(found.len() as i32, 2 * RANGE * STEPS + 1);
        for (i, y) in found.iter().enumerate() {
            let x = i as f64 / f64::from(STEPS) - f64::from(RANGE);
            assert!((y - x.exp().ln_1p()).abs() < 1e-3, "{x}");
        }
    }

    #[test]
    fn chances_of_a_draw_are_those_of_the_formula() {
        let table = DrawTable::new(150.0);
        for points in [-600, -150, 0, 40, 300] {
            for drawishness in [-320, -64, 0, 96, 250] {
                let (v, t) = (f64::from(points) / 150.0, (f64::from(drawishness) / 64.0).exp().ln_1p());
                let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
                let expected = 1.0 - sigmoid(v - t) - sigmoid(-v - t);
                let found = f64::from(table.parts(Output { points, drawishness }, 1_000)) / 1_000.0;
                assert!((found - expected).abs() < 0.04, "{points} {drawishness}: {found} {expected}");
            }
        }
    }
}
