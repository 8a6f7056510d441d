//! Training: minibatches, Adam, a cosine schedule of the learning rate, and the best epoch by
//! games that were held out.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cancel::Cancel;
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::checkpoint::Checkpoint;
use crate::features::Features;
use crate::labels::{Scale, Targets};
use crate::model::{Example, Model, Workspace};
use crate::network::{BUCKETS, Network, Shape};
use crate::samples::Samples;

/// Where a training starts.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// At random.
    Random(Shape),
    /// From the weights of a network, which keeps its shape and its buckets.
    Network(Box<Network>),
}

impl Start {
    /// How large the network is.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        match self {
            Start::Random(shape) => shape,
            Start::Network(network) => network.shape(),
        }
    }
}

/// How a network is trained. With the same options, samples and number of threads the same network
/// comes out.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainOptions {
    /// Where it starts.
    pub start: Start,
    /// How much the result of the game counts beside the score of the search, from 0 to 1.
    pub mix: f32,
    /// How often all samples are seen at most.
    pub epochs: usize,
    /// How many samples make one step.
    pub batch: usize,
    /// The learning rate at the beginning.
    pub rate: f32,
    /// How many threads work.
    pub threads: usize,
    /// Where chance begins.
    pub seed: u64,
    /// Where to keep the state of the training, so that it can go on after an interruption.
    pub checkpoint: Option<PathBuf>,
}

/// What an observer hears.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainProgress {
    /// The epoch under way, from 1, …
    pub epoch: usize,
    /// … of this many at most.
    pub epochs: usize,
    /// How much of all the work is done, from 0 to 1.
    pub done: f64,
    /// The mean loss of the last steps.
    pub loss: f64,
    /// The loss on the games that were held out, after the last epoch.
    pub held_out: Option<f64>,
    /// How many samples a second.
    pub samples_per_second: f64,
}

/// The losses after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// The mean over the epoch.
    pub trained: f64,
    /// On the games that were held out.
    pub held_out: f64,
}

/// What came of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The network of the best epoch.
    pub network: Network,
    /// The losses of each epoch.
    pub curve: Vec<EpochLoss>,
    /// The loss of the start on the games that were held out.
    pub before: f64,
    /// How many samples a second, with all threads together.
    pub samples_per_second: f64,
    /// Whether it was stopped before its time.
    pub is_cancelled: bool,
}

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// The learning rate at the end, as a part of that at the beginning.
const LAST_RATE: f32 = 0.02;
/// Training ends after this many epochs without a better one.
const PATIENCE: usize = 4;
/// Between two checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(40);
/// Between two words to the observer.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);
/// At most this many of the samples that were held out are looked at.
const MOST_HELD_OUT: usize = 200_000;

/// Positions to learn from, and to judge by.
pub struct TrainingData<'a> {
    /// The inputs.
    pub features: &'a Features,
    /// The positions to learn from.
    pub samples: &'a Samples,
    /// Positions of other games.
    pub held_out: &'a Samples,
    /// How scores translate to chances.
    pub scale: Scale,
    /// Symmetries that keep the players, as permutations of the input cells: every sample is seen
    /// through one of them at random.
    pub images: &'a [Vec<usize>],
}

/// Trains a network.
pub fn train(
    data: &TrainingData,
    options: &TrainOptions,
    cancel: &Cancel,
    observe: &mut dyn FnMut(&TrainProgress),
) -> Trained {
    let model = match &options.start {
        Start::Network(network) => Model::dequantised(network, data.scale.points_per_logit),
        Start::Random(shape) => {
            let buckets = data.samples.buckets(BUCKETS);
            Model::random(data.features.clone(), shape.clone(), buckets, options.seed)
        }
    };
    debug_assert_eq!(model.features.choice(), data.features.choice(), "the start has these inputs");
    let kept = options.checkpoint.as_deref().and_then(|path| Checkpoint::read(path, model.params.len()));
    let state = kept.unwrap_or_else(|| Checkpoint::new(&model.params));
    Training {
        data,
        options,
        targets: Targets::new(data.scale, options.mix),
        gradients: vec![vec![0.0; model.params.len()]; options.threads.max(1)],
        model,
        state,
        began: Instant::now(),
        seen: 0,
    }
    .run(cancel, observe)
}

