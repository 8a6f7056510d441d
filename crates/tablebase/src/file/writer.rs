//! Writing a table.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use zstd::zstd_safe::{CCtx, CDict, CParameter, compress_bound};

use super::footer::Footer;
use super::header::Header;
use super::spec::Spec;
use super::summary::Summary;
use super::{MOST_BLOCK_LEN, checksum};

/// How a table is packed. The same packing of the same values gives the same bytes, whatever the number of
/// threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packing {
    /// How many entries a block has, at most 65 536. Small blocks are quick to look into, large ones take
    /// less room.
    pub block_len: u32,
    /// How hard to compress, from 1 to 22.
    pub level: i32,
    /// How many bytes of patterns all blocks may share; 0 for none.
    pub dictionary_len: usize,
    /// How many threads compress.
    pub threads: usize,
}

impl Default for Packing {
    fn default() -> Packing {
        Packing { block_len: 4096, level: 12, dictionary_len: 16 << 10, threads: 1 }
    }
}

/// Gives the codes of the positions from a number on: as many as there is room for.
pub(crate) type Fill<'a> = &'a (dyn Fn(u64, &mut [u8]) + Sync);

/// Writes the file of a table, beside its place at first: it is there only when it is whole and safe.
/// `fill` gives the codes of the positions from a number on, as many as there is room for; it is asked in
/// any order and more than once.
///
/// # Errors
/// Fails when the file cannot be written.
pub fn write_table(
    path: &Path,
    spec: &Spec,
    packing: &Packing,
    fill: &(dyn Fn(u64, &mut [u8]) + Sync),
) -> io::Result<Summary> {
    let part = path.with_extension("part");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&part)?);
    let summary = pack_table(&mut out, spec, packing, fill)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(&part, path)?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        // Where folders cannot be synced, the name may come a little later.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(summary)
}

/// Writes the bytes of a table anywhere; see [`write_table`].
///
/// # Errors
/// Fails when `out` does not take them.
pub fn pack_table(
    out: &mut dyn Write,
    spec: &Spec,
    packing: &Packing,
    fill: &(dyn Fn(u64, &mut [u8]) + Sync),
) -> io::Result<Summary> {
    let block_len = packing.block_len.clamp(1, MOST_BLOCK_LEN);
    let dictionary = dictionary(spec, packing, block_len, fill);
    let header = Header { spec: spec.clone(), block_len, dictionary_len: dictionary.len() as u32 };
    let mut out = Hashed { out, hasher: blake3::Hasher::new(), len: 0 };
    out.write(&header.write())?;
    out.write(&dictionary)?;
    let press =
        Press { header: &header, level: packing.level, dictionary: prepared(&dictionary, packing), fill };
    let (summary, index) = write_blocks(&mut out, &press, packing.threads.max(1))?;
    let index_start = out.len;
    out.write(&index)?;
    let bytes = out.len + Footer::LEN as u64;
    let footer = Footer {
        index_start,
        summary: Summary { bytes, ..summary },
        dictionary_crc: checksum(&[&dictionary]),
        index_crc: checksum(&[&index]),
        hash: *out.hasher.finalize().as_bytes(),
    };
    out.out.write_all(&footer.write())?;
    out.out.flush()?;
    Ok(footer.summary)
}

/// Writes all blocks and gives their index.
fn write_blocks(out: &mut Hashed<'_>, press: &Press<'_>, threads: usize) -> io::Result<(Summary, Vec<u8>)> {
    /// As much as a thread packs at a time.
    const RUN: u64 = 1 << 20;
    let blocks_per_run = (RUN / u64::from(press.header.block_len)).max(1);
    let runs = press.header.blocks().div_ceil(blocks_per_run);
    let runs_per_round = 4 * threads as u64;
    let (mut summary, mut index) = (Summary::default(), Vec::new());
    for round in 0..runs.div_ceil(runs_per_round) {
        let first = round * runs_per_round;
        let next = AtomicU64::new(first);
        let end = (first + runs_per_round).min(runs);
        let work = || -> io::Result<Vec<Run>> {
            let mut done = Vec::new();
            let mut context = press.context()?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end {
                    return Ok(done);
                }
                done.push(press.run(&mut context, number, blocks_per_run)?);
            }
        };
        let mut done: Vec<Run> = if threads == 1 {
            work()?
        } else {
            std::thread::scope(|scope| {
                let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
                let workers: Vec<_> = (1..threads).map_while(start).collect();
                // The last worker is this thread.
                let mut done = work()?;
                for worker in workers {
                    done.extend(worker.join().map_err(|_| io::Error::other("a worker panicked"))??);
                }
                io::Result::Ok(done)
            })?
        };
        done.sort_unstable_by_key(|run| run.number);
        for run in done {
            summary.add(&run.summary);
            let mut start = out.len;
            for (len, crc) in run.blocks {
                index.extend(start.to_le_bytes());
                index.extend(crc.to_le_bytes());
                start += len;
            }
            out.write(&run.bytes)?;
        }
    }
    Ok((summary, index))
}

