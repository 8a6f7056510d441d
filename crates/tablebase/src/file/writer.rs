//! Writing a table.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use zstd::zstd_safe::{CCtx, CParameter, compress_bound};

use super::footer::Footer;
use super::header::Header;
use super::spec::Spec;
use super::summary::Summary;
use super::{MOST_BLOCK_LEN, checksum};

/// How a table is packed. The same packing of the same values gives the same bytes, for any number
/// of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packing {
    /// Entries per block, at most 65 536. Small blocks are faster to probe, large blocks compress
    /// better. With `None`, blocks are small unless large ones make the table much smaller.
    pub block_len: Option<u32>,
    /// The compression level, from 1 to 22.
    pub level: i32,
    /// The number of threads.
    pub threads: usize,
}

impl Packing {
    /// For tables embedded in the program: they are small and packed only once.
    pub const EMBEDDED: Packing = Packing { block_len: Some(4 << 10), level: 19, threads: 1 };

    /// Decodes in about 4 µs.
    const SMALL: u32 = 1 << 10;
    const LARGE: u32 = 8 << 10;
}

impl Default for Packing {
    fn default() -> Packing {
        Packing { block_len: None, level: 12, threads: 1 }
    }
}

/// Fills a buffer with the codes of the positions from an index on.
pub(crate) type Fill<'a> = &'a (dyn Fn(u64, &mut [u8]) + Sync);

/// Writes the file of a table under a temporary name, and renames it when it is complete and on
/// disk. `fill` fills a buffer with the codes of the positions from an index on; it is called in
/// any order, and more than once for some positions.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write_table(
    path: &Path,
    spec: &Spec,
    packing: &Packing,
    fill: &(dyn Fn(u64, &mut [u8]) + Sync),
) -> io::Result<Summary> {
    files::write_with(path, |file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        pack_table(&mut out, spec, packing, fill)
    })
}

/// Writes the bytes of a table to `out`; see [`write_table`].
///
/// # Errors
/// Fails if `out` cannot be written to.
pub fn pack_table(
    out: &mut dyn Write,
    spec: &Spec,
    packing: &Packing,
    fill: &(dyn Fn(u64, &mut [u8]) + Sync),
) -> io::Result<Summary> {
    let block_len = match packing.block_len {
        Some(len) => len.clamp(1, MOST_BLOCK_LEN),
        None => suitable_block_len(spec, packing, fill)?,
    };
    let header = Header { spec: spec.clone(), block_len };
    let mut out = Hashed { out, hasher: blake3::Hasher::new(), len: 0 };
    out.write(&header.write())?;
    let packer = BlockPacker { header: &header, level: packing.level, fill };
    let (summary, index) = write_blocks(&mut out, &packer, packing.threads.max(1))?;
    let index_start = out.len;
    out.write(&index)?;
    let bytes = out.len + Footer::LEN as u64;
    let footer = Footer {
        index_start,
        summary: Summary { bytes, ..summary },
        index_crc: checksum(&index),
        hash: *out.hasher.finalize().as_bytes(),
    };
    out.out.write_all(&footer.write())?;
    out.out.flush()?;
    Ok(footer.summary)
}

