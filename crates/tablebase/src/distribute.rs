//! Building tables on other machines: each slice is solved, with its partner, once those that its moves lead to are.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cancel::Cancel;
use game::{Game, Slice};

use crate::build::{Build, BuildError, BuildEvent, Forecast, Group, lock};
use crate::pack::unpack;
use crate::solver::SolveError;
use crate::{Spec, Table, Tables, write_pack};

/// Solves slices somewhere else, several at once.
pub trait GroupSolver: Sync {
    /// How many slices are worth asking for at once.
    fn slots(&self) -> usize;

    /// Solves a slice and its partner from the tables that their moves lead to, and returns both
    /// [packed](Build::solve_packed); `None` if it was cancelled.
    ///
    /// # Errors
    /// Fails with the reason why they cannot be solved.
    fn solve(&self, slice: Slice, tables: &[PathBuf], cancel: &Cancel) -> Result<Option<Vec<u8>>, String>;
}

/// How often a waiting thread looks whether it is cancelled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The slices of which tables are still to be made.
struct Progress {
    /// Those that nobody works on, in their order, each with the slices that it needs.
    waiting: Vec<(Group, BTreeSet<Slice>)>,
    /// The slices that are solved.
    done: BTreeSet<Slice>,
    at_work: usize,
    fault: Option<BuildError>,
}

impl Progress {
    /// Takes a slice of which all that it needs is solved.
    fn take(&mut self) -> Option<(Group, BTreeSet<Slice>)> {
        let is_ready = |(_, needed): &(Group, BTreeSet<Slice>)| needed.is_subset(&self.done);
        let place = self.waiting.iter().position(is_ready)?;
        self.at_work += 1;
        Some(self.waiting.remove(place))
    }
}

impl Build<'_> {
    /// Like [`run`](Build::run), with the slices solved elsewhere. The tables are the same, byte for byte.
    ///
    /// # Errors
    /// Fails as `run` does, and if a slice cannot be solved elsewhere.
    pub fn run_elsewhere<G: Game>(
        &self,
        forecast: &Forecast,
        solver: &dyn GroupSolver,
        observe: &(dyn Fn(&BuildEvent) + Sync),
    ) -> Result<(), BuildError> {
        self.check_memory(forecast)?;
        let home = self.folder.join(G::NAME);
        let _lock = lock(&home)?;
        files::remove_stale(&home);
        let (mut waiting, mut done) = (Vec::new(), BTreeSet::new());
        for (i, group) in forecast.groups.iter().enumerate() {
            if group.is_done {
                done.extend(group.slices());
                continue;
            }
            // A slice that no move leads to may be among them, and none that is solved later. Slices come with their
            // partners: a build knows both or neither.
            let conversions = self.conversions::<G>(group);
            let earlier = forecast.groups[..i].iter();
            let led_to = earlier.filter(|earlier| earlier.slices().any(|slice| conversions.contains(&slice)));
            waiting.push((*group, led_to.flat_map(Group::slices).collect()));
        }
        let progress = Mutex::new(Progress { waiting, done, at_work: 0, fault: None });
        let changed = Condvar::new();
        let locked = || progress.lock().unwrap_or_else(PoisonError::into_inner);
        std::thread::scope(|scope| {
            for _ in 0..solver.slots().clamp(1, forecast.groups.len().max(1)) {
                scope.spawn(|| {
                    let mut state = locked();
                    while state.fault.is_none() && !(state.waiting.is_empty() && state.at_work == 0) {
                        if self.cancel.is_cancelled() {
                            state.fault = Some(SolveError::Stopped.into());
                            break;
                        }
                        let Some((group, needed)) = state.take() else {
                            let woken = changed.wait_timeout(state, POLL_INTERVAL);
                            state = woken.unwrap_or_else(PoisonError::into_inner).0;
                            continue;
                        };
                        drop(state);
                        let solved = self.solve_elsewhere::<G>(&group, &needed, solver, observe);
                        state = locked();
                        state.at_work -= 1;
                        match solved {
                            Ok(()) => state.done.extend(group.slices()),
                            Err(fault) => drop(state.fault.get_or_insert(fault)),
                        }
                        changed.notify_all();
                    }
                    drop(state);
                    changed.notify_all();
                });
            }
        });
        let fault = locked().fault.take();
        fault.map_or(Ok(()), Err)
    }

    fn solve_elsewhere<G: Game>(
        &self,
        group: &Group,
        needed: &BTreeSet<Slice>,
        solver: &dyn GroupSolver,
        observe: &dyn Fn(&BuildEvent),
    ) -> Result<(), BuildError> {
        let begin = Instant::now();
        let tables: Vec<PathBuf> =
            needed.iter().map(|&slice| Tables::<G>::path(self.folder, slice)).collect();
        let solved = solver.solve(group.slice, &tables, self.cancel);
        let pack = solved.map_err(BuildError::Elsewhere)?.ok_or(SolveError::Stopped)?;
        let no_tables = || BuildError::Elsewhere(format!("no tables of {}", G::slice_name(group.slice)));
        let parts: HashMap<Slice, &[u8]> = unpack(&pack).ok_or_else(no_tables)?.into_iter().collect();
        for slice in group.slices() {
            let path = Tables::<G>::path(self.folder, slice);
            let bytes = parts.get(&slice).ok_or_else(no_tables)?;
            // Everything is checked before the table gets its name.
            let table = Table::from_bytes(&path.display().to_string(), bytes.to_vec())?;
            table.expect(&Spec::of::<G>(slice))?;
            table.check_hash()?;
            files::write(&path, bytes).map_err(|error| BuildError::Write { path, error })?;
            let summary = *table.summary();
            let longest_win = summary.longest_win.map(|win| G::unindex(slice, win.index).write());
            let name = G::slice_name(slice);
            observe(&BuildEvent::Done { name, summary, longest_win, time: begin.elapsed() });
        }
        Ok(())
    }

    /// Solves a slice and its partner, given the tables in the folder, and packs both: what another machine does for
    /// [`run_elsewhere`](Build::run_elsewhere). The tables stay in the folder too.
    ///
    /// # Errors
    /// Fails as [`run`](Build::run) does, or if the game has no such slice.
    pub fn solve_packed<G: Game>(&self, slice: Slice) -> Result<Vec<u8>, BuildError> {
        let groups = self.groups::<G>();
        let group = groups.iter().find(|group| group.slice == slice);
        let group =
            group.ok_or_else(|| BuildError::Elsewhere(format!("{} has no slice {}", G::NAME, slice.0)))?;
        std::fs::create_dir_all(self.folder.join(G::NAME))
            .map_err(|error| BuildError::Write { path: self.folder.to_path_buf(), error })?;
        let known: Vec<Slice> = groups.iter().filter(|group| group.is_done).flat_map(Group::slices).collect();
        self.solve::<G>(group, &known, &|_| ())?;
        let mut parts = Vec::new();
        for slice in group.slices() {
            let path = Tables::<G>::path(self.folder, slice);
            let bytes = std::fs::read(&path).map_err(|error| BuildError::Write { path, error })?;
            parts.push((slice, bytes));
        }
        let mut pack = Vec::new();
        write_pack(&mut pack, &parts).expect("memory can be written to");
        Ok(pack)
    }
}

