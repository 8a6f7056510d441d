//! From the real numbers of a training to the whole numbers of play, and back.

use crate::model::{LARGEST_ROW_WEIGHT, Layer, Model, Places};
use crate::network::{
    DRAW_PARTS, Dense, INNER_SCALE, INNER_SHIFT, Links, Network, OUTPUT_SHIFT, OUTPUTS, SQUARED_UNIT, Shape,
    TABLE_SCALE, UNIT,
};
use crate::sigmoid::DrawTable;

/// What 1.0 becomes in each part of a network.
struct Scales {
    is_table: bool,
    points_per_logit: f32,
}

impl Scales {
    fn of(shape: &Shape, points_per_logit: f32) -> Scales {
        Scales { is_table: shape.hidden == 0, points_per_logit }
    }

    /// Advantage and drawishness take turns.
    fn output(&self, number: usize) -> f32 {
        if number.is_multiple_of(OUTPUTS) { self.points_per_logit } else { DRAW_PARTS }
    }

    /// The first layer, by the number of the unit.
    fn row(&self, unit: usize) -> f32 {
        if self.is_table { TABLE_SCALE * self.output(unit) } else { UNIT }
    }

    /// The weights of a layer behind the first, by the number of its output.
    fn weight(&self, is_last: bool, output: usize) -> f32 {
        if is_last { self.bias(true, output) / SQUARED_UNIT } else { INNER_SCALE }
    }

    /// The biases of a layer behind the first.
    fn bias(&self, is_last: bool, output: usize) -> f32 {
        if is_last {
            self.output(output) * (1 << OUTPUT_SHIFT) as f32
        } else {
            UNIT * (1 << INNER_SHIFT) as f32
        }
    }
}

impl Model {
    /// The network in whole numbers, with the rows of the cells added into those of the patterns.
    pub(crate) fn quantised(&self, points_per_logit: f32) -> Network {
        let Places { width, bias, ref heads, .. } = self.places;
        let scales = Scales::of(&self.shape, points_per_logit);
        let rounded = |value: f32| value.round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let lanes = |values: &[f32]| -> Vec<i16> {
            values.iter().enumerate().map(|(i, value)| rounded(value * scales.row(i % width))).collect()
        };
        let dense = |layer: &Layer, is_last: bool| {
            let weights = self.params[layer.weights..layer.bias].iter().enumerate();
            let biases = self.params[layer.bias..][..layer.outputs].iter().enumerate();
            let weight = |(i, weight): (usize, &f32)| weight * scales.weight(is_last, i / layer.inputs);
            Dense {
                inputs: layer.inputs,
                weights: weights.map(|weight_at| rounded(weight(weight_at))).collect(),
                bias: biases.map(|(i, bias)| (bias * scales.bias(is_last, i)).round() as i32).collect(),
            }
        };
        let head = |layers: &Vec<Layer>| {
            layers.iter().enumerate().map(|(i, layer)| dense(layer, i + 1 == layers.len())).collect()
        };
        Network {
            features: self.features.clone(),
            shape: self.shape.clone(),
            width,
            rows: lanes(&self.clipped_rows()),
            bias: lanes(&self.params[bias..][..self.features.planes() * width]),
            heads: heads.iter().map(head).collect(),
            bucket_of: self.bucket_of.clone(),
            points_per_logit,
            draws: DrawTable::new(points_per_logit),
            links: Links::of(&self.features, width),
        }
    }

    /// The model that [`quantised`](Model::quantised) makes this network of, with the same number of
    /// points to a logit, which may be another than the network was made with: it says the same
    /// points. Cells have nothing of their own yet.
    pub(crate) fn dequantised(network: &Network, points_per_logit: f32) -> Model {
        let Network { features, shape, bucket_of, .. } = network;
        let mut model = Model::zero(features.clone(), shape.clone(), bucket_of.clone());
        let Places { width, bias, ref heads, .. } = model.places;
        let scales = Scales::of(shape, points_per_logit);
        let params = &mut model.params;
        let lanes = |params: &mut [f32], values: &[i16]| {
            for (i, (param, &value)) in params.iter_mut().zip(values).enumerate() {
                *param = f32::from(value) / scales.row(i % width);
            }
        };
        lanes(params, &network.rows);
        lanes(&mut params[bias..], &network.bias);
        for (layers, head) in heads.iter().zip(&network.heads) {
            for (i, (layer, dense)) in layers.iter().zip(head).enumerate() {
                let is_last = i + 1 == layers.len();
                for (i, &weight) in dense.weights.iter().enumerate() {
                    params[layer.weights + i] = f32::from(weight) / scales.weight(is_last, i / layer.inputs);
                }
                for (i, &bias) in dense.bias.iter().enumerate() {
                    params[layer.bias + i] = bias as f32 / scales.bias(is_last, i);
                }
            }
        }
        model.fold();
        model
    }

