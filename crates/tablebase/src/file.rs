//! The file of one slice, described in docs/table-format.md.

mod bytes;
mod fault;
mod fields;
mod footer;
mod header;
mod spec;
mod summary;
mod table;
mod writer;

pub use fault::{FaultKind, TableError};
pub use spec::Spec;
pub use summary::{Farthest, Summary};
pub use table::Table;
pub use writer::{Packing, pack_table, write_table};

/// The version of the format, for both writing and reading.
const VERSION: u32 = 1;

/// The largest number of entries in a block.
const MOST_BLOCK_LEN: u32 = 1 << 16;

/// The bytes of the index per block: its offset and its checksum.
const INDEX_ENTRY: u64 = 12;

fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}
