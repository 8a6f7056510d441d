//! Retrograde analysis: the exact values of a slice and its partner, from the end of the game
//! backwards.
//!
//! A first pass over every position finds the best of its conversions (captures, promotions and
//! ends of the game, whose values are known already) and counts its quiet moves. Then the distances
//! follow in order. A position lost in `d` plies makes each of its quiet predecessors a win in
//! `d + 1` plies, unless that one has a quicker win. A position won in `d` plies resolves one quiet
//! move of each predecessor, and a predecessor without unresolved moves is lost. Positions that are
//! never reached are draws. So each decided position is propagated once, and nothing is swept
//! repeatedly.
//!
//! Values are one-byte codes (see [`Exact`]). The result does not depend on the number of threads:
//! within one distance the order makes no difference.

mod board;
mod conversions;

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use cancel::Cancel;
use game::{Indexed, Outcome, Player, Position, Retro, Slice, Symmetric};

use crate::Exact;

use self::board::{Board, Chunks, MOST_WAYS};
pub use self::conversions::{Conversions, SolvedSlices};

/// The values of a slice and its partner.
pub struct Solved {
    /// The codes of the slice.
    pub codes: Vec<u8>,
    /// The codes of the partner, if that is a different slice.
    pub partner: Option<Vec<u8>>,
}

/// Why a slice was not solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// It was cancelled.
    #[error("it was stopped")]
    Stopped,
    /// A slice that moves lead to is not available.
    #[error("a slice that is needed first is missing or damaged: {0}")]
    Missing(String),
    /// A distance does not fit into a byte.
    #[error("a win takes more than {} plies, which the format has no room for", Exact::LONGEST)]
    TooLong,
    /// Memory could not be allocated.
    #[error("there is not enough memory")]
    NoMemory,
    /// A position has too many quiet moves for its counter.
    #[error("a position has more than {MOST_WAYS} quiet moves, which there is no room for")]
    TooManyQuietMoves,
    /// A move loses the game for its own player at once.
    #[error("in this game a move can lose at once, which the format has no room for")]
    SelfLosingMove,
}

/// The resources of the solver, and its progress.
pub struct Work<'w> {
    /// The number of threads.
    pub threads: usize,
    /// Polled regularly.
    pub cancel: &'w Cancel,
    /// Called now and then with the fraction of the work that is done, from 0 to 1.
    pub progress: &'w (dyn Fn(f64) + Sync),
}

/// A position that the solver supports.
pub trait Solvable: Retro + Symmetric {}

impl<G: Retro + Symmetric> Solvable for G {}

/// The code of a finished game from the loser's point of view.
const LOST: u8 = 1;
/// Progress is reported every 2²² positions.
const PROGRESS_STEP: u32 = 22;
/// Each thread beyond the first must have this many positions to be worth its cost.
const WORTH_A_THREAD: u64 = 1 << 16;

/// Solves a slice together with its partner. All slices that captures and promotions lead to must
/// be known.
///
/// # Errors
/// Fails if it is cancelled, if a slice is missing, or if the game has values or moves that the
/// format cannot represent.
pub fn solve<G: Solvable>(
    slice: Slice,
    conversions: &Conversions<G>,
    work: &Work,
) -> Result<Solved, SolveError> {
    let partner = G::partner(slice);
    let slices = if partner == slice { vec![slice] } else { vec![slice, partner] };
    let boards = slices.into_iter().map(|slice| Board::new(slice, G::slice_len(slice)));
    let boards: Vec<Board> = boards.collect::<Option<_>>().ok_or(SolveError::NoMemory)?;
    let job = Job { boards: &boards, conversions, work, highest: AtomicU8::new(0), fault: Mutex::new(None) };
    job.begin();
    job.check()?;
    let all: u64 = boards.iter().map(Board::len).sum();
    let settled = AtomicU64::new(0);
    let mut code = 1;
    while code <= job.highest.load(Relaxed) {
        for board in 0..boards.len() {
            job.settle(board, code, &settled);
            job.check()?;
        }
        (work.progress)(0.5 + 0.5 * settled.load(Relaxed) as f64 / all.max(1) as f64);
        let Some(next) = code.checked_add(1) else { break };
        code = next;
    }
    let mut codes = boards.into_iter().map(Board::into_codes);
    Ok(Solved { codes: codes.next().unwrap_or_default(), partner: codes.next() })
}

struct Job<'j, G> {
    boards: &'j [Board],
    conversions: &'j Conversions<'j, G>,
    work: &'j Work<'j>,
    /// The highest code of any position.
    highest: AtomicU8,
    fault: Mutex<Option<SolveError>>,
}

