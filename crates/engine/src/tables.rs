//! Tables of exact values, for any game.

use std::any::Any;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use cancel::Cancel;
use game::{Game, Indexed as _, Notation as _, Player, Slice};
use solve::Oracle;
use tablebase::{Exact, Summary, TableError, TableOptions, TableProgress, Tables, Verdict, verify};

use crate::erased::{AnyPosition, InvalidPosition, typed};
use crate::play::{Move, Play};

/// Where to look for tables, and how much of them to keep in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablesAt {
    /// The folder that has a folder for each game.
    pub folder: Option<PathBuf>,
    /// Whether to use those that are part of the program too.
    pub embedded: bool,
    /// How many bytes of decoded blocks to keep.
    pub cache_bytes: usize,
}

impl Default for TablesAt {
    fn default() -> TablesAt {
        TablesAt { folder: None, embedded: true, cache_bytes: TableOptions::default().cache_bytes }
    }
}

/// The tables of some game, shared by any number of threads.
pub trait AnyTables: Any + Send + Sync {
    /// The exact value of a position; `None` if no table has it. A ply limit is applied.
    ///
    /// # Errors
    /// Fails if there is a table and it is refused.
    fn exact(&self, pos: &dyn AnyPosition) -> Result<Option<Exact>, TableError>;

    /// The exact values of positions on the board of `like`. Their pieces are in `cells`, as
    /// [`Layout::write_occupants`](game::Layout::write_occupants) writes them, one position after the other; `turns`
    /// has the sides to move. They count no plies.
    ///
    /// # Errors
    /// Fails at the first arrangement that is not a position, and if a table is refused.
    fn exact_boards(
        &self,
        like: &dyn AnyPosition,
        cells: &[u8],
        turns: &[Player],
    ) -> Result<Vec<Option<Exact>>, BoardError>;

    /// The exact value of a position, with every move and the line of best play.
    ///
    /// # Errors
    /// Fails if a table is refused.
    fn probe(&self, pos: &dyn AnyPosition) -> Result<Probe, TableError>;

    /// Every table, each after those that its captures and promotions lead to.
    fn list(&self) -> Vec<TableInfo>;

    /// The tables of all positions with at most `pieces` pieces in one pack, to be part of the program.
    ///
    /// # Errors
    /// Fails if one of them is missing or refused.
    fn pack(&self, pieces: u32) -> std::io::Result<Vec<u8>>;

    /// The first table that was refused so far, and why. Searches continue without it.
    fn fault(&self) -> Option<&TableError>;

    /// Proves a table with nothing but the rules; see [`tablebase::verify`].
    ///
    /// # Errors
    /// Fails if a value is wrong or cannot be proven.
    fn verify(
        &self,
        slice: Slice,
        threads: usize,
        cancel: &Cancel,
        observe: &mut dyn FnMut(TableProgress),
    ) -> Result<(), Verdict>;
}

/// Why the values of many positions cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// An arrangement is no position.
    #[error("position {number}: {error}")]
    Position {
        /// Its number, from 0.
        number: usize,
        /// Everything that is wrong with it.
        error: InvalidPosition,
    },
    /// A table is refused.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What tables say about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// What it is worth to the side to move.
    pub value: Option<Exact>,
    /// Every legal move, the best first, those with unknown values last.
    pub moves: Vec<ProbedMove>,
    /// Best play of both sides: to the end of the game, or in a draw until a position comes again.
    pub line: Vec<String>,
}

impl Probe {
    /// Every legal move of a position that no table has.
    #[must_use]
    pub fn unknown(pos: &dyn AnyPosition) -> Probe {
        let moves = pos.moves().into_iter().map(|mv| ProbedMove { text: mv.text, value: None }).collect();
        Probe { value: None, moves, line: Vec::new() }
    }
}

