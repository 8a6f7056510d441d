//! Fixed positions of all games, searched to fixed depths: how fast the search is, and one number of nodes that
//! changes exactly when its play does.

use std::time::Duration;

use search::SearchParams;

use crate::catalogue::{Catalogue, GameRef};
use crate::clock::{Control, Limits};
use crate::session::Session;
use crate::think::{ThinkerOptions, WeightsChoice};
use crate::weights::WeightsError;

/// A position to search, and how deeply.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// The word for the game.
    pub word: &'static str,
    game: GameRef,
    /// The depth in plies.
    pub depth: u8,
    /// The position text.
    pub text: &'static str,
}

/// What searching a position took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BenchResult {
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BenchOptions {
    /// With how many threads. With one the number of nodes is always the same.
    pub threads: usize,
    /// By how many plies deeper than usual.
    pub deeper: i8,
    /// With which parameters, where not with those of the game.
    pub params: Option<SearchParams>,
    /// With which weights.
    pub weights: WeightsChoice,
}

/// The table is small, so that making it ready takes no time to speak of.
const TABLE_BYTES: usize = 16 << 20;

impl Catalogue {
    /// Every position of the bench, game by game.
    pub fn bench_positions(self) -> impl Iterator<Item = BenchPosition> {
        let files = self.0.iter().flat_map(|entry| entry.bench());
        files.flat_map(move |&(word, text)| {
            let game = self.find(word).expect("the bench names games that there are");
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines.map(move |line| {
                let (depth, text) = line.split_once(' ').expect("a line has a depth and a position");
                let depth = depth.parse().expect("a depth is a number");
                BenchPosition { word, game, depth, text }
            })
        })
    }
}

impl BenchPosition {
    /// The parameters of its game.
    #[must_use]
    pub fn search_params(&self) -> SearchParams {
        self.game.start().game().search_params()
    }

    /// Searches the position with an empty memory. Where `control` stops it, the result is of no use.
    ///
    /// # Errors
    /// Fails where the weights are not weights of the game.
    pub fn run(&self, options: &BenchOptions, control: &Control) -> Result<BenchResult, WeightsError> {
        let pos = self.game.read(self.text).expect("the bench has legal positions");
        let thinking = ThinkerOptions {
            threads: options.threads,
            table_bytes: TABLE_BYTES,
            weights: options.weights.clone(),
            params: options.params,
            ..ThinkerOptions::default()
        };
        let mut thinker = pos.game().thinker(&thinking)?;
        thinker.prepare(Duration::MAX);
        let session = Session::study(pos);
        let limits = Limits::depth(self.depth.saturating_add_signed(options.deeper).max(1));
        let thought = thinker.think(&session, 1, &limits, control, &mut |_| ());
        Ok(BenchResult { nodes: thought.nodes, time: thought.time })
    }
}

impl BenchResult {
    /// How many positions were looked at in a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-6)
    }
}

impl std::ops::AddAssign for BenchResult {
    fn add_assign(&mut self, other: BenchResult) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}
