//! The sequential probability ratio test: when to stop.

use serde::Serialize;

use super::{Pairs, expected_score};

/// A test of whether the first player is stronger by `elo1` rather than by `elo0` only.
///
/// The ratio is that of the largest likelihoods that any distribution of pair scores with the one and with the
/// other mean can have (a generalised test on five outcomes, as Van den Bergh worked it out), on the logistic scale.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The difference that is not wanted.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often `elo0` may be taken for `elo1`.
    pub alpha: f64,
    /// How often `elo1` may be taken for `elo0`.
    pub beta: f64,
}

/// How far a test has come.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The logarithm of the ratio of likelihoods.
    pub llr: f64,
    /// At or below this `elo0` is accepted.
    pub lower: f64,
    /// At or above this `elo1` is accepted.
    pub upper: f64,
    /// What was decided, if anything was.
    pub decision: Option<Decision>,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Decision {
    /// The difference is `elo0` rather than `elo1`.
    #[serde(rename = "H0")]
    Weaker,
    /// The difference is `elo1` rather than `elo0`.
    #[serde(rename = "H1")]
    Stronger,
}

/// A score that never came is taken to have come so often, because it might have.
const NEVER: f64 = 1e-3;

impl Sprt {
    /// A test with a probability of 5 % for either error.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// How far these pairs have brought it.
    #[must_use]
    pub fn state(self, pairs: &Pairs) -> SprtState {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = self.llr(pairs);
        let decision = match llr {
            llr if llr >= upper => Some(Decision::Stronger),
            llr if llr <= lower => Some(Decision::Weaker),
            _ => None,
        };
        SprtState { test: self, llr, lower, upper, decision }
    }

    /// The logarithm of the ratio of likelihoods.
    #[must_use]
    pub fn llr(self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { NEVER } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let likeliest = |elo| likeliest_with_mean(&shares, expected_score(elo));
        let (p0, p1) = (likeliest(self.elo0), likeliest(self.elo1));
        (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
    }
}

/// The distribution with a given mean under which what was seen is likeliest.
///
/// By Lagrange's method it is p / (1 + θ(a − mean)) for the outcomes a with their shares p; θ is the one number
/// for which the mean comes out.
fn likeliest_with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = |i: usize| i as f64 / 4.0 - mean;
    let excess =
        |theta: f64| -> f64 { (0..5).map(|i| shares[i] * distance(i) / (1.0 + theta * distance(i))).sum() };
    // Between these every probability is positive, and the excess falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / distance(4), -1.0 / distance(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = (low + high) / 2.0;
    std::array::from_fn(|i| shares[i] / (1.0 + theta * distance(i)))
}
