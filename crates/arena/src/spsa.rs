//! Simultaneous perturbation stochastic approximation (Spall 1992): climbs towards the best values
//! of many parameters at once by comparing two points at a time, however noisy the comparison.
//!
//! In iteration k every parameter is moved by c up or down, at random, and the point on one side is
//! compared with its mirror image on the other side. With N iterations, α = 0.602, γ = 0.101 and
//! A = N / 10,
//!
//! ```text
//! c = c_end · (N / k)^γ        r = rate · ((A + N) / (A + k))^α · (k / N)^(2γ)
//! value += r · c · result · direction
//! ```
//!
//! where the result is positive if the point in the direction is better. So `c_end` is the
//! perturbation of the last iteration, and `rate` how much of it a result of 1 moves a value there.

use std::ops::RangeInclusive;

use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// A as a part of all iterations.
const STABILITY: f64 = 0.1;

/// A whole number to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TunedParam {
    /// Its name.
    pub name: String,
    /// Where it started.
    pub start: i32,
    /// Where it is now, between whole numbers.
    pub value: f64,
    /// The values that it may take.
    pub range: RangeInclusive<i32>,
    /// How far it is moved for a comparison at the end.
    pub c_end: f64,
}

impl TunedParam {
    /// A parameter that is moved by about a seventh of its value, and by half a step at least.
    #[must_use]
    pub fn new(name: &str, start: i32, range: RangeInclusive<i32>) -> TunedParam {
        let c_end = (15.0 * f64::from(start).abs() / 100.0).max(0.5);
        TunedParam { name: name.to_string(), start, value: start.into(), range, c_end }
    }

    /// The nearest whole number.
    #[must_use]
    pub fn rounded(&self) -> i32 {
        self.value.round() as i32
    }

    fn clamped(&self, value: f64) -> f64 {
        value.clamp((*self.range.start()).into(), (*self.range.end()).into())
    }
}

/// Two points to compare, each with a value for every parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perturbation {
    /// The values in the directions of this iteration.
    pub plus: Vec<i32>,
    /// The values on the other side.
    pub minus: Vec<i32>,
    /// For each parameter, whether `plus` is above.
    is_up: Vec<bool>,
}

/// A run of the method. It is determined by its fields, so a run that was stored goes on as if it
/// had not been interrupted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// The parameters.
    pub params: Vec<TunedParam>,
    /// How many iterations there are in all, …
    pub iterations: u32,
    /// … and how many are done.
    pub done: u32,
    /// How much of the last perturbation a result of 1 moves a value at the end.
    pub rate: f64,
    /// Where chance begins.
    pub seed: u64,
}

/// A number with few decimals, which is read from a file exactly as it was written.
fn short(number: f64) -> f64 {
    const PARTS: f64 = 1e6;
    (number * PARTS).round() / PARTS
}

impl Spsa {
    /// A run before its first iteration.
    #[must_use]
    pub fn new(params: Vec<TunedParam>, iterations: u32, rate: f64, seed: u64) -> Spsa {
        Spsa { params, iterations, done: 0, rate: short(rate), seed }
    }

    /// What the next iteration compares.
    #[must_use]
    pub fn perturbation(&self) -> Perturbation {
        let mut rng = ChaCha8Rng::seed_from_u64(game::mix(self.seed ^ game::mix(self.done.into())));
        let (c, _) = self.gains();
        let mut found = Perturbation { plus: Vec::new(), minus: Vec::new(), is_up: Vec::new() };
        for param in &self.params {
            const PARTS: usize = 1 << 16;
            let is_up = below(&mut rng, 2) == 0;
            // A value between two whole numbers is rounded at random, in proportion; with the same
            // chance on both sides, which differ by the perturbation alone.
            let chance = below(&mut rng, PARTS) as f64 / PARTS as f64;
            let moved = if is_up { c * param.c_end } else { -c * param.c_end };
            let whole = |value: f64| (param.clamped(value) + chance).floor() as i32;
            let within = |value: i32| value.clamp(*param.range.start(), *param.range.end());
            found.plus.push(within(whole(param.value + moved)));
            found.minus.push(within(whole(param.value - moved)));
            found.is_up.push(is_up);
        }
        found
    }

    /// Moves the values by the result of a comparison: positive if `plus` was better.
    pub fn update(&mut self, perturbation: &Perturbation, result: f64) {
        let (c, rate) = self.gains();
        for (param, &is_up) in self.params.iter_mut().zip(&perturbation.is_up) {
            let step = rate * c * param.c_end * result;
            param.value = param.clamped(short(param.value + if is_up { step } else { -step }));
        }
        self.done += 1;
    }

    /// Whether all iterations are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done >= self.iterations
    }

    /// c / c_end and r of the iteration to come.
    fn gains(&self) -> (f64, f64) {
        let (k, n) = (f64::from(self.done) + 1.0, f64::from(self.iterations));
        let stability = STABILITY * n;
        let c = (n / k).powf(GAMMA);
        let rate = self.rate * ((stability + n) / (stability + k)).powf(ALPHA) * (k / n).powf(2.0 * GAMMA);
        (c, rate)
    }
}
