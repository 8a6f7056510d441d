//! The footer of a table: everything that is known only once the blocks are written.

use super::checksum;
use super::fields::Fields;
use super::summary::{Farthest, Summary};

const MAGIC: &[u8; 8] = b"ELBATYLP";

/// The footer of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Footer {
    pub(super) index_start: u64,
    pub(super) summary: Summary,
    pub(super) index_crc: u32,
    /// The BLAKE3 hash of everything before the footer.
    pub(super) hash: [u8; 32],
}

impl Footer {
    pub(super) const LEN: usize = 104;

    pub(super) fn write(&self) -> Vec<u8> {
        let Summary { wins, losses, draws, longest_win, longest_loss, bytes: _ } = self.summary;
        let index = |farthest: Option<Farthest>| farthest.map_or(0, |farthest| farthest.index);
        // Stored as distance + 1, so that 0 means "none".
        let distance = |farthest: Option<Farthest>| farthest.map_or(0, |farthest| farthest.distance + 1);
        let mut bytes = Vec::with_capacity(Footer::LEN);
        for number in [self.index_start, wins, losses, draws, index(longest_win), index(longest_loss)] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [distance(longest_win), distance(longest_loss), self.index_crc] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.hash);
        bytes.extend(MAGIC);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The footer in the last bytes of a file of this length, or `None` if they are damaged.
    pub(super) fn read(end: &[u8], file_len: u64) -> Option<Footer> {
        let (said, sum) = end.split_last_chunk()?;
        if checksum(said) != u32::from_le_bytes(*sum) {
            return None;
        }
        let mut fields = Fields(said);
        let index_start = fields.u64()?;
        let (wins, losses, draws) = (fields.u64()?, fields.u64()?, fields.u64()?);
        let (win_index, loss_index) = (fields.u64()?, fields.u64()?);
        let farthest = |index, code: u32| {
            let distance = code.checked_sub(1)?;
            Some(Farthest { distance, index })
        };
        let longest_win = farthest(win_index, fields.u32()?);
        let longest_loss = farthest(loss_index, fields.u32()?);
        let index_crc = fields.u32()?;
        let hash = fields.bytes(32)?.try_into().ok()?;
        if fields.bytes(MAGIC.len())? != MAGIC {
            return None;
        }
        let summary = Summary { wins, losses, draws, longest_win, longest_loss, bytes: file_len };
        Some(Footer { index_start, summary, index_crc, hash })
    }
}