#[cfg(test)]
mod tests {
    use checkers::Checkers;

    use super::*;

    /// Another machine: a folder of its own.
    struct Elsewhere {
        pieces: u32,
        asked: Mutex<Vec<Slice>>,
    }

    impl GroupSolver for Elsewhere {
        fn slots(&self) -> usize {
            3
        }

        fn solve(&self, slice: Slice, tables: &[PathBuf], _: &Cancel) -> Result<Option<Vec<u8>>, String> {
            self.asked.lock().unwrap().push(slice);
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path().join(Checkers::NAME);
            std::fs::create_dir(&home).unwrap();
            for table in tables {
                std::fs::copy(table, home.join(table.file_name().unwrap())).unwrap();
            }
            let build = build(folder.path(), self.pieces);
            build.solve_packed::<Checkers>(slice).map(Some).map_err(|fault| fault.to_string())
        }
    }

    fn build(folder: &std::path::Path, pieces: u32) -> Build<'_> {
        Build { folder, pieces, threads: 1, memory: u64::MAX, cancel: &cancel::NEVER }
    }

    /// The names and contents of all tables in a folder.
    fn tables(folder: &std::path::Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
        let entries = std::fs::read_dir(folder.join(Checkers::NAME)).unwrap().map(|entry| entry.unwrap());
        let mut tables: Vec<_> =
            entries.map(|entry| (entry.file_name(), std::fs::read(entry.path()).unwrap())).collect();
        tables.sort();
        tables
    }

    #[test]
    fn tables_solved_elsewhere_are_the_same_byte_for_byte() {
        let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let local = build(here.path(), 3);
        local.run::<Checkers>(&local.forecast::<Checkers>().unwrap(), &|_| ()).unwrap();
        let distributed = build(there.path(), 3);
        let solver = Elsewhere { pieces: 3, asked: Mutex::default() };
        let forecast = distributed.forecast::<Checkers>().unwrap();
        distributed.run_elsewhere::<Checkers>(&forecast, &solver, &|_| ()).unwrap();
        assert!(tables(here.path()) == tables(there.path()));
        assert_eq!(solver.asked.lock().unwrap().len(), forecast.groups.len(), "each once");
        // What is there is not solved again, and what is damaged is.
        let victim = Tables::<Checkers>::path(there.path(), forecast.groups[2].slice);
        let mut bytes = std::fs::read(&victim).unwrap();
        bytes[100] ^= 1;
        std::fs::write(&victim, bytes).unwrap();
        let solver = Elsewhere { pieces: 3, asked: Mutex::default() };
        let forecast = distributed.forecast::<Checkers>().unwrap();
        distributed.run_elsewhere::<Checkers>(&forecast, &solver, &|_| ()).unwrap();
        assert_eq!(*solver.asked.lock().unwrap(), [forecast.groups[2].slice]);
        assert!(tables(here.path()) == tables(there.path()));
    }

    #[test]
    fn a_damaged_result_is_not_written() {
        struct Damaged(Elsewhere);
        impl GroupSolver for Damaged {
            fn slots(&self) -> usize {
                1
            }
            fn solve(
                &self,
                slice: Slice,
                tables: &[PathBuf],
                cancel: &Cancel,
            ) -> Result<Option<Vec<u8>>, String> {
                let pack = self.0.solve(slice, tables, cancel)?.map(|mut pack| {
                    let middle = pack.len() / 2;
                    pack[middle] ^= 4;
                    pack
                });
                Ok(pack)
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let build = build(folder.path(), 2);
        let forecast = build.forecast::<Checkers>().unwrap();
        let solver = Damaged(Elsewhere { pieces: 2, asked: Mutex::default() });
        assert!(build.run_elsewhere::<Checkers>(&forecast, &solver, &|_| ()).is_err());
        let names = tables(folder.path()).into_iter().map(|(name, _)| name);
        assert_eq!(names.collect::<Vec<_>>(), ["build.lock"]);
    }
}
