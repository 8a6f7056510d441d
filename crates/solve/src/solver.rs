//! The value of a position, found by several methods in turn.

use std::sync::Arc;

use game::{Game, Player};

use crate::bounded_search::{BoundedSearch, WinWithin, at_once};
use crate::bounds::{Bounds, LONGEST};
use crate::limits::{Budget, LimitReached, Limits, Stopped};
use game::Exact;

use crate::oracle::Oracle;
use crate::proof_number::ProofNumbers;
use crate::state_space::{State, StateSpace};

/// Solves positions of one game, and stores what it has found.
pub struct Solver<G: Game> {
    pub(crate) bounded_search: BoundedSearch<G>,
    numbers: ProofNumbers,
    state_space: Option<StateSpace<G>>,
    state_space_bytes: usize,
}

/// The result of solving a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The value, if it was found.
    pub value: Option<Exact>,
    /// Bounds of the value.
    pub bounds: Bounds,
    /// The number of positions visited.
    pub nodes: u64,
    /// The limit that was reached, if there is no value.
    pub limit: Option<LimitReached>,
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of positions visited.
    pub nodes: u64,
    /// The side to move has no win in fewer plies; `None` if it has no win at all.
    pub no_win_before: Option<u32>,
    /// The side to move has no loss in fewer plies; `None` if it has no loss at all.
    pub no_loss_before: Option<u32>,
    /// The number of reachable positions found.
    pub reached: usize,
}

/// The first attempt at the state space: enough positions to exhaust a small one.
const A_FEW: u64 = 1_500;
/// The number of nodes after which the other methods get a larger share.
const PLAIN: u64 = 1_500_000;
/// The first share of a side.
const FIRST_SHARE: u64 = 2_000;
/// Two more plies cost about this many times as much as all before. A share that ends in between is
/// partly wasted.
const GROWTH: u64 = 5;
/// The shares of the side that is unlikely to win are smaller by this factor.
const OUTSIDER: u64 = 8;
/// The share of the other methods before and after [`PLAIN`] nodes, as a divisor: they seldom help
/// while the bounded search is making progress.
const LITTLE: u64 = 32;
const OTHER_WAYS: u64 = 3;

/// The search for a win of one player.
struct Side {
    attacker: Player,
    /// There is no win within fewer plies.
    plies: u32,
    /// There is a win within this many plies, if known.
    within: Option<u32>,
    /// The number of plies of the next proof-number search.
    horizon: u32,
    nodes: u64,
}

impl<G: Game> Solver<G> {
    /// A solver that uses about `bytes` bytes and trusts the oracle.
    #[must_use]
    pub fn new(bytes: usize, oracle: Arc<dyn Oracle<G>>) -> Solver<G> {
        Solver {
            bounded_search: BoundedSearch::new(bytes / 4, oracle),
            numbers: ProofNumbers::new(bytes / 4),
            state_space: None,
            state_space_bytes: bytes / 2,
        }
    }

    /// Whether `attacker` can force a win within `plies` plies.
    ///
    /// # Errors
    /// Fails if the limits are reached.
    pub fn forces(
        &mut self,
        pos: &G,
        attacker: Player,
        plies: u32,
        limits: &Limits,
    ) -> Result<bool, Stopped> {
        self.ask(pos, WinWithin { attacker, plies }, &mut Budget::new(limits))
    }

    pub(crate) fn ask(&mut self, pos: &G, goal: WinWithin, budget: &mut Budget) -> Result<bool, Stopped> {
        match self.known(pos) {
            Some(value) => Ok(goal.answered_by(Bounds::exactly(value), pos.turn()) == Some(true)),
            None => self.bounded_search.forces(pos, pos.key(), goal, budget),
        }
    }

    /// The value of a position, if it needs no further search.
    pub(crate) fn known(&self, pos: &G) -> Option<Exact> {
        at_once(pos, self.bounded_search.oracle()).or_else(|| self.state_space.as_ref()?.value(pos))
    }

