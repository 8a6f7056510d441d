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
    killers: Vec<[Option<u32>; 2]>,
    /// The quiet move that refuted a move, by the refuted one.
    answers: ByPlayer<Vec<Option<u32>>>,
    /// How often quiet moves have refuted or failed to.
    history: ByPlayer<Vec<i16>>,
    /// The same for an idea after another: as the answer to it, and as the plan that goes on after it.
    continuation: [Vec<i16>; 2],
    ideas: usize,
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

impl Experience {
    pub(crate) fn new(slots: usize, ideas: usize) -> Experience {
        Experience {
            killers: Vec::new(),
            answers: ByPlayer::new(|_| vec![None; slots]),
            history: ByPlayer::new(|_| vec![0; slots]),
            continuation: [vec![0; ideas * ideas], vec![0; ideas * ideas]],
            ideas,
        }
    }

    /// How promising a move is.
    #[inline]
    pub(crate) fn promise(&self, at: &Context, mv: &Ranked) -> i32 {
        if mv.is_noisy() {
            return NOISY + mv.gain;
        }
        if let Some(&[first, second]) = self.killers.get(at.ply) {
            if first == Some(mv.slot) {
                return KILLER;
            }
            if second == Some(mv.slot) {
                return KILLER - 1;
            }
        }
        if at.after.is_some_and(|after| self.answers[at.turn][after as usize] == Some(mv.slot)) {
            return ANSWER;
        }
        self.merit(at, mv)
    }

    /// The promise of the move that the table remembers.
    pub(crate) fn best_known() -> i32 {
        BEST_KNOWN
    }

    /// How much earlier success or failure speaks for a quiet move.
    #[inline]
    pub(crate) fn merit(&self, at: &Context, mv: &Ranked) -> i32 {
        let mut merit = i32::from(self.history[at.turn][mv.slot as usize]);
        for (table, before) in self.continuation.iter().zip(at.trail) {
            if let Some(before) = before {
                merit += i32::from(table[before as usize * self.ideas + mv.idea as usize]);
            }
        }
        merit
    }

    /// Learns that a quiet move refuted its position, after others had been tried in vain.
    pub(crate) fn learn(&mut self, at: &Context, depth: i32, refuting: Ranked, tried: &[Ranked]) {
        if self.killers.len() <= at.ply {
            self.killers.resize(at.ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[at.ply];
        if *first != Some(refuting.slot) {
            *second = first.replace(refuting.slot);
        }
        if let Some(after) = at.after {
            self.answers[at.turn][after as usize] = Some(refuting.slot);
        }
        let bonus = (depth * depth * 16).min(MOST_PER_LESSON);
        self.credit(at, refuting, bonus);
        for &other in tried.iter().filter(|other| !other.is_noisy()) {
            self.credit(at, other, -bonus);
        }
    }

    fn credit(&mut self, at: &Context, mv: Ranked, bonus: i32) {
        change(&mut self.history[at.turn][mv.slot as usize], bonus);
        for (table, before) in self.continuation.iter_mut().zip(at.trail) {
            if let Some(before) = before {
                change(&mut table[before as usize * self.ideas + mv.idea as usize], bonus);
            }
        }
    }
}

/// Moves experience towards the limit, the slower the nearer it is.
fn change(experience: &mut i16, bonus: i32) {
    let now = i32::from(*experience);
    *experience = (now + bonus - now * bonus.abs() / LIMIT) as i16;
}