/// A move with its value for the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbedMove {
    /// The move.
    pub text: String,
    /// Its value.
    pub value: Option<Exact>,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// The slice.
    pub slice: Slice,
    /// Its name for people.
    pub name: String,
    /// The number of pieces in its positions.
    pub pieces: u32,
    /// Its contents, or why it is refused.
    pub contents: Result<Contents, TableError>,
}

/// The contents of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Counted.
    pub summary: Summary,
    /// A position with the longest win.
    pub longest_win: Option<String>,
    /// Its file, if it is not embedded.
    pub path: Option<String>,
}

/// Which tables to probe.
#[derive(Clone, Default)]
pub enum TablesChoice {
    /// None.
    None,
    /// The embedded ones.
    #[default]
    Embedded,
    /// These, which several may share.
    These(Arc<dyn AnyTables>),
}

impl TablesChoice {
    /// The first table that was refused so far, and why. Embedded tables are never refused.
    #[must_use]
    pub fn fault(&self) -> Option<&TableError> {
        match self {
            TablesChoice::None | TablesChoice::Embedded => None,
            TablesChoice::These(tables) => tables.fault(),
        }
    }
}

impl fmt::Debug for TablesChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TablesChoice::None => "None",
            TablesChoice::Embedded => "Embedded",
            TablesChoice::These(_) => "These",
        })
    }
}

/// The cache of decoded blocks of the embedded tables, in bytes: they are small.
const EMBEDDED_CACHE: usize = 16 << 20;

/// The tables of one game, for callers such as the search that probe many positions, most of which have no table.
pub(crate) struct TableProbe<P> {
    tables: Arc<dyn AnyTables>,
    /// Positions with more pieces are in none of the tables.
    most_pieces: OnceLock<u32>,
    game: PhantomData<fn() -> P>,
}

impl<P: Play> TableProbe<P> {
    /// The chosen tables, if any.
    pub(crate) fn chosen(choice: &TablesChoice) -> Option<TableProbe<P>> {
        let tables = match choice {
            TablesChoice::None => return None,
            TablesChoice::Embedded if P::EMBEDDED_TABLES.is_empty() => return None,
            TablesChoice::Embedded => Arc::new(ErasedTables::<P>(Tables::new(TableOptions {
                embedded: P::EMBEDDED_TABLES,
                cache_bytes: EMBEDDED_CACHE,
                ..TableOptions::default()
            }))),
            TablesChoice::These(tables) => tables.clone(),
        };
        Some(TableProbe { tables, most_pieces: OnceLock::new(), game: PhantomData })
    }

    /// The exact value of a position, without a ply limit.
    ///
    /// A search probes at every node, and nearly always there are too many pieces, so only that test is inlined.
    #[inline]
    pub(crate) fn probe(&self, pos: &P::Position) -> Option<Exact> {
        if pos.pieces() > *self.most_pieces.get_or_init(|| self.count_most_pieces()) {
            return None;
        }
        self.tables()?.probe(pos)
    }

    /// The tables with their type, unless they are of another game.
    fn tables(&self) -> Option<&Tables<P::Position>> {
        let tables: &dyn Any = &*self.tables;
        Some(&tables.downcast_ref::<ErasedTables<P>>()?.0)
    }

    #[cold]
    fn count_most_pieces(&self) -> u32 {
        let slices = self.tables().map(Tables::slices).unwrap_or_default().into_iter();
        slices.map(|slice| P::Position::unindex(slice, 0).pieces()).max().unwrap_or(0)
    }
}

impl<P: Play> Oracle<P::Position> for TableProbe<P> {
    fn look_up(&self, pos: &P::Position) -> Option<Exact> {
        self.probe(pos)
    }
}

/// The tables of one game, without its type.
pub(crate) struct ErasedTables<P: Play>(pub(crate) Tables<P::Position>);

impl<P: Play> AnyTables for ErasedTables<P> {
    fn exact(&self, pos: &dyn AnyPosition) -> Result<Option<Exact>, TableError> {
        // A board of another size is a position of another type, and has no tables.
        match typed::<P>(pos) {
            Some(pos) => value(&self.0, pos),
            None => Ok(None),
        }
    }

