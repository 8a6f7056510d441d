//! Reading a table.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::path::Path;

use zstd::zstd_safe::DCtx;

use super::bytes::Bytes;
use super::fault::{FaultKind, TableFault, place_of};
use super::fields::Fields;
use super::footer::Footer;
use super::header::Header;
use super::spec::Spec;
use super::summary::Summary;
use super::{INDEX_ENTRY, checksum};
use crate::Exact;

/// The table of one slice. Nothing that it answers comes from bytes that were not checked.
pub struct Table {
    place: String,
    bytes: Bytes,
    header: Header,
    footer: Footer,
    /// Where the blocks are.
    data: Range<u64>,
}

thread_local! {
    /// What a thread needs for decoding; nothing where there is no memory for it.
    static DECODER: RefCell<Option<DCtx<'static>>> = RefCell::new(DCtx::try_create());
}

impl Table {
    /// The table in a file. Header, index and all lengths are checked now, each block when it is needed; only
    /// [`check`](Table::check) reads everything.
    ///
    /// # Errors
    /// Fails when the file cannot be read or is not a whole table.
    pub fn open(path: &Path) -> Result<Table, TableFault> {
        let place = place_of(path);
        match Bytes::map(path) {
            Ok(bytes) => Table::new(place, bytes),
            Err(error) => Err(FaultKind::Unreadable(error.to_string()).at(&place)),
        }
    }

    /// The table in these bytes; `place` is what messages call it.
    ///
    /// # Errors
    /// Fails when they are not a whole table.
    pub fn from_bytes(place: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Result<Table, TableFault> {
        Table::new(place.to_string(), Bytes::Here(bytes.into()))
    }

    fn new(place: String, bytes: Bytes) -> Result<Table, TableFault> {
        match Table::parts(&bytes) {
            Ok((header, footer, data)) => Ok(Table { place, bytes, header, footer, data }),
            Err(kind) => Err(kind.at(&place)),
        }
    }

    fn parts(bytes: &[u8]) -> Result<(Header, Footer, Range<u64>), FaultKind> {
        let (header, header_len) = Header::read(bytes)?;
        let footer = Footer::read(bytes).ok_or_else(|| FaultKind::damaged("its end"))?;
        let data = header_len as u64..footer.index_start;
        let index_len = header.blocks() * INDEX_ENTRY;
        let len = footer.index_start.checked_add(index_len + Footer::LEN as u64);
        let is_whole = len == Some(bytes.len() as u64) && data.start <= data.end;
        if !is_whole || footer.summary.entries() != Some(header.spec.entries) {
            return Err(FaultKind::damaged("its length"));
        }
        let index = &bytes[data.end as usize..(data.end + index_len) as usize];
        if checksum(index) != footer.index_crc {
            return Err(FaultKind::damaged("its index"));
        }
        Ok((header, footer, data))
    }

    /// What messages call the table.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Whether its bytes are in the program or in memory, and not in a file of its own.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        matches!(self.bytes, Bytes::Here(_))
    }

