//! Which move to try first, learnt from what has refuted others.

use game::{ByPlayer, Player};

/// A move in its list, with how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    /// Its place in the list of legal moves.
    pub(crate) place: u16,
    /// What it wins at once: more than nothing for a noisy move.
    pub(crate) gain: i32,
    /// Its numbers for experience.
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

/// Where a move is tried: what experience depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) turn: Player,
    pub(crate) ply: usize,
    /// The slot of the move before.
    pub(crate) previous_move: Option<u32>,
    /// The ideas of the moves before: of the last one, and of the one before that.
    pub(crate) continuation_stack: [Option<u32>; 2],
}

/// What refutations have taught.
pub(crate) struct History {
    /// Quiet moves that refuted a sibling, the latest first, by ply.
    killers: Vec<[HistorySlot; 2]>,
    /// The quiet move that refuted a move, by the refuted one.
    countermoves: ByPlayer<Vec<HistorySlot>>,
    /// How often quiet moves have refuted or failed to.
    history: ByPlayer<Vec<i16>>,
    /// The same for an idea after another: as the answer to it, and as the plan that goes on after it. The last
    /// row of each is for what follows nothing, and stays empty.
    continuation: [Vec<i16>; 2],
    piece_to_size: usize,
}

/// A slot with 1 added to it, or 0 for none: tables of nothing cost nothing until they are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct HistorySlot(u32);

impl HistorySlot {
    const NONE: HistorySlot = HistorySlot(0);

    fn of(history_index: u32) -> HistorySlot {
        HistorySlot(history_index + 1)
    }
}

/// What experience says in one context.
pub(crate) struct HistoryView<'e> {
    killers: [HistorySlot; 2],
    countermove: HistorySlot,
    history: &'e [i16],
    continuation: [&'e [i16]; 2],
}

/// The stages of ordering: the promise of a move is its stage and its merit within it.
const TABLE_MOVE: i32 = 4_000_000;
const NOISY: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;
const COUNTERMOVE: i32 = 900_000;
/// Merit by each kind of experience stays below this.
const MAX_HISTORY: i32 = 16_384;
/// One lesson is worth at most this.
const MAX_BONUS: i32 = MAX_HISTORY / 8;

impl HistoryView<'_> {
    /// How promising a move is.
    #[inline]
    pub(crate) fn order_score(&self, mv: &ScoredMove) -> i32 {
        if mv.is_noisy() {
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

    /// How much earlier success or failure speaks for a quiet move.
    #[inline]
    pub(crate) fn history_score(&self, mv: &ScoredMove) -> i32 {
        let [answering, planned] = self.continuation.map(|row| i32::from(row[mv.piece_to as usize]));
        i32::from(self.history[mv.history_index as usize]) + answering + planned
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
            piece_to_size,
        }
    }

    /// What it says here.
    #[inline]
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

    /// Where the row of what follows an idea begins.
    #[inline]
    fn row(&self, before: Option<u32>) -> usize {
        before.map_or(self.piece_to_size, |piece_to| piece_to as usize) * self.piece_to_size
    }

    /// The promise of the move that the table remembers.
    pub(crate) fn table_move() -> i32 {
        TABLE_MOVE
    }

    /// Learns that a quiet move refuted its position, after others had been tried in vain.
    pub(crate) fn update(&mut self, at: &Context, depth: i32, refuting: ScoredMove, tried: &[ScoredMove]) {
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
        let bonus = (depth * depth * 16).min(MAX_BONUS);
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

/// Moves experience towards the limit, the slower the nearer it is.
fn change(history_tables: &mut i16, bonus: i32) {
    let now = i32::from(*history_tables);
    *history_tables = (now + bonus - now * bonus.abs() / MAX_HISTORY) as i16;
}