    /// The value of a position, if the limits suffice; `observe` is called with the progress.
    pub fn solve(&mut self, pos: &G, limits: &Limits, observe: &mut dyn FnMut(&Progress)) -> Answer {
        let mut budget = Budget::new(limits);
        let mut sides = [pos.turn(), pos.turn().other()].map(|attacker| self.side(pos, attacker));
        let value = match self.known(pos) {
            Some(value) => Some(value),
            None => self.search(pos, &mut sides, &mut budget, observe),
        };
        let bounds = match value {
            Some(value) => Bounds::exactly(value),
            None => self.proven(pos, &sides),
        };
        debug_assert!(bounds.exact().is_none_or(|exact| value.is_none_or(|value| exact == value)));
        debug_assert!(
            value.and_then(Exact::distance).is_none_or(|plies| plies <= most_plies(pos)),
            "{value:?} is beyond the ply cap"
        );
        let limit = value.is_none().then(|| budget.limit_reached());
        Answer { value, bounds, nodes: budget.nodes, limit }
    }

    /// What is proven about a position without a value: the bounds in the table, and the failed
    /// attempts of both sides.
    fn proven(&self, pos: &G, sides: &[Side; 2]) -> Bounds {
        let mut bounds = self.bounded_search.bounds(pos.key());
        for side in sides {
            let with = |bounds: Bounds, plies, answer| {
                WinWithin { attacker: side.attacker, plies }.added_to(bounds, pos.turn(), answer)
            };
            if let Some(plies) = side.plies.checked_sub(1) {
                bounds = with(bounds, plies, false);
            }
            if let Some(plies) = side.within {
                bounds = with(bounds, plies, true);
            }
        }
        bounds
    }

    fn side(&self, pos: &G, attacker: Player) -> Side {
        let bounds = self.bounded_search.bounds(pos.key());
        let (plies, within) = if pos.turn() == attacker {
            (bounds.no_win_before(), bounds.wins_in_at_most())
        } else {
            (bounds.no_loss_before(), bounds.loses_in_at_most())
        };
        Side { attacker, plies: plies.unwrap_or(LONGEST), within, horizon: 0, nodes: 0 }
    }

    fn search(
        &mut self,
        pos: &G,
        sides: &mut [Side; 2],
        budget: &mut Budget,
        observe: &mut dyn FnMut(&Progress),
    ) -> Option<Exact> {
        self.state_space = Some(StateSpace::from(pos, self.state_space_bytes));
        if let Some(value) = self.search_state_space(pos, A_FEW, budget) {
            return Some(value);
        }
        while !budget.is_over() {
            let before = budget.nodes;
            for at in by_cost(sides) {
                // If one side is known to win, the other cannot.
                if sides[1 - at].within.is_some() {
                    continue;
                }
                let share = share_of(&sides[at], &sides[1 - at], budget.favourite());
                if let Some(value) = self.deepen(pos, &mut sides[at], share, budget) {
                    return Some(value);
                }
            }
            // No win so far means a draw only if a rule ends the game.
            if pos.plies_left().is_some_and(|left| sides.iter().all(|side| side.plies > left)) {
                return Some(Exact::Draw);
            }
            let is_plain = budget.nodes < PLAIN;
            let share = budget.nodes / if is_plain { LITTLE } else { OTHER_WAYS };
            if let Some(value) = self.search_state_space(pos, share, budget) {
                return Some(value);
            }
            if !is_plain {
                for at in by_cost(sides) {
                    if sides[1 - at].within.is_none() {
                        self.look_far(pos, &mut sides[at], share, budget);
                    }
                }
            }
            let [ours, theirs] = &*sides;
            let not_before = |side: &Side| (side.plies <= most_plies(pos)).then_some(side.plies);
            observe(&Progress {
                nodes: budget.nodes,
                no_win_before: not_before(ours),
                no_loss_before: not_before(theirs),
                reached: self.state_space.as_ref().map_or(0, StateSpace::len),
            });
            // No method has anything left to try.
            if budget.nodes == before {
                break;
            }
        }
        None
    }

    /// Continues to enumerate the state space.
    fn search_state_space(&mut self, pos: &G, share: u64, budget: &mut Budget) -> Option<Exact> {
        let state_space = self.state_space.as_mut()?;
        if state_space.state() == State::Growing {
            let oracle = self.bounded_search.oracle();
            // If the share runs out, the next call continues.
            let _ = budget.share(share, |budget| state_space.grow(oracle, budget));
        }
        state_space.value(pos)
    }

    /// Asks about more and more plies until the share is used up.
    fn deepen(&mut self, pos: &G, side: &mut Side, share: u64, budget: &mut Budget) -> Option<Exact> {
        let key = pos.key();
        let until = budget.nodes + share;
        while side.plies <= most_plies(pos) && budget.nodes < until {
            let goal = WinWithin { attacker: side.attacker, plies: side.plies };
            let before = budget.nodes;
            let left = until - budget.nodes;
            let answer = budget.share(left, |budget| self.bounded_search.forces(pos, key, goal, budget));
            side.nodes += budget.nodes - before;
            match answer {
                Ok(true) if pos.turn() == side.attacker => return Some(Exact::Win(side.plies)),
                Ok(true) => return Some(Exact::Loss(side.plies)),
                Ok(false) => side.plies += 1,
                Err(Stopped) => break,
            }
        }
        None
    }

