//! Exact values of positions of any game, with lines and proofs, as text and data.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use game::{Game, Notation as _, Player, Position as _};
use solve::{LimitReached, Oracle, Solver, Stopped, Unproven};

pub use solve::{Bounds, Checked, Exact};

use crate::catalogue::{Catalogue, UnknownGame};
use crate::clock::{Control, Limits};
use crate::erased::{AnyPosition, InvalidPosition, typed};
use crate::evaluation::WeightedEvaluator;
use crate::play::{Move, Play};
use crate::tables::{TableProbe, TablesChoice};
use crate::think::WeightsChoice;
use search::Score;

/// Finds exact values of positions of one game, and keeps what it has proven.
pub trait ExactSolver: Send {
    /// The value of a position, as far as the limits allow. `observe` is told of the progress now and then.
    ///
    /// # Panics
    /// Panics if the position is of another game; so do the other methods.
    fn solve(
        &mut self,
        pos: &dyn AnyPosition,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&SolveProgress),
    ) -> Solution;

    /// Every move with its value, if it can be found, the best first. If `value` is known, the moves that keep it are
    /// found first.
    fn moves(
        &mut self,
        pos: &dyn AnyPosition,
        value: Option<Exact>,
        limits: &Limits,
        control: &Control,
    ) -> Vec<SolvedMove>;

    /// Writes the proof of a value, using at most about `bytes` of memory for its claims; returns the number of
    /// claims.
    ///
    /// # Errors
    /// Fails when it cannot be written, with [`io::ErrorKind::TimedOut`] when the limits are reached, and with
    /// [`io::ErrorKind::OutOfMemory`] when the bytes are used up.
    fn prove(
        &mut self,
        pos: &dyn AnyPosition,
        value: Exact,
        bytes: usize,
        limits: &Limits,
        control: &Control,
        out: &mut dyn io::Write,
    ) -> io::Result<usize>;
}

/// What was found about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value for the side to move, if it was found.
    pub value: Option<Exact>,
    /// Proven bounds of the value.
    pub bounds: Bounds,
    /// The line of best play by both sides, if the value is known and the limits left time to find it.
    pub line: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// The time spent.
    pub time: Duration,
    /// The limit that ended it, if there is no value.
    pub limit: Option<SolveLimit>,
}

/// The limit that ended a solver before it had a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveLimit {
    /// The time was up.
    Time,
    /// The node limit was reached.
    Nodes,
    /// Nothing that fits into memory is left to try.
    Memory,
    /// It was stopped.
    Interrupt,
}

impl SolveLimit {
    fn of(reached: LimitReached, control: &Control) -> SolveLimit {
        match reached {
            LimitReached::Nodes => SolveLimit::Nodes,
            LimitReached::Memory => SolveLimit::Memory,
            LimitReached::Stopped if control.is_stopped() => SolveLimit::Interrupt,
            LimitReached::Stopped => SolveLimit::Time,
        }
    }
}

/// A move with its value for the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedMove {
    /// The move.
    pub text: String,
    /// Its value, if known.
    pub value: Option<Exact>,
}

/// The progress of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// Nodes searched.
    pub nodes: u64,
    /// The side to move does not win in fewer plies; `None` if it does not win at all.
    pub no_win_before: Option<u32>,
    /// The side to move does not lose in fewer plies; `None` if it does not lose at all.
    pub no_loss_before: Option<u32>,
}

/// Other sources of exact values of a game.
fn oracle<P: Play>(tables: &TablesChoice) -> Arc<dyn Oracle<P::Position>> {
    match TableProbe::<P>::chosen(tables) {
        Some(known) => Arc::new(known),
        None => Arc::new(solve::NoOracle),
    }
}

/// A solver of one game, with its type.
pub struct TypedSolver<P: Play> {
    solver: Solver<P::Position>,
}

impl<P: Play> TypedSolver<P> {
    /// A solver that takes at most about `bytes` of memory and probes these tables.
    #[must_use]
    pub fn new(bytes: usize, tables: &TablesChoice) -> TypedSolver<P> {
        TypedSolver { solver: Solver::new(bytes, oracle::<P>(tables)) }
    }

