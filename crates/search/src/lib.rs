//! Alpha-beta search for any two-player game without chance. It knows the contract of [`game`] and nothing
//! else; what positions are worth it hears from a [`Judge`].
//!
//! A win or a loss that a search reports is a proof: selective pruning, repetitions and caps on the length of
//! a game can make it miss one, but never invent one.

mod alpha_beta;
mod judge;
mod limits;
mod order;
mod report;
mod score;
mod table;
mod team;

pub use alpha_beta::Search;
pub use judge::{ALL_PARTS, Judge};
pub use limits::Limits;
pub use report::{Line, Options, Report};
pub use score::Score;
pub use table::{Bound, Entry, Table};
pub use team::Task;
