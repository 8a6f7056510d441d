//! Move ordering: killers, countermoves, history and continuation history, all learnt from cutoffs.

use game::{ByPlayer, Player};

/// A move in its list with its order score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    /// Its place in the list of legal moves.
    pub(crate) place: u16,
    /// Its immediate gain: positive for a noisy move.
    pub(crate) gain: i32,
    /// Its indices into history and continuation history.
    pub(crate) history_index: u32,
    pub(crate) piece_to: u32,
    /// The higher, the earlier.
    pub(crate) order_score: i32,
}

impl ScoredMove {
    pub(crate) fn is_noisy(&self) -> bool {
        self.gain > 0
    }
}

/// Where a move is tried: what killers, countermoves and continuation history depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) turn: Player,
    pub(crate) ply: usize,
    /// The history index of the previous move.
    pub(crate) previous_move: Option<u32>,
    /// The piece-to indices of the previous move and of the one before it.
    pub(crate) continuation_stack: [Option<u32>; 2],
}

/// The tables that cutoffs fill.
pub(crate) struct History {
    /// Killer moves: quiet moves that caused a cutoff at this ply, the latest first.
    killers: Vec<[HistorySlot; 2]>,
    /// The quiet move that refuted a move, by the refuted move.
    countermoves: ByPlayer<Vec<HistorySlot>>,
    /// Butterfly history: how often a quiet move caused a cutoff or failed to.
    history: ByPlayer<Vec<i16>>,
    /// Continuation history: the same for a piece-to index after another one or two plies earlier.
    /// The last row of each is for moves that follow nothing, and stays empty.
    continuation: [Vec<i16>; 2],
    /// Correction history: by how much the static evaluation is wrong after two moves, in
    /// [`CORRECTION_PARTS`] of a point.
    corrections: ByPlayer<Vec<i16>>,
    piece_to_size: usize,
}

/// A history index, stored plus one so that zeroed memory means none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HistorySlot(u32);

impl HistorySlot {
    const NONE: HistorySlot = HistorySlot(0);

    fn of(history_index: u32) -> HistorySlot {
        HistorySlot(history_index + 1)
    }
}

/// The rows of all tables that belong to one context.
pub(crate) struct HistoryView<'e> {
    killers: [HistorySlot; 2],
    countermove: HistorySlot,
    history: &'e [i16],
    continuation: [&'e [i16]; 2],
}

/// The stages of move ordering; within the last one history decides.
const TABLE_MOVE: i32 = 4_000_000;
const NOISY: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;
const COUNTERMOVE: i32 = 900_000;
/// The largest entry of each history table.
const MAX_HISTORY: i32 = 16_384;
/// Parts of a point in correction history.
const CORRECTION_PARTS: i32 = 64;
/// An error counts as at most this many points.
const MAX_CORRECTION: i32 = 200;
/// The weight of an error at a depth is depth + 1, at most 16, of these parts.
const CORRECTION_WEIGHT: i32 = 256;

impl HistoryView<'_> {
    /// The order score: its stage, and within it gain or history.
    #[inline]
    pub(crate) fn order_score(&self, mv: &ScoredMove) -> i32 {
        if mv.is_noisy() {
            debug_assert!(mv.gain < TABLE_MOVE - NOISY, "the table move comes before every capture");
            return NOISY + mv.gain;
        }
        let history_index = HistorySlot::of(mv.history_index);
        if self.killers[0] == history_index {
            KILLER
        } else if self.killers[1] == history_index {
            KILLER - 1
        } else if self.countermove == history_index {
            COUNTERMOVE
        } else {
            self.history_score(mv)
        }
    }

    /// The sum of history and both continuation histories of a quiet move.
    #[inline]
    pub(crate) fn history_score(&self, mv: &ScoredMove) -> i32 {
        let [answering, planned] = self.continuation.map(|row| i32::from(row[mv.piece_to as usize]));
        let history = i32::from(self.history[mv.history_index as usize]) + answering + planned;
        debug_assert!(history < COUNTERMOVE, "killers and countermoves come before history");
        history
    }
}

impl History {
    pub(crate) fn new(history_size: usize, piece_to_size: usize) -> History {
        History {
            killers: Vec::new(),
            countermoves: ByPlayer::new(|_| vec![HistorySlot::NONE; history_size]),
            history: ByPlayer::new(|_| vec![0; history_size]),
            continuation: [
                vec![0; (piece_to_size + 1) * piece_to_size],
                vec![0; (piece_to_size + 1) * piece_to_size],
            ],
            corrections: ByPlayer::new(|_| vec![0; (piece_to_size + 1) * piece_to_size]),
            piece_to_size,
        }
    }

    /// The place of the last two moves in correction history, if there were two.
    #[inline]
    fn correction_place(&self, at: &Context) -> Option<usize> {
        let [last, before] = at.continuation_stack;
        Some(self.row(before) + last? as usize)
    }

