//! Other people's programs, which may do anything.
//!
//! A program is started by a keeper: a process of ours that adopts whatever the program starts, counts what the
//! whole family uses, and ends all of it when it uses too much, when the program is done, or when we are gone. That
//! can be done on Linux; elsewhere programs can be named and not started. The program is in a sandbox as well, made
//! by bubblewrap, by namespaces or by Landlock, whichever works here; [`protection`] says which.

#[cfg(target_os = "linux")]
mod answer;
#[cfg(target_os = "linux")]
mod cage;
mod command;
#[cfg(target_os = "linux")]
mod expect;
#[cfg(target_os = "linux")]
mod folder;
#[cfg(target_os = "linux")]
mod freeze;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod home;
#[cfg(target_os = "linux")]
mod illegal_board;
#[cfg(target_os = "linux")]
pub mod keeper;
#[cfg(target_os = "linux")]
mod landlock;
mod limits;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod namespace;
#[cfg(target_os = "linux")]
mod output;
mod protection;
#[cfg(target_os = "linux")]
mod readable;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod seccomp;
#[cfg(target_os = "linux")]
mod shared_memory;
#[cfg(target_os = "linux")]
mod shortage;
#[cfg(target_os = "linux")]
mod tail;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(target_os = "linux")]
mod wall;
#[cfg(target_os = "linux")]
mod workspace;

#[cfg(target_os = "linux")]
pub(crate) use answer::Reader;
#[cfg(target_os = "linux")]
pub use answer::understand;
#[cfg(target_os = "linux")]
pub(crate) use cage::UNSUPERVISED;
#[cfg(target_os = "linux")]
pub use cage::{Cage, CageError, Inmate};
pub use command::{CommandError, CommandLine};
#[cfg(target_os = "linux")]
pub use expect::Missed;
#[cfg(target_os = "linux")]
pub use folder::{FolderError, check as check_folder};
#[cfg(target_os = "linux")]
pub use guard::guard_this_process;
pub use limits::Limits;
#[cfg(target_os = "linux")]
pub use namespace::Confinement;
#[cfg(target_os = "linux")]
pub use output::{Flood, Heard};
pub use protection::{Protection, protection};
#[cfg(target_os = "linux")]
pub use sandbox::{Trial, try_sandboxes, use_sandbox};
#[cfg(target_os = "linux")]
pub(crate) use workspace::Workspace;
