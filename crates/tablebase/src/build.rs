//! Building all tables up to a number of pieces, slice after slice.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cancel::Cancel;
use game::{Game, Slice};

use crate::solver::{Conversions, SolveError, SolvedSlices, Work, solve};
use crate::{Packing, Spec, Summary, Table, TableError, Tables, write_table};

/// What to build, and with what.
pub struct Build<'b> {
    /// The folder that has a folder with the tables of each game.
    pub folder: &'b Path,
    /// The most pieces that a position may have.
    pub pieces: u32,
    /// How many threads there are.
    pub threads: usize,
    /// How much memory it may take, in bytes.
    pub memory: u64,
    /// Asked now and then: whether to stop. What is finished by then is kept.
    pub cancel: &'b Cancel,
}

/// A slice with its partner, which are solved together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The slice.
    pub slice: Slice,
    /// Its partner, where that is another one.
    pub partner: Option<Slice>,
    /// How many positions both have.
    pub entries: u64,
    /// Whether the tables are there already.
    pub is_done: bool,
}

/// What building will take.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// What is to be solved, in order.
    pub groups: Vec<Group>,
    /// How much memory it needs at most, in bytes.
    pub memory: u64,
    /// About how long it takes.
    pub time: Duration,
}

/// What building tells.
pub enum BuildEvent<'e> {
    /// A part of a group is done, from 0 to 1.
    Part(&'e Group, f64),
    /// A table is there.
    Done {
        /// Which one.
        slice: Slice,
        /// What is in it.
        summary: Summary,
        /// How long it took, with its partner.
        time: Duration,
    },
}

