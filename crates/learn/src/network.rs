//! A network as it plays: whole numbers only, so that every machine gives the same answer.
//!
//! The first layer is a sum of rows, one for each pattern that is not empty, and is kept up to date
//! from position to position ([`Accumulators`](crate::Accumulators)). Behind it stand zero to two
//! small layers and the outputs, of which there is one set for each bucket of material. Units are
//! squared clipped ReLUs: clamp(x, 0, 1)².
//!
//! There are two outputs, the *advantage* v and the *drawishness* o. With t = ln(1 + eᵒ) the chances
//! are
//!
//! ```text
//! P(win) = σ(v − t)    P(loss) = σ(−v − t)    P(draw) = 1 − P(win) − P(loss)
//! ```
//!
//! (an ordered logit), so v alone is the score of the search, and t says how much of the position
//! is drawn.

use game::Game;

use crate::features::{Features, Patterns};
use crate::sigmoid::DrawTable;

/// How large a network is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The patterns of the first layer.
    pub patterns: Patterns,
    /// The units of the first layer: a multiple of [`LANES`]. With none, each row holds the outputs
    /// of every bucket, and the network is a table of patterns.
    pub hidden: usize,
    /// The units of the small layers behind it: at most two layers.
    pub inner: Vec<usize>,
    /// Where the score of the game's own terms is added to the advantage, so that the network says
    /// what they overlook: the checksum of their weights.
    pub terms: Option<u32>,
}

/// Units are worked on in groups of this many.
pub const LANES: usize = 16;
/// How many sets of outputs there are, by material.
pub const BUCKETS: usize = 8;
/// Advantage and drawishness.
pub(crate) const OUTPUTS: usize = 2;

/// 1.0 in the accumulators.
pub(crate) const UNIT: f32 = 255.0;
/// 1.0 after squaring: 255² / 256.
pub(crate) const SQUARED_UNIT: f32 = UNIT * UNIT / 256.0;
/// The sums of a small layer are divided by 2⁶ to be activations of the next.
pub(crate) const INNER_SHIFT: u32 = 6;
/// Weights of a small layer, so that a sum has the scale UNIT · 2⁶.
pub(crate) const INNER_SCALE: f32 = UNIT * (1 << INNER_SHIFT) as f32 / SQUARED_UNIT;
/// The sums of the outputs are divided by 2⁸: to points, and to 1/64 of a logit.
pub(crate) const OUTPUT_SHIFT: u32 = 8;
/// The drawishness is in these parts of a logit.
pub(crate) const DRAW_PARTS: f32 = 64.0;
/// In a table of patterns, the accumulators hold outputs times this.
pub(crate) const TABLE_SCALE: f32 = 4.0;

/// Weights that play.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    pub(crate) features: Features,
    pub(crate) shape: Shape,
    /// How many accumulators there are: the hidden units, or all outputs of a table of patterns.
    pub(crate) width: usize,
    /// A row of `width` numbers for each row of the features.
    pub(crate) rows: Vec<i16>,
    /// The start of the sum, for each plane.
    pub(crate) bias: Vec<i16>,
    /// The layers behind the first, for each bucket.
    pub(crate) heads: Vec<Vec<Dense>>,
    /// The bucket by the number of pieces on the board.
    pub(crate) bucket_of: Vec<u8>,
    /// How many points a logit is.
    pub(crate) points_per_logit: f32,
    pub(crate) draws: DrawTable,
    pub(crate) links: Links,
}

/// Which patterns a cell of the diagram is part of, in one list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    /// Where the links of each cell begin, and where those of the last end.
    starts: Vec<u32>,
    all: Vec<Link>,
    /// Where the first row of each pattern begins, in the first plane.
    pub(crate) row_starts: Vec<u32>,
}

/// A cell's part of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) pattern: u16,
    pub(crate) place: u16,
}

