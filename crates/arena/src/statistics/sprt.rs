//! The sequential probability ratio test: when to stop.

use std::f64::consts::{LN_10, SQRT_2};

use serde::{Deserialize, Serialize};

use super::{Pairs, expected_score};

/// A test of whether the first player is stronger by `elo1` rather than only by `elo0`.
///
/// The ratio compares the maximum likelihoods over all distributions of pair scores with the one
/// and with the other difference (a generalised SPRT on five outcomes, following Van den Bergh).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The unit of the differences.
    pub model: Model,
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative hypothesis.
    pub elo1: f64,
    /// The probability of accepting `elo1` although `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` although `elo1` is true.
    pub beta: f64,
}

/// The unit of an Elo difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Logistic: the difference determines the expected score.
    #[default]
    Logistic,
    /// Normalised: the excess of the score over one half, in standard deviations of a game's score,
    /// times 800 / ln 10. The length of a test depends on such differences alone, however many
    /// games are drawn; for decisive games, small differences equal logistic ones.
    Normalised,
}

/// Normalised Elo per standard deviation of a game.
const NORMALISED_ELO: f64 = 800.0 / LN_10;

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is accepted.
    pub upper: f64,
    /// The decision, if there is one.
    pub decision: Option<Decision>,
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Decision {
    /// The difference is `elo0` rather than `elo1`.
    #[serde(rename = "H0")]
    Weaker,
    /// The difference is `elo1` rather than `elo0`.
    #[serde(rename = "H1")]
    Stronger,
}

/// The count assumed for a score that never occurred, because it might have.
const NEVER: f64 = 1e-3;

impl Sprt {
    /// A test of logistic differences with a probability of 5 % for either error.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { model: Model::Logistic, elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The same test in another unit.
    #[must_use]
    pub fn with_model(self, model: Model) -> Sprt {
        Sprt { model, ..self }
    }

    /// The state of the test after these pairs.
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

    /// The log-likelihood ratio.
    #[must_use]
    pub fn llr(self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { NEVER } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let likeliest = |elo| match self.model {
            Model::Logistic => likeliest_with_mean(&shares, expected_score(elo)),
            Model::Normalised => likeliest_with_ratio(&shares, elo / NORMALISED_ELO * SQRT_2),
        };
        let (p0, p1) = (likeliest(self.elo0), likeliest(self.elo1));
        (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
    }
}

/// The maximum-likelihood distribution with a given mean.
fn likeliest_with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let distances = std::array::from_fn(|i| score(i) - mean);
    // Expected scores of finite differences lie between 0 and 1, apart from rounding.
    likeliest_balanced(shares, &distances).unwrap_or(*shares)
}

