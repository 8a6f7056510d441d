//! Other people's programs, which may do anything.
//!
//! A program is started by a keeper: a process of ours that adopts whatever the program starts, counts what the
//! whole family uses, and ends all of it when it uses too much, when the program is done, or when we are gone. That
//! can be done on Linux; elsewhere programs can be named and not started. Where bubblewrap works, the program is
//! behind its wall as well; [`protection`] says so.

#[cfg(target_os = "linux")]
mod answer;
#[cfg(target_os = "linux")]
mod cage;
mod command;
#[cfg(target_os = "linux")]
mod expect;
#[cfg(target_os = "linux")]
pub mod keeper;
mod limits;
#[cfg(target_os = "linux")]
mod output;
mod protection;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod wall;

#[cfg(target_os = "linux")]
pub use answer::understand;
#[cfg(target_os = "linux")]
pub use cage::{Cage, CageFault, Inmate};
pub use command::{CommandFault, CommandLine};
#[cfg(target_os = "linux")]
pub use expect::Missed;
pub use limits::Limits;
#[cfg(target_os = "linux")]
pub use output::Heard;
pub use protection::{Protection, protection};
