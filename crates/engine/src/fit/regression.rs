//! Logistic regression: the weights with the least mean logistic loss on the results.
//!
//! The chance to win is taken as 1 / (1 + e^(-scale · worth)). The weights are found by Newton's method, with steps
//! that are halved where they lead too far; few steps are needed, and no learning rate.

use super::sample::Sample;

/// The prior of the weights: a normal distribution for each, with its centre and spread.
pub(super) struct Prior {
    centre: Vec<f64>,
    spread: Vec<f64>,
}

/// The prior's standard deviation: this many points, or this part of the weight.
const SPREAD: f64 = 25.0;
const SPREAD_OF_ITSELF: f64 = 0.4;
/// Positions of one game share its result, so each counts as only a part of an independent sample.
const NEWS: f64 = 0.1;
/// Bounds of the scale, however badly the initial weights predict.
const LEAST_SCALE: f64 = 0.002;
const MOST_SCALE: f64 = 0.05;
const MOST_STEPS: usize = 25;
const MOST_HALVINGS: usize = 12;
/// Newton's method ends with a step that improves the loss by less than this.
const ENOUGH: f64 = 1e-9;

impl Prior {
    pub(super) fn around(centre: &[f64]) -> Prior {
        let spread = centre.iter().map(|weight| SPREAD.max(SPREAD_OF_ITSELF * weight.abs())).collect();
        Prior { centre: centre.to_vec(), spread }
    }

    fn loss(&self, weights: &[f64]) -> f64 {
        let term = |i: usize| ((weights[i] - self.centre[i]) / self.spread[i]).powi(2) / 2.0;
        (0..weights.len()).map(term).sum()
    }
}

/// The predicted chance to win of a position with this evaluation.
pub(super) fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The logistic loss of one result.
fn surprise(logit: f64, target: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
    softplus - target * logit
}

/// The mean loss.
pub(super) fn loss(samples: &[Sample], targets: &[f64], weights: &[f64], scale: f64) -> f64 {
    let each = samples.iter().zip(targets);
    let surprise = |(sample, &target): (&Sample, &f64)| {
        sample.importance * surprise(scale * sample.worth(weights), target)
    };
    each.map(surprise).sum::<f64>() / importance(samples).max(f64::MIN_POSITIVE)
}

/// The total weight of the samples.
fn importance(samples: &[Sample]) -> f64 {
    samples.iter().map(|sample| sample.importance).sum()
}

/// The scale with which given weights predict results best.
pub(super) fn fit_scale(samples: &[Sample], weights: &[f64]) -> f64 {
    let worths: Vec<f64> = samples.iter().map(|sample| sample.worth(weights)).collect();
    let loss = |log_scale: f64| -> f64 {
        let surprise = |(worth, sample): (&f64, &Sample)| {
            sample.importance * surprise(log_scale.exp() * worth, sample.result)
        };
        worths.iter().zip(samples).map(surprise).sum()
    };
    // The loss has one valley, so thirds that are not in it can be cut off.
    let (mut low, mut high) = (LEAST_SCALE.ln(), MOST_SCALE.ln());
    for _ in 0..60 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(left) <= loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high).exp()
}

/// The weights that fit the targets best.
pub(super) fn fit(samples: &[Sample], targets: &[f64], prior: &Prior, scale: f64) -> Vec<f64> {
    let whole_loss = |weights: &[f64]| {
        NEWS * importance(samples) * loss(samples, targets, weights, scale) + prior.loss(weights)
    };
    let mut weights = prior.centre.clone();
    let mut last = whole_loss(&weights);
    for _ in 0..MOST_STEPS {
        let Some(step) = newton_step(samples, targets, prior, &weights, scale) else { break };
        let mut part = 1.0;
        let mut better = None;
        for _ in 0..MOST_HALVINGS {
            let tried: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight - part * step).collect();
            let found = whole_loss(&tried);
            if found < last {
                better = Some((tried, found));
                break;
            }
            part /= 2.0;
        }
        let Some((tried, found)) = better else { break };
        let gain = last - found;
        (weights, last) = (tried, found);
        if gain < ENOUGH * last.abs() {
            break;
        }
    }
    weights
}