/// Why tables were not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The game has no tables.
    #[error("there are no tables of {0}")]
    NoTables(&'static str),
    /// It would take more memory than it may.
    #[error("{} MiB of memory are needed and {} MiB allowed: allow more, or ask for fewer pieces", .needed >> 20, .allowed >> 20)]
    Memory {
        /// How much it would take, in bytes.
        needed: u64,
        /// How much it may take.
        allowed: u64,
    },
    /// Somebody else builds there.
    #[error("another build is at work in {}: wait for it, or stop it and go on with the same command", .0.display())]
    Busy(PathBuf),
    /// A slice could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

/// Two bytes for each position: its value, and how many ways out it has.
const BYTES_A_POSITION: u64 = 2;
/// This part more: the marks of the solver, and pages that are larger than what is on them.
const PART_MORE: u64 = 32;
/// For each thread: runs of blocks that wait to be written, what compresses them, a stack, a table that is being decoded.
const BYTES_A_THREAD: u64 = 16 << 20;
/// What a thread has given back may stay with the process in a heap of this size, as far as there was so much.
const BYTES_A_HEAP: u64 = 64 << 20;
/// Besides: the program, and what the system keeps for it.
const BYTES_BESIDES: u64 = 32 << 20;
/// Held by whoever builds. It stays where it is: to remove it would let two hold one each.
const LOCK_FILE: &str = "build.lock";
/// So many positions are tried for the forecast.
const SAMPLE: u64 = 4096;
/// Looking at a position is this part of what is done for it. It is more where most are drawn and need not be gone back from
/// (Raichu, 0.29), and less where most are decided (checkers, 0.15; The Dragon Queen, 0.16).
const LOOKING: f64 = 0.19;

impl Build<'_> {
    /// What has to be solved, and what it will take.
    ///
    /// # Errors
    /// Fails where the game has no tables.
    pub fn forecast<G: Game>(&self) -> Result<Forecast, BuildError> {
        let groups = self.groups::<G>();
        if groups.is_empty() {
            return Err(BuildError::NoTables(G::TITLE));
        }
        let missing = || groups.iter().filter(|group| !group.is_done);
        let memory = missing().map(|group| self.memory_of::<G>(group)).max().unwrap_or(0);
        let (entries, largest) =
            (missing().map(|group| group.entries).sum::<u64>(), missing().max_by_key(|group| group.entries));
        let each = largest.map_or(Duration::ZERO, |group| time_to_look::<G>(group.slice));
        let time = Duration::from_secs_f64(
            each.as_secs_f64() / LOOKING * entries as f64 / self.threads.max(1) as f64,
        );
        Ok(Forecast { groups, memory, time })
    }

    /// How much memory a group needs: its own, and the slices that captures and promotions lead to.
    fn memory_of<G: Game>(&self, group: &Group) -> u64 {
        let conversions: u64 =
            possible_conversions::<G>(group, self.pieces).into_iter().map(G::slice_len).sum();
        let positions = BYTES_A_POSITION * group.entries + conversions;
        let threads = self.threads.max(1) as u64;
        let kept = (BYTES_A_HEAP * threads).min(positions);
        positions + positions / PART_MORE + kept + BYTES_A_THREAD * threads + BYTES_BESIDES
    }

    fn groups<G: Game>(&self) -> Vec<Group> {
        let mut taken = BTreeSet::new();
        let mut groups = Vec::new();
        for slice in G::slices(self.pieces) {
            if !taken.insert(slice) {
                continue;
            }
            let partner = Some(G::partner(slice)).filter(|&partner| partner != slice);
            taken.extend(partner);
            let both = || std::iter::once(slice).chain(partner);
            groups.push(Group {
                slice,
                partner,
                entries: both().map(G::slice_len).sum(),
                is_done: both().all(|slice| is_there::<G>(self.folder, slice)),
            });
        }
        groups
    }

    /// Builds what is missing. A group whose tables are there and whole is left as it is, so that a build that was
    /// broken off goes on where it was.
    ///
    /// # Errors
    /// Fails where it needs more memory than is allowed, somebody else builds in the same folder, it is stopped, or a
    /// table cannot be read or written.
    pub fn run<G: Game>(
        &self,
        forecast: &Forecast,
        observe: &(dyn Fn(BuildEvent) + Sync),
    ) -> Result<(), BuildError> {
        if forecast.memory > self.memory {
            return Err(BuildError::Memory { needed: forecast.memory, allowed: self.memory });
        }
        let home = self.folder.join(G::NAME);
        let _lock = lock(&home)?;
        files::remove_stale(&home);
        let tables_on_disk = TablesOnDisk::<G> { folder: self.folder, game: PhantomData };
        let mut known: Vec<Slice> = Vec::new();
        for group in &forecast.groups {
            if !group.is_done {
                self.solve::<G>(group, &known, &tables_on_disk, observe)?;
            }
            known.extend(std::iter::once(group.slice).chain(group.partner));
        }
        Ok(())
    }

    fn solve<G: Game>(
        &self,
        group: &Group,
        known: &[Slice],
        tables_on_disk: &TablesOnDisk<G>,
        observe: &(dyn Fn(BuildEvent) + Sync),
    ) -> Result<(), BuildError> {
        let begin = Instant::now();
        let progress = |part: f64| observe(BuildEvent::Part(group, part));
        let solved = {
            let conversions = Conversions::<G>::new(tables_on_disk, known.iter().copied());
            let work = Work { threads: self.threads, cancel: self.cancel, progress: &progress };
            solve(group.slice, &conversions, &work)?
        };
        let tables = std::iter::once((group.slice, solved.codes)).chain(group.partner.zip(solved.partner));
        for (slice, codes) in tables {
            let path = Tables::<G>::path(self.folder, slice);
            let fill = |first: u64, room: &mut [u8]| {
                let first = first as usize;
                room.copy_from_slice(&codes[first..first + room.len()]);
            };
            let packing = Packing { threads: self.threads, ..Packing::default() };
            let summary = write_table(&path, &Spec::of::<G>(slice), &packing, &fill)
                .map_err(|error| BuildError::Write { path, error })?;
            observe(BuildEvent::Done { slice, summary, time: begin.elapsed() });
        }
        Ok(())
    }
}

/// The tables that were written before.
struct TablesOnDisk<'s, G> {
    folder: &'s Path,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> SolvedSlices for TablesOnDisk<'_, G> {
    fn codes(&self, slice: Slice) -> Result<Vec<u8>, String> {
        let mut codes = Vec::new();
        let table = Table::open(&Tables::<G>::path(self.folder, slice)).map_err(|fault| fault.to_string())?;
        table.expect(&Spec::of::<G>(slice)).map_err(|fault| fault.to_string())?;
        table.decode_all(&mut codes).map_err(|fault| fault.to_string())?;
        Ok(codes)
    }
}

