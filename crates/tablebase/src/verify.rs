//! Proof of a table from nothing but the rules.
//!
//! Every value is compared with the values after each move. That is a proof. A win in n has a move
//! to a loss in n - 1 and none to a shorter one, and every move of a loss in n leads to a win, the
//! longest of them in n - 1, so wins and losses are right by induction over the distance. In a
//! drawn position, the side to move has a move to a draw and none to a loss, so neither side can be
//! beaten.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use cancel::Cancel;
use game::{Game, Slice};

use crate::{Exact, Table, TableError, Tables};

/// Why a table is not proven.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Verdict {
    /// A table is damaged or belongs to another game.
    #[error(transparent)]
    Refused(#[from] TableError),
    /// The slice has no table.
    #[error("there is no table of the slice {0}")]
    Missing(String),
    /// A move leads to a position that has no table.
    #[error("the table of {slice} cannot be verified without that of {needed}")]
    Needs {
        /// The slice that was to be verified.
        slice: String,
        /// The slice that the move leads to.
        needed: String,
    },
    /// A value does not follow from the values after the moves.
    #[error("the table of {slice} is wrong: '{position}' is {stored:?}, and by its moves {found:?}")]
    Wrong {
        /// The slice.
        slice: String,
        /// The position as text.
        position: String,
        /// The index of the position.
        index: u64,
        /// The value in the table.
        stored: Exact,
        /// The value that follows from the moves.
        found: Exact,
    },
    /// It was cancelled.
    #[error("stopped")]
    Stopped,
}

/// The progress of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableProgress {
    /// The number of positions proven.
    pub done: u64,
    /// The number of positions in the slice.
    pub of: u64,
}

/// Checks the bytes of a slice's table, then every value against its successors, on `threads`
/// threads. The slices that moves lead to must have tables, whose values are assumed. `observe` is
/// called with the progress.
///
/// # Errors
/// Fails with the wrong value of the lowest index, or with the reason why the check was impossible.
pub fn verify<G: Game>(
    tables: &Tables<G>,
    slice: Slice,
    threads: usize,
    cancel: &Cancel,
    observe: &mut dyn FnMut(TableProgress),
) -> Result<(), Verdict> {
    let table = known(tables, slice)?;
    table.check()?;
    let mut own = Vec::new();
    table.decode_all(&mut own)?;
    let partner_slice = G::partner(slice);
    let mut partner = Vec::new();
    if partner_slice != slice {
        // Most moves lead to the partner, and probing it in memory is faster. If it is missing, the
        // first move that needs it reports that.
        if let Some(table) = tables.table(partner_slice)? {
            table.decode_all(&mut partner)?;
        }
    }
    let partner = (partner_slice, if partner_slice == slice { &own } else { &partner });
    let proof = Proof { tables, slice, own: &own, partner };
    proof.run(threads.max(1), cancel, observe)
}

fn known<G: Game>(tables: &Tables<G>, slice: Slice) -> Result<&Table, Verdict> {
    tables.table(slice)?.ok_or_else(|| Verdict::Missing(G::slice_name(slice)))
}

struct Proof<'a, G> {
    tables: &'a Tables<G>,
    slice: Slice,
    own: &'a [u8],
    partner: (Slice, &'a Vec<u8>),
}

impl<G: Game> Proof<'_, G> {
    /// Proves runs of positions, the lowest first; a fault stops all later runs.
    fn run(
        &self,
        threads: usize,
        cancel: &Cancel,
        observe: &mut dyn FnMut(TableProgress),
    ) -> Result<(), Verdict> {
        const RUN: u64 = 1 << 14;
        let of = self.own.len() as u64;
        let (next, done, stop) = (AtomicU64::new(0), AtomicU64::new(0), cancel.child());
        let first_fault: Mutex<Option<(u64, Verdict)>> = Mutex::new(None);
        let one_run = || -> bool {
            let start = next.fetch_add(RUN, Ordering::Relaxed);
            if start >= of || stop.is_cancelled() {
                return false;
            }
            let end = (start + RUN).min(of);
            if let Err(fault) = self.positions(start, end) {
                stop.cancel();
                let mut first = first_fault.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if first.as_ref().is_none_or(|&(at, _)| start < at) {
                    *first = Some((start, fault));
                }
            }
            done.fetch_add(end - start, Ordering::Relaxed);
            true
        };
        std::thread::scope(|scope| {
            let work = || while one_run() {};
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let _workers: Vec<_> = (1..threads).map_while(start).collect();
            while one_run() {
                observe(TableProgress { done: done.load(Ordering::Relaxed), of });
            }
        });
        match first_fault.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Some((_, fault)) => Err(fault),
            None if cancel.is_cancelled() => Err(Verdict::Stopped),
            None => Ok(()),
        }
    }

    fn positions(&self, start: u64, end: u64) -> Result<(), Verdict> {
        let mut moves = Vec::new();
        for index in start..end {
            let pos = G::unindex(self.slice, index);
            let stored = Exact::from_code(self.own[index as usize]);
            let found = match pos.legal_moves(&mut moves) {
                Some(outcome) => Exact::of_outcome(outcome, pos.turn()),
                None => self.by_moves(&pos, &moves)?,
            };
            if stored != found {
                let (slice, position) = (G::slice_name(self.slice), pos.write());
                return Err(Verdict::Wrong { slice, position, index, stored, found });
            }
        }
        Ok(())
    }

    /// The value of the best move.
    fn by_moves(&self, pos: &G, moves: &[G::Move]) -> Result<Exact, Verdict> {
        let mut best: Option<Exact> = None;
        for &mv in moves {
            let here = self.after(&pos.play_unchecked(mv))?.before();
            if best.is_none_or(|best| here.is_better_than(best)) {
                best = Some(here);
            }
        }
        Ok(best.unwrap_or(Exact::Draw))
    }

    fn after(&self, pos: &G) -> Result<Exact, Verdict> {
        let slice = pos.slice();
        if slice == Some(self.partner.0) && !self.partner.1.is_empty() {
            return match self.partner.1.get(pos.index() as usize) {
                Some(&code) => Ok(Exact::from_code(code)),
                None => Err(self.needs(pos)),
            };
        }
        self.tables.value(pos)?.ok_or_else(|| self.needs(pos))
    }

    fn needs(&self, pos: &G) -> Verdict {
        let needed = pos.slice().map_or_else(|| pos.write(), G::slice_name);
        Verdict::Needs { slice: G::slice_name(self.slice), needed }
    }
}