struct Training<'a> {
    data: &'a TrainingData<'a>,
    options: &'a TrainOptions,
    targets: Targets,
    model: Model,
    state: Checkpoint,
    /// One for each thread; zero between two steps.
    gradients: Vec<Vec<f32>>,
    began: Instant,
    seen: usize,
}

impl Training<'_> {
    fn run(mut self, cancel: &Cancel, observe: &mut dyn FnMut(&TrainProgress)) -> Trained {
        let before = self.held_out_loss();
        self.model.set(&self.state.params);
        let batch = self.options.batch.clamp(1, self.data.samples.len().max(1));
        let steps = self.data.samples.len() / batch;
        let all_steps = (steps * self.options.epochs).max(1);
        let (mut last_word, mut last_checkpoint) = (Instant::now(), Instant::now());
        let mut is_cancelled = false;
        'epochs: while self.state.epoch < self.options.epochs && !self.has_stalled() {
            let epoch = self.state.epoch;
            let order = self.order(epoch);
            while self.state.step < steps {
                if cancel.is_cancelled() {
                    is_cancelled = true;
                    break 'epochs;
                }
                let at = self.state.step * batch;
                let done = (epoch * steps + self.state.step) as f64 / all_steps as f64;
                let loss = self.step(&order[at..at + batch], epoch, rate(self.options.rate, done as f32));
                self.state.step += 1;
                self.state.loss += loss;
                self.seen += batch;
                if last_word.elapsed() >= PROGRESS_EVERY {
                    last_word = Instant::now();
                    observe(&TrainProgress {
                        epoch: epoch + 1,
                        epochs: self.options.epochs,
                        done,
                        loss,
                        held_out: self.state.curve.last().map(|losses| losses.held_out),
                        samples_per_second: self.speed(),
                    });
                }
                if last_checkpoint.elapsed() >= CHECKPOINT_EVERY {
                    last_checkpoint = Instant::now();
                    self.save();
                }
            }
            self.end_epoch(steps);
        }
        self.save();
        if self.state.best.is_empty() {
            self.state.best.clone_from(&self.model.params);
        }
        self.model.set(&self.state.best);
        Trained {
            network: self.model.quantised(self.data.scale.points_per_logit),
            curve: self.state.curve.clone(),
            before,
            samples_per_second: self.speed(),
            is_cancelled,
        }
    }

    fn speed(&self) -> f64 {
        self.seen as f64 / self.began.elapsed().as_secs_f64().max(1e-9)
    }

    fn has_stalled(&self) -> bool {
        let held_out = self.state.curve.iter().map(|losses| losses.held_out);
        let best = held_out.clone().enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        best.is_some_and(|(at, _)| held_out.count() - at > PATIENCE)
    }

    /// The samples in the order of an epoch.
    fn order(&self, epoch: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.data.samples.len() as u32).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(game::mix(self.options.seed ^ game::mix(epoch as u64)));
        for i in (1..order.len()).rev() {
            order.swap(i, below(&mut rng, i + 1));
        }
        order
    }

    /// One step of Adam (Kingma and Ba 2014) along the mean gradient of a batch. Gives the mean loss.
    fn step(&mut self, batch: &[u32], epoch: usize, rate: f32) -> f64 {
        let (model, data, targets) = (&self.model, self.data, &self.targets);
        let points_per_logit = data.scale.points_per_logit;
        let share = batch.len().div_ceil(self.gradients.len());
        let seed = self.options.seed ^ (epoch as u64) << 40;
        let image = |sample: u32| match data.images.len() {
            0 => None,
            count => {
                let choice = (game::mix(seed ^ u64::from(sample)) >> 33) as usize % (count + 1);
                choice.checked_sub(1).map(|image| &data.images[image][..])
            }
        };
        let loss: f64 = std::thread::scope(|scope| {
            let work = self.gradients.iter_mut().zip(batch.chunks(share)).map(|(gradient, part)| {
                scope.spawn(move || {
                    let mut room = Workspace::default();
                    let mut loss = 0.0;
                    for &sample in part {
                        let sample_number = sample as usize;
                        let example = example(model, targets, data.samples, points_per_logit, sample_number);
                        let example = Example { image: image(sample), ..example };
                        loss += f64::from(model.sample(&example, &mut room, Some(gradient)));
                    }
                    loss
                })
            });
            let work: Vec<_> = work.collect();
            work.into_iter().map(|thread| thread.join().expect("a gradient cannot fail")).sum()
        });
        self.update(rate, 1.0 / batch.len() as f32);
        loss / batch.len() as f64
    }

    fn update(&mut self, rate: f32, scale: f32) {
        self.state.updates += 1;
        let updates = self.state.updates.min(100_000) as i32;
        let rate = rate * (1.0 - SECOND_MOMENT.powi(updates)).sqrt() / (1.0 - FIRST_MOMENT.powi(updates));
        let part = self.model.params.len().div_ceil(self.gradients.len());
        let (sum, others) = self.gradients.split_first_mut().expect("there is a thread");
        add_all(sum, others, part);
        self.model.unfold(sum);
        let Training { model, state, .. } = self;
        let moments = state.first.chunks_mut(part).zip(state.second.chunks_mut(part));
        let weights = model.params.chunks_mut(part).zip(sum.chunks_mut(part));
        std::thread::scope(|scope| {
            for ((params, gradient), (first, second)) in weights.zip(moments) {
                scope.spawn(move || adam(params, first, second, gradient, rate, scale));
            }
        });
        model.clip();
        model.fold();
    }

    fn end_epoch(&mut self, steps: usize) {
        let trained = self.state.loss / steps.max(1) as f64;
        let held_out = self.held_out_loss();
        let is_best = self.state.curve.iter().all(|losses| held_out < losses.held_out);
        self.state.curve.push(EpochLoss { trained, held_out });
        if is_best {
            self.state.best.clone_from(&self.model.params);
        }
        self.state.epoch += 1;
        self.state.step = 0;
        self.state.loss = 0.0;
    }

    fn held_out_loss(&self) -> f64 {
        let held_out = self.data.held_out;
        let step = held_out.len().div_ceil(MOST_HELD_OUT).max(1);
        let mut room = Workspace::default();
        let mut loss = 0.0;
        let mut count = 0_usize;
        for sample in (0..held_out.len()).step_by(step) {
            let points_per_logit = self.data.scale.points_per_logit;
            let example = example(&self.model, &self.targets, held_out, points_per_logit, sample);
            loss += f64::from(self.model.sample(&example, &mut room, None));
            count += 1;
        }
        loss / count.max(1) as f64
    }

    fn save(&mut self) {
        let Some(path): Option<&Path> = self.options.checkpoint.as_deref() else { return };
        self.state.params.clone_from(&self.model.params);
        // A checkpoint that cannot be written costs only what an interruption would lose.
        let _ = self.state.write(path);
    }
}

