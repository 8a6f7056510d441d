//! Ratings of several players from all their games at once.
//!
//! The model is that of Bradley and Terry with draws as half points: the expected score is logistic
//! in the difference, as everywhere else here. (Davidson's model has a separate parameter for
//! draws, and its expected score would not be that of our Elo differences.) The ratings maximise
//! the likelihood of the points: then every player's expected points equal its actual points. Every
//! player is given one draw against an average player, so that ratings stay finite for players who
//! won or lost everything, and if some groups of players never met.
//!
//! The errors come from the Fisher information, which treats each game as won or lost. Draws reduce
//! the variance of scores, and so do openings that decide both games of a pair. So the variance is
//! scaled by the observed dispersion of pair scores relative to the expected one (as in
//! quasi-likelihood).

use std::f64::consts::LN_10;

use serde::Serialize;

use super::{normal_cdf, quantile};

/// Games of two players that are not independent: usually the two with the same opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bout {
    /// The players.
    pub players: [usize; 2],
    /// The number of games.
    pub games: u32,
    /// The half points of the first player.
    pub half_points: u32,
}

/// The strength of a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Elo above the mean of all players.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
}

/// The ratings of all players, and their covariance.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo above the mean.
    elo: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// The number of draws against an average player that every player is given.
const PRIOR: f64 = 1.0;
/// The factor from the natural scale, on which the score is 1 / (1 + e⁻ˣ), to Elo.
const ELO: f64 = 400.0 / LN_10;
/// The weight, in bouts, of the prior belief about dispersion.
const DOUBT: f64 = 4.0;

impl Ratings {
    /// The maximum-likelihood ratings of players 0 to `players` − 1. Bouts of others are ignored.
    #[must_use]
    pub fn fit(players: usize, bouts: &[Bout]) -> Ratings {
        let bouts: Vec<Bout> = bouts.iter().copied().filter(|bout| bout.is_of(players)).collect();
        let fit = Fit::with_prior(players, &bouts, PRIOR);
        fit.ratings(dispersion(&fit, &bouts))
    }

    /// The rating of a player.
    ///
    /// # Panics
    /// Panics if there is no such player.
    #[must_use]
    pub fn get(&self, player: usize) -> Rating {
        let elo = self.elo[player];
        let error = quantile(0.975) * self.covariance[player][player].max(0.0).sqrt();
        Rating { elo, low: elo - error, high: elo + error }
    }

    /// The players, the strongest first.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.elo.len()).collect();
        players.sort_by(|&a, &b| self.elo[b].total_cmp(&self.elo[a]));
        players
    }

    /// The probability that the first player is stronger than the second.
    ///
    /// # Panics
    /// Panics if there is no such player.
    #[must_use]
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let of = |a: usize, b: usize| self.covariance[a][b];
        let variance = of(player, player) + of(other, other) - 2.0 * of(player, other);
        let difference = self.elo[player] - self.elo[other];
        if variance <= 0.0 { 0.5 } else { normal_cdf(difference / variance.sqrt()) }
    }
}

impl Bout {
    fn is_of(&self, players: usize) -> bool {
        let [a, b] = self.players;
        a != b && a.max(b) < players && self.games > 0 && self.half_points <= 2 * self.games
    }

