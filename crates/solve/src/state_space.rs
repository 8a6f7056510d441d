//! The state space: if it is small enough, retrograde analysis finds the value of every position in
//! it, and a position that neither side wins is a draw.

use std::collections::VecDeque;
use std::mem::size_of;

use game::{Game, Player};
use rustc_hash::FxHashMap;

use crate::bounded_search::at_once;
use crate::limits::{Budget, Stopped};
use crate::{Exact, Oracle};

/// The positions reachable from the root, as far as they are expanded.
pub(crate) struct StateSpace<G> {
    numbers: FxHashMap<G, u32>,
    /// Found but not yet expanded; they have the last numbers.
    waiting: VecDeque<G>,
    /// The side to move in each position, and its value if known.
    turns: Vec<Player>,
    values: Vec<Option<Exact>>,
    /// Where the successors of each position begin in `successors`.
    begins: Vec<u32>,
    successors: Vec<u32>,
    most_bytes: usize,
    state: State,
}

/// The progress of the enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Some positions are not expanded yet.
    Growing,
    /// It does not fit into memory.
    TooMuch,
    /// Every value is known.
    Solved,
}

impl<G: Game> StateSpace<G> {
    pub(crate) fn from(root: &G, most_bytes: usize) -> StateSpace<G> {
        let mut state_space = StateSpace {
            numbers: FxHashMap::default(),
            waiting: VecDeque::new(),
            turns: Vec::new(),
            values: Vec::new(),
            begins: vec![0],
            successors: Vec::new(),
            most_bytes,
            state: State::Growing,
        };
        state_space.number(root.clone());
        state_space
    }

    /// The number of positions found.
    pub(crate) fn len(&self) -> usize {
        self.turns.len()
    }

    pub(crate) fn state(&self) -> State {
        self.state
    }

    /// The value of a position, once all are known.
    pub(crate) fn value(&self, pos: &G) -> Option<Exact> {
        if self.state != State::Solved {
            return None;
        }
        let number = *self.numbers.get(pos)?;
        Some(self.values[number as usize].unwrap_or(Exact::Draw))
    }

    /// Expands more positions; when none are left, finds all values.
    pub(crate) fn grow(&mut self, oracle: &dyn Oracle<G>, budget: &mut Budget) -> Result<(), Stopped> {
        let mut moves = Vec::new();
        while self.state == State::Growing {
            let Some(pos) = self.waiting.pop_front() else {
                return self.solve(budget);
            };
            // This position is still to be expanded.
            if let Err(stopped) = budget.tick() {
                self.waiting.push_front(pos);
                return Err(stopped);
            }
            let number = self.begins.len() - 1;
            debug_assert_eq!(
                self.numbers.get(&pos),
                Some(&(number as u32)),
                "positions are expanded in the order of their numbers"
            );
            match at_once(&pos, oracle) {
                Some(value) => self.values[number] = Some(value),
                None => {
                    pos.legal_moves(&mut moves);
                    for &mv in &moves {
                        let next = self.number(pos.play_unchecked(mv));
                        self.successors.push(next);
                    }
                }
            }
            self.begins.push(self.successors.len() as u32);
            if self.bytes() > self.most_bytes || self.successors.len() > u32::MAX as usize / 2 {
                *self = StateSpace { state: State::TooMuch, ..StateSpace::from(&pos, 0) };
            }
        }
        Ok(())
    }

    fn number(&mut self, pos: G) -> u32 {
        let next = self.turns.len() as u32;
        match self.numbers.entry(pos) {
            std::collections::hash_map::Entry::Occupied(known) => *known.get(),
            std::collections::hash_map::Entry::Vacant(place) => {
                self.turns.push(place.key().turn());
                self.values.push(None);
                self.waiting.push_back(place.key().clone());
                place.insert(next);
                next
            }
        }
    }

    /// The memory in use, including that of the retrograde analysis.
    fn bytes(&self) -> usize {
        // A full map is copied into one of twice the size.
        let map = self.numbers.capacity() * (size_of::<(G, u32)>() + 1) * 8 / 7 * 3 / 2;
        let each = size_of::<(Player, Option<Exact>)>() + 4 * size_of::<u32>();
        map + self.waiting.capacity() * size_of::<G>() + self.turns.len() * each + self.successors.len() * 8
    }

