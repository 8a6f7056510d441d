//! The file of one slice, as docs/table-format.md describes it.

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

/// The version of the format that is written and read.
const VERSION: u32 = 1;

/// No block has more entries.
const MOST_BLOCK_LEN: u32 = 1 << 16;

/// The bytes that the index has for each block: where it starts, and its checksum.
const INDEX_ENTRY: u64 = 12;

fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}
