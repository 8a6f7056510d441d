//! Reading a table.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use zstd::zstd_safe::DCtx;

use super::bytes::Bytes;
use super::fault::{FaultKind, TableError, place_of};
use super::fields::Fields;
use super::footer::Footer;
use super::header::Header;
use super::spec::Spec;
use super::summary::Summary;
use super::{INDEX_ENTRY, checksum};
use crate::Exact;

/// The table of one slice. Every answer comes from bytes whose checksum was verified.
pub struct Table {
    place: String,
    bytes: Bytes,
    header: Header,
    footer: Footer,
    /// The offset and checksum of each block, as they were when the file was opened. Because they
    /// are kept in memory, a block that another process has overwritten since is rejected, even if
    /// the checksum in the file was overwritten too.
    index: Vec<u8>,
    /// The range of the blocks in the file.
    data: Range<u64>,
    /// Why reading failed. It is not retried: a failing disk may take seconds for every attempt.
    failed: OnceLock<FaultKind>,
}

/// The decoding state of a thread.
struct Workspace {
    /// `None` if it could not be allocated.
    decoder: Option<DCtx<'static>>,
    /// The compressed block.
    packed: Vec<u8>,
}

thread_local! {
    static WORKSPACE: RefCell<Workspace> =
        RefCell::new(Workspace { decoder: DCtx::try_create(), packed: Vec::new() });
}

/// The verified parts of a file.
struct Parts {
    header: Header,
    footer: Footer,
    index: Vec<u8>,
    data: Range<u64>,
}

/// An upper bound on the length of a header, which has a few numbers and two short names.
const LONGEST_HEADER: u64 = 4 << 10;

