//! Learning an evaluation for any game: self-play, samples from the games, networks trained on the samples.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;

use cancel::Cancel;
use game::playout::below;
use game::{Game as _, Position as _, Value};
use learn::{
    EpochLoss, Features, GamesReader, GamesWriter, NETWORK_MAGIC, Network, Patterns, Samples, Scale,
    SelfPlay, SelfPlayOptions, TrainOptions, TrainProgress, TrainingData, TrainingGame, games_block,
    games_header, images, train,
};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::evaluation::{WeightedEvaluator, terms_checksum};
use crate::play::Play;
use crate::tables::{TableProbe, TablesChoice};
use crate::think::WeightsChoice;
use crate::weights::WeightsError;

/// The learner of one game's evaluation, with the game's type erased.
pub trait Learner: Send {
    /// The patterns that a network of this game can have, the largest last.
    fn patterns(&self) -> Vec<Patterns>;

    /// What a network is tied to that adds to the game's own terms; none where it has no terms.
    fn terms(&self) -> Option<u32>;

    /// The network among these weights, to start a training from.
    ///
    /// # Errors
    /// Fails if the weights are not a network, or a network that is refused.
    fn network(&self, weights: &WeightsChoice) -> Result<Network, LearnError>;

    /// Self-play: appends games to a file until it has the requested number, the deadline passes, or it is stopped.
    /// The games are the same for any number of threads, as far as they get.
    ///
    /// # Errors
    /// Fails if the file cannot be written or has games played with other settings, or if the weights are refused.
    fn play(
        &self,
        file: &Path,
        job: &PlayJob,
        cancel: &Cancel,
        observe: &mut dyn FnMut(&PlayProgress),
    ) -> Result<PlayProgress, LearnError>;

    /// Plays the games of these numbers: what another machine does for [`PlayJob::elsewhere`]. Returns them as a file of
    /// games; `None` if it was stopped.
    ///
    /// # Errors
    /// Fails if the weights are refused.
    fn play_block(
        &self,
        job: &PlayJob,
        numbers: Range<u64>,
        cancel: &Cancel,
    ) -> Result<Option<Vec<u8>>, LearnError>;

    /// Reads files of games and extracts the samples. Positions that the tables know are labelled with their exact
    /// values.
    ///
    /// # Errors
    /// Fails if a file cannot be read or belongs to another game.
    fn load(&mut self, files: &[&Path], tables: &TablesChoice) -> Result<LoadReport, LearnError>;

    /// Trains a network on the samples that were loaded.
    fn train(
        &self,
        options: &TrainOptions,
        cancel: &Cancel,
        observe: &mut dyn FnMut(&TrainProgress),
    ) -> TrainReport;

    /// How often an evaluation has the right sign in positions that the tables know.
    ///
    /// # Errors
    /// Fails if the weights are refused.
    fn agreement(&self, weights: &WeightsChoice, tables: &TablesChoice) -> Result<Agreement, LearnError>;
}

/// Why learning failed.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The cause.
        error: io::Error,
    },
    /// A file has games of another game or of other rules.
    #[error("{0}: the file has games of another game, other rules or another board")]
    OtherGame(String),
    /// Games could not be played on another machine.
    #[error("games {first} to {last} could not be played: {why}")]
    Elsewhere {
        /// The number of the first game.
        first: u64,
        /// The number of the last game.
        last: u64,
        /// The reason.
        why: String,
    },
    /// The weights to play with or to start from are refused.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A training can start from a network only.
    #[error("expected a network, found weights of terms")]
    NoNetwork,
}

/// Has blocks of games played somewhere else, several at once.
pub trait BlockPlayer: Send + Sync {
    /// How many blocks are worth asking for at once.
    fn slots(&self) -> usize;

    /// Has the games of these numbers played, as by [`Learner::play_block`]; `None` if it was stopped.
    ///
    /// # Errors
    /// Fails with the reason why they cannot be played.
    fn play(&self, numbers: Range<u64>, cancel: &Cancel) -> Result<Option<Vec<u8>>, String>;
}