    /// The rows of the patterns with those of the cells, within what the whole numbers can hold.
    fn clipped_rows(&self) -> Vec<f32> {
        let most = if self.shape.hidden > 0 { LARGEST_ROW_WEIGHT } else { f32::INFINITY };
        self.rows.iter().map(|weight| weight.clamp(-most, most)).collect()
    }
}

#[cfg(test)]
mod tests {
    use abalone::Abalone;
    use checkers::Checkers;
    use dragon_queen::DragonQueen;
    use game::{Game, Position as _};

    use crate::features::Patterns;
    use crate::model::testing::{model, positions};
    use crate::model::{Model, Workspace};
    use crate::network::{DRAW_PARTS, Network};

    /// Whole numbers say nearly what real ones do, whichever way the rows are added.
    fn check_quantised<G: Game>(patterns: Patterns, hidden: usize, inner: &[usize]) {
        let mut model = model::<G>(patterns, hidden, inner);
        model.clip();
        model.fold();
        let network = model.quantised(200.0);
        let mut room = Workspace::default();
        let mut accumulators = crate::Accumulators::default();
        for (i, (pos, cells, plane)) in positions::<G>(&model.features, 300).into_iter().enumerate() {
            let pieces = cells.iter().filter(|&&cell| cell != 0).count();
            let bucket = model.bucket(pieces as u8);
            let [v, o] = model.outputs(&cells, plane, bucket, &mut room);
            let output = network.evaluate(&pos);
            assert_eq!(accumulators.evaluate(&network, &pos, i % 5), output, "kept and from scratch");
            let (points, drawishness) = (v * 200.0, o * DRAW_PARTS);
            assert!(
                (output.points as f32 - points).abs() < 0.03 * points.abs() + 12.0,
                "{output:?} {points}"
            );
            assert!((output.drawishness as f32 - drawishness).abs() < 0.03 * drawishness.abs() + 6.0);
        }
        // Training may go on from the whole numbers, under another scale of the points too.
        for points_per_logit in [200.0, 137.5] {
            let mut back = Model::dequantised(&network, points_per_logit);
            back.clip();
            back.fold();
            let again = back.quantised(points_per_logit);
            assert_eq!(again.rows, network.rows);
            assert_eq!(again.bias, network.bias);
            assert_eq!(again.heads, network.heads);
            assert_eq!(again.bucket_of, network.bucket_of);
        }
        assert_eq!(Model::dequantised(&network, 200.0).quantised(200.0), network);
    }

    #[test]
    fn a_quantised_network_says_what_the_model_says_and_leads_back_to_it() {
        check_quantised::<Checkers>(Patterns::Blocks, 32, &[]);
        check_quantised::<Checkers>(Patterns::Cells, 32, &[16]);
        check_quantised::<Checkers>(Patterns::Blocks, 0, &[]);
        check_quantised::<DragonQueen>(Patterns::Blocks, 16, &[]);
        check_quantised::<Abalone>(Patterns::DoubleBlocks, 16, &[8, 8]);
    }

    #[test]
    fn a_file_is_refused_elsewhere_and_when_damaged() {
        let mut model = model::<Checkers>(Patterns::Cells, 16, &[8]);
        model.shape.terms = Some(7);
        let network = model.quantised(100.0);
        let bytes = network.to_bytes::<Checkers>();
        assert_eq!(Network::from_bytes(&Checkers::start(), &bytes), Ok(network));
        let elsewhere = Network::from_bytes(&DragonQueen::start(), &bytes).unwrap_err().to_string();
        assert!(elsewhere.contains("for dragon-queen") && elsewhere.contains("for checkers"), "{elsewhere}");
        for at in (0..bytes.len()).step_by(97) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Network::from_bytes(&Checkers::start(), &damaged).is_err(), "{at}");
            assert!(Network::from_bytes(&Checkers::start(), &bytes[..at]).is_err(), "{at}");
        }
    }
}