    /// What to add to the static evaluation here, in points.
    #[inline]
    pub(crate) fn correction(&self, at: &Context) -> i32 {
        let place = self.correction_place(at);
        place.map_or(0, |place| i32::from(self.corrections[at.turn][place]) / CORRECTION_PARTS)
    }

    /// The static evaluation was wrong by this many points here.
    pub(crate) fn learn_correction(&mut self, at: &Context, error: i32, depth: i32) {
        let Some(place) = self.correction_place(at) else { return };
        let kept = &mut self.corrections[at.turn][place];
        let error = error.clamp(-MAX_CORRECTION, MAX_CORRECTION) * CORRECTION_PARTS;
        let weight = (depth + 1).min(16);
        let next = i32::from(*kept) + error * weight / CORRECTION_WEIGHT;
        let most = MAX_CORRECTION * CORRECTION_PARTS;
        *kept = next.clamp(-most, most) as i16;
    }

    /// The rows for one context. Inlined, because late move reduction uses a part of them only.
    #[inline(always)]
    pub(crate) fn view(&self, at: &Context) -> HistoryView<'_> {
        let row = |table: usize| {
            &self.continuation[table][self.row(at.continuation_stack[table])..][..self.piece_to_size]
        };
        HistoryView {
            killers: self.killers.get(at.ply).copied().unwrap_or([HistorySlot::NONE; 2]),
            countermove: at.previous_move.map_or(HistorySlot::NONE, |previous_move| {
                self.countermoves[at.turn][previous_move as usize]
            }),
            history: &self.history[at.turn],
            continuation: [row(0), row(1)],
        }
    }

    /// Where the row of moves that follow a piece-to index begins.
    #[inline]
    fn row(&self, before: Option<u32>) -> usize {
        before.map_or(self.piece_to_size, |piece_to| piece_to as usize) * self.piece_to_size
    }

    /// The order score of the transposition table's move.
    pub(crate) fn table_move() -> i32 {
        TABLE_MOVE
    }

    /// A quiet move caused a cutoff: it becomes killer and countermove and gains the bonus as
    /// history, the quiet moves tried before it lose as much.
    #[inline]
    pub(crate) fn update(&mut self, at: &Context, bonus: i32, refuting: ScoredMove, tried: &[ScoredMove]) {
        if self.killers.len() <= at.ply {
            self.killers.resize(at.ply + 1, [HistorySlot::NONE; 2]);
        }
        let history_index = HistorySlot::of(refuting.history_index);
        let [first, second] = &mut self.killers[at.ply];
        if *first != history_index {
            *second = std::mem::replace(first, history_index);
        }
        if let Some(previous_move) = at.previous_move {
            self.countermoves[at.turn][previous_move as usize] = history_index;
        }
        self.add_bonus(at, refuting, bonus);
        for &other in tried.iter().filter(|other| !other.is_noisy()) {
            self.add_bonus(at, other, -bonus);
        }
    }

    fn add_bonus(&mut self, at: &Context, mv: ScoredMove, bonus: i32) {
        change(&mut self.history[at.turn][mv.history_index as usize], bonus);
        for (table, before) in
            at.continuation_stack.into_iter().enumerate().filter(|(_, before)| before.is_some())
        {
            let row = self.row(before);
            change(&mut self.continuation[table][row + mv.piece_to as usize], bonus);
        }
    }
}

/// History gravity: moves an entry towards ±[`MAX_HISTORY`], the slower the nearer it is.
fn change(history: &mut i16, bonus: i32) {
    let now = i32::from(*history);
    let next = now + bonus - now * bonus.abs() / MAX_HISTORY;
    debug_assert!(next.abs() <= MAX_HISTORY, "history stays within ±{MAX_HISTORY}, found {next}");
    *history = next as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_approach_the_mean_error_after_two_moves() {
        let mut history = History::new(4, 3);
        let at =
            |moves| Context { turn: Player::One, ply: 2, previous_move: None, continuation_stack: moves };
        let here = at([Some(1), Some(2)]);
        for _ in 0..200 {
            // What is left of an error of 40 points once it is corrected.
            let error = 40 - history.correction(&here);
            history.learn_correction(&here, error, 8);
        }
        assert!((36..=40).contains(&history.correction(&here)), "{}", history.correction(&here));
        assert_eq!(history.correction(&at([Some(2), Some(1)])), 0, "other moves");
        assert_eq!(history.correction(&Context { turn: Player::Two, ..here }), 0, "the other side");
        history.learn_correction(&at([None; 2]), 100, 8);
        assert_eq!(history.correction(&at([None; 2])), 0, "there was no move");
        for _ in 0..1_000 {
            history.learn_correction(&here, -30_000, 60);
        }
        assert_eq!(history.correction(&here), -MAX_CORRECTION, "errors are limited");
    }
}
