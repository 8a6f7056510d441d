//! Grading an answer to a puzzle.

use checkers::{Checkers, Puzzle, PuzzleError};
use engine::{Control, Limits, Play, PuzzleEnding, PuzzleGrade, PuzzleTask};
use game::text::{counted, quoted};
use game::{Game as _, History, HouseRules, Player, Position as _, PositionErrors};
use solve::Exact;

use crate::solution::{PuzzleSolver, ending, next_value};

/// The first fault of an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum GradeError {
    /// There is no board.
    #[error("there is no board in it")]
    Nothing,
    /// A board is invalid.
    #[error("board {board} is not a board: {faults}")]
    NoBoard {
        /// The number of the board, from 1.
        board: usize,
        /// All its errors, with lines and columns of the whole file.
        faults: String,
    },
    /// A line between boards, or within one, is not a row.
    #[error("line {line}: expected a row of board {board}, found '{received}'")]
    NoRow {
        /// The line.
        line: usize,
        /// The board that the row would belong to.
        board: usize,
        /// The text of the line.
        received: String,
    },
    /// There is no empty line between two boards.
    #[error("line {line}: expected an empty line after board {board}, found '{received}'")]
    NoGap {
        /// The line.
        line: usize,
        /// The board before it.
        board: usize,
        /// The text of the line.
        received: String,
    },
    /// The first board is not the puzzle.
    #[error("the first board is not the puzzle's")]
    OtherPuzzle,
    /// There is more than one board.
    #[error("there are {0} boards, and there should be only the one after the best move")]
    NotOne(usize),
    /// No legal move leads to a board.
    #[error("ply {ply}: no legal move of {mover} leads from board {ply} to board {}", .ply + 1)]
    Illegal {
        /// The ply, from 1.
        ply: usize,
        /// The side to move.
        mover: &'static str,
    },
    /// There are boards after the end of the game.
    #[error("the game is over with board {board} ({reason}), and more boards follow")]
    GoesOn {
        /// The board that ends it.
        board: usize,
        /// The reason.
        reason: &'static str,
    },
    /// A move is not optimal.
    #[error("ply {ply}: {mover} {did}")]
    NotOptimal {
        /// The ply, from 1.
        ply: usize,
        /// The side that moved.
        mover: &'static str,
        /// How the move is worse than the best one.
        did: String,
    },
    /// The answer ends before the game does.
    #[error("the game is not over with the last board, number {boards}: {expected}")]
    Incomplete {
        /// The number of boards.
        boards: usize,
        /// The expected ending.
        expected: String,
    },
}

/// The boards of an answer, as far as they can be read.
struct Boards {
    /// The first board, as a puzzle.
    first: Puzzle,
    texts: Vec<String>,
    /// The fault after them, if any.
    fault: Option<GradeError>,
}

impl<P: Play<Position = Checkers>> PuzzleSolver<P> {
    /// Grades an answer: every optimal line is right. If a puzzle is given, the answer must begin
    /// with it.
    ///
    /// # Errors
    /// Fails with the first fault, by ply.
    pub(crate) fn graded(
        &mut self,
        text: &str,
        puzzle: Option<&Puzzle>,
        task: PuzzleTask,
        limits: &Limits,
        control: &Control,
    ) -> Result<PuzzleGrade, GradeError> {
        let Boards { first, mut texts, fault } = read_boards(text)?;
        let puzzle = puzzle.unwrap_or(&first);
        let own = puzzle.write(&puzzle.position);
        if task == PuzzleTask::FirstMove {
            if let Some(fault) = fault {
                return Err(fault);
            }
            if texts.len() != 1 {
                return Err(GradeError::NotOne(texts.len()));
            }
            if puzzle.position.outcome().is_some() && texts[0] == own {
                return Ok(PuzzleGrade::Right(ending_of_finished(&puzzle.position)));
            }
            texts.insert(0, own);
        } else if texts[0] != own {
            return Err(GradeError::OtherPuzzle);
        }
        let mut game = Followed::new(puzzle);
        let broken_rule = texts[1..].iter().find_map(|text| game.follow(text).err());
        let fault = broken_rule.or(fault);
        let has_moves = game.positions.len() > 1;
        if let Some(fault) = fault.clone().filter(|_| !has_moves) {
            return Err(fault);
        }
        let (mut value, _) = self.value(&puzzle.position, limits, control);
        let result = value.map_or(PuzzleEnding::Unproven, |value| ending(value, puzzle.position.turn()));
        // A suboptimal move is reported before any fault after it.
        for (i, pair) in game.positions.windows(2).enumerate() {
            let Some(before) = value else { break };
            value = self.after_best(before, [&pair[0], &pair[1]], i + 1, limits, control)?;
        }
        match fault {
            Some(fault) => return Err(fault),
            None if task == PuzzleTask::WholeGame => game.check_complete(result, value.is_some())?,
            None => (),
        }
        Ok(if value.is_some() { PuzzleGrade::Right(result) } else { PuzzleGrade::Unproven })
    }

