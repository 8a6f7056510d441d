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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    /// The same pairs in another common program for matches, as its own tests have them.
    #[test]
    fn ratios_agree_with_other_programs() {
        let ratio = |elo0, elo1, counts| Sprt::new(elo0, elo1).llr(&Pairs(counts));
        assert!((ratio(0.5, 2.5, [223, 9863, 21279, 10037, 246]) + 3.07).abs() < 0.01);
        assert!((ratio(0.0, 2.0, [871, 26175, 55983, 26678, 821]) + 4.98).abs() < 0.01);
    }

    #[test]
    fn the_bounds_are_those_of_the_errors() {
        let state = Sprt::new(0.0, 10.0).state(&Pairs::default());
        assert!((state.upper - 2.944_439).abs() < 1e-6 && (state.lower + state.upper).abs() < 1e-12);
        assert_eq!((state.llr, state.decision), (0.0, None));
    }

    #[test]
    fn exchanging_the_players_changes_the_sign() {
        let counts = [12, 30, 50, 41, 17];
        let mut exchanged = counts;
        exchanged.reverse();
        let ratio = Sprt::new(-5.0, 15.0).llr(&Pairs(counts));
        assert!((ratio + Sprt::new(-15.0, 5.0).llr(&Pairs(exchanged))).abs() < 1e-9);
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_and_is_likeliest() {
        let shares = [0.1, 0.2, 0.3, 0.25, 0.15];
        let p = likeliest_with_mean(&shares, 0.6);
        let mean: f64 = (0..5).map(|i| p[i] * i as f64 / 4.0).sum();
        assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (mean - 0.6).abs() < 1e-9, "{p:?}");
        // A small step that keeps sum and mean makes it less likely, whichever way it goes.
        let likelihood = |p: [f64; 5]| -> f64 { (0..5).map(|i| shares[i] * p[i].ln()).sum() };
        for step in [1e-3, -1e-3] {
            for at in 0..3 {
                let mut q = p;
                q[at] += step;
                q[at + 1] -= 2.0 * step;
                q[at + 2] += step;
                assert!(likelihood(q) < likelihood(p), "{at} {step}");
            }
        }
    }

    /// How many of `runs` tests of 0 against 60 Elo accept the larger one, where the truth is `elo`; and how many
    /// pairs they take.
    fn accepted(elo: f64, runs: u64) -> (u64, f64) {
        let sprt = Sprt::new(0.0, 60.0);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut random = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
        let draws = 0.3;
        let wins = expected_score(elo) - draws / 2.0;
        let (mut stronger, mut taken) = (0, 0);
        for _ in 0..runs {
            let mut pairs = Pairs::default();
            let decision = loop {
                let mut game = || match random() {
                    x if x < wins => 2,
                    x if x < wins + draws => 1,
                    _ => 0,
                };
                pairs.add(game() + game());
                if let Some(decision) = sprt.state(&pairs).decision {
                    break decision;
                }
            };
            stronger += u64::from(decision == Decision::Stronger);
            taken += pairs.count();
        }
        (stronger, taken as f64 / runs as f64)
    }

    #[test]
    fn simulated_tests_err_as_rarely_as_promised() {
        const RUNS: u64 = 600;
        let (wrong, pairs) = accepted(0.0, RUNS);
        // 5 % of 600 are 30, with a standard deviation of 5.3.
        assert!((5..=46).contains(&wrong), "{wrong} in {pairs} pairs");
        let (right, more) = accepted(60.0, RUNS);
        assert!((RUNS - 46..=RUNS - 5).contains(&right), "{right} in {more} pairs");
        // A clear difference is seen sooner than one between the two hypotheses.
        let (all, few) = accepted(150.0, RUNS);
        let (_, many) = accepted(30.0, RUNS);
        assert!(all == RUNS && few < more && more < many, "{few} {more} {many}");
    }
}
