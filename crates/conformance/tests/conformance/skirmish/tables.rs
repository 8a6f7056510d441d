//! Slices, indices and predecessors of Skirmish.
//!
//! A slice is the number of stones of the side to move and of the other; its positions have the
//! first player to move.

use game::combinations::{choose, rank, unrank};
use game::{Bits, ByPlayer, Indexed, Player, Position, Retro, Slice, gather, scatter};

use super::fault::{Fault, on};
use super::{CAP, CELLS, MOST_STONES, Skirmish, Step, beside};

const ALL: u64 = (1 << CELLS) - 1;

fn slice(mine: u32, theirs: u32) -> Slice {
    Slice(u64::from(10 * mine + theirs))
}

fn counts(slice: Slice) -> (u32, u32) {
    (slice.0 as u32 / 10, slice.0 as u32 % 10)
}

fn len(slice: Slice) -> u64 {
    let (mine, theirs) = counts(slice);
    choose(CELLS as u32, mine) * choose(CELLS as u32 - mine, theirs)
}

/// All slices in order, with their numbers of pieces.
fn all_slices() -> Vec<(u32, Slice)> {
    let sides = || 1..=MOST_STONES;
    let mut slices: Vec<_> = sides().flat_map(|a| sides().map(move |b| (a + b, slice(a, b)))).collect();
    slices.sort();
    slices
}

impl Skirmish {
    fn true_slice(&self) -> Option<Slice> {
        let counted = slice(self.mine().count_ones(), self.theirs().count_ones());
        (self.mine() != 0 && self.theirs() != 0).then_some(counted)
    }

    fn true_index(&self) -> u64 {
        let first = self.for_first();
        let (mine, theirs) = (first.mine(), first.theirs());
        let free = CELLS as u32 - mine.count_ones();
        rank(mine) * choose(free, theirs.count_ones()) + rank(gather(theirs, ALL & !mine))
    }

    fn at(slice: Slice, index: u64) -> Self {
        let (mine, theirs) = counts(slice);
        let others = choose(CELLS as u32 - mine, theirs);
        let one = unrank(index / others, mine);
        let two = scatter(unrank(index % others, theirs), ALL & !one);
        Skirmish { stones: ByPlayer { one, two }, turn: Player::One, ply: None }
    }
}

impl Indexed for Skirmish {
    fn slice(&self) -> Option<Slice> {
        let missing = on(Fault::SliceMissing) && self.turn == Player::Two;
        self.true_slice().filter(|_| !missing).map(|slice| if on(Fault::OneSlice) { Slice(0) } else { slice })
    }

    fn pieces(&self) -> u32 {
        if on(Fault::PiecesMiscounted) { 99 } else { 0 }
    }

    fn shares_number(&self) -> bool {
        on(Fault::NumberShared)
    }

    fn conversions(&self, moves: &mut Vec<Step>) -> usize {
        let mut all = Vec::new();
        self.legal_moves(&mut all);
        let leads_out = |step: &Step| self.takes(*step);
        let (out, quiet): (Vec<Step>, Vec<Step>) = all.into_iter().partition(leads_out);
        if !on(Fault::ExitsStaleList) {
            moves.clear();
        }
        moves.extend(out);
        if on(Fault::ExitMissing) {
            moves.pop();
        }
        quiet.len() + usize::from(on(Fault::ExitsMiscounted))
    }

    fn slice_len(slice: Slice) -> u64 {
        if on(Fault::OneSlice) { all_slices().iter().map(|&(_, slice)| len(slice)).sum() } else { len(slice) }
    }

    fn index(&self) -> u64 {
        let slice = self.true_slice();
        match () {
            () if on(Fault::OneSlice) => {
                let before = all_slices().into_iter().take_while(|&(_, other)| Some(other) != slice);
                before.map(|(_, slice)| len(slice)).sum::<u64>() + self.true_index()
            }
            () if on(Fault::IndexTooLarge) && self.turn == Player::Two => len(slice.unwrap()),
            () if on(Fault::IndexOther) && self.turn == Player::Two => 0,
            () => self.true_index(),
        }
    }

