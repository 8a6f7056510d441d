//! What the trainer aims at: the result of the game mixed with the score of the search.

use game::Value;

use crate::samples::{Label, Samples};

/// Chances to win, draw and lose.
pub(crate) type Chances = [f32; 3];

/// The place of a result among the chances.
fn place(result: Value) -> usize {
    match result {
        Value::Win => 0,
        Value::Draw => 1,
        Value::Loss => 2,
    }
}

/// How scores translate to chances: P(win) = σ(score / points − t).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// How many points a logit is.
    pub points_per_logit: f32,
    /// Half the width of the draw, in logits.
    pub draw: f32,
}

/// However little is known, a logit is at least and at most this many points.
const POINTS: [f32; 2] = [30.0, 1_000.0];
const DRAWS: [f32; 2] = [0.01, 4.0];
/// Enough positions to fit two numbers to.
const MOST_SAMPLES: usize = 100_000;

impl Scale {
    /// The scale that explains the results best, by a search that narrows down on both numbers.
    #[must_use]
    pub fn fit(samples: &Samples) -> Scale {
        let step = samples.len().div_ceil(MOST_SAMPLES).max(1);
        let labels = samples.labels().iter().step_by(step);
        let labels: Vec<(i16, usize)> =
            labels.filter_map(|label| Some((label.score?, place(label.result)))).collect();
        let loss = |scale: &Scale| -> f64 {
            let each = labels.iter().map(|&(score, result)| scale.chances(score.into())[result]);
            each.map(|chance| f64::from(-chance.ln())).sum()
        };
        let (mut points, mut draws) = (POINTS, DRAWS);
        let mut best = Scale { points_per_logit: 150.0, draw: 0.5 };
        for _ in 0..5 {
            let grid = |[from, to]: [f32; 2]| (0..=6).map(move |i| from * (to / from).powf(i as f32 / 6.0));
            let all = grid(points)
                .flat_map(|points_per_logit| grid(draws).map(move |draw| Scale { points_per_logit, draw }));
            best = all.min_by(|a, b| loss(a).total_cmp(&loss(b))).unwrap_or(best);
            let around = |value: f32, [from, to]: [f32; 2], [least, most]: [f32; 2]| {
                let step = (to / from).powf(1.0 / 6.0);
                [(value / step).max(least), (value * step).min(most)]
            };
            points = around(best.points_per_logit, points, POINTS);
            draws = around(best.draw, draws, DRAWS);
        }
        best
    }

    /// The chances at a score.
    #[must_use]
    pub fn chances(&self, score: f32) -> [f32; 3] {
        let v = score / self.points_per_logit;
        let (win, loss) = (sigmoid(v - self.draw), sigmoid(-v - self.draw));
        [win, (1.0 - win - loss).max(1e-6), loss]
    }
}

/// What a position is trained towards: `mix` parts of the result and the rest of the score. An exact
/// result is all that counts.
pub(crate) struct Targets {
    mix: f32,
    by_score: Vec<Chances>,
}

const LARGEST: i32 = 4_000;

impl Targets {
    pub(crate) fn new(scale: Scale, mix: f32) -> Targets {
        let by_score = (-LARGEST..=LARGEST).map(|score| scale.chances(score as f32)).collect();
        Targets { mix, by_score }
    }

    #[inline]
    pub(crate) fn of(&self, label: Label) -> Chances {
        let result = place(label.result);
        let Some(score) = label.score.filter(|_| !label.is_exact) else {
            return std::array::from_fn(|chance| f32::from(u8::from(chance == result)));
        };
        let score = i32::from(score).clamp(-LARGEST, LARGEST) + LARGEST;
        let mut target = self.by_score[score as usize].map(|chance| chance * (1.0 - self.mix));
        target[result] += self.mix;
        target
    }
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