    /// Looks for a win at any distance; the answer no also settles all shorter distances.
    fn look_far(&mut self, pos: &G, side: &mut Side, share: u64, budget: &mut Budget) {
        let farthest = most_plies(pos);
        if side.plies > farthest {
            return;
        }
        let plies = match side.within {
            // Try to find a shorter win.
            Some(within) => (within + side.plies) / 2,
            None => {
                side.horizon = side.horizon.max(2 * side.plies + 8).min(farthest);
                side.horizon
            }
        };
        let goal = WinWithin { attacker: side.attacker, plies };
        let before = budget.nodes;
        let answer =
            budget.share(share, |budget| self.numbers.forces(&mut self.bounded_search, pos, goal, budget));
        side.nodes += budget.nodes - before;
        match answer {
            Ok(true) => {
                debug_assert!(plies >= side.plies, "there is no win within fewer plies");
                side.within = Some(plies);
            }
            Ok(false) => side.plies = side.plies.max(plies + 1),
            Err(Stopped) => (),
        }
    }
}

/// The largest number of plies: those before a rule ends the game, or the longest on the scale.
fn most_plies<G: Game>(pos: &G) -> u32 {
    pos.plies_left().unwrap_or(LONGEST - 1)
}

/// The number of positions that one side may visit next.
fn share_of(side: &Side, other: &Side, favourite: Option<Player>) -> u64 {
    if favourite == Some(other.attacker) {
        (other.nodes / OUTSIDER).saturating_sub(side.nodes).max(FIRST_SHARE / OUTSIDER)
    } else {
        FIRST_SHARE + GROWTH * side.nodes
    }
}

/// The sides, the one with fewer nodes first.
fn by_cost(sides: &[Side; 2]) -> [usize; 2] {
    if sides[0].nodes <= sides[1].nodes { [0, 1] } else { [1, 0] }
}

#[cfg(test)]
mod tests {
    use cancel::Cancel;
    use checkers::Checkers;
    use game::Notation as _;

    use super::*;
    use crate::NoOracle;

    const FEW: &str = "W:WK1:BK32";
    const MORE: &str = "W:WK1,K5,K29:BK4,K8,K32";

    fn solve(text: &str, bytes: usize, limits: &Limits) -> Answer {
        let pos = Checkers::read(text).unwrap();
        Solver::new(bytes, Arc::new(NoOracle)).solve(&pos, limits, &mut |_| ())
    }

    #[test]
    fn the_limit_that_ended_it_is_named() {
        let plenty = 1 << 24;
        let solved = solve(FEW, plenty, &Limits::none());
        assert_eq!((solved.value, solved.limit), (Some(Exact::Draw), None));
        assert_eq!(solve(MORE, plenty, &Limits::nodes(100)).limit, Some(LimitReached::Nodes));
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = Limits { cancel: &cancel, ..Limits::none() };
        assert_eq!(solve(MORE, plenty, &stopped).limit, Some(LimitReached::Stopped));
        // If the state space does not fit into memory, having no win at any distance does not prove
        // a draw, and the longest distance on the scale is not reported as a bound.
        let too_small = solve(FEW, 1 << 14, &Limits::none());
        assert_eq!((too_small.value, too_small.limit), (None, Some(LimitReached::Memory)));
        let Answer { bounds, .. } = too_small;
        assert_eq!((bounds.no_win_before(), bounds.no_loss_before()), (None, None));
    }

    /// A table that is too small loses the position itself, but not what was proven about it.
    #[test]
    fn what_both_sides_have_tried_stays_proven() {
        let pos = Checkers::read(MORE).unwrap();
        let mut solver = Solver::new(0, Arc::new(NoOracle));
        let mut told = None;
        let answer = solver.solve(&pos, &Limits::nodes(400_000), &mut |progress| told = Some(*progress));
        let told = told.unwrap();
        assert!(told.no_win_before > Some(2) && answer.bounds.no_win_before() >= told.no_win_before);
        assert!(told.no_loss_before > Some(2) && answer.bounds.no_loss_before() >= told.no_loss_before);
    }
}
