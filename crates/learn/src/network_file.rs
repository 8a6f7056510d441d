//! Networks as files; docs/learn.md describes the format.

use std::collections::HashMap;
use std::fmt::Write as _;

use game::Game;

use crate::features::{Features, Patterns};
use crate::network::{BUCKETS, Dense, LANES, Links, Network, OUTPUTS, Shape};
use crate::sigmoid::DrawTable;
use crate::varint::{Reader, put, put_signed};

/// What a file of a network begins with.
pub const NETWORK_MAGIC: &[u8; 8] = b"PLYNETW1";
/// No file of a network is longer.
pub const MOST_NETWORK_BYTES: u64 = 16 << 20;
/// No layer is wider.
const MOST_UNITS: usize = 4_096;
/// No unit is larger once it is squared: 255² / 256.
const LARGEST_UNIT: i64 = 254;
/// No small layer is wider.
const MOST_INNER_UNITS: usize = 256;

/// Why some bytes are no network for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The bytes are not those of a network, or were damaged.
    #[error("the file of the network is damaged: {0}")]
    Damaged(&'static str),
    /// It is for another game, other rules or another board.
    #[error("expected a network for {expected}, found one for {found}")]
    OtherGame {
        /// What is wanted.
        expected: String,
        /// What the file has.
        found: String,
    },
}

/// What a network must fit.
fn subject<G: Game>(features: &Features) -> String {
    let (cells, kinds) = (features.cells(), features.kinds());
    format!("{} (rules version {}, {cells} cells, {kinds} kinds of pieces)", G::NAME, G::RULES_VERSION)
}

