//! Other people's programs, which may do anything.
//!
//! A program is started by a keeper: a process of ours that adopts whatever the program starts, counts what the
//! whole family uses, and ends all of it when it uses too much, when the program is done, or when we are gone.

mod answer;
mod cage;
mod command;
pub mod keeper;
mod output;
mod tree;

pub use answer::understand;
pub use cage::{Cage, CageFault, Inmate};
pub use command::{CommandFault, CommandLine};
pub use output::Heard;