    /// The value of a position for the side to move, as far as the limits allow. `observe` is told of the progress now
    /// and then.
    pub fn solve(
        &mut self,
        pos: &P::Position,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&solve::Progress),
    ) -> solve::Answer {
        limited(limits, control, favourite::<P>(pos), |within| self.solver.solve(pos, within, observe))
    }

    /// The line of best play by both sides from a position of known value.
    ///
    /// # Errors
    /// Fails if the limits are reached.
    pub fn line(
        &mut self,
        pos: &P::Position,
        value: Exact,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<Move<P>>, Stopped> {
        limited(limits, control, None, |within| self.solver.line(pos, value, within))
    }

    /// Whether the move from `pos` to `next` keeps the value `before` of `pos`.
    ///
    /// # Errors
    /// Fails if the limits are reached.
    pub fn keeps(
        &mut self,
        before: Exact,
        pos: &P::Position,
        next: &P::Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<bool, Stopped> {
        limited(limits, control, None, |within| self.solver.keeps(before, pos, next, within))
    }

    /// The moves that keep the value of a position.
    ///
    /// # Errors
    /// Fails if the limits are reached.
    pub fn best_moves(
        &mut self,
        pos: &P::Position,
        value: Exact,
        limits: &Limits,
        control: &Control,
    ) -> Result<Vec<Move<P>>, Stopped> {
        limited(limits, control, None, |within| self.solver.best_moves(pos, value, within))
    }
}

/// A solver of one game, without its type.
pub(crate) struct ErasedSolver<P: Play>(TypedSolver<P>);

impl<P: Play> ErasedSolver<P> {
    pub(crate) fn new(bytes: usize, tables: &TablesChoice) -> ErasedSolver<P> {
        ErasedSolver(TypedSolver::new(bytes, tables))
    }

    fn typed<'p>(&self, pos: &'p dyn AnyPosition) -> &'p P::Position {
        typed::<P>(pos).expect("a solver is asked about its own game")
    }
}

/// The node limit for confirming a claim: a few milliseconds, enough for wins within about nine plies.
const CONFIRMING_NODES: u64 = 20_000;
/// The memory for it, in bytes.
const CONFIRMING_BYTES: usize = 1 << 20;

/// The exact value behind a proven win or loss: the least number of plies within which it can be forced. A search that
/// prunes has shown only that it can be forced within the plies of the claim.
pub(crate) fn confirm<G: Game>(pos: &G, claim: Score) -> Option<Exact> {
    let turn = game::Position::turn(pos);
    let (winner, most) = match claim {
        Score::Win(plies) => (turn, plies),
        Score::Loss(plies) => (turn.other(), plies),
        Score::Estimate(_) => return None,
    };
    let mut solver = Solver::new(CONFIRMING_BYTES, Arc::new(solve::NoOracle));
    let limits = solve::Limits::nodes(CONFIRMING_NODES);
    for plies in 0..=most {
        if plies == most || solver.forces(pos, winner, plies, &limits).ok()? {
            return Some(if winner == turn { Exact::Win(plies) } else { Exact::Loss(plies) });
        }
    }
    None
}

/// Does something within limits of time and nodes.
fn limited<T>(
    limits: &Limits,
    control: &Control,
    favourite: Option<Player>,
    work: impl FnOnce(&solve::Limits) -> T,
) -> T {
    let most = limits.time.budget().most;
    let cancel = control.token_with_time_limit(&control.timer(limits.since), most);
    work(&solve::Limits { nodes: limits.nodes.unwrap_or(u64::MAX), cancel: &cancel, favourite })
}

/// Who stands better.
fn favourite<P: Play>(pos: &P::Position) -> Option<Player> {
    if game::Position::outcome(pos).is_some() {
        return None;
    }
    let evaluator = WeightedEvaluator::<P>::chosen(&WeightsChoice::Best, None).ok()?;
    let turn = game::Position::turn(pos);
    match evaluator.points(pos) {
        0 => None,
        worth => Some(if worth > 0 { turn } else { turn.other() }),
    }
}