    /// Retrograde analysis, from the nearest ends of the game to the farthest. If it is cancelled,
    /// the values found so far stay, and it can start again.
    fn solve(&mut self, budget: &Budget) -> Result<(), Stopped> {
        /// How often cancellation is polled.
        const A_WHILE: u32 = 1 << 12;
        let count = self.len();
        let (begins, predecessors) = self.predecessors();
        let mut open: Vec<u32> = self.begins.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mut by_distance: Vec<Vec<u32>> = Vec::new();
        for number in 0..count {
            if let Some(distance) = self.values[number].and_then(Exact::distance) {
                at(&mut by_distance, distance).push(number as u32);
            }
        }
        let (mut distance, mut looked_at) = (0, 0_u32);
        while distance < by_distance.len() {
            for number in std::mem::take(&mut by_distance[distance]) {
                looked_at += 1;
                if looked_at.is_multiple_of(A_WHILE) && budget.is_stopped() {
                    return Err(Stopped);
                }
                let number = number as usize;
                let value = self.values[number].expect("only positions with a value are listed");
                for &before in &predecessors[begins[number] as usize..begins[number + 1] as usize] {
                    let before = before as usize;
                    if self.values[before].is_some() {
                        continue;
                    }
                    let same_turn = self.turns[before] == self.turns[number];
                    let through_here = value.one_ply_earlier(same_turn);
                    debug_assert_eq!(
                        through_here.distance(),
                        Some(distance as u32 + 1),
                        "nearest ends first"
                    );
                    debug_assert!(open[before] > 0, "no move is counted twice");
                    open[before] -= 1;
                    if matches!(through_here, Exact::Win(_)) || open[before] == 0 {
                        self.values[before] = Some(through_here);
                        at(&mut by_distance, distance as u32 + 1).push(before as u32);
                    }
                }
            }
            distance += 1;
        }
        self.state = State::Solved;
        (self.begins, self.successors) = (Vec::new(), Vec::new());
        Ok(())
    }

    /// Where the predecessors of each position begin, and all predecessors.
    fn predecessors(&self) -> (Vec<u32>, Vec<u32>) {
        let count = self.len();
        let mut begins = vec![0_u32; count + 2];
        for &next in &self.successors {
            begins[next as usize + 2] += 1;
        }
        for number in 2..begins.len() {
            begins[number] += begins[number - 1];
        }
        let mut predecessors = vec![0; self.successors.len()];
        for number in 0..count {
            for &next in &self.successors[self.begins[number] as usize..self.begins[number + 1] as usize] {
                let place = &mut begins[next as usize + 1];
                predecessors[*place as usize] = number as u32;
                *place += 1;
            }
        }
        (begins, predecessors)
    }
}

/// The list for a distance.
fn at(by_distance: &mut Vec<Vec<u32>>, distance: u32) -> &mut Vec<u32> {
    let distance = distance as usize;
    if by_distance.len() <= distance {
        by_distance.resize_with(distance + 1, Vec::new);
    }
    &mut by_distance[distance]
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use cancel::Cancel;
    use checkers::Checkers;
    use game::Notation as _;

    use super::*;
    use crate::{Limits, NoOracle};

    /// Knows no values, and cancels at the `last` probe.
    struct CancelAt {
        last: u64,
        looked_up: AtomicU64,
        cancel: Cancel,
    }

    impl Oracle<Checkers> for CancelAt {
        fn look_up(&self, _: &Checkers) -> Option<Exact> {
            if self.looked_up.fetch_add(1, Ordering::Relaxed) + 1 == self.last {
                self.cancel.cancel();
            }
            None
        }
    }

    /// Retrograde analysis can be cancelled, and its partial result does no harm.
    #[test]
    fn what_is_stopped_goes_on() {
        let pos = Checkers::read("W:WK3,K7:BK32").unwrap();
        let new = || StateSpace::from(&pos, 1 << 28);
        let mut whole = new();
        let patient = CancelAt { last: u64::MAX, looked_up: AtomicU64::new(0), cancel: Cancel::new() };
        whole.grow(&patient, &mut Budget::new(&Limits::none())).unwrap();
        // Cancelled with the last position, before the retrograde analysis.
        let last = patient.looked_up.into_inner();
        let impatient = CancelAt { last, looked_up: AtomicU64::new(0), cancel: Cancel::new() };
        let mut broken_off = new();
        let limits = Limits { cancel: &impatient.cancel, ..Limits::none() };
        assert_eq!(broken_off.grow(&impatient, &mut Budget::new(&limits)), Err(Stopped));
        assert!(broken_off.values.iter().any(Option::is_some) && broken_off.state() == State::Growing);
        broken_off.grow(&NoOracle, &mut Budget::new(&Limits::none())).unwrap();
        assert!(broken_off.state() == State::Solved && broken_off.values == whole.values);
    }
}