/// Writes all blocks and returns their index.
fn write_blocks(
    out: &mut Hashed<'_>,
    packer: &BlockPacker<'_>,
    threads: usize,
) -> io::Result<(Summary, Vec<u8>)> {
    /// The number of entries that a thread packs at a time.
    const RUN: u64 = 1 << 20;
    let blocks_per_run = (RUN / u64::from(packer.header.block_len)).max(1);
    let runs = packer.header.blocks().div_ceil(blocks_per_run);
    let runs_per_round = 4 * threads as u64;
    let (mut summary, mut index) = (Summary::default(), Vec::new());
    for round in 0..runs.div_ceil(runs_per_round) {
        let first = round * runs_per_round;
        let next = AtomicU64::new(first);
        let end = (first + runs_per_round).min(runs);
        let work = || -> io::Result<Vec<Run>> {
            let mut done = Vec::new();
            let mut context = context(packer.level)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end {
                    return Ok(done);
                }
                done.push(packer.run(&mut context, number, blocks_per_run)?);
            }
        };
        let mut done: Vec<Run> = if threads == 1 {
            work()?
        } else {
            std::thread::scope(|scope| {
                let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
                let workers: Vec<_> = (1..threads).map_while(start).collect();
                // This thread is a worker too.
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

/// Packs blocks.
struct BlockPacker<'a> {
    header: &'a Header,
    level: i32,
    fill: Fill<'a>,
}

/// Consecutive blocks, packed.
struct Run {
    number: u64,
    bytes: Vec<u8>,
    /// The length and checksum of each block.
    blocks: Vec<(u64, u32)>,
    summary: Summary,
}

impl BlockPacker<'_> {
    fn run(&self, context: &mut CCtx<'_>, number: u64, blocks_per_run: u64) -> io::Result<Run> {
        let block_len = u64::from(self.header.block_len);
        let start = number * blocks_per_run * block_len;
        let end = (start + blocks_per_run * block_len).min(self.header.spec.entries);
        let mut codes = vec![0; (end - start) as usize];
        (self.fill)(start, &mut codes);
        let mut run = Run { number, bytes: Vec::new(), blocks: Vec::new(), summary: Summary::default() };
        run.summary.count(start, &codes);
        let mut packed = Vec::new();
        for block in codes.chunks(block_len as usize) {
            let bytes = pack(context, block, &mut packed)?;
            run.blocks.push((bytes.len() as u64, checksum(bytes)));
            run.bytes.extend_from_slice(bytes);
        }
        Ok(run)
    }
}

/// The shortest encoding of a block: one byte if all codes are equal, compressed, or the codes
/// themselves.
fn pack<'b>(context: &mut CCtx<'_>, block: &'b [u8], packed: &'b mut Vec<u8>) -> io::Result<&'b [u8]> {
    if block.iter().all(|code| *code == block[0]) {
        return Ok(&block[..1]);
    }
    packed.clear();
    packed.reserve(compress_bound(block.len()));
    context.compress2(packed, block).map_err(zstd_error)?;
    Ok(if packed.len() < block.len() { packed } else { block })
}

/// Chooses large blocks if they are much smaller in total than small ones, judged by a sample from
/// the whole table.
fn suitable_block_len(spec: &Spec, packing: &Packing, fill: Fill<'_>) -> io::Result<u32> {
    const STRETCHES: u64 = 64;
    /// Large blocks must take less than 7/10 of the space.
    const WORTH_IT: usize = 7;
    let stretch_len = u64::from(Packing::LARGE);
    let stretches = spec.entries / stretch_len;
    let (mut codes, mut packed) = (vec![0; stretch_len as usize], Vec::new());
    let mut context = context(packing.level)?;
    let (mut small, mut large) = (0, 0);
    let taken = stretches.min(STRETCHES);
    for i in 0..taken {
        fill(i * stretches / taken * stretch_len, &mut codes);
        large += pack(&mut context, &codes, &mut packed)?.len();
        for block in codes.chunks(Packing::SMALL as usize) {
            small += pack(&mut context, block, &mut packed)?.len();
        }
    }
    Ok(if large * 10 < small * WORTH_IT { Packing::LARGE } else { Packing::SMALL })
}

fn context(level: i32) -> io::Result<CCtx<'static>> {
    let mut context = CCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
    context.set_parameter(CParameter::CompressionLevel(level)).map_err(zstd_error)?;
    Ok(context)
}

fn zstd_error(code: usize) -> io::Error {
    io::Error::other(zstd::zstd_safe::get_error_name(code))
}

/// An output that hashes and counts the bytes written to it.
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