    /// The value after a move, which must be optimal; `None` if that could not be decided.
    fn after_best(
        &mut self,
        value: Exact,
        [pos, next]: [&Checkers; 2],
        ply: usize,
        limits: &Limits,
        control: &Control,
    ) -> Result<Option<Exact>, GradeError> {
        match self.solver.keeps(value, pos, next, limits, control) {
            Ok(true) => Ok(Some(next_value(value))),
            Ok(false) => {
                let did = self.what_was_wrong(value, next, limits, control);
                Err(GradeError::NotOptimal { ply, mover: side_name(pos.turn()), did })
            }
            Err(solve::Stopped) => Ok(None),
        }
    }

    /// Why a move is not optimal, as a phrase that follows the name of the player.
    fn what_was_wrong(
        &mut self,
        before: Exact,
        next: &Checkers,
        limits: &Limits,
        control: &Control,
    ) -> String {
        // The move is wrong in any case; a short search tells how wrong.
        const A_MOMENT: u64 = 300_000;
        let limits = &Limits { nodes: Some(A_MOMENT), ..limits.clone() };
        let now = self.value(next, limits, control).0.map(|value| value.one_ply_earlier(false));
        match (before, now) {
            (Exact::Win(plies), Some(Exact::Win(longer))) => {
                format!("could win in {}, and now needs {longer}", in_words(plies))
            }
            (Exact::Win(plies), Some(Exact::Draw)) => {
                format!("could win in {}, and now it is a draw", in_words(plies))
            }
            (Exact::Win(plies), Some(Exact::Loss(_))) => {
                format!("could win in {}, and now loses", in_words(plies))
            }
            (Exact::Win(plies), None) => format!("could win in {}, and now does not", in_words(plies)),
            (Exact::Loss(plies), Some(Exact::Loss(sooner))) => {
                format!("could hold out for {}, and now loses in {sooner}", in_words(plies))
            }
            (Exact::Loss(plies), _) => {
                format!("could hold out for {}, and now loses sooner", in_words(plies))
            }
            (Exact::Draw, _) => "could draw, and now loses".to_string(),
        }
    }
}

/// `1 ply` or `12 plies`.
fn in_words(plies: u32) -> String {
    counted(plies, "ply", "plies")
}

fn ending_of_finished(pos: &Checkers) -> PuzzleEnding {
    pos.outcome()
        .map_or(PuzzleEnding::Unproven, |outcome| ending(Exact::of_outcome(outcome, pos.turn()), pos.turn()))
}

/// What the course calls a player.
pub(crate) fn side_name(player: Player) -> &'static str {
    match player {
        Player::One => "red",
        Player::Two => "black",
    }
}

/// Reads boards of 8 lines, each followed by an empty line; after the last one there may be none or
/// several. A heading before the first board, and remarks such as `12 moves` and `0.5 seconds`
/// after the last one, are ignored. Text that cannot be read ends the list, because the boards
/// before it may have an earlier fault.
fn read_boards(text: &str) -> Result<Boards, GradeError> {
    let mut lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let is_beside = |line: &&str| line.trim().is_empty() || is_remark(line);
    while lines.last().is_some_and(is_beside) {
        lines.pop();
    }
    // An answer without a heading may begin with its first row.
    let heading = lines.iter().take_while(|line| is_beside(line)).count();
    let heading = if lines[..heading].iter().any(|line| is_remark(line)) { heading } else { 0 };
    let (mut first, mut texts, mut fault) = (None, Vec::new(), None);
    for (i, lines) in lines[heading..].chunks(9).enumerate() {
        let board = i + 1;
        let (rows, gap) = lines.split_at(lines.len().min(8));
        if let Some(row) = rows.iter().position(|row| is_remark(row)) {
            let line = heading + 9 * i + row + 1;
            fault = Some(GradeError::NoRow { line, board, received: quoted(rows[row]) });
            break;
        }
        let text = rows.join("\n");
        match Puzzle::read(&text) {
            Ok(puzzle) => first.get_or_insert(puzzle),
            Err(faults) => {
                fault = Some(GradeError::NoBoard { board, faults: moved(&faults, heading + 9 * i) });
                break;
            }
        };
        texts.push(text);
        if let [received] = gap
            && !received.is_empty()
        {
            fault = Some(GradeError::NoGap { line: heading + 9 * i + 9, board, received: quoted(received) });
            break;
        }
    }
    match (first, fault) {
        (Some(first), fault) => Ok(Boards { first, texts, fault }),
        (None, fault) => Err(fault.unwrap_or(GradeError::Nothing)),
    }
}

