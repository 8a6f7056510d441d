//! Which move to try first, learnt from what has refuted others.

use game::{ByPlayer, Player};

/// A move in its list, with how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    /// Its place in the list of legal moves.
    pub(crate) place: u16,
    /// What it wins at once: more than nothing for a noisy move.
    pub(crate) gain: i32,
    /// Its numbers for experience.
    pub(crate) slot: u32,
    pub(crate) idea: u32,
    /// The higher, the earlier.
    pub(crate) promise: i32,
}

impl Ranked {
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
    pub(crate) after: Option<u32>,
    /// The ideas of the moves before: of the last one, and of the one before that.
    pub(crate) trail: [Option<u32>; 2],
}

/// What refutations have taught.
pub(crate) struct Experience {
    /// Quiet moves that refuted a sibling, the latest first, by ply.
    killers: Vec<[Slot; 2]>,
    /// The quiet move that refuted a move, by the refuted one.
    answers: ByPlayer<Vec<Slot>>,
    /// How often quiet moves have refuted or failed to.
    history: ByPlayer<Vec<i16>>,
    /// The same for an idea after another: as the answer to it, and as the plan that goes on after it. The last
    /// row of each is for what follows nothing, and stays empty.
    continuation: [Vec<i16>; 2],
    ideas: usize,
}

/// A slot with 1 added to it, or 0 for none: tables of nothing cost nothing until they are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot(u32);

impl Slot {
    const NONE: Slot = Slot(0);

    fn of(slot: u32) -> Slot {
        Slot(slot + 1)
    }
}

/// What experience says in one context.
pub(crate) struct Advice<'e> {
    killers: [Slot; 2],
    answer: Slot,
    history: &'e [i16],
    continuation: [&'e [i16]; 2],
}

/// The stages of ordering: the promise of a move is its stage and its merit within it.
const BEST_KNOWN: i32 = 4_000_000;
const NOISY: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;
const ANSWER: i32 = 900_000;
/// Merit by each kind of experience stays below this.
const LIMIT: i32 = 16_384;
/// One lesson is worth at most this.
const MOST_PER_LESSON: i32 = LIMIT / 8;

impl Advice<'_> {
    /// How promising a move is.
    #[inline]
    pub(crate) fn promise(&self, mv: &Ranked) -> i32 {
        if mv.is_noisy() {
            return NOISY + mv.gain;
        }
        let slot = Slot::of(mv.slot);
        if self.killers[0] == slot {
            KILLER
        } else if self.killers[1] == slot {
            KILLER - 1
        } else if self.answer == slot {
            ANSWER
        } else {
            self.merit(mv)
        }
    }

    /// How much earlier success or failure speaks for a quiet move.
    #[inline]
    pub(crate) fn merit(&self, mv: &Ranked) -> i32 {
        let [answering, planned] = self.continuation.map(|row| i32::from(row[mv.idea as usize]));
        i32::from(self.history[mv.slot as usize]) + answering + planned
    }
}

impl Experience {
    pub(crate) fn new(slots: usize, ideas: usize) -> Experience {
        Experience {
            killers: Vec::new(),
            answers: ByPlayer::new(|_| vec![Slot::NONE; slots]),
            history: ByPlayer::new(|_| vec![0; slots]),
            continuation: [vec![0; (ideas + 1) * ideas], vec![0; (ideas + 1) * ideas]],
            ideas,
        }
    }

    /// What it says here.
    #[inline]
    pub(crate) fn advice(&self, at: &Context) -> Advice<'_> {
        let row = |table: usize| &self.continuation[table][self.row(at.trail[table])..][..self.ideas];
        Advice {
            killers: self.killers.get(at.ply).copied().unwrap_or([Slot::NONE; 2]),
            answer: at.after.map_or(Slot::NONE, |after| self.answers[at.turn][after as usize]),
            history: &self.history[at.turn],
            continuation: [row(0), row(1)],
        }
    }

    /// Where the row of what follows an idea begins.
    #[inline]
    fn row(&self, before: Option<u32>) -> usize {
        before.map_or(self.ideas, |idea| idea as usize) * self.ideas
    }

    /// The promise of the move that the table remembers.
    pub(crate) fn best_known() -> i32 {
        BEST_KNOWN
    }

    /// Learns that a quiet move refuted its position, after others had been tried in vain.
    pub(crate) fn learn(&mut self, at: &Context, depth: i32, refuting: Ranked, tried: &[Ranked]) {
        if self.killers.len() <= at.ply {
            self.killers.resize(at.ply + 1, [Slot::NONE; 2]);
        }
        let slot = Slot::of(refuting.slot);
        let [first, second] = &mut self.killers[at.ply];
        if *first != slot {
            *second = std::mem::replace(first, slot);
        }
        if let Some(after) = at.after {
            self.answers[at.turn][after as usize] = slot;
        }
        let bonus = (depth * depth * 16).min(MOST_PER_LESSON);
        self.credit(at, refuting, bonus);
        for &other in tried.iter().filter(|other| !other.is_noisy()) {
            self.credit(at, other, -bonus);
        }
    }

    fn credit(&mut self, at: &Context, mv: Ranked, bonus: i32) {
        change(&mut self.history[at.turn][mv.slot as usize], bonus);
        for (table, before) in at.trail.into_iter().enumerate().filter(|(_, before)| before.is_some()) {
            let row = self.row(before);
            change(&mut self.continuation[table][row + mv.idea as usize], bonus);
        }
    }
}

/// Moves experience towards the limit, the slower the nearer it is.
fn change(experience: &mut i16, bonus: i32) {
    let now = i32::from(*experience);
    *experience = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}