/// The settings of self-play.
#[derive(Clone)]
pub struct PlayJob {
    /// How each move is found.
    pub options: SelfPlayOptions,
    /// The evaluation in use.
    pub weights: WeightsChoice,
    /// The tables that end a game where they know its value; tables of the whole game are left out.
    pub tables: TablesChoice,
    /// The number of games that the file is to have.
    pub games: u64,
    /// The deadline.
    pub deadline: Option<Instant>,
    /// How many threads play.
    pub threads: usize,
    /// Plays the games instead of threads here.
    pub elsewhere: Option<Arc<dyn BlockPlayer>>,
}

/// Progress of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayProgress {
    /// Games in the file.
    pub games: u64,
    /// Of those played now: won by the first player, drawn, won by the second.
    pub results: [u64; 3],
    /// Positions with a score in the games played now.
    pub positions: u64,
}

/// The samples that were loaded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LoadReport {
    /// Games that were read.
    pub games: usize,
    /// Games that were drawn.
    pub draws: usize,
    /// Positions to learn from.
    pub samples: usize,
    /// Positions of other games, to judge by.
    pub held_out: usize,
    /// Samples and held-out positions labelled by tables.
    pub exact: usize,
    /// The conversion of scores to chances.
    pub scale: Scale,
}

/// A trained network with its losses.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainReport {
    /// The file of the network.
    pub network: Vec<u8>,
    /// How many weights it has.
    pub weights: usize,
    /// The losses of each epoch.
    pub curve: Vec<EpochLoss>,
    /// The loss of the start on the games that were held out.
    pub before: f64,
    /// Samples per second, over all threads.
    pub samples_per_second: f64,
    /// Whether it was stopped before its time.
    pub is_cancelled: bool,
}

/// How often an evaluation has the right sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Won and lost positions that were looked at.
    pub positions: usize,
    /// Those whose evaluation has the right sign.
    pub right: usize,
}

/// Games come in blocks of this many.
const BLOCK: usize = 64;
/// One game in this many is held out.
const HELD_OUT: usize = 20;
/// The number of positions compared with tables.
const COMPARED: usize = 20_000;

pub(crate) struct TypedLearner<P: Play> {
    start: P::Position,
    data: Option<Data>,
}

/// What was loaded. The cells are the same whatever patterns are chosen.
struct Data {
    samples: Samples,
    held_out: Samples,
    scale: Scale,
    images: Vec<Vec<usize>>,
}

impl<P: Play> TypedLearner<P> {
    pub(crate) fn new() -> TypedLearner<P> {
        TypedLearner { start: P::Position::start(), data: None }
    }

    /// The first line of a file of games.
    fn subject() -> String {
        format!("game {}\nrules {}\n", P::Position::NAME, P::Position::RULES_VERSION)
    }

    /// What a file says of its games.
    fn description(options: &SelfPlayOptions) -> String {
        let SelfPlayOptions { nodes, odds, opening, seed, .. } = options;
        format!("{}nodes {nodes}\nodds {odds}\nopening {opening}\nseed {seed}\n", Self::subject())
    }

    /// The evaluation that plays.
    fn evaluator(&self, job: &PlayJob) -> Result<WeightedEvaluator<P>, LearnError> {
        // Where tables know the start they know every position, and no game would be played.
        let tables =
            TableProbe::<P>::chosen(&job.tables).filter(|tables| tables.probe(&self.start).is_none());
        Ok(WeightedEvaluator::<P>::chosen(&job.weights, tables)?)
    }

    /// Has games played elsewhere, a block at a time, and sends each with its number.
    fn play_elsewhere(
        job: &PlayJob,
        player: &dyn BlockPlayer,
        next: &AtomicU64,
        cancel: &Cancel,
        is_over: &dyn Fn() -> bool,
        tell: &mpsc::Sender<Result<(u64, TrainingGame), LearnError>>,
    ) {
        while !is_over() {
            // A block ends where the file has one.
            let first = next.fetch_add(BLOCK as u64, Ordering::Relaxed);
            let numbers = first..job.games.min(first + BLOCK as u64);
            if numbers.is_empty() {
                return;
            }
            let fault = |why| LearnError::Elsewhere { first, last: numbers.end - 1, why };
            let games = match player.play(numbers.clone(), cancel) {
                Ok(None) => return,
                Ok(Some(bytes)) => Self::read_block(&bytes, job, &numbers),
                Err(why) => Err(why),
            };
            let sent = match games {
                Ok(games) => numbers.zip(games).try_for_each(|numbered| tell.send(Ok(numbered))),
                Err(why) => tell.send(Err(fault(why))),
            };
            if sent.is_err() {
                return;
            }
        }
    }

