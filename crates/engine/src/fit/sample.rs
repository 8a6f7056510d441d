//! A sample: a position to learn from.

use crate::play::{Play, terms};
use crate::weights::{ALL_KEPT, PHASES};

/// A quiet position of a game, by its terms, with how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// The terms that it has, with how often.
    counts: Box<[(u8, i16)]>,
    /// The number of terms.
    terms: usize,
    /// The game phase: the shares of the opening's and of the ending's weights.
    shares: [f64; 2],
    /// The score of the search, in points for the side to move.
    score: f64,
    /// The result of the game for the side to move: 0, ½ or 1.
    pub(super) result: f64,
    /// The weight of the sample, from 0 to 1.
    pub(super) importance: f64,
}

impl Sample {
    /// A position that the search scored `score`; the result of the game is not known yet.
    pub(super) fn of<P: Play>(pos: &P::Position, score: i32) -> Sample {
        let opening = f64::from(P::opening(pos)) / f64::from(PHASES);
        let kept = f64::from(P::kept(pos)) / f64::from(ALL_KEPT);
        Sample::new(&terms::<P>(pos), [kept * opening, kept * (1.0 - opening)], score.into(), 0.5)
    }

    pub(super) fn new(terms: &[i32], shares: [f64; 2], score: f64, result: f64) -> Sample {
        let counts = terms.iter().enumerate().filter(|&(_, &times)| times != 0);
        let counts = counts.map(|(term, &times)| (term as u8, times as i16)).collect();
        Sample { counts, terms: terms.len(), shares, score, result, importance: 1.0 }
    }

    /// The features that weights are multiplied with: the terms as they count in the opening, then as they
    /// count in the ending.
    pub(super) fn features(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let share = |from: usize, share: f64| {
            let counts = self.counts.iter().filter(move |_| share > 0.0);
            counts.map(move |&(term, times)| (from + usize::from(term), share * f64::from(times)))
        };
        share(0, self.shares[0]).chain(share(self.terms, self.shares[1]))
    }

    /// The evaluation with these weights.
    pub(super) fn worth(&self, weights: &[f64]) -> f64 {
        self.features().map(|(i, value)| weights[i] * value).sum()
    }

    /// The target: the result mixed with the chance that the search's score stands for.
    pub(super) fn target(&self, mix: f64, scale: f64) -> f64 {
        (1.0 - mix) * self.result + mix * super::regression::chance(scale * self.score)
    }
}
