//! Pairs of games, and what they say about strength: the pentanomial distribution of their scores.

use serde::Serialize;

use super::{elo, normal_cdf, quantile};

/// The number of pairs with each score: 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs(pub [u64; 5]);

/// A score and the strength that it implies.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The fraction of the points, 0 to 1.
    pub score: f64,
    /// The lower end of the 95 % interval.
    pub score_low: f64,
    /// The upper end of the 95 % interval.
    pub score_high: f64,
    /// The Elo difference; `None` if one side has all points.
    pub elo: Option<f64>,
    /// The Elo difference at the lower end.
    pub elo_low: Option<f64>,
    /// The Elo difference at the upper end.
    pub elo_high: Option<f64>,
    /// The probability that the first player is stronger.
    pub superiority: f64,
}

impl Pairs {
    /// Adds a pair with this many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean fraction of the points; one half without pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.mean_of(|share| share).unwrap_or(0.5)
    }

    /// The variance of a pair's fraction of the points.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean_of(|share| (share - mean).powi(2)).unwrap_or(0.0)
    }

    fn mean_of(&self, of: impl Fn(f64) -> f64) -> Option<f64> {
        let count = self.count();
        let sum = |(i, &times): (usize, &u64)| times as f64 * of(i as f64 / 4.0);
        (count > 0).then(|| self.0.iter().enumerate().map(sum).sum::<f64>() / count as f64)
    }

    /// The strength that the pairs imply; `None` without pairs.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs = self.count() as f64;
        if pairs == 0.0 {
            return None;
        }
        let (score, variance) = (self.score(), self.variance());
        let z = quantile(0.975);
        let error = (variance / pairs).sqrt();
        let mut limits = (score - z * error, score + z * error);
        if variance == 0.0 || limits.0 <= 0.0 || limits.1 >= 1.0 {
            limits = wilson(score, self.independent_games(), z);
        }
        let finite = |score: f64| Some(elo(score)).filter(|elo| elo.is_finite());
        Some(Estimate {
            score,
            score_low: limits.0,
            score_high: limits.1,
            elo: finite(score),
            elo_low: finite(limits.0),
            elo_high: finite(limits.1),
            superiority: self.superiority(),
        })
    }

    /// The probability that the first player is stronger.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let score = self.score();
        let games = self.independent_games();
        if games == 0.0 {
            return 0.5;
        }
        // If all pairs are equal, their variance says nothing; that of an even match is the
        // largest.
        let variance =
            if self.variance() == 0.0 { 0.25 / games } else { self.variance() / self.count() as f64 };
        normal_cdf((score - 0.5) / variance.sqrt())
    }

    /// The number of independent decisive games that would give the same precision.
    fn independent_games(&self) -> f64 {
        let pairs = self.count() as f64;
        let variance = self.variance();
        let (score, games) = (self.score(), 2.0 * pairs);
        if variance == 0.0 { games } else { pairs * score * (1.0 - score) / variance }
    }
}

/// The Wilson score interval, which stays between 0 and 1 and has a width even if every game had
/// the same result.
fn wilson(score: f64, games: f64, z: f64) -> (f64, f64) {
    let share = z * z / games;
    let centre = (score + share / 2.0) / (1.0 + share);
    let reach = (score * (1.0 - score) * share + share * share / 4.0).sqrt() / (1.0 + share);
    ((centre - reach).max(0.0), (centre + reach).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 0.005
    }

    /// The same pairs from the tests of another common match program.
    #[test]
    fn differences_and_errors_agree_with_other_programs() {
        let known = [
            ([34, 54, 63, 64, 75], 55.58, 27.65, None),
            ([332, 433, 498, 333, 334], -8.64, 10.33, Some(0.0505)),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, None),
        ];
        for (counts, elo, error, superiority) in known {
            let rating = Pairs(counts).estimate().unwrap();
            assert!(near(rating.elo.unwrap(), elo), "{rating:?}");
            assert!(near((rating.elo_high.unwrap() - rating.elo_low.unwrap()) / 2.0, error), "{rating:?}");
            if let Some(superiority) = superiority {
                assert!((rating.superiority - superiority).abs() < 5e-5, "{rating:?}");
            }
        }
    }

    #[test]
    fn pairs_of_independent_games_are_as_good_as_the_games() {
        // Wins and losses by coin tosses: 1000 pairs of two fair coins give 250, 0, 500, 0 and 250.
        let rating = Pairs([250, 0, 500, 0, 250]).estimate().unwrap();
        // The usual error of 2000 fair coins: 1.96 · 0.5 / √2000.
        assert!((rating.score_high - 0.5 - 0.021_913).abs() < 1e-6);
        assert_eq!((rating.score, rating.superiority), (0.5, 0.5));
        // Openings that decide the games say nothing about the players, so they do not widen the
        // interval.
        let decided = Pairs([10, 0, 980, 0, 10]).estimate().unwrap();
        assert!(decided.score_high < rating.score_high);
    }

    #[test]
    fn all_or_nothing_still_has_an_error() {
        let rating = Pairs([0, 0, 0, 0, 50]).estimate().unwrap();
        assert_eq!((rating.score, rating.elo, rating.elo_high), (1.0, None, None));
        // Wilson's lower limit for 100 of 100.
        assert!((rating.score_low - 0.963_0).abs() < 5e-5, "{rating:?}");
        assert!(rating.superiority > 0.999_999);
        let lost = Pairs([50, 0, 0, 0, 0]).estimate().unwrap();
        assert!((lost.score_high - (1.0 - rating.score_low)).abs() < 1e-12);
        // With one half point missing, the limits still stay inside.
        let nearly = Pairs([0, 0, 0, 1, 49]).estimate().unwrap();
        assert!(
            nearly.score_low < nearly.score && nearly.score < nearly.score_high && nearly.score_high < 1.0
        );
    }

    #[test]
    fn drawn_games_and_no_games_say_nothing() {
        assert_eq!(Pairs::default().estimate(), None);
        assert_eq!(Pairs::default().superiority(), 0.5);
        let drawn = Pairs([0, 0, 7, 0, 0]).estimate().unwrap();
        assert_eq!((drawn.elo, drawn.superiority), (Some(0.0), 0.5));
        assert!(drawn.score_low < 0.5 && drawn.score_high > 0.5);
    }
}
