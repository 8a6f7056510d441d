//! Alpha-beta search for any two-player game without chance. It knows the contract of [`game`] and
//! nothing else. A game supplies its evaluation as an [`Evaluator`], what its moves are like as a
//! [`MoveOrdering`], and the margins of pruning as [`SearchParams`].
//!
//! A win or a loss that a search reports is a proof: selective pruning, repetitions and caps on the
//! length of a game can make it miss one, but never invent one.

mod alpha_beta;
mod evaluator;
mod history;
mod limits;
mod move_ordering;
mod params;

mod raw_score;
mod report;
mod score;
mod smp;
mod transposition_table;

pub use alpha_beta::Search;
pub use evaluator::{DRAW_SCALE, Evaluator, StaticEval};
pub use limits::Limits;
pub use move_ordering::MoveOrdering;
pub use params::{Param, ParamError, SearchParams};
pub use report::{Line, Options, Report};
pub use score::Score;
pub use smp::ParallelSearch;
pub use transposition_table::Table;

use raw_score::RawScore;
use transposition_table::{Bound, Entry};
