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

/// How weights are fitted. The same options give the same weights for any number of threads.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// Games per round.
    pub games: usize,
    /// The approximate number of nodes per move.
    pub nodes: u64,
    /// Rounds: each plays games with the weights fitted last, then fits again to all games so far.
    pub rounds: usize,
    /// The most random plies at the start of a game.
    pub opening: usize,
    /// The share of the search's score in the target, from 0 to 1; the rest is the result of the game.
    pub mix: f64,
    /// The weight of a drawn game relative to a decided one, from 0 to 1. Where most games are drawn whatever the
    /// position was like, they would only pull all weights towards zero.
    pub draws: f64,
    /// The random seed.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// The initial weights.
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

/// Progress of the fit, as reported to an observer.
#[derive(Clone, PartialEq, Debug)]
pub enum FitProgress {
    /// Some games of a round have been played.
    Playing {
        /// The round, from 1.
        round: usize,
        /// Games played so far.
        done: usize,
        /// Games in the round.
        of: usize,
    },
    /// A round has been played and the weights have been fitted.
    Fitted {
        /// The round, from 1.
        round: usize,
        /// The result of the round.
        report: FitReport,
    },
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitReport {
    /// The weights, as a text of [`Weights`].
    pub weights: String,
    /// Games won by the first player, drawn, and won by the second player.
    pub results: [usize; 3],
    /// Positions that the weights were fitted to.
    pub positions: usize,
    /// Positions held out for validation.
    pub held_back: usize,
    /// The losses of the initial weights.
    pub before: Losses,
    /// The losses of the fitted weights.
    pub after: Losses,
}

/// Mean logistic losses: 0 for predictions that are certain and right, ln 2 = 0.693 for a constant prediction of ½.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// On the training positions.
    pub fitted: f64,
    /// On the positions held out.
    pub held_back: f64,
}

/// One game in this many is held out.
const HELD_BACK: usize = 10;
/// The worth of the least piece.
const UNIT_WORTH: f64 = 100.0;
/// The largest factor by which fitted weights are scaled.
const MOST_SCALING: f64 = 4.0;

/// Fits the weights of a game.
///
/// # Errors
/// Fails if the initial weights are not weights of this game.
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

/// The weights that fit the games best, regularised towards the initial ones. `last` sets the scale of a point.
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
