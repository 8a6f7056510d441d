//! A network as it is trained: real numbers, the loss and its gradient.
//!
//! Besides its own row, every pattern shares a row for each of its cells and what stands there
//! (factorised features): rare patterns then begin where the pieces alone would put them. Before
//! each step these rows are added into those of the patterns, and after it the gradient of the sums
//! is handed back to them, so they cost nothing for a sample, as they cost nothing at play.

use rand::Rng as _;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::features::Features;
use crate::labels::{Chances, sigmoid};
use crate::network::{BUCKETS, LANES, OUTPUTS, Shape};

/// A network in training.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) features: Features,
    pub(crate) shape: Shape,
    pub(crate) bucket_of: Vec<u8>,
    /// All weights: rows of patterns, biases, heads, rows of cells.
    pub(crate) params: Vec<f32>,
    /// The rows of the patterns with those of their cells, as [`fold`](Model::fold) left them.
    pub(crate) rows: Vec<f32>,
    shares: Shares,
    pub(crate) places: Places,
}

/// Where the parts of [`Model::params`] begin.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) width: usize,
    pub(crate) bias: usize,
    /// For each bucket and layer: where its weights begin, then its biases.
    pub(crate) heads: Vec<Vec<Layer>>,
    cell_rows: usize,
    len: usize,
}

/// Which rows of cells are part of the row of a pattern: an equal part of the row of each of its
/// cells in each pattern that has the cell.
#[derive(Clone, Debug)]
struct Shares {
    /// Where the parts of each row of a pattern begin, and where those of the last end.
    starts: Vec<u32>,
    /// The number of the row among those of the cells, and how much of it.
    parts: Vec<(u32, f32)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) weights: usize,
    pub(crate) bias: usize,
}

/// The largest weight of the first layer: sums of rows then fit into 16 bits.
pub(crate) const LARGEST_ROW_WEIGHT: f32 = 1.98;

/// A position as the side to move sees it, with what is wanted of it.
#[derive(Clone, Copy)]
pub(crate) struct Example<'a> {
    pub(crate) cells: &'a [u8],
    pub(crate) plane: usize,
    pub(crate) bucket: usize,
    pub(crate) target: Chances,
    /// What the game's own terms add to the advantage, in logits.
    pub(crate) terms: f32,
    /// A permutation of the cells to see it through.
    pub(crate) image: Option<&'a [usize]>,
}

/// Working space of one thread.
#[derive(Default)]
pub(crate) struct Workspace {
    cells: Vec<u8>,
    /// Where the rows of the patterns begin.
    rows: Vec<usize>,
    /// The sums of every layer, and the units after them.
    sums: Vec<Vec<f32>>,
    units: Vec<Vec<f32>>,
    /// The gradient of the loss by the sums.
    gradients: Vec<Vec<f32>>,
}

impl Model {
    /// All weights are zero.
    pub(crate) fn zero(features: Features, shape: Shape, bucket_of: Vec<u8>) -> Model {
        let places = Places::of(&features, &shape);
        let (params, rows) = (vec![0.0; places.len], vec![0.0; places.bias]);
        let shares = Shares::of(&features);
        Model { features, shape, bucket_of, params, rows, shares, places }
    }

