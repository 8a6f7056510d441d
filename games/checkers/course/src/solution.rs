//! The whole game from a puzzle to its end.

use std::time::{Duration, Instant};

use checkers::{Checkers, Puzzle};
use engine::{
    Control, Limits, Play, PuzzleEnding, Session, TablesChoice, ThinkerOptions, Time, TypedSolver, erase,
    move_of,
};
use game::{Player, Position as _};
use solve::{Exact, after};

/// Solves puzzles, and grades solutions.
pub(crate) struct PuzzleSolver<P: Play<Position = Checkers>> {
    pub(crate) solver: TypedSolver<P>,
    bytes: usize,
    tables: TablesChoice,
    /// Whether the solver uses all tables, and not only the embedded ones.
    knows_all: bool,
}

/// The node limit before tables in files are opened. Most puzzles need fewer nodes, and solving
/// them takes less time than opening large files.
const WITHOUT_FILES: u64 = 200_000;

impl<P: Play<Position = Checkers>> PuzzleSolver<P> {
    /// A solver that uses about `bytes` bytes and these tables.
    pub(crate) fn new(bytes: usize, tables: &TablesChoice) -> PuzzleSolver<P> {
        let at_hand = match tables {
            TablesChoice::These(_) => &TablesChoice::Embedded,
            tables => tables,
        };
        PuzzleSolver {
            solver: TypedSolver::new(bytes, at_hand),
            bytes,
            tables: tables.clone(),
            knows_all: !matches!(tables, TablesChoice::These(_)),
        }
    }

    /// Every position of the game from a puzzle with best play by both sides. If the limits do not
    /// suffice for that, the best game that can be found in a small reserved part of the time.
    pub(crate) fn play(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        control: &Control,
    ) -> (Vec<Checkers>, PuzzleEnding) {
        let pos = puzzle.position;
        let (solving, playing) = shares(limits);
        let (value, _) = self.value(&pos, &solving, control);
        let line = value.and_then(|value| self.solver.line(&pos, value, &solving, control).ok());
        match (value, line) {
            (Some(value), Some(line)) => (positions(pos, &line), ending(value, pos.turn())),
            _ => (self.play_well(pos, playing, control), PuzzleEnding::Unproven),
        }
    }

    /// The value of a position for the side to move.
    pub(crate) fn value(
        &mut self,
        pos: &Checkers,
        limits: &Limits,
        control: &Control,
    ) -> (Option<Exact>, u64) {
        let most = limits.nodes.unwrap_or(u64::MAX);
        if self.knows_all || most <= WITHOUT_FILES {
            return self.value_by_solver(pos, limits, control);
        }
        let first = Limits { nodes: Some(WITHOUT_FILES), ..limits.clone() };
        let (value, nodes) = self.value_by_solver(pos, &first, control);
        if value.is_some() {
            return (value, nodes);
        }
        self.solver = TypedSolver::new(self.bytes, &self.tables);
        self.knows_all = true;
        let rest = Limits { nodes: limits.nodes.map(|most| most - nodes.min(most)), ..limits.clone() };
        let (value, more) = self.value_by_solver(pos, &rest, control);
        (value, nodes + more)
    }

    fn value_by_solver(
        &mut self,
        pos: &Checkers,
        limits: &Limits,
        control: &Control,
    ) -> (Option<Exact>, u64) {
        let answer = self.solver.solve(pos, limits, control, &mut |_| ());
        (answer.value, answer.nodes)
    }

    /// A game of the engine against itself, with perfect play as soon as a proof is found. It ends
    /// like any whole game; when its time is over, the remaining moves are chosen by tiny searches.
    fn play_well(&mut self, pos: Checkers, time: Duration, control: &Control) -> Vec<Checkers> {
        const A_MOMENT: u64 = 20_000;
        const A_GLANCE: u64 = 300;
        /// Far longer than any game: the no-progress rule ends it earlier.
        const LONGEST: usize = 4_000;
        let since = Instant::now();
        let mut game = vec![pos];
        let mut session = Session::game(&*erase::<P>(pos));
        let tables = self.tables.clone();
        let options = ThinkerOptions { table_bytes: 4 << 20, tables, ..ThinkerOptions::default() };
        let Ok(mut thinker) = session.position().game().thinker(&options) else { return game };
        while session.ending().is_none() && game.len() < LONGEST && !control.is_stopped() {
            let pos = game[game.len() - 1];
            let is_late = since.elapsed() >= time;
            if !is_late && let Some(line) = self.decided(&pos, A_MOMENT, since, time, control) {
                game.extend(positions(pos, &line).into_iter().skip(1));
                break;
            }
            let nodes = if is_late { A_GLANCE } else { A_MOMENT };
            let thought = thinker.think(&session, 1, &Limits::nodes(nodes), control, &mut |_| ());
            let Some(mv) = thought.best() else { break };
            session.play(mv);
            game.push(pos.play_unchecked(move_of(&pos, mv)));
        }
        game
    }

    /// The line of best play from a decided position, if it is found within `nodes` nodes.
    fn decided(
        &mut self,
        pos: &Checkers,
        nodes: u64,
        since: Instant,
        time: Duration,
        control: &Control,
    ) -> Option<Vec<checkers::Move>> {
        let limits = |nodes| Limits { nodes: Some(nodes), time: Time::Move(time), since, depth: None };
        let (value, _) = self.value(pos, &limits(nodes), control);
        let value = value.filter(|value| value.distance().is_some())?;
        self.solver.line(pos, value, &limits(10 * nodes), control).ok()
    }
}

/// The limits for solving, and the time reserved for playing if that fails.
fn shares(limits: &Limits) -> (Limits, Duration) {
    const PART: u32 = 10;
    const MOST: Duration = Duration::from_secs(5);
    match limits.time.most() {
        Some(all) => {
            let playing = (all / PART).min(MOST);
            (Limits { time: Time::Move(all - playing), ..limits.clone() }, playing)
        }
        None => (limits.clone(), MOST),
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

pub(crate) fn ending(value: Exact, turn: Player) -> PuzzleEnding {
    match value {
        Exact::Win(plies) => PuzzleEnding::Win { winner: turn, plies },
        Exact::Loss(plies) => PuzzleEnding::Win { winner: turn.other(), plies },
        Exact::Draw => PuzzleEnding::Draw,
    }
}

/// The value after one ply of best play; turns alternate.
pub(crate) fn next_value(value: Exact) -> Exact {
    after(value, false)
}
