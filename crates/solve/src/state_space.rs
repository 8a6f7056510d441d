//! Everything that can still happen: where that is not too much, every value is found by going backwards from the ends,
//! and what neither side can win is a draw.

use std::collections::VecDeque;
use std::mem::size_of;

use game::{Game, Player};
use rustc_hash::FxHashMap;

use crate::bounded_search::at_once;
use crate::limits::{Budget, Stopped};
use crate::{Exact, Oracle};

/// The positions that can be reached from one, as far as they have been looked at.
pub(crate) struct StateSpace<G> {
    numbers: FxHashMap<G, u32>,
    /// Seen, but not yet looked at; their numbers are the last ones.
    waiting: VecDeque<G>,
    /// The turn in each position, and its value where that is known.
    turns: Vec<Player>,
    values: Vec<Option<Exact>>,
    /// Where the successors of each position begin.
    begins: Vec<u32>,
    successors: Vec<u32>,
    most_bytes: usize,
    state: State,
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// There is more to look at.
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

    /// How many positions were seen.
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

    /// Looks at more positions; when there are none left, finds all values.
    pub(crate) fn grow(&mut self, oracle: &dyn Oracle<G>, budget: &mut Budget) -> Result<(), Stopped> {
        let mut moves = Vec::new();
        while self.state == State::Growing {
            let Some(pos) = self.waiting.pop_front() else {
                return self.solve(budget);
            };
            // What was not looked at must not be forgotten.
            if let Err(stopped) = budget.tick() {
                self.waiting.push_front(pos);
                return Err(stopped);
            }
            let number = self.begins.len() - 1;
            debug_assert_eq!(self.numbers.get(&pos), Some(&(number as u32)), "they are taken in their order");
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

    /// How much memory it takes, with what going backwards will add.
    fn bytes(&self) -> usize {
        // A map that is full is copied into one of twice the size.
        let map = self.numbers.capacity() * (size_of::<(G, u32)>() + 1) * 8 / 7 * 3 / 2;
        let each = size_of::<(Player, Option<Exact>)>() + 4 * size_of::<u32>();
        map + self.waiting.capacity() * size_of::<G>() + self.turns.len() * each + self.successors.len() * 8
    }

    /// Goes backwards from what is known, from the nearest ends to the farthest. Where it stops, what was found stays
    /// known, and it can begin again.
    fn solve(&mut self, budget: &Budget) -> Result<(), Stopped> {
        /// Between two questions whether to stop.
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
                let value = self.values[number].expect("only what is known is listed");
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

    /// Where the predecessors of each position begin, and all of them.
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

/// The list of a distance.
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

    /// Knows nothing, and cancels when it has been asked so often.
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

    /// Going backwards can be stopped, and what was found by then does no harm.
    #[test]
    fn what_is_stopped_goes_on() {
        let pos = Checkers::read("W:WK3,K7:BK32").unwrap();
        let new = || StateSpace::from(&pos, 1 << 28);
        let mut whole = new();
        let patient = CancelAt { last: u64::MAX, looked_up: AtomicU64::new(0), cancel: Cancel::new() };
        whole.grow(&patient, &mut Budget::new(&Limits::none())).unwrap();
        // Cancelled as soon as the last position was looked at, before going backwards.
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
