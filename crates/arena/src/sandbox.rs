//! Running untrusted programs.
//!
//! A program is started by a supervisor: a process of ours that adopts the program's descendants, measures the resources
//! of the whole process tree, and kills it when it exceeds a limit, when the program exits, or when the match is gone.
//! This works on Linux only; elsewhere programs can be named but not started. The program also runs in a sandbox, made by
//! bubblewrap, namespaces or Landlock, whichever works here; [`protection`] says which.

#[cfg(target_os = "linux")]
mod backend;
#[cfg(target_os = "linux")]
mod bubblewrap;
mod command;
#[cfg(target_os = "linux")]
mod disk_usage;
#[cfg(target_os = "linux")]
mod expect;
#[cfg(target_os = "linux")]
mod folder;
#[cfg(target_os = "linux")]
mod freeze;
#[cfg(target_os = "linux")]
mod guard;
#[cfg(target_os = "linux")]
mod landlock;
mod limits;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod namespace;
#[cfg(target_os = "linux")]
mod output;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod process_tree;
mod protection;
#[cfg(target_os = "linux")]
mod readable;
#[cfg(target_os = "linux")]
mod scratch_dir;
#[cfg(target_os = "linux")]
mod seccomp;
#[cfg(target_os = "linux")]
mod shared_memory;
#[cfg(target_os = "linux")]
mod shortage;
#[cfg(target_os = "linux")]
mod stderr_log;
#[cfg(target_os = "linux")]
pub mod supervisor;
#[cfg(target_os = "linux")]
mod tail;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod workspace;

#[cfg(target_os = "linux")]
pub use backend::{Trial, try_sandboxes, use_sandbox};
pub use command::{CommandError, CommandLine};
#[cfg(target_os = "linux")]
pub use expect::ExpectError;
#[cfg(target_os = "linux")]
pub(crate) use folder::copy as copy_folder;
#[cfg(target_os = "linux")]
pub use folder::{FolderError, check as check_folder};
#[cfg(target_os = "linux")]
pub use guard::guard_this_process;
pub use limits::Limits;
#[cfg(target_os = "linux")]
pub use namespace::Confinement;
#[cfg(target_os = "linux")]
pub use output::{Flood, OutputEvent};
#[cfg(target_os = "linux")]
pub(crate) use process::UNSUPERVISED;
#[cfg(target_os = "linux")]
pub use process::{Sandbox, SandboxError, SandboxedProcess, use_supervisor};
pub use protection::{Protection, protection};
#[cfg(target_os = "linux")]
pub(crate) use workspace::Workspace;