/// A sample as the model wants it.
fn example<'s>(
    model: &Model,
    targets: &Targets,
    samples: &'s Samples,
    points_per_logit: f32,
    number: usize,
) -> Example<'s> {
    let label = samples.label(number);
    let terms = f32::from(label.terms) / points_per_logit;
    Example {
        cells: samples.cells(number),
        plane: label.plane.into(),
        bucket: model.bucket(label.pieces),
        target: targets.of(label),
        terms: if model.shape.terms.is_some() { terms } else { 0.0 },
        image: None,
    }
}

/// From `first` down to [`LAST_RATE`] of it along half a cosine, after a short rise.
fn rate(first: f32, done: f32) -> f32 {
    const RISE: f32 = 0.02;
    let down = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
    let up = ((done + 0.002) / RISE).min(1.0);
    first * up * (LAST_RATE + (1.0 - LAST_RATE) * down)
}

/// Adds the gradients of the other threads, and makes them zero again. Each thread takes a part.
fn add_all(sum: &mut [f32], others: &mut [Vec<f32>], part: usize) {
    if others.is_empty() {
        return;
    }
    let mut parts: Vec<Vec<&mut [f32]>> = sum.chunks(part).map(|_| Vec::new()).collect();
    for other in others {
        parts.iter_mut().zip(other.chunks_mut(part)).for_each(|(part, other)| part.push(other));
    }
    std::thread::scope(|scope| {
        for (sum, others) in sum.chunks_mut(part).zip(parts) {
            scope.spawn(move || {
                for other in others {
                    sum.iter_mut().zip(&*other).for_each(|(sum, part)| *sum += part);
                    other.fill(0.0);
                }
            });
        }
    });
}