    /// The games of a block, if it is the expected one.
    fn read_block(bytes: &[u8], job: &PlayJob, numbers: &Range<u64>) -> Result<Vec<TrainingGame>, String> {
        let mut reader = GamesReader::new(bytes).map_err(|error| error.to_string())?;
        let games = reader.block().map_err(|error| error.to_string())?.unwrap_or_default();
        if reader.description() != Self::description(&job.options) {
            return Err("they were played with other settings".to_string());
        }
        let expected = numbers.end - numbers.start;
        if games.len() as u64 == expected {
            Ok(games)
        } else {
            Err(format!("expected {expected} games, found {}", games.len()))
        }
    }
}

impl<P: Play> Learner for TypedLearner<P> {
    fn patterns(&self) -> Vec<Patterns> {
        Patterns::ALL.into_iter().filter(|&choice| Features::with(&self.start, choice).is_ok()).collect()
    }

    fn terms(&self) -> Option<u32> {
        terms_checksum::<P>()
    }

    fn network(&self, weights: &WeightsChoice) -> Result<Network, LearnError> {
        let bytes = match weights {
            WeightsChoice::Best => P::NETWORK,
            WeightsChoice::Terms | WeightsChoice::First => &[],
            WeightsChoice::File(bytes) => bytes,
        };
        if !bytes.starts_with(NETWORK_MAGIC) {
            return Err(LearnError::NoNetwork);
        }
        Ok(Network::from_bytes(&self.start, bytes).map_err(WeightsError::from)?)
    }

