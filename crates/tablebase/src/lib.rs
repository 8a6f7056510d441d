//! Endgame tables: for each slice of a game, a file with the exact value of every position.
//!
//! [`Build`] solves slices from the end of the game backwards with the [`solver`], [`write_table`]
//! writes the file of each, [`Table`] reads one, [`Tables`] probes all the tables in a folder and
//! in the program itself, and [`verify`] proves a table from nothing but the rules. The format is
//! described in docs/table-format.md.

pub mod solver;

mod build;
mod cache;
mod distribute;
mod file;
mod pack;
mod store;
mod verify;

pub use build::{Build, BuildError, BuildEvent, Forecast, Group};
pub use distribute::GroupSolver;
pub use file::{Farthest, FaultKind, Packing, Spec, Summary, Table, TableError, pack_table, write_table};
pub use game::Exact;
pub use pack::{embed, read_pack, write_pack};
pub use store::{TableOptions, Tables};
pub use verify::{TableProgress, Verdict, verify};