    /// The weights are those of chance.
    pub(crate) fn random(features: Features, shape: Shape, bucket_of: Vec<u8>, seed: u64) -> Model {
        let mut model = Model::zero(features, shape, bucket_of);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut even = |reach: f32| reach * ((rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0);
        let Model { features, shape, params, places, .. } = &mut model;
        if shape.hidden > 0 {
            params[..places.bias].iter_mut().for_each(|weight| *weight = even(0.05));
            params[places.cell_rows..].iter_mut().for_each(|weight| *weight = even(0.05));
            params[places.bias..][..features.planes() * places.width]
                .iter_mut()
                .for_each(|bias| *bias = 0.25 + even(0.2));
            for layer in places.heads.iter().flatten() {
                let reach = 1.0 / (layer.inputs as f32).sqrt();
                params[layer.weights..layer.bias].iter_mut().for_each(|weight| *weight = even(reach));
                if layer.outputs != OUTPUTS {
                    params[layer.bias..][..layer.outputs].iter_mut().for_each(|bias| *bias = 0.25);
                }
            }
        }
        model.fold();
        model
    }

    /// Takes these weights.
    pub(crate) fn set(&mut self, params: &[f32]) {
        self.params.copy_from_slice(params);
        self.fold();
    }

    /// Adds the rows of the cells into those of the patterns. Due after every change of the weights.
    pub(crate) fn fold(&mut self) {
        let Model { params, rows, shares, places, .. } = self;
        let (patterns, cells) = (&params[..places.bias], &params[places.cell_rows..]);
        rows.copy_from_slice(patterns);
        for (number, row) in rows.chunks_exact_mut(places.width).enumerate() {
            for &(cell, share) in shares.of_row(number) {
                let cell = &cells[cell as usize * places.width..][..places.width];
                row.iter_mut().zip(cell).for_each(|(sum, part)| *sum += share * part);
            }
        }
    }

    /// Hands the gradient of the rows of the patterns on to those of the cells.
    pub(crate) fn unfold(&self, gradient: &mut [f32]) {
        let Places { width, bias, cell_rows, .. } = self.places;
        let (before, cells) = gradient.split_at_mut(cell_rows);
        for (number, row) in before[..bias].chunks_exact(width).enumerate() {
            for &(cell, share) in self.shares.of_row(number) {
                let cell = &mut cells[cell as usize * width..][..width];
                cell.iter_mut().zip(row).for_each(|(sum, part)| *sum += share * part);
            }
        }
    }

    pub(crate) fn bucket(&self, pieces: u8) -> usize {
        let last = self.bucket_of.len().saturating_sub(1);
        self.bucket_of.get(usize::from(pieces).min(last)).copied().unwrap_or_default().into()
    }

    /// Where the rows begin that a position adds up.
    fn active_rows(&self, cells: &[u8], plane: usize, rows: &mut Vec<usize>) {
        rows.clear();
        let first = plane * self.features.rows_per_plane();
        for pattern in &self.features.patterns {
            let index: usize =
                pattern.cells.iter().map(|&(cell, place)| usize::from(cells[cell]) * place).sum();
            if index != 0 {
                rows.push((first + pattern.first_row + index) * self.places.width);
            }
        }
    }

    /// The loss of a position, and its gradient added to `gradient` if there is one; what it says
    /// of the rows of cells is left to [`unfold`](Model::unfold).
    pub(crate) fn sample(
        &self,
        example: &Example,
        room: &mut Workspace,
        gradient: Option<&mut [f32]>,
    ) -> f32 {
        let &Example { cells, plane, bucket, target, terms, image } = example;
        room.cells.clear();
        room.cells.extend(cells);
        if let Some(image) = image {
            cells.iter().zip(image).for_each(|(&occupant, &to)| room.cells[to] = occupant);
        }
        let mut rows = std::mem::take(&mut room.rows);
        self.active_rows(&room.cells, plane, &mut rows);
        room.rows = rows;
        let [v, o] = self.forward(plane, bucket, room);
        let (loss, by_outputs) = loss([terms + v, o], target);
        if let Some(gradient) = gradient {
            self.backward(plane, bucket, by_outputs, room, gradient);
        }
        loss
    }

    /// What it says of a position.
    #[cfg(test)]
    pub(crate) fn outputs(
        &self,
        cells: &[u8],
        plane: usize,
        bucket: usize,
        room: &mut Workspace,
    ) -> [f32; OUTPUTS] {
        let mut rows = Vec::new();
        self.active_rows(cells, plane, &mut rows);
        room.rows = rows;
        self.forward(plane, bucket, room)
    }

    fn forward(&self, plane: usize, bucket: usize, room: &mut Workspace) -> [f32; OUTPUTS] {
        let Places { width, bias, ref heads, .. } = self.places;
        let layers = &heads[bucket];
        room.sums.resize(layers.len() + 1, Vec::new());
        room.units.resize(layers.len() + 1, Vec::new());
        let sums = &mut room.sums[0];
        sums.clear();
        sums.extend_from_slice(&self.params[bias + plane * width..][..width]);
        match width {
            width if width % 64 == 0 => add_rows::<64>(&self.rows, &room.rows, sums),
            width if width % 32 == 0 => add_rows::<32>(&self.rows, &room.rows, sums),
            _ => add_rows::<LANES>(&self.rows, &room.rows, sums),
        }
        if layers.is_empty() {
            return [sums[OUTPUTS * bucket], sums[OUTPUTS * bucket + 1]];
        }
        for (i, layer) in layers.iter().enumerate() {
            let (before, after) = room.sums.split_at_mut(i + 1);
            let units = &mut room.units[i];
            units.clear();
            units.extend(before[i].iter().map(|sum| {
                let clipped = sum.clamp(0.0, 1.0);
                clipped * clipped
            }));
            let weights = self.params[layer.weights..layer.bias].chunks_exact(layer.inputs);
            let biases = &self.params[layer.bias..][..layer.outputs];
            after[0].clear();
            after[0].extend(weights.zip(biases).map(|(weights, bias)| bias + dot(units, weights)));
        }
        let outputs = &room.sums[layers.len()];
        [outputs[0], outputs[1]]
    }

    fn backward(
        &self,
        plane: usize,
        bucket: usize,
        by_outputs: [f32; OUTPUTS],
        room: &mut Workspace,
        gradient: &mut [f32],
    ) {
        let Places { width, bias, ref heads, .. } = self.places;
        let layers = &heads[bucket];
        room.gradients.resize(layers.len() + 1, Vec::new());
        if layers.is_empty() {
            for row in room.rows.iter().copied().chain([bias + plane * width]) {
                gradient[row + OUTPUTS * bucket] += by_outputs[0];
                gradient[row + OUTPUTS * bucket + 1] += by_outputs[1];
            }
            return;
        }
        room.gradients[layers.len()].clear();
        room.gradients[layers.len()].extend(by_outputs);
        for (i, layer) in layers.iter().enumerate().rev() {
            let (below, above) = room.gradients.split_at_mut(i + 1);
            let (below, above) = (&mut below[i], &above[0]);
            below.clear();
            below.resize(layer.inputs, 0.0);
            let units = &room.units[i];
            for (output, &by_output) in above.iter().enumerate() {
                let at = layer.weights + output * layer.inputs;
                let weights = &self.params[at..][..layer.inputs];
                below.iter_mut().zip(weights).for_each(|(below, weight)| *below += by_output * weight);
                let by_weights = &mut gradient[at..][..layer.inputs];
                by_weights.iter_mut().zip(units).for_each(|(by_weight, unit)| *by_weight += by_output * unit);
                gradient[layer.bias + output] += by_output;
            }
            for (below, &sum) in below.iter_mut().zip(&room.sums[i]) {
                // The derivative of clamp(x, 0, 1)².
                *below *= if (0.0..1.0).contains(&sum) { 2.0 * sum } else { 0.0 };
            }
        }
        let by_sums = &room.gradients[0];
        let bias = bias + plane * width;
        match width {
            width if width % 64 == 0 => add_to_rows::<64>(gradient, &room.rows, bias, by_sums),
            width if width % 32 == 0 => add_to_rows::<32>(gradient, &room.rows, bias, by_sums),
            _ => add_to_rows::<LANES>(gradient, &room.rows, bias, by_sums),
        }
    }

    /// Keeps the rows of the first layer within what the whole numbers can hold.
    pub(crate) fn clip(&mut self) {
        if self.shape.hidden > 0 {
            let (before, cells) = self.params.split_at_mut(self.places.cell_rows);
            let patterns = &mut before[..self.places.bias];
            for (weights, most) in [(patterns, LARGEST_ROW_WEIGHT), (cells, LARGEST_ROW_WEIGHT / 2.0)] {
                weights.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
            }
        }
    }
}

impl Places {
    fn of(features: &Features, shape: &Shape) -> Places {
        let width = shape.width();
        let bias = features.rows() * width;
        let mut next = bias + features.planes() * width;
        let mut heads = Vec::new();
        for _ in 0..BUCKETS {
            let mut layers = Vec::new();
            for (inputs, outputs) in shape.head() {
                let weights = next;
                let bias = weights + inputs * outputs;
                next = bias + outputs;
                layers.push(Layer { inputs, outputs, weights, bias });
            }
            heads.push(layers);
        }
        let cells = features.planes() * features.kinds() * features.cells();
        Places { width, bias, heads, cell_rows: next, len: next + cells * width }
    }
}

impl Shares {
    fn of(features: &Features) -> Shares {
        let (kinds, cells) = (features.kinds(), features.cells());
        let (mut starts, mut parts) = (vec![0], Vec::new());
        for plane in 0..features.planes() {
            for pattern in &features.patterns {
                for index in 0..(kinds + 1).pow(pattern.cells.len() as u32) {
                    for &(cell, place) in &pattern.cells {
                        let occupant = index / place % (kinds + 1);
                        if occupant != 0 {
                            let row = (plane * cells + cell) * kinds + occupant - 1;
                            parts.push((row as u32, 1.0 / features.touching[cell].len() as f32));
                        }
                    }
                    starts.push(parts.len() as u32);
                }
            }
        }
        Shares { starts, parts }
    }

