//! Grading somebody's answer to a puzzle.

use checkers::{Checkers, Puzzle, PuzzleFault};
use game::text::quoted;
use game::{Faults, Position as _};
use solve::Exact;

use super::solution::{Ending, PuzzleSolver, Repetitions, ending, next_value};
use crate::clock::{Control, Limits};
use crate::exact::limited;

/// What the answer should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// The whole game: the puzzle's own board and the board after each ply.
    WholeGame,
    /// Only the board after the best move.
    FirstMove,
}

/// What there is to say about an answer without a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// Legal, complete and optimal.
    Right(Ending),
    /// Legal and complete; whether it is optimal could not be found out.
    Unproven,
}

/// The first thing that is wrong with an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GradeFault {
    /// There is no board.
    #[error("there is no board in it")]
    Nothing,
    /// A board is none.
    #[error("board {board} is none: {faults}")]
    NoBoard {
        /// Which one, counted from 1.
        board: usize,
        /// Everything that is wrong with it, with lines and columns of the whole file.
        faults: String,
    },
    /// The boards are not separated as they should be.
    #[error("line {line}: here stands an empty line after board {board}, and not '{received}'")]
    NoGap {
        /// Where.
        line: usize,
        /// The board before it.
        board: usize,
        /// What stands there.
        received: String,
    },
    /// The first board is not the puzzle.
    #[error("the first board is not the puzzle's")]
    OtherPuzzle,
    /// There are more boards than there should be.
    #[error("there are {0} boards, and there should be only the one after the best move")]
    NotOne(usize),
    /// No legal move leads to a board.
    #[error("ply {ply}: no legal move of {mover} leads from board {ply} to board {}", .ply + 1)]
    Illegal {
        /// Which ply, counted from 1.
        ply: usize,
        /// Whose turn it was.
        mover: &'static str,
    },
    /// There are boards after the end.
    #[error("the game is over with board {board} ({reason}), and more boards follow")]
    GoesOn {
        /// The board that ends it.
        board: usize,
        /// Why.
        reason: &'static str,
    },
    /// A move is not the best.
    #[error("ply {ply}: {mover} {did}")]
    NotOptimal {
        /// Which ply, counted from 1.
        ply: usize,
        /// Whose move it was.
        mover: &'static str,
        /// What was wrong with it.
        did: String,
    },
    /// It ends before the game does.
    #[error("the game is not over with the last board, number {boards}: {expected}")]
    Incomplete {
        /// How many boards there are.
        boards: usize,
        /// What is missing.
        expected: String,
    },
}

/// The boards of an answer.
struct Boards {
    /// The first one as it stands there.
    first: Puzzle,
    texts: Vec<String>,
}

impl PuzzleSolver {
    /// Grades an answer: every equally good line is right. Where there is a puzzle, the answer must be to it.
    ///
    /// # Errors
    /// Fails with the first fault.
    pub fn grade(
        &mut self,
        text: &str,
        puzzle: Option<&Puzzle>,
        task: Task,
        limits: &Limits,
        control: &Control,
    ) -> Result<Grade, GradeFault> {
        let boards = read_boards(text)?;
        match (task, puzzle) {
            (Task::FirstMove, Some(puzzle)) => {
                let is_over = puzzle.position.outcome().is_some();
                let Boards { texts, .. } = boards;
                if texts.len() != 1 {
                    return Err(GradeFault::NotOne(texts.len()));
                }
                if is_over && texts[0] == puzzle.write(&puzzle.position) {
                    return Ok(Grade::Right(ending_of_finished(&puzzle.position)));
                }
                let texts = vec![puzzle.write(&puzzle.position), texts[0].clone()];
                let game = follow(puzzle, &texts)?;
                self.grade_moves(&game, limits, control)
            }
            _ => {
                let first = puzzle.unwrap_or(&boards.first);
                if boards.texts[0] != first.write(&first.position) {
                    return Err(GradeFault::OtherPuzzle);
                }
                let game = follow(first, &boards.texts)?;
                let grade = self.grade_moves(&game, limits, control)?;
                check_complete(&game, grade)?;
                Ok(grade)
            }
        }
    }

    /// Grades the moves of a game, complete or not.
    fn grade_moves(
        &mut self,
        game: &[Checkers],
        limits: &Limits,
        control: &Control,
    ) -> Result<Grade, GradeFault> {
        let (Some(mut value), _) = self.value(&game[0], limits, control) else { return Ok(Grade::Unproven) };
        let result = ending(value, game[0].turn());
        for (i, pair) in game.windows(2).enumerate() {
            let [pos, next] = [&pair[0], &pair[1]];
            match limited(limits, control, None, |within| self.solver.keeps(value, pos, next, within)) {
                Ok(true) => value = next_value(value),
                Ok(false) => {
                    let did = self.what_was_wrong(value, next, limits, control);
                    return Err(GradeFault::NotOptimal { ply: i + 1, mover: side_name(pos), did });
                }
                Err(solve::Stopped) => return Ok(Grade::Unproven),
            }
        }
        Ok(Grade::Right(result))
    }