/// Keeps everybody else from building in a folder for as long as the file is open: two would write the same parts.
fn lock(home: &Path) -> Result<File, BuildError> {
    let path = home.join(LOCK_FILE);
    let failed = |error| BuildError::Write { path: path.clone(), error };
    std::fs::create_dir_all(home).map_err(failed)?;
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BuildError::Busy(home.to_path_buf())),
        // Where files cannot be locked, whoever builds has to know what he does.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Whether the table of a slice is there, as it was written, and the right one. Every byte counts: a table that is damaged
/// anywhere must be built again.
fn is_there<G: Game>(folder: &Path, slice: Slice) -> bool {
    let table = Table::open(&Tables::<G>::path(folder, slice));
    table.is_ok_and(|table| table.expect(&Spec::of::<G>(slice)).is_ok() && table.check_hash().is_ok())
}

/// Positions from all parts of a slice.
fn sample<G: Game>(slice: Slice) -> impl Iterator<Item = G> {
    let len = G::slice_len(slice);
    let step = (len / SAMPLE).max(1);
    // A little more each time, so that not all are alike in how positions are numbered.
    (0..len.min(SAMPLE)).map(move |i| G::unindex(slice, (i * step + i % step) % len))
}

/// All slices that a move out of a group may lead to, and perhaps some more. One move may take any number of pieces, and
/// which ones is rare enough for no sample to show it, so these are all slices with fewer pieces. A piece that only changes
/// its kind does so in a good part of the positions.
fn possible_conversions<G: Game>(group: &Group, most_pieces: u32) -> BTreeSet<Slice> {
    let pieces = |slice| G::unindex(slice, 0).pieces();
    let smaller = |slice: &Slice| pieces(*slice) < pieces(group.slice);
    let mut conversions: BTreeSet<Slice> = G::slices(most_pieces).into_iter().filter(smaller).collect();
    let mut moves = Vec::new();
    for slice in std::iter::once(group.slice).chain(group.partner) {
        for pos in sample::<G>(slice) {
            pos.legal_moves(&mut moves);
            conversions.extend(moves.iter().filter_map(|&mv| pos.play_unchecked(mv).slice()));
        }
    }
    conversions.remove(&group.slice);
    group.partner.map(|partner| conversions.remove(&partner));
    conversions
}

/// How long it takes to look at a position and its moves.
fn time_to_look<G: Game>(slice: Slice) -> Duration {
    let begin = Instant::now();
    let mut moves = Vec::new();
    let mut slices = 0;
    let mut looked = 0;
    for pos in sample::<G>(slice) {
        pos.legal_moves(&mut moves);
        slices += moves.iter().filter(|&&mv| pos.play_unchecked(mv).slice() == Some(slice)).count();
        looked += 1;
    }
    std::hint::black_box(slices);
    begin.elapsed() / looked.max(1)
}

#[cfg(test)]
mod tests {
    use checkers::Checkers;
    use dragon_queen::DragonQueen;
    use raichu::Raichu8;

    use super::*;

    /// No position has a move to a slice that was not reckoned with.
    fn check_conversions<G: Game>(pieces: u32, most_entries: u64) {
        let nowhere = Path::new("nowhere");
        let build = Build { folder: nowhere, pieces, threads: 1, memory: 0, cancel: &cancel::NEVER };
        let mut moves = Vec::new();
        let mut looked_at = 0;
        for group in build.groups::<G>().iter().filter(|group| group.entries <= most_entries) {
            let reckoned = possible_conversions::<G>(group, pieces);
            for slice in std::iter::once(group.slice).chain(group.partner) {
                for index in 0..G::slice_len(slice) {
                    let pos = G::unindex(slice, index);
                    pos.legal_moves(&mut moves);
                    for there in moves.iter().filter_map(|&mv| pos.play_unchecked(mv).slice()) {
                        let is_own = there == group.slice || Some(there) == group.partner;
                        assert!(is_own || reckoned.contains(&there), "{}", pos.write());
                    }
                }
            }
            looked_at += 1;
        }
        assert!(looked_at > 5, "{looked_at}");
    }

    #[test]
    fn every_slice_that_a_move_leads_to_is_reckoned_with() {
        check_conversions::<Checkers>(4, 400_000);
        check_conversions::<Raichu8>(3, 100_000);
        check_conversions::<DragonQueen>(5, 100_000);
    }
}
