//! Can a player force a win within N plies? Answered by an exhaustive search.
//!
//! The answer depends on the position alone: plies are counted, so repetitions are harmless, and
//! where a rule ends the game after some plies, N is limited to those. So every answer may be
//! stored.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use game::{Game, Outcome, Player};
use rustc_hash::FxHasher;

use crate::bounds::{Bounds, LONGEST};
use crate::limits::{Budget, Stopped};
use crate::table::Table;
use crate::{Exact, Oracle};

/// A question: can `attacker` force a win within `plies` plies?
#[derive(Clone, Copy, Debug)]
pub(crate) struct WinWithin {
    pub(crate) attacker: Player,
    pub(crate) plies: u32,
}

impl WinWithin {
    /// The question about the position after a move.
    pub(crate) fn after_a_move(self) -> WinWithin {
        debug_assert!(self.plies > 0, "there is a ply for the move");
        WinWithin { plies: self.plies - 1, ..self }
    }

    /// The question with as few plies as have the same answer here: none after a rule ends the
    /// game, and, if turns alternate, an odd number with the attacker to move and an even one
    /// otherwise.
    #[inline]
    pub(crate) fn about<G: Game>(self, pos: &G) -> WinWithin {
        let plies = pos.plies_left().map_or(self.plies, |left| left.min(self.plies));
        let is_odd = plies % 2 == 1;
        debug_assert!(plies < LONGEST, "{plies} plies are off the scale");
        let spare = G::ALTERNATES && plies > 0 && is_odd != (pos.turn() == self.attacker);
        WinWithin { plies: plies - u32::from(spare), ..self }
    }

    /// The answer, if the bounds of a position imply it.
    #[inline]
    pub(crate) fn answered_by(self, bounds: Bounds, turn: Player) -> Option<bool> {
        if turn == self.attacker { bounds.wins_within(self.plies) } else { bounds.loses_within(self.plies) }
    }

    /// The bounds of a position, tightened by the answer.
    #[inline]
    pub(crate) fn added_to(self, bounds: Bounds, turn: Player, answer: bool) -> Bounds {
        if turn == self.attacker {
            bounds.with_win(self.plies, answer)
        } else {
            bounds.with_loss(self.plies, answer)
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy)]
struct Known {
    bounds: Bounds,
    /// The number of the move that decided the last question.
    best: u16,
    /// The number of plies in the last question.
    effort: u16,
}

impl Known {
    const NOTHING: Known = Known { bounds: Bounds::UNKNOWN, best: u16::MAX, effort: 0 };

    fn pack(self) -> u64 {
        let Bounds { lower, upper } = self.bounds;
        debug_assert!(self.effort > 0 || lower != 0, "a word of 0 means an empty slot");
        [lower as u16, upper as u16, self.best, self.effort]
            .into_iter()
            .fold(0, |w, part| w << 16 | u64::from(part))
    }

    fn unpack(word: u64) -> Known {
        let part = |i: u32| (word >> (16 * i)) as u16;
        Known {
            bounds: Bounds { lower: part(3) as i16, upper: part(2) as i16 },
            best: part(1),
            effort: part(0),
        }
    }
}

/// A successor, with what its ordering and the history need.
struct Child<G: Game> {
    pos: G,
    key: u64,
    number: u16,
    slot: usize,
    order: i32,
}

/// The size of the history; moves are hashed into it.
const SLOTS: usize = 1 << 12;

/// Answers questions and stores the answers.
pub(crate) struct BoundedSearch<G: Game> {
    oracle: Arc<dyn Oracle<G>>,
    table: Table,
    /// How often each move has decided a question, weighted by plies².
    history: Vec<u32>,
    /// Buffers, reused at every depth.
    moves: Vec<Vec<G::Move>>,
    children: Vec<Vec<Child<G>>>,
}

impl<G: Game> BoundedSearch<G> {
    pub(crate) fn new(bytes: usize, oracle: Arc<dyn Oracle<G>>) -> BoundedSearch<G> {
        BoundedSearch {
            oracle,
            table: Table::new(bytes, |word| word & 0xFFFF),
            history: vec![0; SLOTS],
            moves: Vec::new(),
            children: Vec::new(),
        }
    }

    pub(crate) fn oracle(&self) -> &dyn Oracle<G> {
        &*self.oracle
    }

    /// The stored bounds of a position.
    pub(crate) fn bounds(&self, key: u64) -> Bounds {
        self.known(key).bounds
    }

    /// The number of the move that decided the last question about a position.
    pub(crate) fn best(&self, key: u64) -> u16 {
        self.known(key).best
    }

    /// Stores the answer to a question, and the move that decided it.
    pub(crate) fn learn(&mut self, key: u64, turn: Player, goal: WinWithin, answer: bool, best: Option<u16>) {
        let known = self.known(key);
        let known = Known {
            bounds: goal.added_to(known.bounds, turn, answer),
            best: best.unwrap_or(known.best),
            effort: goal.plies.min(u16::MAX.into()) as u16,
        };
        self.table.put(key, known.pack());
    }

    fn known(&self, key: u64) -> Known {
        self.table.get(key).map_or(Known::NOTHING, Known::unpack)
    }