    fn play(
        &self,
        file: &Path,
        job: &PlayJob,
        cancel: &Cancel,
        observe: &mut dyn FnMut(&PlayProgress),
    ) -> Result<PlayProgress, LearnError> {
        let failed = |error| LearnError::File { path: file.display().to_string(), error };
        let mut writer = GamesWriter::open(file, &Self::description(&job.options)).map_err(failed)?;
        let evaluator = self.evaluator(job)?;
        let mut progress = PlayProgress { games: writer.games(), ..PlayProgress::default() };
        let next = AtomicU64::new(progress.games);
        let cancel = cancel.child();
        let is_over =
            || cancel.is_cancelled() || job.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let (tell, hear) = mpsc::channel();
        let threads = job.elsewhere.as_ref().map_or(job.threads, |player| player.slots());
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (tell, next, evaluator, is_over, cancel) =
                    (tell.clone(), &next, &evaluator, &is_over, &cancel);
                scope.spawn(move || {
                    if let Some(player) = &job.elsewhere {
                        Self::play_elsewhere(job, &**player, next, cancel, is_over, &tell);
                        return;
                    }
                    let mut player = SelfPlay::new(&self.start, evaluator, &job.options);
                    while !is_over() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= job.games || tell.send(Ok((number, player.play(number)))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(tell);
            let mut waiting: BTreeMap<u64, TrainingGame> = BTreeMap::new();
            let mut block = Vec::new();
            let mut first = progress.games;
            for played in hear {
                let (number, game) = played.inspect_err(|_| cancel.cancel())?;
                waiting.insert(number, game);
                while let Some(game) = waiting.remove(&(first + block.len() as u64)) {
                    block.push(game);
                    let is_last = first + block.len() as u64 == job.games;
                    if block.len() == BLOCK || is_last {
                        if let Err(error) = writer.append(&block) {
                            cancel.cancel();
                            return Err(failed(error));
                        }
                        first += block.len() as u64;
                        block.iter().for_each(|game| progress.add(game));
                        block.clear();
                        observe(&progress);
                    }
                }
            }
            Ok(progress)
        })
    }

    fn play_block(
        &self,
        job: &PlayJob,
        numbers: Range<u64>,
        cancel: &Cancel,
    ) -> Result<Option<Vec<u8>>, LearnError> {
        let evaluator = self.evaluator(job)?;
        let mut player = SelfPlay::new(&self.start, &evaluator, &job.options);
        let mut games = Vec::new();
        for number in numbers {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            games.push(player.play(number));
        }
        let mut file = games_header(&Self::description(&job.options));
        file.extend(games_block(&games));
        Ok(Some(file))
    }

    fn load(&mut self, files: &[&Path], tables: &TablesChoice) -> Result<LoadReport, LearnError> {
        let weights = crate::weights::Weights::read(P::TERMS, P::WEIGHTS)?;
        let ordering = WeightedEvaluator::<P>::new(weights, TableProbe::chosen(tables));
        let known = |pos: &P::Position| Some(ordering.known(pos)?.value());
        let terms = |pos: &P::Position| if P::TERMS.is_empty() { 0 } else { ordering.by_terms(pos).points };
        let features = Features::of(&self.start);
        let (mut samples, mut held_out) = (Samples::new(&features), Samples::new(&features));
        let (mut games, mut draws) = (0, 0);
        for file in files {
            let failed = |error| LearnError::File { path: file.display().to_string(), error };
            let mut reader = GamesReader::open(file).map_err(failed)?;
            if !reader.description().starts_with(&Self::subject()) {
                return Err(LearnError::OtherGame(file.display().to_string()));
            }
            while let Some(block) = reader.block().map_err(failed)? {
                for game in &block {
                    let to = if games % HELD_OUT == 0 { &mut held_out } else { &mut samples };
                    to.add(&self.start, &features, &ordering, known, terms, game);
                    games += 1;
                    draws += usize::from(game.outcome == game::Outcome::Draw);
                }
            }
        }
        let scale = Scale::fit(&samples);
        let exact = samples.exact() + held_out.exact();
        let report =
            LoadReport { games, draws, samples: samples.len(), held_out: held_out.len(), exact, scale };
        let images = images(&self.start, &features);
        self.data = Some(Data { samples, held_out, scale, images });
        Ok(report)
    }

    fn train(
        &self,
        options: &TrainOptions,
        cancel: &Cancel,
        observe: &mut dyn FnMut(&TrainProgress),
    ) -> TrainReport {
        let data = self.data.as_ref().expect("positions are loaded before a network is trained");
        let features = Features::with(&self.start, options.start.shape().patterns);
        let features = features.expect("the patterns are some of Learner::patterns");
        let data = TrainingData {
            features: &features,
            samples: &data.samples,
            held_out: &data.held_out,
            scale: data.scale,
            images: &data.images,
        };
        let trained = train(&data, options, cancel, observe);
        TrainReport {
            weights: trained.network.weights(),
            network: trained.network.to_bytes::<P::Position>(),
            curve: trained.curve,
            before: trained.before,
            samples_per_second: trained.samples_per_second,
            is_cancelled: trained.is_cancelled,
        }
    }

    fn agreement(&self, weights: &WeightsChoice, tables: &TablesChoice) -> Result<Agreement, LearnError> {
        let mut found = Agreement::default();
        let tables = TableProbe::chosen(tables);
        if tables.is_none() {
            return Ok(found);
        }
        let evaluator = WeightedEvaluator::<P>::chosen(weights, tables)?;
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut moves = Vec::new();
        let mut pos = self.start.clone();
        // Random games pass through few table positions, so there is an end to trying.
        for _ in 0..400 * COMPARED {
            if found.positions >= COMPARED {
                break;
            }
            if pos.legal_moves(&mut moves).is_some() {
                pos = self.start.clone();
                continue;
            }
            let value = evaluator.known(&pos).map(game::Exact::value).filter(|value| *value != Value::Draw);
            if let Some(value) = value.filter(|_| !P::must_capture(&pos)) {
                found.positions += 1;
                let points = evaluator.points(&pos);
                found.right += usize::from(if value == Value::Win { points > 0 } else { points < 0 });
            }
            pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
        }
        Ok(found)
    }
}

impl PlayProgress {
    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.scores.iter().flatten().count() as u64;
        let place = match game.outcome {
            game::Outcome::Win(game::Player::One) => 0,
            game::Outcome::Draw => 1,
            game::Outcome::Win(game::Player::Two) => 2,
        };
        self.results[place] += 1;
    }
}
