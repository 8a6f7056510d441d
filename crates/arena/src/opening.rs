//! Openings: the positions from which the players begin.

mod drawn;
mod file;
mod random;

use std::fmt;
use std::sync::Arc;

use engine::{AnyPosition, AnyTables, OpeningSet, Session, counted};
use game::playout::below;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

pub use file::{LineError, OpeningFileError, read_openings};
pub use random::Balance;

use random::RandomPlies;

/// A position, and moves from there to the position in which the players begin.
#[derive(Clone)]
pub struct Opening {
    start: Arc<dyn AnyPosition>,
    /// The moves.
    pub moves: Vec<String>,
}

impl Opening {
    /// The moves played in a session.
    fn of(session: &Session) -> Opening {
        let moves = session.moves().map(str::to_string).collect();
        Opening { start: session.start().in_play().into(), moves }
    }

    /// Moves from a position.
    pub(crate) fn from_start(start: &dyn AnyPosition, moves: Vec<String>) -> Opening {
        Opening { start: start.in_play().into(), moves }
    }

    /// The position that the moves start from.
    #[must_use]
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// A session in the position in which the players begin.
    #[must_use]
    pub fn session(&self) -> Session {
        let mut session = Session::game(&*self.start);
        for mv in &self.moves {
            // The moves of an opening are legal; if a file was edited, it is played as far as they
            // are.
            if session.play_text(mv).is_err() {
                break;
            }
        }
        session
    }
}

impl PartialEq for Opening {
    fn eq(&self, other: &Opening) -> bool {
        self.start.text() == other.start.text() && self.moves == other.moves
    }
}

impl Eq for Opening {}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opening").field("start", &self.start.text()).field("moves", &self.moves).finish()
    }
}

/// The source of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// Random plies from the start.
    Random {
        /// The number of plies.
        plies: usize,
        /// The condition for a balanced opening, if there is one.
        balance: Option<Balance>,
    },
    /// Listed openings, in their order; see [`read_openings`].
    Listed(Vec<Opening>),
    /// A named set of openings of the game, in an order that depends on the seed.
    Set(OpeningSet),
}

fn random_plies(count: usize) -> String {
    counted(count, "random ply", "random plies")
}

/// Why there is no opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// No opening is balanced.
    #[error(
        "no opening of {} was judged balanced within {margin} points, in {tries} tries: \
         take another number of plies, a wider margin, or unbalanced openings",
        random_plies(*.plies)
    )]
    Unfair {
        /// The number of plies.
        plies: usize,
        /// The margin.
        margin: i32,
        /// The number of attempts.
        tries: usize,
    },
    /// Every game is over before the players begin.
    #[error("every game is over after {}, in {tries} tries: take fewer", random_plies(*.plies))]
    Over {
        /// The number of plies.
        plies: usize,
        /// The number of attempts.
        tries: usize,
    },
    /// The list is empty.
    #[error("the list of openings is empty: give at least one")]
    Empty,
}

/// An endless sequence of openings that depends only on the seed.
pub struct Openings {
    sequence: OpeningSequence,
    /// The openings drawn by [`Openings::get`].
    drawn: Vec<Opening>,
}

enum OpeningSequence {
    Random(Box<RandomPlies>),
    /// A list that is repeated, and the number of the next one.
    Listed(Vec<Opening>, usize),
}

impl Openings {
    fn of(sequence: OpeningSequence) -> Openings {
        Openings { sequence, drawn: Vec::new() }
    }

    /// Random openings from `start` with `plies` plies, balanced if there is a condition.
    #[must_use]
    pub fn new(start: Box<dyn AnyPosition>, plies: usize, balance: Option<Balance>, seed: u64) -> Openings {
        Openings::of(OpeningSequence::Random(Box::new(RandomPlies::new(start, plies, balance, None, seed))))
    }

    /// The openings of a source. Where these tables have a value, they replace the short search:
    /// only a draw is balanced.
    ///
    /// # Errors
    /// Fails if the source has no openings for this game.
    pub fn from_source(
        start: Box<dyn AnyPosition>,
        source: &OpeningSource,
        tables: Option<Arc<dyn AnyTables>>,
        seed: u64,
    ) -> Result<Openings, OpeningError> {
        let list = match source {
            OpeningSource::Random { plies, balance } => {
                let drawn = drawn::drawn_openings(&*start, *plies);
                if balance.is_none() || drawn.is_empty() {
                    let random = RandomPlies::new(start, *plies, *balance, tables, seed);
                    return Ok(Openings::of(OpeningSequence::Random(Box::new(random))));
                }
                shuffled(drawn, seed)
            }
            OpeningSource::Listed(list) => list.clone(),
            OpeningSource::Set(set) => shuffled(set_openings(&*start, *set), seed),
        };
        if list.is_empty() {
            Err(OpeningError::Empty)
        } else {
            Ok(Openings::of(OpeningSequence::Listed(list, 0)))
        }
    }

    /// The next opening. Openings repeat only after all others were used, as far as is known.
    ///
    /// # Errors
    /// Fails if no balanced opening is found, or none at all.
    pub fn next_opening(&mut self) -> Result<Opening, OpeningError> {
        match &mut self.sequence {
            OpeningSequence::Random(random) => random.next_opening(),
            OpeningSequence::Listed(list, next) => {
                let opening = list.get(*next % list.len().max(1)).cloned().ok_or(OpeningError::Empty);
                *next += 1;
                opening
            }
        }
    }

    /// A warning about the openings drawn so far that matters when players are compared, if any.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        match &self.sequence {
            OpeningSequence::Random(random) => random.warning(),
            OpeningSequence::Listed(..) => None,
        }
    }

    /// The opening with this number in the sequence, as used by a schedule. It is stored, so that
    /// several games can have it. Do not mix this with [`Openings::next_opening`].
    ///
    /// # Errors
    /// Fails like [`Openings::next_opening`].
    pub fn get(&mut self, number: usize) -> Result<Opening, OpeningError> {
        if let OpeningSequence::Listed(list, _) = &self.sequence {
            return list.get(number % list.len().max(1)).cloned().ok_or(OpeningError::Empty);
        }
        while self.drawn.len() <= number {
            let next = self.next_opening()?;
            self.drawn.push(next);
        }
        Ok(self.drawn[number].clone())
    }
}

/// The openings of a set, from the start position of its game.
fn set_openings(start: &dyn AnyPosition, set: OpeningSet) -> Vec<Opening> {
    let start: Arc<dyn AnyPosition> = start.in_play().into();
    (set.lines)().into_iter().map(|moves| Opening { start: start.clone(), moves }).collect()
}

fn shuffled(mut list: Vec<Opening>, seed: u64) -> Vec<Opening> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for i in (1..list.len()).rev() {
        list.swap(i, below(&mut rng, i + 1));
    }
    list
}
