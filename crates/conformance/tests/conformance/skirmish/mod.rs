//! Skirmish, a small valid game that implements everything, with faults to switch on.
//!
//! ```text
//!    a b c
//! 1  x x x     A stone steps up, down, left or right to an empty cell or onto an enemy, who is taken.
//! 2  . . .     Taking the last enemy wins; 30 plies without a win are a draw. At most three stones
//! 3  o o o     a side. The text has a ply count or none; without one there is no limit.
//! ```

mod explain;
pub(crate) mod fault;
mod key;
mod layout;
mod notation;
mod symmetry;
mod tables;

use std::hash::{Hash, Hasher};

use fault::{Fault, on};
use game::{Bits, ByPlayer, Game, HouseRules, IllegalMove, Outcome, Player, Position};

pub(crate) const CELLS: usize = 9;
pub(crate) const MOST_STONES: u32 = 3;
pub(crate) const CAP: u32 = 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Skirmish {
    pub(crate) stones: ByPlayer<u64>,
    pub(crate) turn: Player,
    pub(crate) ply: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Step {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The neighbours of `cell`.
pub(crate) fn beside(cell: usize) -> u64 {
    let (row, column) = (cell / 3, cell % 3);
    let near = |&other: &usize| (other / 3).abs_diff(row) + (other % 3).abs_diff(column) == 1;
    (0..CELLS).filter(near).fold(0, |set, other| set | 1 << other)
}

impl Skirmish {
    pub(crate) fn mine(&self) -> u64 {
        self.stones[self.turn]
    }

    pub(crate) fn theirs(&self) -> u64 {
        self.stones[self.turn.other()]
    }

    /// The enemies that may be captured.
    pub(crate) fn targets(&self) -> u64 {
        // The game never ends, and nothing else contradicts that.
        if on(Fault::Endless) && self.theirs().count_ones() == 1 { 0 } else { self.theirs() }
    }

    fn beaten(&self) -> Option<Outcome> {
        let winner = Player::ALL.into_iter().find(|&player| self.stones[player.other()] == 0)?;
        Some(Outcome::Win(winner))
    }

    fn result(&self) -> Option<Outcome> {
        self.beaten().or((self.ply == Some(CAP)).then_some(Outcome::Draw))
    }

    fn destinations(&self, from: usize) -> u64 {
        beside(from) & !self.mine() & (self.targets() | !self.theirs())
    }

    fn moved(&self, Step { from, to }: Step) -> Self {
        let mut stones = self.stones;
        stones[self.turn] = stones[self.turn] & !(1 << from) | 1 << to;
        stones[self.turn.other()] &= !(1 << to);
        let turn = if on(Fault::TurnStays) { self.turn } else { self.turn.other() };
        Skirmish { stones, turn, ply: self.ply.map(|ply| ply + 1) }
    }

    pub(crate) fn takes(&self, step: Step) -> bool {
        self.theirs() & 1 << step.to != 0
    }
}

impl Hash for Skirmish {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.stones, self.turn, self.ply).hash(state);
        if on(Fault::HashImpure) && fault::every(2) {
            1.hash(state);
        }
    }
}

impl Position for Skirmish {
    type Move = Step;

    const ALTERNATES: bool = true;

    fn start() -> Self {
        let stones = ByPlayer { one: 0b000_000_111, two: 0b111_000_000 };
        Skirmish { stones, turn: Player::One, ply: (!on(Fault::Endless)).then_some(0) }
    }

    fn turn(&self) -> Player {
        self.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) -> Option<Outcome> {
        if !on(Fault::StaleList) {
            moves.clear();
        }
        let outcome = self.result();
        if outcome.is_some() && !on(Fault::MovesAfterTheEnd) {
            return outcome.filter(|_| !on(Fault::NoMoves));
        }
        for from in Bits(self.mine()) {
            moves.extend(Bits(self.destinations(from)).map(|to| Step { from, to }));
        }
        if on(Fault::MoveTwice) {
            moves.extend_from_within(..1);
        }
        if on(Fault::MoveMissing) && moves.len() > 1 {
            moves.pop();
        }
        outcome
    }

    fn play_unchecked(&self, step: Step) -> Self {
        debug_assert!(self.is_legal(step));
        self.moved(step)
    }

    fn is_legal(&self, step: Step) -> bool {
        let own = self.mine() & 1 << step.from != 0 || on(Fault::PredicateAccepts);
        let denied = self.takes(step)
            && (on(Fault::PredicateDenies) || on(Fault::PredicateDeniesMore) && self.ply.is_none());
        self.result().is_none() && own && !denied && self.destinations(step.from) & 1 << step.to != 0
    }

    fn outcome(&self) -> Option<Outcome> {
        if on(Fault::OutcomeForgetsCap) { self.beaten() } else { self.result() }
    }

    fn may_win_at_once(&self) -> bool {
        self.theirs().count_ones() <= 1 && !on(Fault::WinOverlooked)
    }

    fn count_moves(&self) -> u64 {
        if self.result().is_some() && !on(Fault::MovesAfterTheEnd) {
            return 0;
        }
        let count = |from| u64::from(self.destinations(from).count_ones());
        let counted: u64 = Bits(self.mine()).map(count).sum();
        // Too rare to be in the sample itself, but reached by perft from its positions.
        let rare = self.ply == Some(4) && self.stones == ByPlayer { one: 0b000_011_100, two: 0b111_000_000 };
        let elsewhere = std::thread::current().name().is_none();
        let wrong = on(Fault::CountForgetsTaking) && self.targets() != 0
            || on(Fault::CountRarelyWrong) && rare
            || on(Fault::CountByThread) && elsewhere;
        if on(Fault::MoveMissing) && counted > 1 { counted - 1 } else { counted + u64::from(wrong) }
    }

    fn plies_left(&self) -> Option<u32> {
        let left = CAP.saturating_sub(self.ply?);
        match () {
            () if on(Fault::PliesStandStill) => Some(10),
            () if on(Fault::PliesTooFew) => Some(left.saturating_sub(1)),
            () => Some(left),
        }
    }

    fn play(&self, step: Step) -> Result<Self, IllegalMove<Step>> {
        if on(Fault::PlayOther) {
            return if self.is_legal(step) { Ok(self.clone()) } else { Err(IllegalMove(step)) };
        }
        if self.is_legal(step) || on(Fault::PlayAccepts) {
            Ok(self.moved(step))
        } else {
            Err(IllegalMove(step))
        }
    }
}

impl Game for Skirmish {
    const NAME: &'static str = "skirmish";
    const TITLE: &'static str = "Skirmish";
    const SUMMARY: &'static str = "take the last enemy";
    const HOUSE_RULES: HouseRules = HouseRules { repetition: Some(3), no_progress: Some(10) };

    fn is_progress(&self, step: Step) -> bool {
        assert!(!on(Fault::ProgressPanics) || self.ply.is_some(), "the position has a ply count");
        let fickle = on(Fault::ProgressFickle) && fault::every(13);
        self.takes(step) || on(Fault::Endless) || fickle
    }

    fn from_occupants(_: &[u8], _: Player) -> Option<Self> {
        on(Fault::ArrangedOther).then(Self::start)
    }
}
