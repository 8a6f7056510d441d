//! The same question, answered by depth-first proof-number search: it always expands the position
//! that needs the fewest further proofs.
//!
//! It finds long wins with few replies, where exhaustive search to the same depth would take too
//! long. Plies are counted, so no answer depends on a repetition; proof numbers are stored for each
//! combination of position and plies.

use game::{Game, mix};

use crate::Oracle;
use crate::bounded_search::{BoundedSearch, WinWithin};
use crate::bounds::Bounds;
use crate::limits::{Budget, Stopped};
use crate::table::Table;

/// Proof and disproof number: the least number of positions that must still be decided for a yes,
/// and for a no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    yes: u32,
    no: u32,
}

/// Infinity.
const NEVER: u32 = u32::MAX / 4;

impl Numbers {
    const YES: Numbers = Numbers { yes: 0, no: NEVER };
    const NO: Numbers = Numbers { yes: NEVER, no: 0 };

    fn settled(answer: bool) -> Numbers {
        if answer { Numbers::YES } else { Numbers::NO }
    }

    fn reaches(self, limit: Numbers) -> bool {
        self.yes >= limit.yes || self.no >= limit.no
    }
}

struct Child<G> {
    pos: G,
    key: u64,
    numbers: Numbers,
}

/// The proof numbers of undecided positions.
pub(crate) struct ProofNumbers {
    table: Table,
}

impl ProofNumbers {
    pub(crate) fn new(bytes: usize) -> ProofNumbers {
        ProofNumbers { table: Table::new(bytes, |word| (word >> 32) + (word & u64::from(u32::MAX))) }
    }

    /// Whether the attacker can force a win.
    pub(crate) fn forces<G: Game>(
        &mut self,
        bounded_search: &mut BoundedSearch<G>,
        pos: &G,
        goal: WinWithin,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let limit = Numbers { yes: NEVER, no: NEVER };
        let key = pos.key();
        let mut numbers = self.first_look(bounded_search, pos, key, goal);
        while !numbers.reaches(limit) {
            numbers = self.explore(bounded_search, pos, key, goal, limit, budget)?;
        }
        Ok(numbers == Numbers::YES)
    }

    fn explore<G: Game>(
        &mut self,
        bounded_search: &mut BoundedSearch<G>,
        pos: &G,
        key: u64,
        goal: WinWithin,
        limit: Numbers,
        budget: &mut Budget,
    ) -> Result<Numbers, Stopped> {
        budget.tick()?;
        let goal = goal.about(pos);
        let next_question = goal.after_a_move();
        let ours = pos.turn() == goal.attacker;
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut children: Vec<Child<G>> = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let (next, key) = (pos.play_unchecked(mv), pos.key_after(key, mv));
            let numbers = self.first_look(bounded_search, &next, key, next_question);
            children.push(Child { pos: next, key, numbers });
        }
        debug_assert!(!children.is_empty(), "a game that is not over has a legal move");
        let numbers = loop {
            let Sum { all, best, second } = Sum::of(&children, ours);
            if all.reaches(limit) {
                break all;
            }
            let child = &children[best];
            debug_assert!(child.numbers.yes > 0 && child.numbers.no > 0, "a settled child is not searched");
            let child_limit = child_limit(all, child.numbers, second, limit, ours);
            debug_assert!(!child.numbers.reaches(child_limit), "every step has something to do");
            children[best].numbers =
                self.explore(bounded_search, &child.pos, child.key, next_question, child_limit, budget)?;
        };
        match numbers {
            Numbers::YES | Numbers::NO => {
                let answer = numbers == Numbers::YES;
                let decides = children.iter().position(|child| child.numbers == numbers);
                let best = decides.filter(|_| answer == ours).map(|at| at as u16);
                bounded_search.learn(key, pos.turn(), goal, answer, best);
            }
            Numbers { yes, no } => {
                self.table.put(place(key, goal), u64::from(yes) << 32 | u64::from(no));
            }
        }
        Ok(numbers)
    }

    /// The proof numbers of a position before it is expanded.
    fn first_look<G: Game>(
        &self,
        bounded_search: &BoundedSearch<G>,
        pos: &G,
        key: u64,
        goal: WinWithin,
    ) -> Numbers {
        let goal = goal.about(pos);
        let turn = pos.turn();
        if let Some(answer) = goal.answered_by(bounded_search.bounds(key), turn) {
            return Numbers::settled(answer);
        }
        let oracle: &dyn Oracle<G> = bounded_search.oracle();
        if let Some(exact) = oracle.look_up(pos) {
            return Numbers::settled(goal.answered_by(Bounds::exactly(exact), turn) == Some(true));
        }
        if let Some(outcome) = pos.outcome() {
            return Numbers::settled(outcome == game::Outcome::Win(goal.attacker));
        }
        if goal.plies == 0 {
            return Numbers::NO;
        }
        if let Some(word) = self.table.get(place(key, goal)) {
            return Numbers { yes: (word >> 32) as u32, no: word as u32 };
        }
        let choices = (pos.count_moves() as u32).max(1);
        if turn == goal.attacker { Numbers { yes: 1, no: choices } } else { Numbers { yes: choices, no: 1 } }
    }
}

