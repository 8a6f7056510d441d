//! All tables of a game.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use game::{Game, Slice};
use rustc_hash::FxHashMap;

use crate::cache::{Cache, Slots};
use crate::{Exact, Spec, Table, TableError, read_pack};

/// The places of tables, and how much of them to cache.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableOptions {
    /// The folder that contains one folder of tables for each game.
    pub folder: Option<PathBuf>,
    /// Tables embedded in the program, packed by [`write_pack`](crate::write_pack). A table in the
    /// folder takes precedence over the embedded one, unless it is rejected.
    pub embedded: &'static [u8],
    /// How many bytes of decoded blocks to cache.
    pub cache_bytes: usize,
}

impl Default for TableOptions {
    fn default() -> TableOptions {
        TableOptions { folder: None, embedded: &[], cache_bytes: 256 << 20 }
    }
}

/// All tables of a game, shared by any number of threads. Everything is read lazily: the list of
/// tables at the first probe, a table and a block when each is first needed.
pub struct Tables<G> {
    options: TableOptions,
    catalogue: OnceLock<Catalogue>,
    cache: Cache,
    /// The first fault of a table.
    fault: OnceLock<TableError>,
    game: PhantomData<fn() -> G>,
}

struct Catalogue {
    /// One table for each slice, in the game's order, followed by the fallbacks.
    tables: Vec<Listed>,
    by_slice: FxHashMap<u64, u32>,
}

/// A table that exists, whether intact or not.
struct Listed {
    slice: Slice,
    place: Place,
    opened: OnceLock<Result<Opened, TableError>>,
    /// The number of the table to use if this one is rejected.
    instead: Option<u32>,
}

/// The places of a slice's table: the folder, the program, or both.
#[derive(Default)]
struct Places {
    file: Option<PathBuf>,
    program: Option<&'static [u8]>,
}

enum Place {
    File(PathBuf),
    Program(&'static [u8]),
}

struct Opened {
    table: Table,
    slots: Slots,
}

impl<G: Game> Tables<G> {
    /// The tables in the places that the options name.
    #[must_use]
    pub fn new(options: TableOptions) -> Tables<G> {
        let cache = Cache::new(options.cache_bytes);
        Tables { options, catalogue: OnceLock::new(), cache, fault: OnceLock::new(), game: PhantomData }
    }

    /// The tables in a folder, without embedded ones.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Tables<G> {
        Tables::new(TableOptions { folder: Some(folder.to_path_buf()), ..TableOptions::default() })
    }

    /// The path of a slice's table, existing or not; `folder` contains the folders of all games.
    #[must_use]
    pub fn path(folder: &Path, slice: Slice) -> PathBuf {
        folder.join(G::NAME).join(Spec::of::<G>(slice).file_name())
    }

    /// The value of a position from its table, or `None` without a table. Ply limits are ignored. A
    /// rejected table counts as missing; [`fault`](Tables::fault) reports it.
    #[must_use]
    #[inline]
    pub fn probe(&self, pos: &G) -> Option<Exact> {
        self.try_probe(pos).unwrap_or(None)
    }

    /// The value of a position, from its table or because the game is over, or `None`.
    ///
    /// # Errors
    /// Fails if the position's table is rejected.
    pub fn value(&self, pos: &G) -> Result<Option<Exact>, TableError> {
        match self.try_probe(pos)? {
            Some(exact) => Ok(Some(exact)),
            None => Ok(pos.outcome().map(|outcome| Exact::of_outcome(outcome, pos.turn()))),
        }
    }

    /// The value of a position from its table, or `None` without a table.
    ///
    /// # Errors
    /// Fails if the position's table is rejected.
    pub fn try_probe(&self, pos: &G) -> Result<Option<Exact>, TableError> {
        let catalogue = self.catalogue();
        if catalogue.tables.is_empty() {
            return Ok(None);
        }
        let Some(slice) = pos.slice() else { return Ok(None) };
        let Some(&number) = catalogue.by_slice.get(&slice.0) else { return Ok(None) };
        let (mut number, index) = (number, pos.index());
        loop {
            match self.look_up(number, index) {
                Ok(code) => return Ok(Some(Exact::from_code(code))),
                Err(fault) => {
                    let _ = self.fault.set(fault.clone());
                    number = catalogue.tables[number as usize].instead.ok_or(fault)?;
                }
            }
        }
    }

    fn look_up(&self, number: u32, index: u64) -> Result<u8, TableError> {
        let Opened { table, slots } = self.opened(number)?;
        let block_len = u64::from(table.block_len());
        let (block, at) = (index / block_len, (index % block_len) as usize);
        if let Some(code) = slots.code(block, at) {
            return code.ok_or_else(|| table.no_entry(index));
        }
        let codes = table.block(block)?;
        let code = codes.get(at).copied().ok_or_else(|| table.no_entry(index))?;
        let slots_of = |number| self.slots(number);
        self.cache.keep((number, block), codes, slots_of);
        Ok(code)
    }

