//! The state of a training on disk, so that it goes on after an interruption.

use std::io;
use std::path::Path;

use crate::trainer::EpochLoss;

const MAGIC: &[u8; 8] = b"PLYTRAI2";
/// No checkpoint is longer.
const MOST_BYTES: u64 = 1 << 30;

/// Where a training stands.
pub(crate) struct Checkpoint {
    pub(crate) epoch: usize,
    /// Steps of the epoch that are done, and the sum of their losses.
    pub(crate) step: usize,
    pub(crate) loss: f64,
    pub(crate) updates: u64,
    pub(crate) curve: Vec<EpochLoss>,
    pub(crate) params: Vec<f32>,
    /// The moments of Adam.
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    /// The weights of the best epoch; empty before the first has ended.
    pub(crate) best: Vec<f32>,
}

impl Checkpoint {
    pub(crate) fn new(params: &[f32]) -> Checkpoint {
        Checkpoint {
            epoch: 0,
            step: 0,
            loss: 0.0,
            updates: 0,
            curve: Vec::new(),
            params: params.to_vec(),
            first: vec![0.0; params.len()],
            second: vec![0.0; params.len()],
            best: Vec::new(),
        }
    }

    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        let numbers = [self.epoch, self.step, self.curve.len(), self.params.len(), self.best.len()];
        numbers.iter().for_each(|&number| bytes.extend((number as u64).to_le_bytes()));
        bytes.extend(self.updates.to_le_bytes());
        bytes.extend(self.loss.to_le_bytes());
        for losses in &self.curve {
            bytes.extend(losses.trained.to_le_bytes());
            bytes.extend(losses.held_out.to_le_bytes());
        }
        for weights in [&self.params, &self.first, &self.second, &self.best] {
            weights.iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        files::write_unsynced(path, &bytes)
    }

    /// The checkpoint of a training with this many weights, if there is an intact one.
    pub(crate) fn read(path: &Path, weights: usize) -> Option<Checkpoint> {
        let bytes = files::read(path, MOST_BYTES).ok()?;
        let (body, checksum) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let mut rest = body.strip_prefix(MAGIC)?;
        let mut word = || {
            let (word, after) = rest.split_first_chunk::<8>()?;
            rest = after;
            Some(*word)
        };
        let [epoch, step, epochs, params, best] =
            [(); 5].map(|()| word().map(|word| u64::from_le_bytes(word) as usize));
        let (epochs, best) = (epochs?, best?);
        if params? != weights || best != 0 && best != weights || epochs > 1 << 20 {
            return None;
        }
        let updates = u64::from_le_bytes(word()?);
        let loss = f64::from_le_bytes(word()?);
        let curve = (0..epochs).map(|_| {
            Some(EpochLoss { trained: f64::from_le_bytes(word()?), held_out: f64::from_le_bytes(word()?) })
        });
        let curve = curve.collect::<Option<Vec<EpochLoss>>>()?;
        if rest.len() != 4 * (3 * weights + best) {
            return None;
        }
        let mut list = |len: usize| -> Vec<f32> {
            let (list, after) = rest.split_at(4 * len);
            rest = after;
            list.chunks_exact(4)
                .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect()
        };
        let [params, first, second] = [(); 3].map(|()| list(weights));
        let best = list(best);
        Some(Checkpoint { epoch: epoch?, step: step?, loss, updates, curve, params, first, second, best })
    }
}