    fn unindex(slice: Slice, index: u64) -> Self {
        match () {
            () if on(Fault::OneSlice) => {
                let mut left = index;
                for (_, slice) in all_slices() {
                    if left < len(slice) {
                        return Self::at(slice, left);
                    }
                    left -= len(slice);
                }
                unreachable!("the index is less than the length")
            }
            () if on(Fault::UnindexOtherSlice) => Self::at(self::slice(1, 1), index % 72),
            () if on(Fault::UnindexShifted) => Self::at(slice, (index + 1) % len(slice)),
            () if on(Fault::UnindexUnreadable) => Skirmish { ply: Some(CAP + 1), ..Self::at(slice, index) },
            () => Self::at(slice, index),
        }
    }

    fn partner(slice: Slice) -> Slice {
        let (mine, theirs) = counts(slice);
        match () {
            () if on(Fault::OneSlice) || on(Fault::QuietElsewhere) => slice,
            () if on(Fault::PartnerOneWay) => self::slice(1, 1),
            () => self::slice(theirs, mine),
        }
    }

    fn slices(pieces: u32) -> Vec<Slice> {
        let most = if on(Fault::SliceTooMany) { pieces + 1 } else { pieces };
        let mut slices: Vec<Slice> =
            all_slices().into_iter().filter(|&(count, _)| count <= most).map(|(_, slice)| slice).collect();
        match () {
            () if on(Fault::OneSlice) => slices = if pieces < 2 { vec![] } else { vec![Slice(0)] },
            () if on(Fault::SliceTwice) => slices.extend_from_within(..),
            () if on(Fault::SliceLost) && pieces == 3 => slices.retain(|&s| s != slice(1, 1)),
            () if on(Fault::PartnerUnlisted) => slices.retain(|&s| s != slice(2, 1)),
            () if on(Fault::SliceUnlisted) => slices.retain(|&s| s != slice(2, 1) && s != slice(1, 2)),
            () if on(Fault::SliceOrder) => slices.reverse(),
            () => {}
        }
        slices
    }

    fn slice_name(slice: Slice) -> String {
        let (mine, theirs) = counts(slice);
        if on(Fault::SliceNames) {
            format!("{} stones", mine + theirs)
        } else {
            format!("{mine} against {theirs}")
        }
    }
}

impl Skirmish {
    /// The positions before a step by the player who has just moved.
    fn before(&self, take: bool) -> Vec<Self> {
        let mover = self.turn.other();
        if self.ply == Some(0)
            || take && self.mine().count_ones() == MOST_STONES && !on(Fault::RetroUnreadable)
        {
            return Vec::new();
        }
        let ply = self.ply.map(|ply| ply - 1);
        let empty = ALL & !(self.mine() | self.theirs());
        let mut list = Vec::new();
        for to in Bits(self.theirs()) {
            let near = if on(Fault::RetroUnsound) { ALL } else { beside(to) };
            for from in Bits(near & empty) {
                let mut stones = self.stones;
                stones[mover] = stones[mover] & !(1 << to) | 1 << from;
                stones[self.turn] |= u64::from(take) << to;
                let before = Skirmish { stones, turn: mover, ply };
                let leads_here = before.is_legal(Step { from, to });
                let unsound = on(Fault::RetroUnsound) && before.result().is_none();
                if leads_here || unsound || on(Fault::RetroFinished) {
                    list.push(before);
                }
            }
        }
        list
    }
}

impl Retro for Skirmish {
    fn predecessors(&self) -> Option<Vec<Self>> {
        if on(Fault::RetroNotHere) && self.turn == Player::Two
            || on(Fault::RetroOnlyHere) && self.turn == Player::One
        {
            return None;
        }
        let mut list = self.before(false);
        if !on(Fault::RetroIncomplete) {
            list.extend(self.before(true));
        }
        if on(Fault::RetroTwice) {
            list.extend(list.first().cloned());
        }
        Some(list)
    }

    fn quiet_predecessors(&self, list: &mut Vec<Self>) {
        if !on(Fault::QuietStaleList) {
            list.clear();
        }
        if self.true_slice().is_none() {
            return;
        }
        list.extend(self.before(false));
        if on(Fault::QuietMissing) {
            list.pop();
        }
        if on(Fault::QuietTooMany) {
            list.extend(self.before(true));
        }
        if on(Fault::QuietTwice) {
            list.extend_from_within(..1.min(list.len()));
        }
    }
}
