//! The bytes of a table, wherever they are.

use std::borrow::Cow;
use std::fs::File;
use std::ops::Deref;
use std::path::Path;

/// Bytes that are in a file, in the program or in memory.
pub(super) enum Bytes {
    Mapped(memmap2::Mmap),
    Here(Cow<'static, [u8]>),
}

impl Bytes {
    /// Those of a file, which the system reads as they are needed.
    #[allow(unsafe_code)]
    pub(super) fn map(path: &Path) -> std::io::Result<Bytes> {
        let file = File::open(path)?;
        // SAFETY: the map is read-only, and what it shows changes only if somebody writes into the file or
        // cuts it. This program never does: it writes another file and renames it, which leaves this one as
        // it is for whoever has it open. Nothing is believed for having been seen before: every block
        // is checked each time it is decoded, and the lengths and places that are kept were copied out of the map.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Bytes::Mapped(map))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Here(bytes) => bytes,
        }
    }
}