/// The key of a position and a question.
fn place(key: u64, goal: WinWithin) -> u64 {
    key ^ mix(u64::from(goal.plies) << 1 | goal.attacker as u64 | 1 << 40)
}

/// The proof numbers of a position, from those of its successors.
struct Sum {
    all: Numbers,
    /// The successor to expand.
    best: usize,
    /// The number of the second-best successor.
    second: u32,
}

impl Sum {
    fn of<G>(children: &[Child<G>], ours: bool) -> Sum {
        // The side to move needs one successor, the opponent needs all of them.
        let chosen = |numbers: Numbers| if ours { numbers.yes } else { numbers.no };
        let refused = |numbers: Numbers| if ours { numbers.no } else { numbers.yes };
        let (mut best, mut least, mut second, mut sum) = (0, NEVER, NEVER, 0_u32);
        for (at, child) in children.iter().enumerate() {
            let (one, other) = (chosen(child.numbers), refused(child.numbers));
            sum = sum.saturating_add(other).min(NEVER);
            if one < least {
                (second, least, best) = (least, one, at);
            } else if one < second {
                second = one;
            }
        }
        // A sum may be large, but only a decided position has an infinite number.
        if least > 0 {
            sum = sum.min(NEVER - 1);
        }
        if least == NEVER {
            sum = 0;
        }
        let all = if ours { Numbers { yes: least, no: sum } } else { Numbers { yes: sum, no: least } };
        debug_assert!((all.yes == 0) == (all.no == NEVER), "{all:?}: proven and disproven at once");
        debug_assert!((all.no == 0) == (all.yes == NEVER), "{all:?}: proven and disproven at once");
        debug_assert!(least <= second, "the best comes before the second");
        Sum { all, best, second }
    }
}

/// The thresholds for the best successor: a quarter beyond the second-best, so that the search does
/// not switch back and forth between them.
fn child_limit(all: Numbers, child: Numbers, second: u32, limit: Numbers, ours: bool) -> Numbers {
    let beyond = second.saturating_add(second / 4 + 1).min(NEVER);
    if ours {
        let others = all.no - child.no.min(all.no);
        Numbers {
            yes: limit.yes.min(beyond),
            no: (limit.no - others.min(limit.no)).max(child.no + 1).min(NEVER),
        }
    } else {
        let others = all.yes - child.yes.min(all.yes);
        Numbers {
            yes: (limit.yes - others.min(limit.yes)).max(child.yes + 1).min(NEVER),
            no: limit.no.min(beyond),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use checkers::Checkers;
    use dragon_queen::DragonQueen;
    use game::playout::below;
    use game::{Notation as _, Player, Position as _};
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{Limits, NoOracle};

    /// Proof-number search gives the same answers as exhaustive search.
    fn check<G: Game>(start: &G, games: usize, most: u32) {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let new = || BoundedSearch::<G>::new(1 << 20, Arc::new(NoOracle));
        let (mut plain, mut clever, mut numbers) = (new(), new(), ProofNumbers::new(1 << 20));
        let mut answers = [0; 2];
        let mut moves = Vec::new();
        for _ in 0..games {
            let mut pos = start.clone();
            while pos.legal_moves(&mut moves).is_none() && below(&mut rng, 12) > 0 {
                for attacker in Player::ALL {
                    let goal = WinWithin { attacker, plies: below(&mut rng, most as usize + 1) as u32 };
                    let mut budget = Budget::new(&Limits::nodes(100_000));
                    let found = numbers.forces(&mut clever, &pos, goal, &mut budget).unwrap();
                    let mut budget = Budget::new(&Limits::none());
                    let wanted = plain.forces(&pos, pos.key(), goal, &mut budget).unwrap();
                    assert_eq!(found, wanted, "{goal:?} {}", pos.write());
                    answers[usize::from(found)] += 1;
                }
                pos = pos.play_unchecked(moves[below(&mut rng, moves.len())]);
            }
        }
        assert!(answers.iter().all(|&times| times > 5), "{answers:?}");
    }

    #[test]
    fn the_least_effort_leads_to_the_same_answers() {
        check(&Checkers::read("B:WK29,K22,25:BK4,12,13").unwrap(), 60, 8);
        check(&DragonQueen::read("...../.QD../...../..WW./...W. q 30").unwrap(), 60, 6);
        check(&game::toy::Toy::start(), 60, 6);
    }
}