impl Network {
    /// The network as a file.
    #[must_use]
    pub fn to_bytes<G: Game>(&self) -> Vec<u8> {
        let mut header = String::new();
        let Shape { patterns, hidden, inner, terms } = &self.shape;
        let inner: Vec<String> = inner.iter().map(ToString::to_string).collect();
        let _ = writeln!(header, "game {}", G::NAME);
        let _ = writeln!(header, "rules {}", G::RULES_VERSION);
        let _ = writeln!(header, "cells {}", self.features.cells());
        let _ = writeln!(header, "kinds {}", self.features.kinds());
        let _ = writeln!(header, "patterns {}", patterns.word());
        let _ = writeln!(header, "hidden {hidden}");
        let _ = writeln!(header, "inner {}", inner.join(" "));
        let _ = writeln!(header, "points-per-logit {}", self.points_per_logit);
        if let Some(checksum) = terms {
            let _ = writeln!(header, "terms {checksum}");
        }
        let mut bytes = NETWORK_MAGIC.to_vec();
        put(&mut bytes, header.len() as u64);
        bytes.extend(header.bytes());
        put(&mut bytes, self.bucket_of.len() as u64);
        bytes.extend(&self.bucket_of);
        for &weight in self.bias.iter().chain(&self.rows) {
            put_signed(&mut bytes, weight.into());
        }
        for dense in self.heads.iter().flatten() {
            dense.weights.iter().for_each(|&weight| put_signed(&mut bytes, weight.into()));
            dense.bias.iter().for_each(|&weight| put_signed(&mut bytes, weight.into()));
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the file of a network for the board that `start` is on.
    ///
    /// # Errors
    /// Fails where the file is damaged, or for another game, other rules or another board.
    pub fn from_bytes<G: Game>(start: &G, bytes: &[u8]) -> Result<Network, NetworkError> {
        use NetworkError::Damaged;
        let (body, checksum) = bytes.split_last_chunk::<4>().ok_or(Damaged("it is too short"))?;
        let body = body.strip_prefix(NETWORK_MAGIC).ok_or(Damaged("it does not begin like a network"))?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
            return Err(Damaged("its checksum is wrong"));
        }
        let mut reader = Reader(body);
        let header = reader.number().and_then(|len| reader.bytes(usize::try_from(len).ok()?));
        let header = header.and_then(|header| std::str::from_utf8(header).ok());
        let header = Header::read(header.ok_or(Damaged("its header ends early"))?);
        let features = header.features(start)?;
        let shape = header.shape()?;
        let network = read_weights(&mut reader, features, shape, header.number("points-per-logit")?);
        let network = network.ok_or(Damaged("its weights end early"))?;
        if !network.heads.iter().flatten().all(sums_fit) {
            return Err(Damaged("its weights are too large"));
        }
        if reader.0.is_empty() { Ok(network) } else { Err(Damaged("something follows its weights")) }
    }
}

/// Lines of a key and a value.
struct Header<'a>(HashMap<&'a str, &'a str>);

impl<'a> Header<'a> {
    fn read(text: &'a str) -> Header<'a> {
        Header(text.lines().filter_map(|line| line.split_once(' ')).collect())
    }

    fn text(&self, key: &'static str) -> Result<&'a str, NetworkError> {
        self.0.get(key).copied().ok_or(NetworkError::Damaged("its header has no such line"))
    }

    fn number<T: std::str::FromStr>(&self, key: &'static str) -> Result<T, NetworkError> {
        self.text(key)?.parse().map_err(|_| NetworkError::Damaged("a number in its header cannot be parsed"))
    }

    fn features<G: Game>(&self, start: &G) -> Result<Features, NetworkError> {
        let patterns = Patterns::from_word(self.text("patterns")?);
        let patterns = patterns.ok_or(NetworkError::Damaged("its patterns are unknown"))?;
        let features =
            Features::with(start, patterns).map_err(|_| NetworkError::Damaged("it has too many rows"))?;
        let expected = subject::<G>(&features);
        let found = format!(
            "{} (rules version {}, {} cells, {} kinds of pieces)",
            game::text::quoted(self.text("game")?),
            self.number::<u32>("rules")?,
            self.number::<usize>("cells")?,
            self.number::<usize>("kinds")?
        );
        if expected == found { Ok(features) } else { Err(NetworkError::OtherGame { expected, found }) }
    }

    fn shape(&self) -> Result<Shape, NetworkError> {
        let patterns = Patterns::from_word(self.text("patterns")?).unwrap_or(Patterns::Cells);
        let hidden = self.number("hidden")?;
        let inner = self.text("inner")?.split_whitespace().map(str::parse).collect::<Result<Vec<usize>, _>>();
        let terms = self.0.contains_key("terms").then(|| self.number("terms")).transpose()?;
        let shape = Shape { patterns, hidden, inner: inner.unwrap_or_default(), terms };
        if shape.is_possible() { Ok(shape) } else { Err(NetworkError::Damaged("no network has this shape")) }
    }
}

impl Shape {
    /// Whether a network can have this shape.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let inner_fits = self.inner.iter().all(|units| (1..=MOST_INNER_UNITS).contains(units));
        let is_table = self.hidden == 0 && self.inner.is_empty();
        let is_layered = (LANES..=MOST_UNITS).contains(&self.hidden) && self.hidden.is_multiple_of(LANES);
        inner_fits && self.inner.len() <= 2 && (is_table || is_layered)
    }

    /// How many accumulators there are.
    pub(crate) fn width(&self) -> usize {
        if self.hidden == 0 { OUTPUTS * BUCKETS } else { self.hidden }
    }

    /// The numbers of inputs and outputs of the layers behind the first.
    pub(crate) fn head(&self) -> Vec<(usize, usize)> {
        if self.hidden == 0 {
            return Vec::new();
        }
        let inputs = std::iter::once(self.hidden).chain(self.inner.iter().copied());
        inputs.zip(self.inner.iter().copied().chain([OUTPUTS])).collect()
    }
}

/// Whether no input can make a sum of the layer too large for 32 bits.
fn sums_fit(dense: &Dense) -> bool {
    let largest = |weights: &[i16]| weights.iter().map(|&w| i64::from(w).abs()).sum::<i64>() * LARGEST_UNIT;
    let mut sums = dense.weights.chunks_exact(dense.inputs).zip(&dense.bias);
    sums.all(|(weights, &bias)| largest(weights) + i64::from(bias).abs() <= i32::MAX.into())
}

fn read_weights(
    reader: &mut Reader,
    features: Features,
    shape: Shape,
    points_per_logit: f32,
) -> Option<Network> {
    let buckets = usize::try_from(reader.number()?).ok()?;
    let bucket_of = reader.bytes(buckets)?.to_vec();
    if !(1.0..=1e6).contains(&points_per_logit)
        || bucket_of.iter().any(|&bucket| usize::from(bucket) >= BUCKETS)
    {
        return None;
    }
    let width = shape.width();
    let bias = reader.weights(features.planes() * width)?;
    let rows = reader.weights(features.rows() * width)?;
    let mut heads = Vec::new();
    for _ in 0..BUCKETS {
        let mut head = Vec::new();
        for (inputs, outputs) in shape.head() {
            let weights = reader.weights(inputs * outputs)?;
            let bias = (0..outputs).map(|_| reader.signed().and_then(|x| i32::try_from(x).ok()));
            let bias = bias.collect::<Option<_>>()?;
            head.push(Dense { inputs, weights, bias });
        }
        heads.push(head);
    }
    let (draws, links) = (DrawTable::new(points_per_logit), Links::of(&features, width));
    Some(Network { links, features, shape, width, rows, bias, heads, bucket_of, points_per_logit, draws })
}