/// Moves in words.
fn written<G: Game>(pos: &G, line: &[G::Move]) -> Vec<String> {
    let mut pos = pos.clone();
    let mut words = Vec::new();
    for &mv in line {
        words.push(pos.write_move(mv));
        pos = pos.play_unchecked(mv);
    }
    words
}

impl<P: Play> ExactSolver for ErasedSolver<P> {
    fn solve(
        &mut self,
        pos: &dyn AnyPosition,
        limits: &Limits,
        control: &Control,
        observe: &mut dyn FnMut(&SolveProgress),
    ) -> Solution {
        let pos = self.typed(pos);
        let told = |progress: &solve::Progress| SolveProgress {
            nodes: progress.nodes,
            no_win_before: progress.no_win_before,
            no_loss_before: progress.no_loss_before,
        };
        let answer = self.0.solve(pos, limits, control, &mut |progress| observe(&told(progress)));
        // What is proven stays so where the time ends before there is a line.
        let line = answer.value.and_then(|value| self.0.line(pos, value, limits, control).ok());
        Solution {
            value: answer.value,
            bounds: answer.bounds,
            line: line.map(|line| written(pos, &line)).unwrap_or_default(),
            nodes: answer.nodes,
            time: limits.since.elapsed(),
            limit: answer.limit.map(|reached| SolveLimit::of(reached, control)),
        }
    }

    fn moves(
        &mut self,
        pos: &dyn AnyPosition,
        value: Option<Exact>,
        limits: &Limits,
        control: &Control,
    ) -> Vec<SolvedMove> {
        let pos = self.typed(pos);
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let best = value.map(|value| self.0.best_moves(pos, value, limits, control));
        let best = best.and_then(Result::ok).unwrap_or_default();
        let mut solved: Vec<SolvedMove> = Vec::new();
        for mv in moves {
            let next = pos.play_unchecked(mv);
            let same_turn = game::Position::turn(&next) == game::Position::turn(pos);
            let value = match value {
                Some(value) if best.contains(&mv) => Some(value),
                _ => {
                    let answer = self.0.solve(&next, limits, control, &mut |_| ());
                    answer.value.map(|value| value.one_ply_earlier(same_turn))
                }
            };
            solved.push(SolvedMove { text: pos.write_move(mv), value });
        }
        // What is not known may be anything between a win and a loss.
        solved.sort_by_key(|mv| std::cmp::Reverse(mv.value.unwrap_or(Exact::Draw)));
        solved
    }

    fn prove(
        &mut self,
        pos: &dyn AnyPosition,
        value: Exact,
        bytes: usize,
        limits: &Limits,
        control: &Control,
        out: &mut dyn io::Write,
    ) -> io::Result<usize> {
        let pos = self.typed(pos);
        let proof = limited(limits, control, None, |within| self.0.solver.prove(pos, value, bytes, within));
        let proof = proof.map_err(|unproven| {
            let kind = match unproven {
                Unproven::Stopped(_) => io::ErrorKind::TimedOut,
                Unproven::TooLarge { .. } => io::ErrorKind::OutOfMemory,
            };
            io::Error::new(kind, unproven)
        })?;
        proof.write(out)?;
        Ok(proof.len())
    }
}

/// Why a text is not a valid proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidProof {
    /// It names an unknown game.
    #[error("line 2: {0}")]
    Game(#[from] UnknownGame),
    /// Its position is invalid.
    #[error("line 3: not a position: {0}")]
    Position(#[from] InvalidPosition),
    /// It does not prove its claim.
    #[error(transparent)]
    Fault(#[from] solve::ProofError),
}

/// Checks a proof of any game with nothing but its rules.
///
/// # Errors
/// Fails with the first error found.
pub fn check_proof(catalogue: Catalogue, text: &str) -> Result<Checked, InvalidProof> {
    let header = solve::header(text)?;
    let pos = catalogue.find(&header.game)?.read(&header.position)?;
    Ok(pos.game().check_proof(text)?)
}
