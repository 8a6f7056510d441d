//! Files: replaced atomically, read within a bound, locked while they are changed.
//!
//! Every file of the workspace that is replaced as a whole goes through [`write()`], [`write_with`] or
//! [`write_unsynced`]. They
//!
//! - follow symbolic links, also dangling ones, to the target and leave the links as they are;
//! - write straight into what is no regular file: devices, FIFOs, the pipes of process substitution,
//!   `/dev/stdout`;
//! - replace a regular file by a rename, so that a reader, or a power cut, finds the old contents or the new
//!   ones, and keep its owner and permissions.
//!
//! Every file and every line that comes from outside is read with [`read`], [`read_to_string`] or
//! [`read_line`], which stop at a bound.

mod atomic_write;
mod bounded_read;
mod destination;
mod lock;
mod temporary;

pub use atomic_write::{write, write_unsynced, write_with};
pub use bounded_read::{is_too_large, read, read_line, read_to_string};
pub use lock::lock;
pub use temporary::{remove_stale, remove_stale_beside};

use std::path::Path;

/// The folder that a name is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
