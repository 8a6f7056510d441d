//! A game as far as it has been played.

use game::{ByPlayer, Game};

use crate::Encoding;
use crate::numbering::Move;

/// A game with what the house rules need to know, and what its state as text consists of.
#[derive(Clone, Debug)]
pub(crate) struct Played<G: Game> {
    start: G,
    /// The place of each move in the list of legal moves.
    moves: Vec<u16>,
    pos: G,
    key: u64,
    /// The keys of earlier positions that may come again, by the side to move.
    earlier: ByPlayer<Vec<u64>>,
    idle: u32,
    seen_before: u32,
}

impl<G: Game> Played<G> {
    /// A game that begins with this position.
    pub(crate) fn new(start: &G) -> Played<G> {
        let start = start.in_play();
        Played {
            moves: Vec::new(),
            pos: start.clone(),
            key: if G::HOUSE_RULES.repetition.is_some() { start.key() } else { 0 },
            earlier: ByPlayer::default(),
            idle: 0,
            seen_before: 0,
            start,
        }
    }

    /// Begins again, in the memory that it has.
    pub(crate) fn restart(&mut self, start: &G) {
        let mut new = Played::new(start);
        std::mem::swap(&mut new.moves, &mut self.moves);
        std::mem::swap(&mut new.earlier, &mut self.earlier);
        new.moves.clear();
        new.forget_earlier();
        *self = new;
    }

    pub(crate) fn start(&self) -> &G {
        &self.start
    }

    #[inline]
    pub(crate) fn position(&self) -> &G {
        &self.pos
    }

    /// The places of the moves so far in the lists of legal moves.
    pub(crate) fn moves(&self) -> &[u16] {
        &self.moves
    }

    #[inline]
    pub(crate) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    #[inline]
    pub(crate) fn plies_without_progress(&self) -> u32 {
        self.idle
    }

    #[inline]
    pub(crate) fn times_seen_before(&self) -> u32 {
        self.seen_before
    }

    /// Whether a house rule ends the game here, unless its own rules do.
    #[inline]
    pub(crate) fn is_house_draw(&self) -> bool {
        let rules = G::HOUSE_RULES;
        rules.repetition.is_some_and(|times| self.seen_before + 1 >= times)
            || rules.no_progress_draw(self.idle).is_some()
    }

    /// Plays the legal move at `place` of the list.
    #[inline]
    pub(crate) fn play<E: Encoding<Position = G>>(&mut self, place: usize, mv: Move<E>) {
        self.moves.push(place as u16);
        self.idle = if self.pos.is_progress(mv) { 0 } else { self.idle + 1 };
        if G::HOUSE_RULES.repetition.is_none() {
            self.pos = self.pos.play_unchecked(mv);
            return;
        }
        if E::is_irreversible(&self.pos, mv) {
            self.forget_earlier();
        } else {
            self.earlier[self.pos.turn()].push(self.key);
        }
        self.key = self.pos.key_after(self.key, mv);
        self.pos = self.pos.play_unchecked(mv);
        let earlier = &self.earlier[self.pos.turn()];
        self.seen_before = earlier.iter().map(|&key| u32::from(key == self.key)).sum();
    }

    #[inline]
    fn forget_earlier(&mut self) {
        self.earlier.one.clear();
        self.earlier.two.clear();
    }
}