    /// Whether the attacker can force a win.
    pub(crate) fn forces(
        &mut self,
        pos: &G,
        key: u64,
        goal: WinWithin,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        budget.tick()?;
        let goal = goal.about(pos);
        let turn = pos.turn();
        if goal.plies == 1 && turn == goal.attacker && !pos.may_win_at_once() {
            return Ok(false);
        }
        let known = self.known(key);
        if let Some(answer) = goal.answered_by(known.bounds, turn) {
            return Ok(answer);
        }
        if let Some(exact) = self.oracle.look_up(pos) {
            return Ok(goal.answered_by(Bounds::exactly(exact), turn) == Some(true));
        }
        let win = Some(Outcome::Win(goal.attacker));
        if goal.plies == 0 {
            return Ok(pos.outcome() == win);
        }
        debug_assert!(known.bounds.lower < known.bounds.upper, "a known value answers every question");
        let mut moves = self.moves.pop().unwrap_or_default();
        let answer = match pos.legal_moves(&mut moves) {
            Some(outcome) => Ok(Some(outcome) == win),
            None => match goal.plies {
                1 => Ok(self.decided_by_a_move(pos, &moves, goal)),
                2 => self.each_in_turn(pos, key, &moves, goal, known.best, budget),
                _ => self.each_in_order(pos, key, &moves, goal, known.best, budget),
            },
        };
        self.moves.push(moves);
        answer
    }

    /// The last ply: the outcomes of the successors are enough.
    fn decided_by_a_move(&self, pos: &G, moves: &[G::Move], goal: WinWithin) -> bool {
        let mut wins =
            moves.iter().map(|&mv| pos.play_unchecked(mv).outcome() == Some(Outcome::Win(goal.attacker)));
        if pos.turn() == goal.attacker { wins.any(|won| won) } else { wins.all(|won| won) }
    }

    /// The last two plies: sorting the moves would cost more than it saves.
    fn each_in_turn(
        &mut self,
        pos: &G,
        key: u64,
        moves: &[G::Move],
        goal: WinWithin,
        best: u16,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let turn = pos.turn();
        let decides = turn == goal.attacker;
        let first = usize::from(best).min(moves.len());
        let in_order = moves.get(first).into_iter().chain(moves);
        let mut number = None;
        for &mv in in_order {
            let next = pos.play_unchecked(mv);
            if self.forces(&next, pos.key_after(key, mv), goal.after_a_move(), budget)? == decides {
                number = moves.iter().position(|&other| other == mv).map(|at| at as u16);
                break;
            }
        }
        let answer = number.is_some() == decides;
        self.learn(key, turn, goal, answer, number);
        Ok(answer)
    }

    fn each_in_order(
        &mut self,
        pos: &G,
        key: u64,
        moves: &[G::Move],
        goal: WinWithin,
        best: u16,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let turn = pos.turn();
        let decides = turn == goal.attacker;
        let next_question = goal.after_a_move();
        let mut children = self.children.pop().unwrap_or_default();
        children.clear();
        let mut deciding = None;
        for (number, &mv) in moves.iter().enumerate() {
            let (next, number) = (pos.play_unchecked(mv), number as u16);
            let next_key = pos.key_after(key, mv);
            match next_question.about(&next).answered_by(self.known(next_key).bounds, next.turn()) {
                Some(answer) if answer == decides => {
                    deciding = Some(number);
                    break;
                }
                Some(_) => (),
                None => {
                    let slot = slot::<G>(turn, mv);
                    let order = self.order(&next, slot, number == best);
                    children.push(Child { pos: next, key: next_key, number, slot, order });
                }
            }
        }
        if deciding.is_none() {
            children.sort_unstable_by_key(|child| (child.order, child.number));
            for child in &children {
                match self.forces(&child.pos, child.key, next_question, budget) {
                    Ok(answer) if answer == decides => {
                        deciding = Some(child.number);
                        self.add_history(child.slot, goal.plies);
                        break;
                    }
                    Ok(_) => (),
                    Err(Stopped) => {
                        self.children.push(children);
                        return Err(Stopped);
                    }
                }
            }
        }
        self.children.push(children);
        let answer = deciding.is_some() == decides;
        debug_assert!(
            deciding.is_none_or(|number| usize::from(number) < moves.len()),
            "the deciding move is legal"
        );
        self.learn(key, turn, goal, answer, deciding);
        Ok(answer)
    }

    /// The key by which moves are sorted: the stored best move first, then moves that leave few
    /// replies and have often decided.
    fn order(&self, next: &G, slot: usize, was_best: bool) -> i32 {
        if was_best {
            return i32::MIN;
        }
        let history = 32 - self.history[slot].leading_zeros() as i32;
        next.count_moves() as i32 * REPLY - history * FAME
    }

    fn add_history(&mut self, slot: usize, plies: u32) {
        const MOST: u32 = 1 << 28;
        self.history[slot] += plies * plies;
        if self.history[slot] > MOST {
            self.history.iter_mut().for_each(|history| *history /= 2);
        }
    }
}

/// The weight of a reply against a move, and of a doubling of its history for it.
const REPLY: i32 = 4;
const FAME: i32 = 3;

/// The index of a player's move in the history.
fn slot<G: Game>(turn: Player, mv: G::Move) -> usize {
    let mut hasher = FxHasher::default();
    mv.hash(&mut hasher);
    let hash = game::mix(hasher.finish() ^ (turn as u64) << 32);
    hash as usize % SLOTS
}

/// The value of a position that needs no search: the game is over, or the oracle knows it.
pub(crate) fn at_once<G: Game>(pos: &G, oracle: &dyn Oracle<G>) -> Option<Exact> {
    if let Some(outcome) = pos.outcome() {
        return Some(Exact::of_outcome(outcome, pos.turn()));
    }
    Some(oracle.look_up(pos)?.within(pos.plies_left()))
}