impl Links {
    pub(crate) fn of(features: &Features, width: usize) -> Links {
        let mut starts = vec![0];
        let mut all = Vec::new();
        for cell in 0..features.diagram_cells() {
            let touching = features.used().binary_search(&cell).map(|input| &features.touching[input]);
            all.extend(
                touching.iter().flat_map(|list| list.iter()).map(|&(pattern, place)| Link { pattern, place }),
            );
            starts.push(all.len() as u32);
        }
        let row_starts = features.patterns.iter().map(|pattern| (pattern.first_row * width) as u32).collect();
        Links { starts, all, row_starts }
    }

    #[inline]
    pub(crate) fn of_cell(&self, cell: usize) -> &[Link] {
        &self.all[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// A small layer: every output sees every input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Dense {
    pub(crate) inputs: usize,
    /// For each output its weights.
    pub(crate) weights: Vec<i16>,
    pub(crate) bias: Vec<i32>,
}

/// What a network says of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// The advantage in points: hundredths of the least piece.
    pub points: i32,
    /// The drawishness before the soft maximum, in 1/64 of a logit.
    pub drawishness: i32,
}

impl Network {
    /// The inputs.
    #[must_use]
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// How large it is.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many weights it has.
    #[must_use]
    pub fn weights(&self) -> usize {
        let head = |layers: &Vec<Dense>| {
            layers.iter().map(|dense| dense.weights.len() + dense.bias.len()).sum::<usize>()
        };
        self.rows.len() + self.bias.len() + self.heads.iter().map(head).sum::<usize>()
    }

    /// How many points a logit is.
    #[must_use]
    pub fn points_per_logit(&self) -> f32 {
        self.points_per_logit
    }

    /// How many of `scale` parts a position is as good as drawn.
    #[must_use]
    #[inline]
    pub fn drawn_parts(&self, output: Output, scale: i32) -> i32 {
        self.draws.parts(output, scale)
    }

    /// The output for a position, from scratch.
    pub fn evaluate<G: Game>(&self, pos: &G) -> Output {
        crate::Accumulators::default().evaluate(self, pos, 0)
    }

    pub(crate) fn bucket(&self, pieces: usize) -> usize {
        let last = self.bucket_of.len().saturating_sub(1);
        self.bucket_of.get(pieces.min(last)).copied().unwrap_or_default().into()
    }

    /// Adds the rows of a position that has nothing in common with the accumulators before.
    pub(crate) fn refresh(&self, plane: usize, indices: &[u16], sums: &mut [i16]) {
        sums.copy_from_slice(&self.bias[plane * self.width..][..self.width]);
        for (pattern, &index) in self.features.patterns.iter().zip(indices) {
            if index != 0 {
                let row = self.row(plane, pattern.first_row + usize::from(index));
                sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
            }
        }
    }

    /// Adds some rows to the sums and takes others off. Rows are given by where they begin.
    #[inline]
    pub(crate) fn exchange(&self, sums: &mut [i16], added: &[u32], removed: &[u32]) {
        match self.width {
            width if width % 128 == 0 => exchange::<128>(&self.rows, sums, added, removed),
            width if width % 64 == 0 => exchange::<64>(&self.rows, sums, added, removed),
            width if width % 32 == 0 => exchange::<32>(&self.rows, sums, added, removed),
            _ => exchange::<LANES>(&self.rows, sums, added, removed),
        }
    }

    /// Where the rows of a plane begin.
    #[inline]
    pub(crate) fn plane_start(&self, plane: usize) -> u32 {
        (plane * self.features.rows_per_plane() * self.width) as u32
    }

    #[inline]
    pub(crate) fn row(&self, plane: usize, row: usize) -> &[i16] {
        &self.rows[(plane * self.features.rows_per_plane() + row) * self.width..][..self.width]
    }

