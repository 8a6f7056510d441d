//! Matches between players of any game: who is stronger, and how sure that is.
//!
//! A [`Match`] takes openings that are random, different and judged balanced, plays each of them with both
//! colours, several games at once, and scores them with error bars. A [`Player`] answers with a move as text;
//! the [`referee`] believes nobody. Where players look at a fixed number of positions, the same seed gives the
//! same games, however many are played at once.

pub mod referee;
pub mod schedule;
pub mod statistics;
pub mod stranger;

mod competition;
mod opening;
mod player;
mod prover;
mod record;
mod spec;
mod summary;
mod yardstick;

pub use competition::{Event, Match, MatchFault};
pub use opening::{
    Balance, Ballots, LineFault, Opening, OpeningFault, OpeningFileFault, OpeningSource, Openings,
    read_openings,
};
pub use player::{
    Answer, Excuse, Player,
    machine::{Effort, MachinePlayer},
    random::RandomPlayer,
    reference::Reference,
};
pub use prover::{Prover, TooMany};
pub use record::{GameRecord, GameResult, Times, Verdict, VerdictKind};
pub use spec::{Manner, PlayerKind, PlayerSpec, SpecFault, WeightsSource};
pub use summary::{MoveTime, Standing, Summary};
pub use yardstick::{Yardstick, opening_plies, reference_for};