/// The gradient of the loss divided by its curvature.
fn newton_step(
    samples: &[Sample],
    targets: &[f64],
    prior: &Prior,
    weights: &[f64],
    scale: f64,
) -> Option<Vec<f64>> {
    let n = weights.len();
    let mut gradient = vec![0.0; n];
    let mut curvature = vec![0.0; n * n];
    let mut features = Vec::new();
    for (sample, &target) in samples.iter().zip(targets) {
        features.clear();
        features.extend(sample.features());
        let worth: f64 = features.iter().map(|&(i, value)| weights[i] * value).sum();
        let expected = chance(scale * worth);
        let news = NEWS * sample.importance;
        let pull = news * scale * (expected - target);
        let bend = news * scale * scale * expected * (1.0 - expected);
        for (place, &(i, value)) in features.iter().enumerate() {
            gradient[i] += pull * value;
            let row = &mut curvature[i * n..(i + 1) * n];
            // The features come in order, and the lower half of the matrix is enough.
            for &(j, other) in &features[..=place] {
                row[j] += bend * value * other;
            }
        }
    }
    for i in 0..n {
        let stiffness = prior.spread[i].powi(-2);
        gradient[i] += stiffness * (weights[i] - prior.centre[i]);
        curvature[i * n + i] += stiffness;
    }
    solve(&mut curvature, gradient)
}

/// Solves A x = b for a positive definite A, of which the lower half is given row by row: Cholesky's method.
fn solve(a: &mut [f64], mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| a[i * n + k] * a[j * n + k]).sum();
            let rest = a[i * n + j] - dot;
            if i > j {
                a[i * n + j] = rest / a[j * n + j];
            } else if rest > 0.0 {
                a[i * n + i] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    for i in 0..n {
        let dot: f64 = (0..i).map(|k| a[i * n + k] * b[k]).sum();
        b[i] = (b[i] - dot) / a[i * n + i];
    }
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| a[k * n + i] * b[k]).sum();
        b[i] = (b[i] - dot) / a[i * n + i];
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use game::playout::below;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn equations_are_solved() {
        // [4 2 0; 2 5 3; 0 3 6] · [1 -2 3] = [0 1 12]
        let mut a = vec![4.0, 0.0, 0.0, 2.0, 5.0, 0.0, 0.0, 3.0, 6.0];
        let x = solve(&mut a, vec![0.0, 1.0, 12.0]).unwrap();
        assert!(x.iter().zip([1.0, -2.0, 3.0]).all(|(x, y)| (x - y).abs() < 1e-12), "{x:?}");
        assert_eq!(solve(&mut [0.0], vec![1.0]), None);
    }

    #[test]
    fn known_weights_are_recovered_from_results() {
        const SCALE: f64 = 0.01;
        let truth = [100.0, 30.0, -20.0, 140.0, 0.0, 55.0];
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut count = |most: usize| below(&mut rng, 2 * most + 1) as i32 - most as i32;
        let mut samples = Vec::new();
        for i in 0..60_000_u64 {
            let counts = [count(2), count(3), count(4)];
            let opening = f64::from(count(8) + 8) / 16.0;
            let mut sample = Sample::new(&counts, [opening, 1.0 - opening], 0.0, 0.5);
            let expected = chance(SCALE * sample.worth(&truth));
            let dice = (game::mix(i + 99) >> 11) as f64 / (1_u64 << 53) as f64;
            sample.result = if dice < expected { 1.0 } else { 0.0 };
            samples.push(sample);
        }
        let scale = fit_scale(&samples, &truth);
        assert!((scale / SCALE - 1.0).abs() < 0.05, "{scale}");
        let results: Vec<f64> = samples.iter().map(|sample| sample.result).collect();
        let start = [60.0, 0.0, 0.0, 60.0, 0.0, 0.0];
        let found = fit(&samples, &results, &Prior::around(&start), SCALE);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 8.0, "{found} is not {truth}");
        }
        assert!(loss(&samples, &results, &found, SCALE) < loss(&samples, &results, &start, SCALE));
    }
}
