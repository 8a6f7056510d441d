//! The header of a table.

use game::Slice;

use super::fault::FaultKind;
use super::fields::Fields;
use super::spec::Spec;
use super::{MOST_BLOCK_LEN, VERSION, checksum};

const MAGIC: &[u8; 8] = b"PLYTABLE";
/// The number of bytes before the names.
const FIXED: usize = 44;
/// The largest number of entries in a file, small enough for arithmetic on offsets never to
/// overflow.
const MOST_ENTRIES: u64 = 1 << 48;

/// The header of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) spec: Spec,
    pub(super) block_len: u32,
}

impl Header {
    pub(super) fn blocks(&self) -> u64 {
        self.spec.entries.div_ceil(self.block_len.into())
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let Spec { game, rules, slice, slice_name, entries } = &self.spec;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(rules.to_le_bytes());
        bytes.extend(slice.0.to_le_bytes());
        bytes.extend(entries.to_le_bytes());
        bytes.extend(self.block_len.to_le_bytes());
        bytes.extend((game.len() as u32).to_le_bytes());
        bytes.extend((slice_name.len() as u32).to_le_bytes());
        bytes.extend(game.as_bytes());
        bytes.extend(slice_name.as_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The header at the beginning of a file, and its length.
    pub(super) fn read(file: &[u8]) -> Result<(Header, usize), FaultKind> {
        let mut fields = Fields(file);
        if fields.bytes(MAGIC.len()) != Some(MAGIC) {
            return Err(FaultKind::NotATable);
        }
        let damaged = || FaultKind::damaged("its header");
        let version = fields.u32().ok_or_else(damaged)?;
        if version != VERSION {
            return Err(FaultKind::Version(version));
        }
        Header::read_fields(file, fields).ok_or_else(damaged)
    }

    fn read_fields(file: &[u8], mut fields: Fields<'_>) -> Option<(Header, usize)> {
        let (rules, slice, entries) = (fields.u32()?, Slice(fields.u64()?), fields.u64()?);
        let block_len = fields.u32()?;
        let (game_len, name_len) = (fields.u32()? as usize, fields.u32()? as usize);
        let (game, slice_name) = (fields.text(game_len)?, fields.text(name_len)?);
        let len = FIXED + game_len + name_len;
        let whole = fields.u32()? == checksum(&file[..len]);
        let sound = (1..=MOST_BLOCK_LEN).contains(&block_len) && entries <= MOST_ENTRIES;
        let spec = Spec { game, rules, slice, slice_name, entries };
        (whole && sound).then_some((Header { spec, block_len }, len + 4))
    }
}
