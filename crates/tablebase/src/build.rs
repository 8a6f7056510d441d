//! Building all tables up to a number of pieces, one slice after another.

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

/// Which tables to build, and with which resources.
pub struct Build<'b> {
    /// The folder that contains one folder of tables for each game.
    pub folder: &'b Path,
    /// The largest number of pieces on the board.
    pub pieces: u32,
    /// The number of threads.
    pub threads: usize,
    /// The most memory to use, in bytes.
    pub memory: u64,
    /// Polled regularly. Tables that are finished when it is cancelled stay.
    pub cancel: &'b Cancel,
}

/// A slice and its partner, which are solved together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The slice.
    pub slice: Slice,
    /// Its partner, if that is a different slice.
    pub partner: Option<Slice>,
    /// The number of positions in both.
    pub entries: u64,
    /// Whether both tables exist already.
    pub is_done: bool,
}

impl Group {
    /// The slice, and its partner if there is one.
    pub fn slices(&self) -> impl Iterator<Item = Slice> + use<> {
        std::iter::once(self.slice).chain(self.partner)
    }
}

/// The cost of a build.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// The groups in the order in which they are solved.
    pub groups: Vec<Group>,
    /// The peak memory, in bytes.
    pub memory: u64,
    /// The estimated duration.
    pub time: Duration,
}

/// Progress of a build.
#[derive(Clone, PartialEq, Debug)]
pub enum BuildEvent {
    /// The fraction of a group that is done, from 0 to 1.
    Part(Group, f64),
    /// A table was written.
    Done {
        /// The name of its slice.
        name: String,
        /// Its statistics.
        summary: Summary,
        /// A position with the longest win.
        longest_win: Option<String>,
        /// The time for this slice and its partner.
        time: Duration,
    },
}

/// Why tables were not built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The game has no tables.
    #[error("there are no tables of {0}")]
    NoTables(&'static str),
    /// The build needs more memory than it is allowed.
    #[error("{} MiB of memory are needed and {} MiB allowed: allow more, or ask for fewer pieces", .needed >> 20, .allowed >> 20)]
    Memory {
        /// The memory needed, in bytes.
        needed: u64,
        /// The memory allowed, in bytes.
        allowed: u64,
    },
    /// Another process is building in the same folder.
    #[error("another build is at work in {}: wait for it, or stop it and go on with the same command", .0.display())]
    Busy(PathBuf),
    /// A slice could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A slice could not be solved on another machine.
    #[error("{0}")]
    Elsewhere(String),
    /// A table cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
}

/// Two bytes per position: its value and its number of unresolved moves.
const BYTES_A_POSITION: u64 = 2;
/// Overhead, as 1/32 of the positions: the marks of the solver, and partly used pages.
const PART_MORE: u64 = 32;
/// Per thread: runs of blocks waiting to be written, a compressor, a stack, and a table being
/// decoded.
const BYTES_A_THREAD: u64 = 16 << 20;
/// Memory freed by a thread may stay in that thread's heap, which has this size.
const BYTES_A_HEAP: u64 = 64 << 20;
/// The program itself, and what the system allocates for it.
const BYTES_BESIDES: u64 = 32 << 20;
/// The process that builds holds a lock on this file. It is never removed: if it were, two
/// processes could hold locks on two files of this name.
const LOCK_FILE: &str = "build.lock";
/// How many positions the forecast samples.
const SAMPLE: u64 = 4096;
/// The share of the first pass, which generates the moves of every position, in the whole work. It
/// is larger in games with many draws, which are never propagated (Raichu, 0.29), and smaller where
/// most positions are decided (checkers, 0.15; The Dragon Queen, 0.16).
const LOOKING: f64 = 0.19;