    fn slots(&self, number: u32) -> Option<&Slots> {
        let listed = self.catalogue().tables.get(number as usize)?;
        Some(&listed.opened.get()?.as_ref().ok()?.slots)
    }

    /// The slices that have a table, each after those that its captures and promotions lead to.
    #[must_use]
    pub fn slices(&self) -> Vec<Slice> {
        let catalogue = self.catalogue();
        catalogue.tables.iter().take(catalogue.by_slice.len()).map(|listed| listed.slice).collect()
    }

    /// Whether there is no table at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.catalogue().tables.is_empty()
    }

    /// Whether a table of this slice exists, intact or not.
    #[must_use]
    pub fn has(&self, slice: Slice) -> bool {
        self.catalogue().by_slice.contains_key(&slice.0)
    }

    /// The table of a slice, if there is one. A table in the folder takes precedence.
    ///
    /// # Errors
    /// Fails if the table is rejected.
    pub fn table(&self, slice: Slice) -> Result<Option<&Table>, TableError> {
        match self.catalogue().by_slice.get(&slice.0) {
            Some(&number) => Ok(Some(&self.opened(number)?.table)),
            None => Ok(None),
        }
    }

    /// The first fault found so far.
    #[must_use]
    pub fn fault(&self) -> Option<&TableError> {
        self.fault.get()
    }

    /// The number of bytes of decoded blocks in memory.
    #[must_use]
    pub fn cached_bytes(&self) -> usize {
        self.cache.bytes()
    }

    #[inline]
    fn opened(&self, number: u32) -> Result<&Opened, TableError> {
        let listed = &self.catalogue().tables[number as usize];
        listed.opened.get_or_init(|| listed.open::<G>()).as_ref().map_err(TableError::clone)
    }

    #[inline]
    fn catalogue(&self) -> &Catalogue {
        self.catalogue.get_or_init(|| self.list())
    }

    fn list(&self) -> Catalogue {
        let mut places: FxHashMap<Slice, Places> = FxHashMap::default();
        match read_pack(self.options.embedded) {
            Ok(parts) => {
                for (slice, bytes) in parts {
                    places.entry(slice).or_default().program = Some(bytes);
                }
            }
            Err(fault) => {
                let _ = self.fault.set(fault);
            }
        }
        let folder = self.options.folder.as_ref().map(|folder| folder.join(G::NAME));
        for (slice, path) in folder.into_iter().flat_map(|folder| files(&folder)) {
            places.entry(slice).or_default().file = Some(path);
        }
        Catalogue::new::<G>(&mut places)
    }
}

impl Catalogue {
    /// The tables in these places, in the game's order. Numbers that are not slices of the game are
    /// skipped.
    fn new<G: Game>(places: &mut FxHashMap<Slice, Places>) -> Catalogue {
        /// More pieces than the tables of any game have.
        const MOST_PIECES: u32 = 32;
        let is_there = |slice: &Slice| places.contains_key(slice);
        // A game orders its slices only up to a given number of pieces.
        let ordered = |pieces| -> Vec<Slice> { G::slices(pieces).into_iter().filter(is_there).collect() };
        let all_of_them = (1..MOST_PIECES).map(ordered).find(|ordered| ordered.len() == places.len());
        let slices = all_of_them.unwrap_or_else(|| ordered(MOST_PIECES));
        let by_slice = (0..).zip(&slices).map(|(number, slice)| (slice.0, number)).collect();
        let (mut tables, mut others) = (Vec::new(), Vec::new());
        for &slice in &slices {
            let Places { file, program } = places.remove(&slice).unwrap_or_default();
            let mut both = file.map(Place::File).into_iter().chain(program.map(Place::Program));
            tables.extend(both.next().map(|place| Listed::new(slice, place)));
            if let Some((listed, other)) = tables.last_mut().zip(both.next()) {
                listed.instead = Some((slices.len() + others.len()) as u32);
                others.push(Listed::new(slice, other));
            }
        }
        tables.append(&mut others);
        Catalogue { tables, by_slice }
    }
}

impl Listed {
    fn new(slice: Slice, place: Place) -> Listed {
        Listed { slice, place, opened: OnceLock::new(), instead: None }
    }

    fn open<G: Game>(&self) -> Result<Opened, TableError> {
        let spec = Spec::of::<G>(self.slice);
        let table = match &self.place {
            Place::File(path) => Table::open(path)?,
            Place::Program(bytes) => {
                Table::from_bytes(&format!("of {} in the program", spec.slice_name), *bytes)?
            }
        };
        table.expect(&spec)?;
        let slots = Slots::new(table.blocks());
        Ok(Opened { table, slots })
    }
}

/// The files of a folder that have names of tables, in an order independent of the file system.
/// None if the folder cannot be read.
fn files(folder: &Path) -> Vec<(Slice, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(Slice, PathBuf)> = entries
        .filter_map(|entry| Some((Spec::slice_of_file(entry.file_name().to_str()?)?, entry.path())))
        .collect();
    files.sort_unstable();
    files
}