    /// What it is a table of.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.header.spec
    }

    /// What is in it, as it says itself.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.footer.summary
    }

    /// Nothing, if it is the table of `wanted`.
    ///
    /// # Errors
    /// Fails when it is another one.
    pub fn expect(&self, wanted: &Spec) -> Result<(), TableFault> {
        self.spec().expect(wanted).map_err(|kind| kind.at(&self.place))
    }

    /// How many entries each block has, except that the last may have fewer.
    #[must_use]
    pub fn block_len(&self) -> u32 {
        self.header.block_len
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.header.blocks()
    }

    /// The numbers of the entries of a block.
    pub(crate) fn entries_of(&self, block: u64) -> Range<u64> {
        let len = u64::from(self.header.block_len);
        let start = block * len;
        start..(start + len).min(self.header.spec.entries)
    }

    /// The value of the position with this number. Decodes a whole block for it.
    ///
    /// # Errors
    /// Fails when there is no such position, or its block is damaged.
    pub fn get(&self, index: u64) -> Result<Exact, TableFault> {
        let block_len = u64::from(self.header.block_len);
        let codes = self.block(index / block_len)?;
        match codes.get((index % block_len) as usize) {
            Some(&code) => Ok(Exact::from_code(code)),
            None => Err(self.no_entry(index)),
        }
    }

    pub(crate) fn no_entry(&self, index: u64) -> TableFault {
        FaultKind::NoEntry { index, entries: self.header.spec.entries }.at(&self.place)
    }

    /// The codes of a block; none for a block that the table has not.
    ///
    /// # Errors
    /// Fails when it is damaged.
    pub fn block(&self, number: u64) -> Result<Vec<u8>, TableFault> {
        let mut codes = Vec::new();
        self.decode(number, &mut codes)?;
        Ok(codes)
    }

    /// Replaces the contents of `codes` by all codes of the table.
    ///
    /// # Errors
    /// Fails when a block is damaged.
    pub fn decode_all(&self, codes: &mut Vec<u8>) -> Result<(), TableFault> {
        codes.clear();
        codes.reserve_exact(self.header.spec.entries as usize);
        let mut block = Vec::new();
        for number in 0..self.blocks() {
            self.decode(number, &mut block)?;
            codes.extend_from_slice(&block);
        }
        Ok(())
    }

    /// Replaces the contents of `codes` by those of a block.
    pub(crate) fn decode(&self, number: u64, codes: &mut Vec<u8>) -> Result<(), TableFault> {
        codes.clear();
        if number >= self.blocks() {
            return Ok(());
        }
        let entries = self.entries_of(number);
        let len = (entries.end - entries.start) as usize;
        match self.packed(number).filter(|packed| Table::unpack(packed, len, codes)) {
            Some(_) => Ok(()),
            None => Err(FaultKind::damaged(format!("block {number}")).at(&self.place)),
        }
    }

    /// A block as it is in the file, if its checksum is right.
    fn packed(&self, number: u64) -> Option<&[u8]> {
        let at = (self.footer.index_start + number * INDEX_ENTRY) as usize;
        let mut fields = Fields(self.bytes.get(at..)?);
        let (start, crc, next) = (fields.u64()?, fields.u32()?, fields.u64());
        let end = if number + 1 < self.blocks() { next? } else { self.data.end };
        let inside = self.data.start <= start && start <= end && end <= self.data.end;
        let packed = self.bytes.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?);
        packed.filter(|packed| inside && checksum(packed) == crc)
    }

    /// Unpacks a block of `len` entries: a single byte is the code of all of them, as many bytes as entries
    /// are the codes, and everything else is compressed.
    fn unpack(packed: &[u8], len: usize, codes: &mut Vec<u8>) -> bool {
        match packed {
            &[code] => codes.resize(len, code),
            codes_themselves if codes_themselves.len() == len => codes.extend_from_slice(packed),
            _ => {
                codes.reserve_exact(len);
                let unpacked =
                    DECODER.with_borrow_mut(|decoder| decoder.as_mut()?.decompress(codes, packed).ok());
                return unpacked == Some(len) && codes.len() == len;
            }
        }
        true
    }

    /// Reads every byte and compares the hash of the file: whether it is as it was written. No block is decoded, which
    /// makes this as quick as the disk.
    ///
    /// # Errors
    /// Fails when a byte is another one.
    pub fn check_hash(&self) -> Result<(), TableFault> {
        let said = &self.bytes[..self.bytes.len() - Footer::LEN];
        if *blake3::hash(said).as_bytes() != self.footer.hash {
            return Err(FaultKind::damaged("its bytes, by the hash of the file").at(&self.place));
        }
        Ok(())
    }

    /// Reads everything: the hash of the file, every block, and whether the summary is right.
    ///
    /// # Errors
    /// Fails with the first thing that is wrong.
    pub fn check(&self) -> Result<(), TableFault> {
        self.check_hash()?;
        let mut counted = Summary { bytes: self.bytes.len() as u64, ..Summary::default() };
        let mut codes = Vec::new();
        for block in 0..self.blocks() {
            self.decode(block, &mut codes)?;
            counted.count(self.entries_of(block).start, &codes);
        }
        if counted != self.footer.summary {
            return Err(FaultKind::damaged("its summary").at(&self.place));
        }
        Ok(())
    }
}