    fn exact_boards(
        &self,
        like: &dyn AnyPosition,
        cells: &[u8],
        turns: &[Player],
    ) -> Result<Vec<Option<Exact>>, BoardError> {
        let Some(like) = typed::<P>(like) else { return Ok(vec![None; turns.len()]) };
        let boards = cells.chunks_exact((cells.len() / turns.len().max(1)).max(1));
        let each = boards.zip(turns).enumerate().map(|(number, (cells, &turn))| {
            let pos = like.with_occupants(cells, turn);
            let pos = pos.map_err(|error| BoardError::Position { number, error: error.into() })?;
            Ok(self.0.value(&pos)?)
        });
        each.collect()
    }

    fn probe(&self, pos: &dyn AnyPosition) -> Result<Probe, TableError> {
        let Some(pos) = typed::<P>(pos) else { return Ok(Probe::unknown(pos)) };
        let named = |(mv, value): &(Move<P>, _)| ProbedMove { text: pos.write_move(*mv), value: *value };
        let moves = best_first(&self.0, pos)?.iter().map(named).collect();
        Ok(Probe { value: value(&self.0, pos)?, moves, line: line(&self.0, pos)? })
    }

    fn list(&self) -> Vec<TableInfo> {
        let contents = |slice| {
            let table = self.0.table(slice)?;
            Ok(table.map(|table| {
                let summary = *table.summary();
                let longest = summary.longest_win.map(|win| P::Position::unindex(slice, win.index).write());
                let path = (!table.is_embedded()).then(|| table.place().to_string());
                Contents { summary, longest_win: longest, path }
            }))
        };
        let info = |slice| {
            let contents = contents(slice).transpose()?;
            let pieces = P::Position::unindex(slice, 0).pieces();
            Some(TableInfo { slice, name: P::Position::slice_name(slice), pieces, contents })
        };
        self.0.slices().into_iter().filter_map(info).collect()
    }

    fn pack(&self, pieces: u32) -> std::io::Result<Vec<u8>> {
        tablebase::embed(&self.0, &P::Position::slices(pieces))
    }

    fn fault(&self) -> Option<&TableError> {
        self.0.fault()
    }

    fn verify(
        &self,
        slice: Slice,
        threads: usize,
        cancel: &Cancel,
        observe: &mut dyn FnMut(TableProgress),
    ) -> Result<(), Verdict> {
        verify(&self.0, slice, threads, cancel, observe)
    }
}

/// The value of a position where plies may be limited.
fn value<G: Game>(tables: &Tables<G>, pos: &G) -> Result<Option<Exact>, TableError> {
    Ok(tables.value(pos)?.map(|exact| exact.within(pos.plies_left())))
}

/// Every move with its worth to the side to move, the best first.
#[allow(clippy::type_complexity, reason = "a list of pairs")]
fn best_first<G: Game>(tables: &Tables<G>, pos: &G) -> Result<Vec<(G::Move, Option<Exact>)>, TableError> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let worth = |&mv: &G::Move| {
        let after = value(tables, &pos.play_unchecked(mv))?;
        Ok((mv, after.map(Exact::before)))
    };
    let mut moves: Vec<_> = moves.iter().map(worth).collect::<Result<_, TableError>>()?;
    moves.sort_by_key(|&(_, value)| Reverse(value));
    Ok(moves)
}

/// The line of best play by both sides from a position of known value.
fn line<G: Game>(tables: &Tables<G>, pos: &G) -> Result<Vec<String>, TableError> {
    let mut line = Vec::new();
    let mut seen: HashSet<G> = HashSet::new();
    let mut pos = pos.clone();
    while value(tables, &pos)?.is_some() && seen.insert(pos.clone()) {
        let best = best_first(tables, &pos)?.into_iter().find_map(|(mv, value)| value.map(|_| mv));
        let Some(mv) = best else { break };
        line.push(pos.write_move(mv));
        pos = pos.play_unchecked(mv);
    }
    Ok(line)
}
