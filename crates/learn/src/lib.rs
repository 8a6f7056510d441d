//! Learned evaluations for any game: the engine plays against itself, a small network learns from
//! the games, and plays from then on.
//!
//! Nothing is needed from a game but its contract. [`Features`] come from the layout, the view of
//! the side to move from the symmetries. [`SelfPlay`] makes [`TrainingGame`]s, which files keep;
//! [`Samples`] are the positions to learn from; [`train`] makes a [`Network`], which plays in whole
//! numbers with [`Accumulators`] that the search keeps. docs/learn.md tells how they fit together.

mod accumulators;
mod checkpoint;
mod features;
mod games_file;
mod labels;
mod model;
mod network;
mod network_file;
mod quantise;
mod samples;
mod self_play;
mod sigmoid;
mod trainer;
mod varint;

pub use accumulators::Accumulators;
pub use features::{Features, Patterns, images};
pub use games_file::{Ending, GamesReader, GamesWriter, TrainingGame, games_block, games_header};
pub use labels::Scale;
pub use network::{BUCKETS, LANES, Network, Output, Shape};
pub use network_file::{MOST_NETWORK_BYTES, NETWORK_MAGIC, NetworkError};
pub use samples::{AllQuiet, Samples};
pub use self_play::{SelfPlay, SelfPlayOptions};
pub use trainer::{EpochLoss, Start, TrainOptions, TrainProgress, Trained, TrainingData, train};