    fn of_row(&self, row: usize) -> &[(u32, f32)] {
        &self.parts[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

/// Adds rows to the sums, `N` at a time, which stay in registers meanwhile.
fn add_rows<const N: usize>(rows: &[f32], active: &[usize], sums: &mut [f32]) {
    for (group, sums) in sums.chunks_exact_mut(N).enumerate() {
        let sums: &mut [f32; N] = sums.try_into().expect("a whole group");
        let mut kept = *sums;
        for &start in active {
            let row: &[f32; N] = rows[start + N * group..][..N].try_into().expect("a whole group");
            kept.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        *sums = kept;
    }
}

/// Adds the gradient of the sums to that of each row and of the bias.
fn add_to_rows<const N: usize>(gradient: &mut [f32], active: &[usize], bias: usize, by_sums: &[f32]) {
    for (group, by_sums) in by_sums.chunks_exact(N).enumerate() {
        let by_sums: [f32; N] = by_sums.try_into().expect("a whole group");
        for start in active.iter().copied().chain([bias]) {
            let row = &mut gradient[start + N * group..][..N];
            row.iter_mut().zip(&by_sums).for_each(|(by_row, by_sum)| *by_row += by_sum);
        }
    }
}

/// The cross entropy between the chances that the outputs say and the target, and its gradient by
/// the outputs; see [`Network`] for the formulas.
fn loss([v, o]: [f32; OUTPUTS], [win, draw, lose]: Chances) -> (f32, [f32; OUTPUTS]) {
    // ln(1 + eᵒ) without overflow.
    let t = o.max(0.0) + (-o.abs()).exp().ln_1p();
    let (w, l) = (sigmoid(v - t), sigmoid(-v - t));
    let d = (1.0 - w - l).max(1e-6);
    let loss = -(win * w.max(1e-9).ln() + draw * d.ln() + lose * l.max(1e-9).ln());
    let (slope_w, slope_l) = (w * (1.0 - w), l * (1.0 - l));
    let by_v = -win * (1.0 - w) + lose * (1.0 - l) - draw / d * (slope_l - slope_w);
    let by_t = win * (1.0 - w) + lose * (1.0 - l) - draw / d * (slope_w + slope_l);
    (loss, [by_v, by_t * sigmoid(o)])
}

/// A product in eight lanes, which become one vector.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const WIDE: usize = 8;
    let mut lanes = [0.0_f32; WIDE];
    let (x, y) = (a.chunks_exact(WIDE), b.chunks_exact(WIDE));
    let rest: f32 = x.remainder().iter().zip(y.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in x.zip(y) {
        for i in 0..WIDE {
            lanes[i] += x[i] * y[i];
        }
    }
    lanes.iter().sum::<f32>() + rest
}

/// Models and positions to test with.
#[cfg(test)]
pub(crate) mod testing {
    use game::Game;

    use super::*;
    use crate::features::{Patterns, View};

    /// Random positions as the network sees them.
    pub(crate) fn positions<G: Game>(features: &Features, count: usize) -> Vec<(G, Vec<u8>, usize)> {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut found, mut moves, mut pos) = (Vec::new(), Vec::new(), G::start());
        while found.len() < count {
            if pos.legal_moves(&mut moves).is_some() {
                pos = G::start();
                continue;
            }
            let (mut room, mut cells) = (vec![0; features.diagram_cells()], vec![0; features.cells()]);
            let plane = View::of::<G>().write(features, &pos, &mut room, &mut cells);
            found.push((pos.clone(), cells, plane));
            pos = pos.play_unchecked(moves[game::playout::below(&mut rng, moves.len())]);
        }
        found
    }

    pub(crate) fn model<G: Game>(patterns: Patterns, hidden: usize, inner: &[usize]) -> Model {
        let features = Features::with(&G::start(), patterns).unwrap();
        let shape = Shape { patterns, hidden, inner: inner.to_vec(), terms: None };
        assert!(shape.is_possible());
        let bucket_of = (0..=24).map(|pieces| (pieces / 3).min(7) as u8).collect();
        let mut model = Model::random(features, shape, bucket_of, 3);
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        model
            .params
            .iter_mut()
            .for_each(|weight| *weight += 0.1 * ((rng.next_u32() % 2_001) as f32 / 1_000.0 - 1.0));
        model.fold();
        model
    }
}

#[cfg(test)]
mod tests {
    use checkers::Checkers;
    use dragon_queen::DragonQueen;
    use game::Game;

    use super::testing::{model, positions};
    use super::*;
    use crate::features::Patterns;

    fn check_gradient<G: Game>(patterns: Patterns, hidden: usize, inner: &[usize]) {
        let mut model = model::<G>(patterns, hidden, inner);
        let mut room = Workspace::default();
        let target = [0.5, 0.3, 0.2];
        let mut checked = 0;
        for (_, cells, plane) in positions::<G>(&model.features, 12) {
            let mut gradient = vec![0.0; model.params.len()];
            let example = Example { cells: &cells, plane, bucket: 4, target, terms: 0.3, image: None };
            model.sample(&example, &mut room, Some(&mut gradient));
            model.unfold(&mut gradient);
            let large: Vec<usize> = (0..gradient.len()).filter(|&i| gradient[i].abs() > 1e-2).collect();
            for &i in large.iter().step_by(large.len() / 20 + 1) {
                let mut at = |delta: f32| {
                    let before = model.params[i];
                    model.params[i] = before + delta;
                    model.fold();
                    let loss = model.sample(&example, &mut room, None);
                    model.params[i] = before;
                    f64::from(loss)
                };
                let reach = 2e-3;
                let (here, reach_up, reach_down) = (at(0.0), at(reach), at(-reach));
                let (up, down) =
                    ((reach_up - here) / f64::from(reach), (here - reach_down) / f64::from(reach));
                let (numeric, claimed) = ((up + down) / 2.0, f64::from(gradient[i]));
                if (up - down).abs() > 0.1 * claimed.abs() + 2e-3 {
                    // A unit is clipped on one side of here.
                    continue;
                }
                assert!((numeric - claimed).abs() < 0.02 * claimed.abs() + 2e-3, "{i}: {numeric} {claimed}");
                checked += 1;
            }
        }
        assert!(checked > 50, "{checked}");
    }

    #[test]
    fn gradients_are_those_of_small_differences() {
        check_gradient::<Checkers>(Patterns::Blocks, 16, &[]);
        check_gradient::<Checkers>(Patterns::Cells, 32, &[16, 8]);
        check_gradient::<DragonQueen>(Patterns::Blocks, 0, &[]);
        check_gradient::<DragonQueen>(Patterns::Pairs, 16, &[8]);
    }
}
