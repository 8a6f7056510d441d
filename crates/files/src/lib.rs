//! File access: atomic replacement, bounded reads, locks.
//!
//! Every file that the workspace replaces goes through [`write()`], [`write_with`] or [`write_unsynced`]. They
//!
//! - follow symbolic links, even dangling ones, and preserve the links;
//! - write directly into anything but a regular file: devices, FIFOs, process substitutions, `/dev/stdout`;
//! - replace a regular file by a rename, so that readers see the old contents or the new ones, also after a power
//!   cut, and preserve its owner and permissions.
//!
//! All input from outside is read with [`read`], [`read_to_string`] or [`read_line`], which stop at a bound.

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

/// The folder of a path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
