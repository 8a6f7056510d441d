//! The whole game from a puzzle to its end.

use std::collections::HashMap;

use checkers::Checkers;
use game::{Game as _, Notation as _, Player, Position as _};
use solve::{Exact, Solver, after};

use super::Puzzle;
use crate::clock::{Control, Limits};
use crate::exact::{favourite, limited, oracle};
use crate::session::Session;
use crate::tables::TablesChoice;
use crate::think::ThinkerOptions;

/// Solves puzzles.
pub struct PuzzleSolver {
    pub(super) solver: Solver<Checkers>,
}

/// A game from a puzzle to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Every position, the puzzle first.
    pub positions: Vec<Checkers>,
    /// How it ends, and whether that is proven.
    pub ending: Ending,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// How the game from a puzzle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A player wins, and both play exactly.
    Win {
        /// Who wins.
        winner: Player,
        /// In how many plies.
        plies: u32,
    },
    /// A draw, and neither can do better.
    Draw,
    /// The best that was found; what is exact is not known.
    Unproven,
}

impl PuzzleSolver {
    /// A solver that takes at most about so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> PuzzleSolver {
        PuzzleSolver { solver: Solver::new(bytes, oracle(&TablesChoice::Embedded)) }
    }

    /// The whole game from a puzzle, both sides playing exactly. Where the limits do not allow that, the best game that
    /// can be found in a moment.
    pub fn solve(&mut self, puzzle: &Puzzle, limits: &Limits, control: &Control) -> Solved {
        let pos = puzzle.position;
        let (value, nodes) = self.value(&pos, limits, control);
        let line = value.and_then(|value| {
            limited(limits, control, None, |within| self.solver.line(&pos, value, within)).ok()
        });
        match (value, line) {
            (Some(value), Some(line)) => {
                Solved { positions: positions(pos, &line), ending: ending(value, pos.turn()), nodes }
            }
            _ => Solved { positions: self.play_well(pos, control), ending: Ending::Unproven, nodes },
        }
    }

    /// The value of a position for the side to move.
    pub(super) fn value(
        &mut self,
        pos: &Checkers,
        limits: &Limits,
        control: &Control,
    ) -> (Option<Exact>, u64) {
        let answer =
            limited(limits, control, favourite(pos), |within| self.solver.solve(pos, within, &mut |_| ()));
        (answer.value, answer.nodes)
    }

    /// A game of the engine against itself, with exact play as soon as there is a proof at hand.
    fn play_well(&mut self, pos: Checkers, control: &Control) -> Vec<Checkers> {
        const A_MOMENT: u64 = 20_000;
        const LONGEST: usize = 400;
        let mut game = vec![pos];
        let mut session = Session::game(&pos);
        let options = ThinkerOptions { table_bytes: 4 << 20, ..ThinkerOptions::default() };
        let Ok(mut thinker) = crate::any::AnyPosition::thinker(&pos, &options) else { return game };
        while session.ending().is_none() && game.len() < LONGEST && !control.is_stopped() {
            let pos = game[game.len() - 1];
            let within = solve::Limits { favourite: favourite(&pos), ..solve::Limits::nodes(A_MOMENT) };
            let value = self.solver.solve(&pos, &within, &mut |_| ()).value;
            if let Some(value @ (Exact::Win(_) | Exact::Loss(_))) = value
                && let Ok(line) = self.solver.line(&pos, value, &solve::Limits::nodes(10 * A_MOMENT))
            {
                game.extend(positions(pos, &line).into_iter().skip(1));
                break;
            }
            let thought = thinker.think(&session, 1, &Limits::nodes(A_MOMENT), control, &mut |_| ());
            let Some(mv) = thought.best() else { break };
            let Ok(next) = pos.read_move(mv).map(|mv| pos.play_unchecked(mv)) else { break };
            if session.play(mv).is_err() {
                break;
            }
            game.push(next);
        }
        game
    }
}

/// The positions of a line.
fn positions(start: Checkers, line: &[checkers::Move]) -> Vec<Checkers> {
    let play = |pos: &mut Checkers, mv: &checkers::Move| {
        *pos = pos.play_unchecked(*mv);
        Some(*pos)
    };
    std::iter::once(start).chain(line.iter().scan(start, play)).collect()
}

pub(super) fn ending(value: Exact, turn: Player) -> Ending {
    match value {
        Exact::Win(plies) => Ending::Win { winner: turn, plies },
        Exact::Loss(plies) => Ending::Win { winner: turn.other(), plies },
        Exact::Draw => Ending::Draw,
    }
}

/// The value after best play of one ply, in a game in which turns alternate.
pub(super) fn next_value(value: Exact) -> Exact {
    after(value, false)
}

/// Counts positions, and says when one has come as often as makes a draw.
#[derive(Default)]
pub(super) struct Repetitions(HashMap<Checkers, u32>);

impl Repetitions {
    /// Whether the game is a draw by repetition with this position.
    pub(super) fn is_draw_with(&mut self, pos: &Checkers) -> bool {
        let times = self.0.entry(*pos).or_default();
        *times += 1;
        Checkers::HOUSE_RULES.repetition.is_some_and(|most| *times >= most)
    }
}
