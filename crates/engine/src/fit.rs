//! Fitting the weights of an evaluation to the results of games that the engine plays against itself.

mod games;
mod regression;
mod sample;

use crate::catalogue::GameRef;
use crate::play::Play;
use crate::think::WeightsChoice;
use crate::weights::{Weight, Weights, WeightsError};
use games::{Played, play_all};
use regression::{Prior, fit, fit_scale, loss};
use sample::Sample;

/// How weights are fitted. With the same options, whatever the number of threads, the same weights come out.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// How many games to play in each round.
    pub games: usize,
    /// About how many positions to look at for each move.
    pub nodes: u64,
    /// How often to play games with the weights fitted last and to fit again to all games so far.
    pub rounds: usize,
    /// How many random plies a game begins with at most.
    pub opening: usize,
    /// How much the score of the search counts beside the result of the game, from 0 to 1.
    pub mix: f64,
    /// How much a drawn game counts beside a decided one, from 0 to 1. Where most games are drawn, whatever a
    /// position was like, they would only teach that nothing matters.
    pub draws: f64,
    /// Where chance begins.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// The weights to begin with.
    pub from: WeightsChoice,
}

impl Default for FitOptions {
    fn default() -> FitOptions {
        FitOptions {
            games: 2_000,
            nodes: 1_000,
            rounds: 2,
            opening: 10,
            mix: 0.3,
            draws: 0.3,
            seed: 1,
            threads: 1,
            from: WeightsChoice::First,
        }
    }
}

/// What an observer hears while weights are fitted.
#[derive(Clone, PartialEq, Debug)]
pub enum FitProgress {
    /// So many games of a round have been played.
    Playing {
        /// The round, from 1.
        round: usize,
        /// How many games.
        done: usize,
        /// Of how many.
        of: usize,
    },
    /// A round has been played and the weights have been fitted.
    Fitted {
        /// The round, from 1.
        round: usize,
        /// How it went.
        report: FitReport,
    },
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct FitReport {
    /// The weights, as a text of [`Weights`].
    pub weights: String,
    /// Games that the first player won, that were drawn, that the second player won.
    pub results: [usize; 3],
    /// How many positions the weights were fitted to.
    pub positions: usize,
    /// How many positions were held back to judge by.
    pub held_back: usize,
    /// How badly the weights at the beginning predict results.
    pub before: Losses,
    /// How badly the fitted weights do.
    pub after: Losses,
}

/// Mean logistic losses: nothing for certain and right predictions, 0.693 for knowing nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// On the positions that the weights were fitted to.
    pub fitted: f64,
    /// On those that were held back.
    pub held_back: f64,
}

/// One game in so many is held back.
const HELD_BACK: usize = 10;
/// What the least piece is worth.
const UNIT_WORTH: f64 = 100.0;
/// Fitted weights are not scaled by more than this.
const MOST_SCALING: f64 = 4.0;

/// Fits the weights of a game.
///
/// # Errors
/// Fails where the weights to begin with are not weights of this game.
pub fn fit_weights(
    game: GameRef,
    options: &FitOptions,
    observe: &mut dyn FnMut(&FitProgress),
) -> Result<FitReport, WeightsError> {
    game.start().fit_weights(options, observe)
}

/// Fits the weights of the game of `start` to games from there.
pub(crate) fn fit_weights_from<P: Play>(
    start: &P::Position,
    options: &FitOptions,
    observe: &mut dyn FnMut(&FitProgress),
) -> Result<FitReport, WeightsError> {
    if P::TERMS.is_empty() {
        return Err(WeightsError::NoTerms);
    }
    let first = Weights::read(P::TERMS, options.from.text::<P>()?)?;
    let mut weights = first.clone();
    let mut pool = Pool::default();
    let mut round = 0;
    loop {
        round += 1;
        let mut told = |done, of| observe(&FitProgress::Playing { round, done, of });
        pool.take(play_all::<P>(start, &weights, options, round, &mut told));
        let (fitted, report) = refit::<P>(&first, &weights, &pool, options);
        observe(&FitProgress::Fitted { round, report: report.clone() });
        if round >= options.rounds {
            return Ok(report);
        }
        weights = fitted;
    }
}

/// The positions of all games so far.
#[derive(Default)]
struct Pool {
    fitted: Vec<Sample>,
    held_back: Vec<Sample>,
    results: [usize; 3],
}

impl Pool {
    fn take(&mut self, games: Vec<Played>) {
        for (i, game) in games.into_iter().enumerate() {
            self.results[game.result()] += 1;
            let to = if i % HELD_BACK == 0 { &mut self.held_back } else { &mut self.fitted };
            to.extend(game.samples);
        }
    }
}

/// The weights that suit the games best, not too far from the first ones without need. The last ones say what a
/// point is worth.
fn refit<P: Play>(
    first: &Weights,
    last: &Weights,
    pool: &Pool,
    options: &FitOptions,
) -> (Weights, FitReport) {
    let terms = P::TERMS.len();
    let start = parameters(first, terms);
    let scale = fit_scale(&pool.fitted, &parameters(last, terms));
    let targets = |samples: &[Sample]| -> Vec<f64> {
        samples.iter().map(|sample| sample.target(options.mix, scale)).collect()
    };
    let (fitted, held_back) = (targets(&pool.fitted), targets(&pool.held_back));
    let losses = |parameters: &[f64]| Losses {
        fitted: loss(&pool.fitted, &fitted, parameters, scale),
        held_back: loss(&pool.held_back, &held_back, parameters, scale),
    };
    let mut found = fit(&pool.fitted, &fitted, &Prior::around(&start), scale);
    let (before, after) = (losses(&start), losses(&found));
    let unit = (found[P::UNIT] + found[terms + P::UNIT]).abs() / 2.0;
    let scaling = (UNIT_WORTH / unit.max(1.0)).clamp(1.0 / MOST_SCALING, MOST_SCALING);
    found.iter_mut().for_each(|weight| *weight *= scaling);
    let weight = |term: usize| Weight { opening: found[term], ending: found[terms + term] };
    let weights = Weights::new(&(0..terms).map(weight).collect::<Vec<_>>());
    let report = FitReport {
        weights: weights.write(P::TERMS),
        results: pool.results,
        positions: pool.fitted.len(),
        held_back: pool.held_back.len(),
        before,
        after,
    };
    (weights, report)
}

/// First all weights of the opening, then all of the ending.
fn parameters(weights: &Weights, terms: usize) -> Vec<f64> {
    let opening = (0..terms).map(|term| weights.get(term).opening);
    opening.chain((0..terms).map(|term| weights.get(term).ending)).collect()
}