    /// The points of the first player.
    fn points(&self) -> f64 {
        f64::from(self.half_points) / 2.0
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Strengths on the natural scale, and the information about them.
struct Fit {
    strengths: Vec<f64>,
    /// The inverse of the Fisher information.
    inverse: Vec<Vec<f64>>,
}

impl Fit {
    /// Newton's method. The log-likelihood is concave, so with bounded steps it converges to the
    /// only maximum from any start.
    fn with_prior(players: usize, bouts: &[Bout], prior: f64) -> Fit {
        const LONGEST_STEP: f64 = 1.0;
        let mut strengths = vec![0.0; players];
        let meetings = meetings(bouts);
        for _ in 0..200 {
            let (slope, information) = derivatives(&strengths, &meetings, prior);
            let factor = cholesky(information);
            let step = solve(&factor, slope);
            let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
            let share = (LONGEST_STEP / longest).min(1.0);
            for (strength, step) in strengths.iter_mut().zip(&step) {
                *strength += share * step;
            }
            if longest < 1e-12 {
                break;
            }
        }
        let factor = cholesky(derivatives(&strengths, &meetings, prior).1);
        let unit = |at: usize| (0..players).map(|i| if i == at { 1.0 } else { 0.0 }).collect();
        Fit { inverse: (0..players).map(|at| solve(&factor, unit(at))).collect(), strengths }
    }

    /// The expected score of the first player of a bout in each of its games.
    fn expected(&self, bout: &Bout) -> f64 {
        let [a, b] = bout.players;
        logistic(self.strengths[a] - self.strengths[b])
    }

    /// Ratings relative to the mean, with the errors of the differences from the mean.
    fn ratings(&self, dispersion: f64) -> Ratings {
        let count = self.strengths.len().max(1) as f64;
        let mean = self.strengths.iter().sum::<f64>() / count;
        let of_row: Vec<f64> = self.inverse.iter().map(|row| row.iter().sum::<f64>() / count).collect();
        let of_all = of_row.iter().sum::<f64>() / count;
        let centred = |(i, row): (usize, &Vec<f64>)| {
            let entry = |(j, value): (usize, &f64)| value - of_row[i] - of_row[j] + of_all;
            row.iter().enumerate().map(entry).map(|value| dispersion * value * ELO * ELO).collect()
        };
        Ratings {
            elo: self.strengths.iter().map(|strength| (strength - mean) * ELO).collect(),
            covariance: self.inverse.iter().enumerate().map(centred).collect(),
        }
    }
}

/// All games of two players.
struct Meeting {
    players: [usize; 2],
    games: f64,
    points: f64,
}

fn meetings(bouts: &[Bout]) -> Vec<Meeting> {
    let mut met = std::collections::BTreeMap::new();
    for bout in bouts {
        let [a, b] = bout.players;
        let points = if a < b { bout.points() } else { f64::from(bout.games) - bout.points() };
        let (games, sum) = met.entry([a.min(b), a.max(b)]).or_insert((0.0, 0.0));
        *games += f64::from(bout.games);
        *sum += points;
    }
    met.into_iter().map(|(players, (games, points))| Meeting { players, games, points }).collect()
}

/// The gradient of the log-likelihood, and the Fisher information.
fn derivatives(strengths: &[f64], meetings: &[Meeting], prior: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let mut slope = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    for (i, &strength) in strengths.iter().enumerate() {
        let score = logistic(strength);
        slope[i] += prior * (0.5 - score);
        information[i][i] += prior * score * (1.0 - score);
    }
    for Meeting { players: [a, b], games, points } in meetings {
        let (a, b) = (*a, *b);
        let score = logistic(strengths[a] - strengths[b]);
        let surplus = points - games * score;
        slope[a] += surplus;
        slope[b] -= surplus;
        let weight = games * score * (1.0 - score);
        information[a][a] += weight;
        information[b][b] += weight;
        information[a][b] -= weight;
        information[b][a] -= weight;
    }
    (slope, information)
}

/// The dispersion of the scores of bouts, relative to independent decisive games.
fn dispersion(fit: &Fit, bouts: &[Bout]) -> f64 {
    let (mut seen, mut expected) = (0.0, 0.0);
    for bout in bouts {
        let (score, games) = (fit.expected(bout), f64::from(bout.games));
        seen += (bout.points() - games * score).powi(2);
        expected += games * score * (1.0 - score);
    }
    // The ratings were fitted to these scores, which removes a part of their variance.
    let count = bouts.len() as f64;
    let fitted = fit.strengths.len().saturating_sub(1) as f64;
    let free = if count > 0.0 { ((count - fitted) / count).max(0.0) } else { 0.0 };
    // The prior belief: a few bouts of two games with the dispersion of coin tosses.
    let belief = DOUBT * 0.5;
    (seen + belief) / (expected * free + belief)
}

/// The Cholesky factor: the lower triangle L of a positive definite matrix L·Lᵀ.
fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    // The prior makes the matrix positive definite; this guards against rounding errors.
    const LEAST: f64 = 1e-300;
    for i in 0..matrix.len() {
        let (above, below) = matrix.split_at_mut(i);
        let row = &mut below[0];
        for (j, other) in above.iter().enumerate() {
            let dot: f64 = row[..j].iter().zip(&other[..j]).map(|(a, b)| a * b).sum();
            row[j] = (row[j] - dot) / other[j];
        }
        let square: f64 = row[..i].iter().map(|a| a * a).sum();
        row[i] = (row[i] - square).max(LEAST).sqrt();
    }
    matrix
}

/// The solution of L·Lᵀ·x = `right`.
fn solve(factor: &[Vec<f64>], mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for i in 0..count {
        let dot: f64 = factor[i][..i].iter().zip(&right).map(|(a, x)| a * x).sum();
        right[i] = (right[i] - dot) / factor[i][i];
    }
    for i in (0..count).rev() {
        let dot: f64 = (i + 1..count).map(|j| factor[j][i] * right[j]).sum();
        right[i] = (right[i] - dot) / factor[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{elo, expected_score};
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    fn bout(a: usize, b: usize, games: u32, half_points: u32) -> Bout {
        Bout { players: [a, b], games, half_points }
    }

    /// The seven teams of the eastern division of the American League in 1987, 13 games each, with
    /// the strengths and standard errors that textbooks on categorical data give for the model of
    /// Bradley and Terry.
    #[test]
    fn the_baseball_season_of_1987() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: the wins of each
        // against the others.
        let wins: [&[u32]; 6] =
            [&[7, 9, 7, 7, 9, 11], &[7, 5, 11, 9, 9], &[7, 7, 8, 12], &[6, 7, 10], &[7, 12], &[6]];
        let bouts: Vec<Bout> = wins
            .iter()
            .enumerate()
            .flat_map(|(a, row)| row.iter().enumerate().map(move |(i, &won)| bout(a, a + 1 + i, 13, 2 * won)))
            .collect();
        let fit = Fit::with_prior(7, &bouts, 1e-7);
        let known =
            [(1.581, 0.343), (1.436, 0.340), (1.294, 0.337), (1.248, 0.336), (1.108, 0.334), (0.684, 0.332)];
        for (team, (strength, error)) in known.into_iter().enumerate() {
            // The published strengths are relative to Baltimore.
            let above = fit.strengths[team] - fit.strengths[6];
            assert!((above - strength).abs() < 1e-3, "{team}: {above}");
            let of = |a: usize, b: usize| fit.inverse[a][b];
            let deviation = (of(team, team) + of(6, 6) - 2.0 * of(team, 6)).sqrt();
            assert!((deviation - error).abs() < 1e-3, "{team}: {deviation}");
        }
    }

    #[test]
    fn two_players_have_the_difference_of_their_score() {
        // 75 % of 400 games, with hardly any prior.
        let games: Vec<Bout> = (0..200).map(|i| bout(0, 1, 2, if i % 2 == 0 { 4 } else { 2 })).collect();
        let fit = Fit::with_prior(2, &games, 1e-6);
        let ratings = fit.ratings(1.0);
        assert!((ratings.get(0).elo - elo(0.75) / 2.0).abs() < 1e-4);
        assert!((ratings.get(0).elo + ratings.get(1).elo).abs() < 1e-9);
        // Half the error of the difference, which is 1 / √(400 · ¾ · ¼) on the natural scale.
        let error = quantile(0.975) * ELO / (400.0 * 0.75 * 0.25_f64).sqrt() / 2.0;
        assert!((ratings.get(0).high - ratings.get(0).elo - error).abs() < 1e-4);
        // The order of the players does not matter.
        let turned: Vec<Bout> = games
            .iter()
            .map(|bout| Bout { players: [1, 0], half_points: 4 - bout.half_points, ..*bout })
            .collect();
        assert!(
            (Fit::with_prior(2, &turned, 1e-6).ratings(1.0).get(0).elo - ratings.get(0).elo).abs() < 1e-9
        );
    }

    #[test]
    fn everybody_has_the_points_that_were_expected() {
        let bouts =
            [bout(0, 1, 10, 13), bout(1, 2, 8, 11), bout(2, 3, 6, 4), bout(3, 0, 12, 7), bout(0, 2, 2, 3)];
        let fit = Fit::with_prior(4, &bouts, 1.0);
        for player in 0..4 {
            let mut surplus = 0.5 - logistic(fit.strengths[player]);
            for bout in &bouts {
                let by = bout.points() - f64::from(bout.games) * fit.expected(bout);
                surplus += if bout.players[0] == player { by } else { 0.0 };
                surplus -= if bout.players[1] == player { by } else { 0.0 };
            }
            assert!(surplus.abs() < 1e-9, "{player}: {surplus}");
        }
        let ratings = Ratings::fit(4, &bouts);
        assert!((0..4).map(|player| ratings.get(player).elo).sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn all_points_and_no_games_are_finite() {
        let ratings = Ratings::fit(4, &[bout(0, 1, 1000, 2000), bout(1, 2, 2, 0), bout(9, 9, 1, 1)]);
        for player in 0..4 {
            let Rating { elo, low, high } = ratings.get(player);
            assert!(elo.is_finite() && low < elo && elo < high && elo.abs() < 3000.0, "{player}: {elo}");
        }
        // Player 3 has played no games, so nothing is known about it.
        assert!(ratings.get(3).high - ratings.get(3).low > 800.0);
        assert_eq!(ratings.ranking()[3], 1);
        assert!(ratings.superiority(0, 1) > 0.97, "{}", ratings.superiority(0, 1));
        assert!((ratings.superiority(0, 1) + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
        assert!(Ratings::fit(0, &[]).ranking().is_empty());
        assert_eq!(Ratings::fit(1, &[]).get(0).elo, 0.0);
        assert_eq!(Ratings::fit(2, &[]).superiority(0, 1), 0.5);
    }

    #[test]
    fn draws_and_decided_openings_make_ratings_sharper() {
        let width = |half_points: [u32; 4]| {
            let bouts: Vec<Bout> = (0..100).map(|i| bout(0, 1, 2, half_points[i % 4])).collect();
            let rating = Ratings::fit(2, &bouts).get(0);
            rating.high - rating.low
        };
        let coins = width([0, 2, 2, 4]);
        assert!(width([1, 2, 2, 3]) < 0.75 * coins);
        // Both games of a pair have the same winner: half as many independent games.
        assert!(width([0, 0, 4, 4]) > 1.3 * coins);
    }

    /// The fraction of the 95 % intervals that contain the true value.
    fn coverage(pairs_each: usize, draws: f64, opening: f64) -> f64 {
        const TRIALS: usize = 250;
        let truth = [180.0, 120.0, 40.0, 0.0, -20.0, -60.0, -100.0, -160.0];
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut random = || f64::from(rng.next_u32()) / f64::from(u32::MAX);
        let mut inside = 0;
        for _ in 0..TRIALS {
            let mut bouts = Vec::new();
            for a in 0..truth.len() {
                for b in 0..a {
                    for _ in 0..pairs_each {
                        // The opening favours one side, and each player has that side once.
                        let favour = if random() < 0.5 { opening } else { -opening };
                        let mut game = |by: f64| {
                            let score = expected_score(truth[a] - truth[b]) + by;
                            let drawn = draws * 2.0 * score.min(1.0 - score);
                            let x = random();
                            if x < score - drawn / 2.0 { 2 } else { u32::from(x < score + drawn / 2.0) }
                        };
                        bouts.push(bout(a, b, 2, game(favour) + game(-favour)));
                    }
                }
            }
            let ratings = Ratings::fit(truth.len(), &bouts);
            inside += (0..truth.len())
                .filter(|&player| {
                    let Rating { low, high, .. } = ratings.get(player);
                    (low..=high).contains(&truth[player])
                })
                .count();
        }
        inside as f64 / (TRIALS * truth.len()) as f64
    }

    #[test]
    fn intervals_have_the_truth_in_them_as_often_as_promised() {
        for (pairs, draws, opening) in [(10, 0.0, 0.0), (10, 0.6, 0.0), (10, 0.2, 0.1), (3, 0.4, 0.0)] {
            let share = coverage(pairs, draws, opening);
            // 2000 intervals: 95 % with a standard deviation of half a percent, a little more
            // because they depend on each other.
            assert!((0.93..=0.97).contains(&share), "{pairs} pairs, {draws} drawn, {opening}: {share}");
        }
    }
}