/// Moves the weights, and makes the gradient zero again.
fn adam(
    params: &mut [f32],
    first: &mut [f32],
    second: &mut [f32],
    gradient: &mut [f32],
    rate: f32,
    scale: f32,
) {
    for (((param, first), second), gradient) in params.iter_mut().zip(first).zip(second).zip(gradient) {
        let g = *gradient * scale;
        *gradient = 0.0;
        *first = FIRST_MOMENT * *first + (1.0 - FIRST_MOMENT) * g;
        *second = SECOND_MOMENT * *second + (1.0 - SECOND_MOMENT) * g * g;
        *param -= rate * *first / (second.sqrt() + EPSILON);
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use dragon_queen::DragonQueen;
    use game::{Game, Outcome, Position, Value};

    use super::*;
    use crate::features::Patterns;
    use crate::games_file::{Ending, TrainingGame};
    use crate::samples::AllQuiet;

    /// Positions of random games.
    fn samples<G: Game>(features: &Features, games: u64) -> Samples {
        let mut samples = Samples::new(features);
        let mut moves = Vec::new();
        for seed in 0..games {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut pos = G::start().in_play();
            let mut places = Vec::new();
            let outcome = loop {
                if let Some(outcome) = pos.legal_moves(&mut moves) {
                    break outcome;
                }
                let place = below(&mut rng, moves.len());
                places.push(place as u16);
                pos = pos.play_unchecked(moves[place]);
            };
            let scores = vec![Some(0); places.len()];
            let game = TrainingGame { opening: 0, moves: places, scores, outcome, ending: Ending::Rules };
            samples.add(&G::start(), features, &AllQuiet, |_| None, |_| 0, &game);
        }
        samples
    }

    fn options(hidden: usize, patterns: Patterns) -> TrainOptions {
        TrainOptions {
            start: Start::Random(Shape { patterns, hidden, inner: Vec::new(), terms: None }),
            mix: 1.0,
            epochs: 40,
            batch: 512,
            rate: 0.01,
            threads: 2,
            seed: 1,
            checkpoint: None,
        }
    }

    const SCALE: Scale = Scale { points_per_logit: 100.0, draw: 0.5 };

    #[test]
    fn a_network_learns_and_an_interrupted_training_goes_on() {
        let features = Features::with(&DragonQueen::start(), Patterns::Blocks).unwrap();
        let (samples, held_out) =
            (samples::<DragonQueen>(&features, 400), samples::<DragonQueen>(&features, 40));
        let data = TrainingData {
            features: &features,
            samples: &samples,
            held_out: &held_out,
            scale: SCALE,
            images: &[],
        };
        let folder = tempfile::tempdir().unwrap();
        let options = TrainOptions {
            epochs: 4,
            checkpoint: Some(folder.path().join("checkpoint")),
            ..options(16, Patterns::Blocks)
        };
        let whole =
            train(&data, &TrainOptions { checkpoint: None, ..options.clone() }, &Cancel::new(), &mut |_| {});
        assert!(whole.curve.last().unwrap().trained < 0.9 * whole.curve[0].trained, "{:?}", whole.curve);
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = train(&data, &options, &cancel, &mut |_| {});
        assert!(stopped.is_cancelled && stopped.curve.is_empty());
        let resumed = train(&data, &options, &Cancel::new(), &mut |_| {});
        assert_eq!(resumed.curve, whole.curve, "as if nothing had happened");
        assert_eq!(resumed.network, whole.network);
        let again = train(&data, &options, &Cancel::new(), &mut |_| {});
        assert_eq!(again.network, whole.network, "there is nothing left to do");
    }

    #[test]
    fn a_training_goes_on_from_a_network() {
        let features = Features::with(&DragonQueen::start(), Patterns::Blocks).unwrap();
        let (samples, held_out) =
            (samples::<DragonQueen>(&features, 400), samples::<DragonQueen>(&features, 40));
        let data = |points_per_logit| TrainingData {
            features: &features,
            samples: &samples,
            held_out: &held_out,
            scale: Scale { points_per_logit, ..SCALE },
            images: &[],
        };
        let run = |points_per_logit, options: &TrainOptions| {
            train(&data(points_per_logit), options, &Cancel::new(), &mut |_| {})
        };
        let random = TrainOptions { epochs: 3, ..options(16, Patterns::Blocks) };
        let first = run(100.0, &random);
        let learned = first.curve.iter().map(|losses| losses.held_out).fold(f64::INFINITY, f64::min);
        assert!(learned < first.before - 0.1, "{learned} after {}", first.before);
        let from = |network: &Network, epochs| TrainOptions {
            start: Start::Network(Box::new(network.clone())),
            epochs,
            rate: 0.001,
            ..random.clone()
        };
        let none = run(100.0, &from(&first.network, 0));
        assert_eq!(none.network, first.network, "no epoch changes nothing");
        assert!((none.before - learned).abs() < 0.002, "{} {learned}", none.before);
        let elsewhere = run(150.0, &from(&first.network, 0)).network;
        let pos = DragonQueen::start();
        assert_eq!(elsewhere.evaluate(&pos), first.network.evaluate(&pos), "the points stay");
        let more = run(100.0, &from(&first.network, 1));
        assert!((more.curve[0].held_out - learned).abs() < 0.05, "{:?} {learned}", more.curve);
        assert!(more.network != first.network);
    }

    /// Where the terms say how games end, a network that adds to them begins better than one that does not.
    #[test]
    fn a_network_adds_to_the_terms() {
        let features = Features::with(&DragonQueen::start(), Patterns::Cells).unwrap();
        let mut samples = Samples::new(&features);
        let known = |pos: &DragonQueen| {
            Some(if pos.plies_left().unwrap().is_multiple_of(3) { Value::Win } else { Value::Loss })
        };
        let terms = |pos: &DragonQueen| if known(pos) == Some(Value::Win) { 300 } else { -300 };
        let game = TrainingGame {
            opening: 0,
            moves: vec![0; 12],
            scores: vec![Some(0); 12],
            outcome: Outcome::Draw,
            ending: Ending::Rules,
        };
        samples.add(&DragonQueen::start(), &features, &AllQuiet, known, terms, &game);
        let data = TrainingData {
            features: &features,
            samples: &samples,
            held_out: &samples,
            scale: SCALE,
            images: &[],
        };
        let before = |terms| {
            let shape = Shape { patterns: Patterns::Cells, hidden: 16, inner: Vec::new(), terms };
            let options =
                TrainOptions { start: Start::Random(shape), epochs: 0, ..options(16, Patterns::Cells) };
            train(&data, &options, &Cancel::new(), &mut |_| {}).before
        };
        let [without, with] = [None, Some(0)].map(before);
        assert!(samples.len() > 8 && with < without - 0.5, "{with} with them, {without} without");
    }

    /// The loss of a table of cells has one minimum. An implementation in numpy, which shares nothing
    /// with this one, finds the same.
    #[test]
    fn numpy_finds_the_same_minimum() {
        let python = std::env::var("PLYWOOD_PYTHON").unwrap_or_else(|_| "python3".to_string());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/minimum.py");
        let has_numpy = std::process::Command::new(&python).args(["-c", "import numpy"]).output();
        if !has_numpy.is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: {python} has no numpy");
            return;
        }
        let features = Features::with(&DragonQueen::start(), Patterns::Cells).unwrap();
        let samples = samples::<DragonQueen>(&features, 300);
        let data = TrainingData {
            features: &features,
            samples: &samples,
            held_out: &samples,
            scale: SCALE,
            images: &[],
        };
        let options = TrainOptions { epochs: 600, batch: 2_048, rate: 0.05, ..options(0, Patterns::Cells) };
        let trained = train(&data, &options, &Cancel::new(), &mut |_| {});
        let ours = trained.curve.iter().map(|losses| losses.held_out).fold(f64::INFINITY, f64::min);
        let mut text = String::new();
        let buckets = samples.buckets(BUCKETS);
        for sample in 0..samples.len() {
            let label = samples.label(sample);
            let bucket = buckets[usize::from(label.pieces)];
            let _ = write!(text, "{} {} {bucket}", label.result as u8, label.plane);
            samples.cells(sample).iter().for_each(|cell| {
                let _ = write!(text, " {cell}");
            });
            text.push('\n');
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("samples");
        std::fs::write(&file, text).unwrap();
        let output = std::process::Command::new(&python).arg(script).arg(&file).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let theirs: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
        assert!((ours - theirs).abs() < 0.01 * theirs, "{ours} here, {theirs} by numpy");
    }
}