/// Whether a line is a remark rather than a row of a board: at least half of its characters are not
/// cells. A row with some wrong cells is still a row.
fn is_remark(line: &str) -> bool {
    let (mut all, mut others) = (0, 0);
    for c in line.chars().filter(|c| !c.is_whitespace()) {
        all += 1;
        others += usize::from(!".rRbB".contains(c));
    }
    all > 0 && 2 * others >= all
}

/// The faults of a board that begins after `lines` lines.
fn moved(faults: &PositionErrors<PuzzleError>, lines: usize) -> String {
    let told = |fault: &PuzzleError| PuzzleError { line: fault.line + lines, ..fault.clone() }.to_string();
    faults.iter().map(told).collect::<Vec<_>>().join("; ")
}

/// A game replayed from its boards, as far as they were read.
struct Followed<'p> {
    puzzle: &'p Puzzle,
    positions: Vec<Checkers>,
    history: History<Checkers>,
}

impl<'p> Followed<'p> {
    fn new(puzzle: &'p Puzzle) -> Followed<'p> {
        let history = History::new(puzzle.position);
        Followed { puzzle, positions: vec![puzzle.position], history }
    }

    /// Whether the last position makes the game a draw by repetition.
    fn is_repeated(&self) -> bool {
        self.history.is_draw(HouseRules { no_progress: None, ..Checkers::HOUSE_RULES })
    }

    fn last(&self) -> Checkers {
        self.positions[self.positions.len() - 1]
    }

    /// Continues with the next board, which a legal move must lead to.
    fn follow(&mut self, text: &str) -> Result<(), GradeError> {
        let pos = self.last();
        let mut moves = Vec::new();
        let over = pos.legal_moves(&mut moves).map(|_| "the side to move has no move");
        if let Some(reason) = over.or(self.is_repeated().then_some("the third repetition")) {
            return Err(GradeError::GoesOn { board: self.positions.len(), reason });
        }
        let leads_there = |mv: &checkers::Move| self.puzzle.write(&pos.play_unchecked(*mv)) == text;
        let mv = moves.into_iter().find(leads_there);
        let mv = mv.ok_or(GradeError::Illegal { ply: self.positions.len(), mover: side_name(pos.turn()) })?;
        let next = pos.play_unchecked(mv);
        self.history.push(next, pos.is_progress(mv));
        self.positions.push(next);
        Ok(())
    }

    /// Checks that the last board ends the game. The no-progress rule applies only if the best line
    /// is unknown: a win may take longer, and a draw continues to a repetition.
    fn check_complete(&self, result: PuzzleEnding, is_proven: bool) -> Result<(), GradeError> {
        let patience = Checkers::HOUSE_RULES.no_progress;
        let is_idle = patience.is_some_and(|most| self.history.plies_without_progress() >= most);
        if self.last().outcome().is_some() || self.is_repeated() || is_idle && !is_proven {
            return Ok(());
        }
        let expected = match result {
            PuzzleEnding::Win { winner, plies } if is_proven => {
                let name = side_name(winner);
                format!("{name} wins in {}, so there are {} boards", in_words(plies), plies + 1)
            }
            PuzzleEnding::Draw if is_proven => {
                "a draw ends with the third repetition of a position".to_string()
            }
            _ => {
                let idle = patience.map(|most| format!(" or {most} plies without progress"));
                format!(
                    "it ends when a side cannot move on, or with the third repetition of a position{}",
                    idle.unwrap_or_default()
                )
            }
        };
        Err(GradeError::Incomplete { boards: self.positions.len(), expected })
    }
}