/// The maximum-likelihood distribution whose mean exceeds one half by `ratio` standard deviations.
///
/// The condition is not linear in the probabilities. It is linearised around a distribution, by the
/// derivatives of mean and standard deviation, then again around the solution, until that no longer
/// changes.
fn likeliest_with_ratio(shares: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..100 {
        let mean: f64 = (0..5).map(|i| found[i] * score(i)).sum();
        let deviation = (0..5).map(|i| found[i] * (score(i) - mean).powi(2)).sum::<f64>().sqrt();
        let excess = std::array::from_fn(|i| {
            let off = (score(i) - mean) / deviation;
            score(i) - 0.5 - ratio * deviation * (1.0 + off * off) / 2.0
        });
        // If the ratio is too large to be reached, the last distribution has to do.
        let Some(next) = likeliest_balanced(shares, &excess) else { break };
        let change = (0..5).map(|i| (next[i] - found[i]).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}

/// The fraction of the points that an outcome of a pair gives.
fn score(outcome: usize) -> f64 {
    outcome as f64 / 4.0
}

/// The maximum-likelihood distribution for which these distances have mean 0; `None` if they are
/// not on both sides of 0.
///
/// By Lagrange's method it is p / (1 + θ·distance) for the observed shares p; θ is the only number
/// for which the mean is 0.
fn likeliest_balanced(shares: &[f64; 5], distances: &[f64; 5]) -> Option<[f64; 5]> {
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let mean =
        |theta: f64| -> f64 { (0..5).map(|i| shares[i] * distances[i] / (1.0 + theta * distances[i])).sum() };
    // Between these bounds every probability is positive, and the mean falls from plus to minus
    // infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if mean(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = (low + high) / 2.0;
    Some(std::array::from_fn(|i| shares[i] / (1.0 + theta * distances[i])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    /// The same pairs from the tests of another common match program.
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
        // Any small step that keeps sum and mean makes it less likely.
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

    #[test]
    fn normalised_ratios_agree_with_other_programs() {
        let ratio =
            |elo0, elo1, counts| Sprt::new(elo0, elo1).with_model(Model::Normalised).llr(&Pairs(counts));
        assert!((ratio(0.0, 2.0, [365, 16618, 36229, 16974, 390]) - 2.25).abs() < 0.01);
        assert!((ratio(-1.75, 0.25, [127, 4883, 10712, 5150, 104]) - 3.01).abs() < 0.01);
        // By hand: if all pairs are won, the likeliest distribution under the smaller difference
        // has one half at either end; the larger one moves the mean by 5 · ln 10 · √2 / 800 of a
        // half.
        let moved = (1.0 + 5.0 / NORMALISED_ELO * SQRT_2).ln();
        assert!((ratio(0.0, 5.0, [0, 0, 0, 0, 104]) - 104.0 * moved).abs() < 0.01);
    }

    #[test]
    fn a_normalised_distribution_has_the_ratio() {
        let shares = [0.05, 0.2, 0.4, 0.25, 0.1];
        for ratio in [-0.4, 0.0, 0.1, 0.6] {
            let p = likeliest_with_ratio(&shares, ratio);
            let mean: f64 = (0..5).map(|i| p[i] * score(i)).sum();
            let deviation = (0..5).map(|i| p[i] * (score(i) - mean).powi(2)).sum::<f64>().sqrt();
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{p:?}");
            assert!(((mean - 0.5) / deviation - ratio).abs() < 1e-6, "{ratio}: {p:?}");
        }
    }

    #[test]
    fn models_agree_where_games_are_won_or_lost_and_nearly_even() {
        let pairs = Pairs([2400, 0, 5000, 0, 2600]);
        let ratio = |model| Sprt::new(0.0, 5.0).with_model(model).llr(&pairs);
        let (logistic, normalised) = (ratio(Model::Logistic), ratio(Model::Normalised));
        assert!((logistic - normalised).abs() < 0.02, "{logistic} {normalised}");
    }

    #[test]
    fn any_bounds_and_pairs_give_a_number() {
        for model in [Model::Logistic, Model::Normalised] {
            for (elo0, elo1) in [(0.0, 1000.0), (-1000.0, -999.0), (-1000.0, 1000.0), (0.0, 1e-9)] {
                for counts in
                    [[0, 0, 0, 0, 1], [9, 0, 0, 0, 0], [0, 0, 50, 0, 0], [1, 0, 0, 0, 1], [0, 3, 0, 1, 0]]
                {
                    let ratio = Sprt::new(elo0, elo1).with_model(model).llr(&Pairs(counts));
                    assert!(ratio.is_finite(), "{model:?} {elo0} {elo1} {counts:?}: {ratio}");
                }
            }
        }
    }

    /// The results of many simulated tests.
    struct Trials {
        runs: u64,
        stronger: u64,
        weaker: u64,
        pairs: u64,
    }

    impl Trials {
        /// `runs` tests of at most `longest` pairs each, with the true difference `elo`, three
        /// games in ten drawn, and openings that favour a side by `opening` points.
        fn of(sprt: Sprt, elo: f64, opening: f64, runs: u64, longest: u64) -> Trials {
            let mut rng = ChaCha8Rng::seed_from_u64(3);
            let mut random = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
            let draws = 0.3;
            let mut trials = Trials { runs, stronger: 0, weaker: 0, pairs: 0 };
            for _ in 0..runs {
                let mut pairs = Pairs::default();
                while pairs.count() < longest {
                    let mut game = |favour: f64| match random() - (expected_score(elo) + favour - draws / 2.0)
                    {
                        x if x < 0.0 => 2,
                        x if x < draws => 1,
                        _ => 0,
                    };
                    pairs.add(game(opening) + game(-opening));
                    let decision = sprt.state(&pairs).decision;
                    trials.stronger += u64::from(decision == Some(Decision::Stronger));
                    trials.weaker += u64::from(decision == Some(Decision::Weaker));
                    if decision.is_some() {
                        break;
                    }
                }
                trials.pairs += pairs.count();
            }
            trials
        }

        fn mean_pairs(&self) -> f64 {
            self.pairs as f64 / self.runs as f64
        }
    }

    #[test]
    fn simulated_tests_err_as_rarely_as_promised() {
        const RUNS: u64 = 600;
        let to_the_end = |elo| Trials::of(Sprt::new(0.0, 60.0), elo, 0.0, RUNS, u64::MAX);
        // 5 % of 600 is 30, with a standard deviation of 5.3.
        let even = to_the_end(0.0);
        assert!((5..=46).contains(&even.stronger), "{} in {} pairs", even.stronger, even.mean_pairs());
        let better = to_the_end(60.0);
        assert!((5..=46).contains(&better.weaker), "{} in {} pairs", better.weaker, better.mean_pairs());
        // A clear difference is detected sooner than one between the two hypotheses.
        let (clear, unclear) = (to_the_end(150.0), to_the_end(30.0));
        assert_eq!(clear.stronger, RUNS);
        assert!(clear.pairs < better.pairs && better.pairs < unclear.pairs);
    }

    #[test]
    fn unchanged_players_are_taken_for_better_ones_no_more_often_than_alpha_in_short_runs() {
        const RUNS: u64 = 1000;
        for model in [Model::Logistic, Model::Normalised] {
            for (elo1, opening, longest) in [(10.0, 0.0, 100), (30.0, 0.0, 200), (50.0, 0.3, 60)] {
                let sprt = Sprt::new(0.0, elo1).with_model(model);
                let trials = Trials::of(sprt, 0.0, opening, RUNS, longest);
                // 5 % of 1000 is 50, with a standard deviation of 7.
                assert!(trials.stronger <= 64, "{model:?} {elo1} {opening}: {}", trials.stronger);
            }
        }
    }

    #[test]
    fn a_true_difference_is_decided_correctly_and_early() {
        for model in [Model::Logistic, Model::Normalised] {
            let sprt = Sprt::new(0.0, 50.0).with_model(model);
            let trials = Trials::of(sprt, 200.0, 0.1, 500, 300);
            assert_eq!(trials.stronger, 500, "{model:?}");
            assert!(trials.mean_pairs() < 60.0, "{model:?}: {}", trials.mean_pairs());
            let worse = Trials::of(sprt, -100.0, 0.1, 500, 300);
            assert_eq!(worse.weaker, 500, "{model:?}");
            assert!(worse.mean_pairs() < 60.0, "{model:?}: {}", worse.mean_pairs());
        }
    }
}