    /// The output from the sums of the first layer.
    #[inline]
    pub(crate) fn output(&self, sums: &[i16], bucket: usize, room: &mut Room) -> Output {
        if self.shape.hidden == 0 {
            let [v, o] = [0, 1].map(|i| f32::from(sums[OUTPUTS * bucket + i]) / TABLE_SCALE);
            return Output { points: v as i32, drawishness: o as i32 };
        }
        let Room { now, next } = room;
        now.resize(sums.len(), 0);
        now.iter_mut().zip(sums).for_each(|(unit, &sum)| *unit = activation(sum));
        let (last, inner) = self.heads[bucket].split_last().expect("a head has its outputs");
        for dense in inner {
            next.resize(dense.bias.len(), 0);
            for (unit, sum) in next.iter_mut().zip(dense.outputs(now)) {
                // Beyond the range of a unit it makes no difference how far.
                *unit = activation((sum >> INNER_SHIFT).clamp(-1, UNIT as i32 + 1) as i16);
            }
            std::mem::swap(now, next);
        }
        let mut outputs = last.outputs(now).map(|sum| sum >> OUTPUT_SHIFT);
        let mut output = || outputs.next().unwrap_or_default();
        Output { points: output(), drawishness: output() }
    }
}

/// Goes through the sums `N` at a time, which stay in registers while the rows are added.
#[inline]
fn exchange<const N: usize>(rows: &[i16], sums: &mut [i16], added: &[u32], removed: &[u32]) {
    for (group, sums) in sums.chunks_exact_mut(N).enumerate() {
        let sums: &mut [i16; N] = sums.try_into().expect("a whole group");
        let row = |start: u32| -> &[i16; N] {
            let start = start as usize + N * group;
            rows[start..start + N].try_into().expect("a whole group")
        };
        let mut kept = *sums;
        for &start in added {
            kept.iter_mut().zip(row(start)).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
        }
        for &start in removed {
            kept.iter_mut().zip(row(start)).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight));
        }
        *sums = kept;
    }
}

/// Working space of [`Network::output`].
#[derive(Default)]
pub(crate) struct Room {
    now: Vec<i16>,
    next: Vec<i16>,
}

/// clamp(x, 0, 1)² in the scale of the accumulators: from 0 to 254.
#[inline]
fn activation(sum: i16) -> i16 {
    let clamped = sum.clamp(0, UNIT as i16) as u16;
    (clamped.wrapping_mul(clamped) >> 8) as i16
}

impl Dense {
    /// The sum of each output.
    #[inline]
    fn outputs<'a>(&'a self, inputs: &'a [i16]) -> impl Iterator<Item = i32> + 'a {
        let weights = self.weights.chunks_exact(self.inputs);
        weights.zip(&self.bias).map(|(weights, bias)| bias + dot(inputs, weights))
    }
}

/// The sum of products. Written in groups so that it becomes vector instructions where there are
/// any; the sum of whole numbers is the same either way.
#[inline]
fn dot(a: &[i16], b: &[i16]) -> i32 {
    let mut lanes = [0_i32; LANES / 2];
    let (a_groups, b_groups) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: i32 = a_groups
        .remainder()
        .iter()
        .zip(b_groups.remainder())
        .map(|(&x, &y)| i32::from(x) * i32::from(y))
        .sum();
    for (x, y) in a_groups.zip(b_groups) {
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane +=
                i32::from(x[2 * i]) * i32::from(y[2 * i]) + i32::from(x[2 * i + 1]) * i32::from(y[2 * i + 1]);
        }
    }
    rest + lanes.iter().sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_in_groups_is_the_plain_one() {
        for len in [1, 15, 16, 17, 64, 100] {
            let number = |i: usize, salt: u64| (game::mix(i as u64 + salt) % 511) as i16 - 255;
            let (a, b): (Vec<i16>, Vec<i16>) = (0..len).map(|i| (number(i, 1), number(i, 1_000))).unzip();
            let plain: i32 = a.iter().zip(&b).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum();
            assert_eq!(dot(&a, &b), plain);
        }
    }

    #[test]
    fn units_are_clipped_and_squared() {
        assert_eq!([-300, -1, 0, 1, 16, 255, 300].map(activation), [0, 0, 0, 0, 1, 254, 254]);
    }
}
