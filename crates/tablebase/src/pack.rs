//! Several tables in one file, to be embedded in the program.

use std::io::{self, Write};

use game::{Game, Slice};

use crate::{FaultKind, Packing, Spec, TableError, Tables, pack_table};

const MAGIC: &[u8; 8] = b"PLYTPACK";
const PLACE: &str = "pack in the program";

/// Packs tables again, with the packing for embedding. The same values give the same bytes.
///
/// # Errors
/// Fails if a table is missing or rejected.
pub fn embed<G: Game>(tables: &Tables<G>, slices: &[Slice]) -> io::Result<Vec<u8>> {
    let mut parts = Vec::new();
    let mut codes = Vec::new();
    for &slice in slices {
        let spec = Spec::of::<G>(slice);
        let missing = || io::Error::new(io::ErrorKind::NotFound, format!("no table of {}", spec.slice_name));
        let table = tables.table(slice).map_err(io::Error::other)?.ok_or_else(missing)?;
        table.decode_all(&mut codes).map_err(io::Error::other)?;
        let fill = |first: u64, room: &mut [u8]| room.copy_from_slice(&codes[first as usize..][..room.len()]);
        let mut bytes = Vec::new();
        pack_table(&mut bytes, &spec, &Packing::EMBEDDED, &fill)?;
        parts.push((slice, bytes));
    }
    let mut pack = Vec::new();
    write_pack(&mut pack, &parts)?;
    Ok(pack)
}

/// Writes complete tables into one file: the magic word, the number of tables, the slice and length
/// of each, a checksum of all this, then the tables.
///
/// # Errors
/// Fails if `out` cannot be written to.
pub fn write_pack(out: &mut dyn Write, tables: &[(Slice, Vec<u8>)]) -> io::Result<()> {
    let mut list = MAGIC.to_vec();
    list.extend((tables.len() as u32).to_le_bytes());
    for (slice, bytes) in tables {
        list.extend(slice.0.to_le_bytes());
        list.extend((bytes.len() as u64).to_le_bytes());
    }
    out.write_all(&list)?;
    out.write_all(&crc32fast::hash(&list).to_le_bytes())?;
    tables.iter().try_for_each(|(_, bytes)| out.write_all(bytes))
}

/// The tables of a pack, not yet verified. An empty pack has no bytes at all.
///
/// # Errors
/// Fails if the bytes are not a pack.
pub fn read_pack(pack: &'static [u8]) -> Result<Vec<(Slice, &'static [u8])>, TableError> {
    if pack.is_empty() {
        return Ok(Vec::new());
    }
    unpack(pack).ok_or_else(|| FaultKind::damaged("its list").at(PLACE))
}

/// The tables of a pack; `None` if it is not one.
pub(crate) fn unpack(pack: &[u8]) -> Option<Vec<(Slice, &[u8])>> {
    let count = u32::from_le_bytes(*pack.strip_prefix(MAGIC)?.first_chunk()?) as usize;
    let list_len = MAGIC.len() + 4 + count.checked_mul(16)?;
    let (list, rest) = pack.split_at_checked(list_len)?;
    let (sum, mut bodies) = rest.split_first_chunk()?;
    if crc32fast::hash(list) != u32::from_le_bytes(*sum) {
        return None;
    }
    let mut tables = Vec::with_capacity(count);
    for entry in list[MAGIC.len() + 4..].chunks_exact(16) {
        let (slice, len) =
            (u64::from_le_bytes(*entry.first_chunk()?), u64::from_le_bytes(*entry.last_chunk()?));
        let (body, rest) = bodies.split_at_checked(usize::try_from(len).ok()?)?;
        tables.push((Slice(slice), body));
        bodies = rest;
    }
    bodies.is_empty().then_some(tables)
}
