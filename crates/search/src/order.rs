//! Which move to try first, learnt from what has refuted others.

use game::{ByPlayer, Player};

/// A move in its list, with how promising it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    /// Its place in the list of legal moves.
    pub(crate) place: u16,
    /// Its number for experience.
    pub(crate) slot: u32,
    /// Whether it is noisy.
    pub(crate) noisy: bool,
    /// The higher, the earlier.
    pub(crate) promise: i32,
}

/// What refutations have taught.
pub(crate) struct Experience {
    /// Quiet moves that refuted a sibling, the latest first, by ply.
    killers: Vec<[Option<u32>; 2]>,
    /// The quiet move that refuted a move, by the refuted one.
    answers: ByPlayer<Vec<Option<u32>>>,
    /// How often quiet moves have refuted or failed to.
    history: ByPlayer<Vec<i32>>,
}

/// The stages of ordering: the promise of a move is its stage and its merit within it.
const BEST_KNOWN: i32 = 4_000_000;
const NOISY: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;
const ANSWER: i32 = 900_000;
/// Merit by history stays below this.
const HISTORY_LIMIT: i32 = 16_384;

impl Experience {
    pub(crate) fn new(slots: usize) -> Experience {
        Experience {
            killers: Vec::new(),
            answers: ByPlayer::new(|_| vec![None; slots]),
            history: ByPlayer::new(|_| vec![0; slots]),
        }
    }

    /// How promising a move is.
    pub(crate) fn promise(
        &self,
        turn: Player,
        ply: usize,
        after: Option<u32>,
        mv: &Ranked,
        gain: i32,
    ) -> i32 {
        if mv.noisy {
            return NOISY + gain;
        }
        let killer = self.killers.get(ply).and_then(|pair| pair.iter().position(|&k| k == Some(mv.slot)));
        if let Some(place) = killer {
            return KILLER - place as i32;
        }
        if after.is_some_and(|after| self.answers[turn][after as usize] == Some(mv.slot)) {
            return ANSWER;
        }
        self.history[turn][mv.slot as usize]
    }

    /// The promise of the move that the table remembers.
    pub(crate) fn best_known() -> i32 {
        BEST_KNOWN
    }

    /// Whether earlier success or failure speaks for the move.
    pub(crate) fn merit(&self, turn: Player, slot: u32) -> i32 {
        self.history[turn][slot as usize]
    }

    /// Learns that a quiet move refuted its position, after others had been tried in vain.
    pub(crate) fn learn(
        &mut self,
        turn: Player,
        ply: usize,
        after: Option<u32>,
        slot: u32,
        depth: i32,
        tried: &[u32],
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(slot) {
            *second = first.replace(slot);
        }
        if let Some(after) = after {
            self.answers[turn][after as usize] = Some(slot);
        }
        let bonus = (depth * depth * 16).min(HISTORY_LIMIT / 8);
        self.credit(turn, slot, bonus);
        for &other in tried.iter().filter(|&&other| other != slot) {
            self.credit(turn, other, -bonus);
        }
    }

    /// Moves the history of a move towards the limit, the slower the nearer it is.
    fn credit(&mut self, turn: Player, slot: u32, bonus: i32) {
        let history = &mut self.history[turn][slot as usize];
        *history += bonus - *history * bonus.abs() / HISTORY_LIMIT;
    }
}