impl Build<'_> {
    /// The groups to solve, and an estimate of the memory and time.
    ///
    /// # Errors
    /// Fails if the game has no tables.
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

    /// The memory for a group: its own positions, and the slices that captures and promotions lead
    /// to.
    fn memory_of<G: Game>(&self, group: &Group) -> u64 {
        let conversions: u64 = self.conversions::<G>(group).into_iter().map(G::slice_len).sum();
        let positions = BYTES_A_POSITION * group.entries + conversions;
        let threads = self.threads.max(1) as u64;
        let kept = (BYTES_A_HEAP * threads).min(positions);
        positions + positions / PART_MORE + kept + BYTES_A_THREAD * threads + BYTES_BESIDES
    }

    pub(crate) fn groups<G: Game>(&self) -> Vec<Group> {
        let mut taken = BTreeSet::new();
        let mut groups = Vec::new();
        for slice in G::slices(self.pieces) {
            if !taken.insert(slice) {
                continue;
            }
            let partner = Some(G::partner(slice)).filter(|&partner| partner != slice);
            taken.extend(partner);
            let mut group = Group { slice, partner, entries: 0, is_done: false };
            group.entries = group.slices().map(G::slice_len).sum();
            group.is_done = group.slices().all(|slice| is_there::<G>(self.folder, slice));
            groups.push(group);
        }
        groups
    }

    /// Builds the missing tables. A group whose tables exist and are intact is skipped, so an
    /// interrupted build continues where it stopped.
    ///
    /// # Errors
    /// Fails if it needs more memory than allowed, if another process is building in the same
    /// folder, if it is cancelled, or if a table cannot be read or written.
    pub fn run<G: Game>(
        &self,
        forecast: &Forecast,
        observe: &(dyn Fn(&BuildEvent) + Sync),
    ) -> Result<(), BuildError> {
        self.check_memory(forecast)?;
        let home = self.folder.join(G::NAME);
        let _lock = lock(&home)?;
        files::remove_stale(&home);
        let mut known: Vec<Slice> = Vec::new();
        for group in &forecast.groups {
            if !group.is_done {
                self.solve::<G>(group, &known, observe)?;
            }
            known.extend(group.slices());
        }
        Ok(())
    }

    pub(crate) fn check_memory(&self, forecast: &Forecast) -> Result<(), BuildError> {
        if forecast.memory > self.memory {
            return Err(BuildError::Memory { needed: forecast.memory, allowed: self.memory });
        }
        Ok(())
    }

    /// The slices that moves out of a group may lead to, and some more.
    pub(crate) fn conversions<G: Game>(&self, group: &Group) -> BTreeSet<Slice> {
        possible_conversions::<G>(group, self.pieces)
    }

    /// Solves a group, given the tables in the folder of the slices that are `known`, and writes its tables there.
    pub(crate) fn solve<G: Game>(
        &self,
        group: &Group,
        known: &[Slice],
        observe: &(dyn Fn(&BuildEvent) + Sync),
    ) -> Result<(), BuildError> {
        let begin = Instant::now();
        let progress = |part: f64| observe(&BuildEvent::Part(*group, part));
        let tables_on_disk = TablesOnDisk::<G> { folder: self.folder, game: PhantomData };
        let solved = {
            let conversions = Conversions::<G>::new(&tables_on_disk, known.iter().copied());
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
            let longest_win = summary.longest_win.map(|win| G::unindex(slice, win.index).write());
            let name = G::slice_name(slice);
            observe(&BuildEvent::Done { name, summary, longest_win, time: begin.elapsed() });
        }
        Ok(())
    }
}

/// The tables of the slices that are solved.
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

/// Locks out other builds of this folder while the file is open: two would write the same temporary
/// files.
pub(crate) fn lock(home: &Path) -> Result<File, BuildError> {
    let path = home.join(LOCK_FILE);
    let failed = |error| BuildError::Write { path: path.clone(), error };
    std::fs::create_dir_all(home).map_err(failed)?;
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(BuildError::Busy(home.to_path_buf())),
        // On a file system without locks, keeping builds apart is up to the user.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Whether the table of a slice exists, is the right one and is intact. This reads every byte: a
/// table that is damaged anywhere must be built again.
fn is_there<G: Game>(folder: &Path, slice: Slice) -> bool {
    let table = Table::open(&Tables::<G>::path(folder, slice));
    table.is_ok_and(|table| table.expect(&Spec::of::<G>(slice)).is_ok() && table.check_hash().is_ok())
}

/// Positions spread evenly over a slice.
fn sample<G: Game>(slice: Slice) -> impl Iterator<Item = G> {
    let len = G::slice_len(slice);
    let step = (len / SAMPLE).max(1);
    // The offset grows from step to step, because positions at a fixed distance are alike in the
    // way they are indexed.
    (0..len.min(SAMPLE)).map(move |i| G::unindex(slice, (i * step + i % step) % len))
}

/// A superset of the slices that a move out of a group may lead to. One move may capture any number
/// of pieces, and such moves are too rare for a sample to find them all, so this includes every
/// slice with fewer pieces. Promotions, which keep the number of pieces, occur in many positions:
/// the sample finds them.
fn possible_conversions<G: Game>(group: &Group, most_pieces: u32) -> BTreeSet<Slice> {
    let pieces = |slice| G::unindex(slice, 0).pieces();
    let smaller = |slice: &Slice| pieces(*slice) < pieces(group.slice);
    let mut conversions: BTreeSet<Slice> = G::slices(most_pieces).into_iter().filter(smaller).collect();
    let mut moves = Vec::new();
    for slice in group.slices() {
        for pos in sample::<G>(slice) {
            pos.legal_moves(&mut moves);
            conversions.extend(moves.iter().filter_map(|&mv| pos.play_unchecked(mv).slice()));
        }
    }
    conversions.remove(&group.slice);
    group.partner.map(|partner| conversions.remove(&partner));
    conversions
}

/// The time to generate and play the moves of one position.
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

    /// No position has a move to a slice outside `possible_conversions`.
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