impl Table {
    /// Opens the table in a file. This verifies header, index and lengths; each block is verified
    /// when it is first needed, and only [`check`](Table::check) reads everything.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not a complete table.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let place = place_of(path);
        match Bytes::open(path) {
            Ok(bytes) => Table::new(place, bytes),
            Err(error) => Err(unreadable(&error).at(&place)),
        }
    }

    /// The table in these bytes; `place` is its name in messages.
    ///
    /// # Errors
    /// Fails if they are not a complete table.
    pub fn from_bytes(place: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Result<Table, TableError> {
        Table::new(place.to_string(), Bytes::Here(bytes.into()))
    }

    fn new(place: String, bytes: Bytes) -> Result<Table, TableError> {
        match Table::parts(&bytes) {
            Ok(Parts { header, footer, index, data }) => {
                Ok(Table { place, bytes, header, footer, index, data, failed: OnceLock::new() })
            }
            Err(kind) => Err(kind.at(&place)),
        }
    }

    fn parts(bytes: &Bytes) -> Result<Parts, FaultKind> {
        let mut buffer = Vec::new();
        let mut read = |range: Range<u64>| bytes.read(range, &mut buffer).map(<[u8]>::to_vec);
        let beginning = read(0..bytes.len().min(LONGEST_HEADER)).map_err(|error| unreadable(&error))?;
        let (header, header_len) = Header::read(&beginning)?;
        let footer_start = bytes.len().saturating_sub(Footer::LEN as u64);
        let end = read(footer_start..bytes.len()).map_err(|error| unreadable(&error))?;
        let footer = Footer::read(&end, bytes.len()).ok_or_else(|| FaultKind::damaged("its end"))?;
        let data = header_len as u64..footer.index_start;
        let index_len = header.blocks() * INDEX_ENTRY;
        let len = footer.index_start.checked_add(index_len + Footer::LEN as u64);
        let is_whole = len == Some(bytes.len()) && data.start <= data.end;
        if !is_whole || footer.summary.entries() != Some(header.spec.entries) {
            return Err(FaultKind::damaged("its length"));
        }
        let index = read(data.end..data.end + index_len).map_err(|error| unreadable(&error))?;
        if checksum(&index) != footer.index_crc {
            return Err(FaultKind::damaged("its index"));
        }
        Ok(Parts { header, footer, index, data })
    }

    /// The name of the table in messages.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Whether its bytes are in the program or in memory rather than in a file of its own.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        matches!(self.bytes, Bytes::Here(_))
    }

    /// The identity of the table.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.header.spec
    }

    /// Its statistics, according to its footer.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.footer.summary
    }

    /// Succeeds if it is the table of `wanted`.
    ///
    /// # Errors
    /// Fails if it is another table.
    pub fn expect(&self, wanted: &Spec) -> Result<(), TableError> {
        self.spec().expect(wanted).map_err(|kind| kind.at(&self.place))
    }

    /// The number of entries in each block but the last, which may have fewer.
    #[must_use]
    pub fn block_len(&self) -> u32 {
        self.header.block_len
    }

    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.header.blocks()
    }

    /// The indices of the entries in a block.
    pub(crate) fn entries_of(&self, block: u64) -> Range<u64> {
        let len = u64::from(self.header.block_len);
        let start = block * len;
        start..(start + len).min(self.header.spec.entries)
    }

    /// The value of the position with this index. Decodes the whole block.
    ///
    /// # Errors
    /// Fails if there is no such position, or if its block is damaged.
    pub fn get(&self, index: u64) -> Result<Exact, TableError> {
        let block_len = u64::from(self.header.block_len);
        let codes = self.block(index / block_len)?;
        match codes.get((index % block_len) as usize) {
            Some(&code) => Ok(Exact::from_code(code)),
            None => Err(self.no_entry(index)),
        }
    }

    pub(crate) fn no_entry(&self, index: u64) -> TableError {
        FaultKind::NoEntry { index, entries: self.header.spec.entries }.at(&self.place)
    }

    /// The codes of a block; empty if there is no such block.
    ///
    /// # Errors
    /// Fails if the block is damaged.
    pub fn block(&self, number: u64) -> Result<Vec<u8>, TableError> {
        let mut codes = Vec::new();
        self.decode(number, &mut codes)?;
        Ok(codes)
    }

    /// Replaces the contents of `codes` with all codes of the table.
    ///
    /// # Errors
    /// Fails if a block is damaged.
    pub fn decode_all(&self, codes: &mut Vec<u8>) -> Result<(), TableError> {
        codes.clear();
        codes.reserve_exact(self.header.spec.entries as usize);
        let mut block = Vec::new();
        for number in 0..self.blocks() {
            self.decode(number, &mut block)?;
            codes.extend_from_slice(&block);
        }
        Ok(())
    }

    /// Replaces the contents of `codes` with those of a block.
    pub(crate) fn decode(&self, number: u64, codes: &mut Vec<u8>) -> Result<(), TableError> {
        codes.clear();
        if number >= self.blocks() {
            return Ok(());
        }
        let entries = self.entries_of(number);
        let len = (entries.end - entries.start) as usize;
        let damaged = || FaultKind::damaged(format!("block {number}"));
        let decoded = WORKSPACE.with_borrow_mut(|Workspace { decoder, packed }| {
            let (range, crc) = self.indexed(number).ok_or_else(damaged)?;
            if range.end - range.start > len as u64 {
                return Err(damaged());
            }
            let packed = self.read(range, packed)?;
            let is_sound = checksum(packed) == crc && unpack(decoder.as_mut(), packed, len, codes);
            if is_sound { Ok(()) } else { Err(damaged()) }
        });
        decoded.map_err(|kind| kind.at(&self.place))
    }

    /// The range of a block in the file, and its checksum.
    fn indexed(&self, number: u64) -> Option<(Range<u64>, u32)> {
        let mut fields = Fields(self.index.get((number * INDEX_ENTRY) as usize..)?);
        let (start, crc, next) = (fields.u64()?, fields.u32()?, fields.u64());
        let end = if number + 1 < self.blocks() { next? } else { self.data.end };
        let inside = self.data.start <= start && start <= end && end <= self.data.end;
        inside.then_some((start..end, crc))
    }

    /// Reads a range of the file, unless an earlier read failed.
    fn read<'b>(&'b self, range: Range<u64>, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], FaultKind> {
        if let Some(kind) = self.failed.get() {
            return Err(kind.clone());
        }
        self.bytes.read(range, buffer).map_err(|error| self.failed.get_or_init(|| unreadable(&error)).clone())
    }

    /// Verifies the hash of the file. This reads every byte but decodes no block, so it is as fast
    /// as the disk.
    ///
    /// # Errors
    /// Fails if a byte has changed.
    pub fn check_hash(&self) -> Result<(), TableError> {
        /// Bytes per read.
        const PIECE: u64 = 1 << 20;
        let end = self.bytes.len() - Footer::LEN as u64;
        let (mut hasher, mut buffer) = (blake3::Hasher::new(), Vec::new());
        for start in (0..end).step_by(PIECE as usize) {
            let piece = self.read(start..(start + PIECE).min(end), &mut buffer);
            hasher.update(piece.map_err(|kind| kind.at(&self.place))?);
        }
        if *hasher.finalize().as_bytes() != self.footer.hash {
            return Err(FaultKind::damaged("its bytes, by the hash of the file").at(&self.place));
        }
        Ok(())
    }

    /// Verifies everything: the hash of the file, every block, and the summary.
    ///
    /// # Errors
    /// Fails with the first fault.
    pub fn check(&self) -> Result<(), TableError> {
        self.check_hash()?;
        let mut counted = Summary { bytes: self.bytes.len(), ..Summary::default() };
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

/// Unpacks a block of `len` entries: one byte stands for all of them, `len` bytes are the codes
/// themselves, and anything else is compressed.
fn unpack(decoder: Option<&mut DCtx<'static>>, packed: &[u8], len: usize, codes: &mut Vec<u8>) -> bool {
    match packed {
        &[code] => codes.resize(len, code),
        codes_themselves if codes_themselves.len() == len => codes.extend_from_slice(packed),
        _ => {
            codes.reserve_exact(len);
            let unpacked = decoder.and_then(|decoder| decoder.decompress(codes, packed).ok());
            return unpacked == Some(len) && codes.len() == len;
        }
    }
    true
}

fn unreadable(error: &io::Error) -> FaultKind {
    FaultKind::Unreadable(match error.kind() {
        io::ErrorKind::UnexpectedEof => "it has become shorter since it was opened".to_string(),
        _ => error.to_string(),
    })
}