    /// Why a move is not the best, in words that follow on the name of the player.
    fn what_was_wrong(
        &mut self,
        before: Exact,
        next: &Checkers,
        limits: &Limits,
        control: &Control,
    ) -> String {
        // It is wrong in any case; how wrong is worth a moment.
        const A_MOMENT: u64 = 300_000;
        let limits = &Limits { nodes: Some(A_MOMENT), ..limits.clone() };
        let now = self.value(next, limits, control).0.map(|value| value.one_ply_earlier(false));
        match (before, now) {
            (Exact::Win(plies), Some(Exact::Win(longer))) => {
                format!("could win in {plies} plies, and now needs {longer}")
            }
            (Exact::Win(plies), Some(Exact::Draw)) => {
                format!("could win in {plies} plies, and now it is a draw")
            }
            (Exact::Win(plies), Some(Exact::Loss(_))) => format!("could win in {plies} plies, and now loses"),
            (Exact::Win(plies), None) => format!("could win in {plies} plies, and now does not"),
            (Exact::Loss(plies), Some(Exact::Loss(sooner))) => {
                format!("could hold out for {plies} plies, and now loses in {sooner}")
            }
            (Exact::Loss(plies), _) => format!("could hold out for {plies} plies, and now loses sooner"),
            (Exact::Draw, _) => "could draw, and now loses".to_string(),
        }
    }
}

fn ending_of_finished(pos: &Checkers) -> Ending {
    pos.outcome()
        .map_or(Ending::Unproven, |outcome| ending(Exact::of_outcome(outcome, pos.turn()), pos.turn()))
}

fn side_name(pos: &Checkers) -> &'static str {
    match pos.turn() {
        game::Player::One => "red",
        game::Player::Two => "black",
    }
}

/// Reads boards of 8 lines, each followed by an empty line; after the last one there may be none or more.
fn read_boards(text: &str) -> Result<Boards, GradeFault> {
    let mut lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    if lines.is_empty() {
        return Err(GradeFault::Nothing);
    }
    let mut first = None;
    let mut texts = Vec::new();
    for (i, lines) in lines.chunks(9).enumerate() {
        let board = i + 1;
        let (rows, gap) = lines.split_at(lines.len().min(8));
        let text = rows.join("\n");
        let refused =
            |faults: Faults<PuzzleFault>| GradeFault::NoBoard { board, faults: moved(&faults, 9 * i) };
        let puzzle = Puzzle::read(&text).map_err(refused)?;
        if rows.len() < 8 {
            return Err(GradeFault::Incomplete {
                boards: board,
                expected: "its last lines are missing".to_string(),
            });
        }
        first.get_or_insert(puzzle);
        texts.push(text);
        if let [received] = gap
            && !received.is_empty()
        {
            return Err(GradeFault::NoGap { line: 9 * i + 9, board, received: quoted(received) });
        }
    }
    first.map(|first| Boards { first, texts }).ok_or(GradeFault::Nothing)
}

/// The faults of a board that begins after so many lines.
fn moved(faults: &Faults<PuzzleFault>, lines: usize) -> String {
    let told = |fault: &PuzzleFault| PuzzleFault { line: fault.line + lines, ..fault.clone() }.to_string();
    faults.iter().map(told).collect::<Vec<_>>().join("; ")
}

/// The positions behind boards, each after a legal move.
fn follow(puzzle: &Puzzle, texts: &[String]) -> Result<Vec<Checkers>, GradeFault> {
    let mut game = vec![puzzle.position];
    let mut repetitions = Repetitions::default();
    let mut moves = Vec::new();
    for (i, text) in texts.iter().enumerate().skip(1) {
        let pos = game[i - 1];
        let over = pos.legal_moves(&mut moves).map(|_| "nobody can move on");
        let repeated = repetitions.is_draw_with(&pos).then_some("the third repetition");
        if let Some(reason) = over.or(repeated) {
            return Err(GradeFault::GoesOn { board: i, reason });
        }
        let mut after = moves.iter().map(|&mv| pos.play_unchecked(mv));
        let next = after.find(|next| puzzle.write(next) == *text);
        game.push(next.ok_or(GradeFault::Illegal { ply: i, mover: side_name(&pos) })?);
    }
    Ok(game)
}

/// Whether the last board is the end of the game.
fn check_complete(game: &[Checkers], grade: Grade) -> Result<(), GradeFault> {
    let last = game[game.len() - 1];
    if last.outcome().is_some() {
        return Ok(());
    }
    let mut repetitions = Repetitions::default();
    let mut is_repeated = false;
    for pos in game {
        is_repeated = repetitions.is_draw_with(pos);
    }
    if is_repeated {
        return Ok(());
    }
    let expected = match grade {
        Grade::Right(Ending::Win { winner, plies }) => {
            let name = if winner == game::Player::One { "red" } else { "black" };
            format!("{name} wins in {plies} plies, so there are {} boards", plies + 1)
        }
        Grade::Right(Ending::Draw) => "a draw ends with the third repetition of a position".to_string(),
        Grade::Right(Ending::Unproven) | Grade::Unproven => "more boards should follow".to_string(),
    };
    Err(GradeFault::Incomplete { boards: game.len(), expected })
}