/// The best results of the conversions of a position.
#[derive(Clone, Copy, Default)]
struct BestConversions {
    /// The code of the quickest win, or 0.
    win: u8,
    /// The code of the slowest loss, or 0.
    loss: u8,
    draws: bool,
}

/// The mirror image, with the same side to move.
fn image<G: Symmetric>(pos: &G) -> G {
    let mirror = G::symmetries().find(|&symmetry| !G::swaps_players(symmetry));
    mirror.map_or_else(|| pos.clone(), |mirror| pos.transform(mirror))
}

/// The equivalent position with this player to move, which has the same index.
fn seen_by<G: Symmetric>(pos: &G, player: Player) -> G {
    let exchange = G::symmetries().find(|&symmetry| G::swaps_players(symmetry));
    exchange.filter(|_| pos.turn() != player).map_or_else(|| pos.clone(), |exchange| pos.transform(exchange))
}

impl<G: Solvable> Job<'_, G> {
    fn threads(&self) -> usize {
        let all: u64 = self.boards.iter().map(Board::len).sum();
        self.work.threads.clamp(1, (all / WORTH_A_THREAD) as usize + 1)
    }

    fn check(&self) -> Result<(), SolveError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        fault.map_or(Ok(()), Err)
    }

    fn fail(&self, fault: SolveError) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
    }

    fn is_over(&self) -> bool {
        if self.work.cancel.is_cancelled() {
            self.fail(SolveError::Stopped);
        }
        self.fault.lock().is_ok_and(|fault| fault.is_some())
    }

    /// Calls `act` for each chunk of a board for which `wanted` holds, on all threads.
    fn each_chunk(
        &self,
        board: usize,
        wanted: impl Fn(u64) -> bool + Sync,
        act: impl Fn(&mut Scratch<G>, Range<u64>) + Sync,
    ) {
        let chunks = Chunks::of(&self.boards[board]);
        let run = || {
            let mut scratch = Scratch { moves: Vec::new(), before: Vec::new(), places: Vec::new() };
            while let Some(chunk) = chunks.next(&wanted) {
                if self.is_over() {
                    return;
                }
                act(&mut scratch, self.boards[board].range(chunk));
            }
        };
        match self.threads() {
            1 => run(),
            threads => std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(run);
                }
            }),
        }
    }

    /// The first pass over all positions.
    fn begin(&self) {
        let all: u64 = self.boards.iter().map(Board::len).sum();
        let done = AtomicU64::new(0);
        for (number, board) in self.boards.iter().enumerate() {
            let look = |scratch: &mut Scratch<G>, range: Range<u64>| {
                let count = range.end - range.start;
                for index in range {
                    let pos = G::unindex(board.slice, index);
                    if let Err(fault) = self.look(number, index, &pos, scratch) {
                        return self.fail(fault);
                    }
                }
                let before = done.fetch_add(count, Relaxed);
                if before >> PROGRESS_STEP != (before + count) >> PROGRESS_STEP {
                    (self.work.progress)(0.5 * (before + count) as f64 / all as f64);
                }
            };
            self.each_chunk(number, |_| true, look);
        }
    }

    /// Initialises a position from its conversions and its number of quiet moves.
    fn look(&self, board: usize, index: u64, pos: &G, scratch: &mut Scratch<G>) -> Result<(), SolveError> {
        let board = &self.boards[board];
        let quiet = pos.conversions(&mut scratch.moves);
        if quiet == 0 && scratch.moves.is_empty() {
            board.set_safe(index);
            return match pos.outcome() {
                Some(Outcome::Win(winner)) if winner == pos.turn() => Err(SolveError::SelfLosingMove),
                Some(Outcome::Win(_)) => {
                    self.note(board, index, LOST);
                    Ok(())
                }
                _ => Ok(()),
            };
        }
        let best_conversions = self.best_conversions(pos, &scratch.moves)?;
        if best_conversions.win > 0 {
            board.set_safe(index);
            self.note(board, index, best_conversions.win);
        } else if best_conversions.draws {
            board.set_safe(index);
        } else if quiet == 0 {
            self.note(board, index, best_conversions.loss);
        } else {
            let quiet = u8::try_from(quiet).ok().filter(|&quiet| quiet <= MOST_WAYS);
            board.set_unresolved(
                index,
                quiet.ok_or(SolveError::TooManyQuietMoves)?,
                best_conversions.loss > 0,
            );
        }
        Ok(())
    }

    /// The best results of the conversions of a position.
    fn best_conversions(&self, pos: &G, conversions: &[G::Move]) -> Result<BestConversions, SolveError> {
        let mut best_conversions = BestConversions::default();
        for &mv in conversions {
            let after = pos.play_unchecked(mv);
            let code = match after.slice() {
                Some(there) => self.conversions.code(there, &after)?,
                None => match after.outcome() {
                    Some(Outcome::Win(winner)) if winner == pos.turn() => LOST,
                    Some(Outcome::Win(_)) => return Err(SolveError::SelfLosingMove),
                    Some(Outcome::Draw) => 0,
                    None => {
                        return Err(SolveError::Missing("a position without a slice goes on".to_string()));
                    }
                },
            };
            if code == LOST {
                // No result is better than winning at once.
                return Ok(BestConversions { win: LOST + 1, ..best_conversions });
            }
            if code == u8::MAX {
                return Err(SolveError::TooLong);
            }
            match Exact::from_code(code) {
                Exact::Draw => best_conversions.draws = true,
                Exact::Loss(_) if best_conversions.win == 0 || code + 1 < best_conversions.win => {
                    best_conversions.win = code + 1;
                }
                Exact::Loss(_) => {}
                Exact::Win(_) => best_conversions.loss = best_conversions.loss.max(code + 1),
            }
        }
        Ok(best_conversions)
    }

    /// Sets the code of a position.
    fn note(&self, board: &Board, index: u64, code: u8) {
        board.set(index, code);
        self.highest.fetch_max(code, Relaxed);
    }

    /// Propagates every position with this code to its predecessors.
    fn settle(&self, number: usize, code: u8, settled: &AtomicU64) {
        let board = &self.boards[number];
        let act = |scratch: &mut Scratch<G>, range: Range<u64>| {
            let mut count = 0;
            for index in range {
                if board.get(index) == code {
                    count += 1;
                    if let Err(fault) = self.go_back(number, index, code, scratch) {
                        return self.fail(fault);
                    }
                }
            }
            settled.fetch_add(count, Relaxed);
        };
        self.each_chunk(number, |chunk| board.has(chunk, code), act);
    }

    /// Propagates a position to the positions from which a quiet move leads to it.
    fn go_back(
        &self,
        number: usize,
        index: u64,
        code: u8,
        scratch: &mut Scratch<G>,
    ) -> Result<(), SolveError> {
        let there = &self.boards[self.boards.len() - 1 - number];
        let pos = G::unindex(self.boards[number].slice, index);
        let is_loss = matches!(Exact::from_code(code), Exact::Loss(_));
        let next = code.checked_add(1).ok_or(SolveError::TooLong)?;
        let is_shared = pos.shares_number();
        let Scratch { moves, before, places } = scratch;
        pos.quiet_predecessors(before);
        places.clear();
        places.extend(before.iter().map(Indexed::index));
        there.fetch(places, is_loss);
        for (earlier, &at) in before.iter().zip(places.iter()) {
            if is_loss {
                self.win(there, at, next);
                if is_shared && !earlier.shares_number() {
                    self.win(there, image(earlier).index(), next);
                }
                continue;
            }
            // An index stands for one position or for two mirror images. The quiet moves were
            // counted for the one that `unindex` returns, so subtract as many as that one has moves
            // to this index.
            match (is_shared, earlier.shares_number()) {
                (true, true) | (false, false) => self.resolve_one(there, at, next, moves)?,
                (true, false) => {
                    self.resolve_one(there, at, next, moves)?;
                    self.resolve_one(there, image(earlier).index(), next, moves)?;
                }
                (false, true) => {
                    let counted = G::unindex(there.slice, at);
                    if counted == seen_by(earlier, counted.turn()) {
                        self.resolve_one(there, at, next, moves)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn win(&self, board: &Board, index: u64, code: u8) {
        let before = board.get(index);
        if before == 0 || before > code {
            self.note(board, index, code);
        }
    }

    fn resolve_one(
        &self,
        board: &Board,
        index: u64,
        code: u8,
        moves: &mut Vec<G::Move>,
    ) -> Result<(), SolveError> {
        let Some(conversions) = board.resolve_one(index).filter(|_| board.get(index) == 0) else {
            return Ok(());
        };
        let mut latest = code;
        if conversions {
            // Recomputed, because storing the best conversion would cost a byte for every position.
            let pos = G::unindex(board.slice, index);
            pos.conversions(moves);
            latest = latest.max(self.best_conversions(&pos, moves)?.loss);
        }
        self.note(board, index, latest);
        Ok(())
    }
}

/// The buffers of a thread.
struct Scratch<G: Position> {
    moves: Vec<G::Move>,
    before: Vec<G>,
    /// The indices of `before`.
    places: Vec<u64>,
}