/// What packs blocks.
struct Press<'a> {
    header: &'a Header,
    level: i32,
    dictionary: Option<CDict<'static>>,
    fill: Fill<'a>,
}

/// Some blocks that stand together, packed.
struct Run {
    number: u64,
    bytes: Vec<u8>,
    /// The length and the checksum of each.
    blocks: Vec<(u64, u32)>,
    summary: Summary,
}

impl Press<'_> {
    fn context(&self) -> io::Result<CCtx<'_>> {
        let mut context = CCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
        context.set_parameter(CParameter::CompressionLevel(self.level)).map_err(zstd_error)?;
        context.set_parameter(CParameter::DictIdFlag(false)).map_err(zstd_error)?;
        if let Some(dictionary) = &self.dictionary {
            context.ref_cdict(dictionary).map_err(zstd_error)?;
        }
        Ok(context)
    }

    fn run(&self, context: &mut CCtx<'_>, number: u64, blocks_per_run: u64) -> io::Result<Run> {
        let block_len = u64::from(self.header.block_len);
        let start = number * blocks_per_run * block_len;
        let end = (start + blocks_per_run * block_len).min(self.header.spec.entries);
        let mut codes = vec![0; (end - start) as usize];
        (self.fill)(start, &mut codes);
        let mut run = Run { number, bytes: Vec::new(), blocks: Vec::new(), summary: Summary::default() };
        run.summary.count(start, &codes);
        let mut packed = Vec::with_capacity(compress_bound(block_len as usize));
        for block in codes.chunks(block_len as usize) {
            let bytes = pack(context, block, &mut packed)?;
            run.blocks.push((bytes.len() as u64, checksum(&[bytes])));
            run.bytes.extend_from_slice(bytes);
        }
        Ok(run)
    }
}

/// A block in its shortest form: one byte where all codes are the same, compressed, or as it is.
fn pack<'b>(context: &mut CCtx<'_>, block: &'b [u8], packed: &'b mut Vec<u8>) -> io::Result<&'b [u8]> {
    if block.iter().all(|code| *code == block[0]) {
        return Ok(&block[..1]);
    }
    packed.clear();
    context.compress2(packed, block).map_err(zstd_error)?;
    Ok(if packed.len() < block.len() { packed } else { block })
}

/// The patterns that all blocks share, learnt from blocks that are spread over the whole table.
fn dictionary(spec: &Spec, packing: &Packing, block_len: u32, fill: Fill<'_>) -> Vec<u8> {
    /// How much is learnt from, for each byte of the dictionary.
    const SAMPLES: u64 = 100;
    /// The dictionary is at most this part of the table.
    const LEAST_GAIN: u64 = 32;
    let wanted = (packing.dictionary_len as u64).min(spec.entries / LEAST_GAIN);
    // zstd makes none that is shorter.
    if wanted < 256 {
        return Vec::new();
    }
    let block_len = u64::from(block_len);
    let whole_blocks = spec.entries / block_len;
    let taken = (wanted * SAMPLES / block_len).clamp(1, whole_blocks.max(1)).min(whole_blocks);
    let mut samples = vec![0; (taken * block_len) as usize];
    for (i, sample) in samples.chunks_mut(block_len as usize).enumerate() {
        fill(i as u64 * whole_blocks / taken * block_len, sample);
    }
    let sizes = vec![block_len as usize; taken as usize];
    // A table that has nothing to learn from is packed without.
    zstd::dict::from_continuous(&samples, &sizes, wanted as usize).unwrap_or_default()
}

fn prepared(dictionary: &[u8], packing: &Packing) -> Option<CDict<'static>> {
    (!dictionary.is_empty()).then(|| CDict::try_create(dictionary, packing.level)).flatten()
}

fn zstd_error(code: usize) -> io::Error {
    io::Error::other(zstd::zstd_safe::get_error_name(code))
}

/// An output that is hashed and measured as it is written.
struct Hashed<'a> {
    out: &'a mut dyn Write,
    hasher: blake3::Hasher,
    len: u64,
}

impl Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.len += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}
