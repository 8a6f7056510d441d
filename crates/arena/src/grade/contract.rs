//! Contract tests: what an assignment asks of every program, however well it plays.

use std::time::{Duration, Instant};

use engine::{AnyPosition, ByPlayer, MoveId, Session};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::words;
use super::{Board, Finding, Run};
use crate::answer::AnswerReader;
use crate::compliance::{self, Mark};
use crate::player::NoMove;
use crate::prepare::BuildFailure;
use crate::record::VerdictKind;
use crate::sandbox::supervisor::End;
use crate::sandbox::{CommandLine, OutputEvent, Sandbox, Workspace};
use crate::spec::{PlayerKind, PlayerSpec, ProgramProtocol};
use crate::time_control::{Clocks, Pace, TimeControl};

/// The points of each contract test; a test without points is not made.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Contract {
    /// A legal move from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<f64>,
    /// A legal move for the other side.
    #[serde(skip_serializing_if = "Option::is_none")]
    both_sides: Option<f64>,
    /// Legal moves in positions from the middle of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<f64>,
    /// A legal move in half of the usual time.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// Nothing is printed after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_line: Option<f64>,
    /// A board that is none is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_input: Option<f64>,
    /// The conversations of `plywood engine --check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol: Option<f64>,
}

/// A contract test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContractTest {
    Start,
    BothSides,
    Positions,
    Time,
    LastLine,
    IllegalInput,
    Protocol,
}

/// So many positions are tried.
const POSITIONS: usize = 5;
/// After at most so many random plies.
const MOST_PLIES: usize = 30;
/// Waits between two looks at the control.
const POLL: Duration = Duration::from_millis(50);

impl ContractTest {
    /// Whether a program that does not pass it cannot play a game.
    pub(super) fn is_vital(self) -> bool {
        self == ContractTest::Start
    }
}

impl Contract {
    fn of(&self, test: ContractTest) -> Option<f64> {
        match test {
            ContractTest::Start => self.start,
            ContractTest::BothSides => self.both_sides,
            ContractTest::Positions => self.positions,
            ContractTest::Time => self.time,
            ContractTest::LastLine => self.last_line,
            ContractTest::IllegalInput => self.illegal_input,
            ContractTest::Protocol => self.protocol,
        }
    }

    /// The tests that are made.
    pub(super) fn tests(&self) -> Vec<ContractTest> {
        let all = [
            ContractTest::Start,
            ContractTest::BothSides,
            ContractTest::Positions,
            ContractTest::Time,
            ContractTest::LastLine,
            ContractTest::IllegalInput,
            ContractTest::Protocol,
        ];
        all.into_iter().filter(|&test| self.of(test).is_some()).collect()
    }

    /// The points of all tests.
    pub(super) fn points(&self) -> Vec<f64> {
        self.tests().into_iter().filter_map(|test| self.of(test)).collect()
    }

    /// What does not fit the program.
    pub(super) fn fault(&self, student: &PlayerSpec, solves_puzzles: bool) -> Option<String> {
        if solves_puzzles {
            let plays = self.tests();
            let fits = |test: &ContractTest| matches!(test, ContractTest::IllegalInput);
            return plays.iter().any(|test| !fits(test)).then(|| {
                "[contract]: of a program that solves puzzles only illegal-input can be tested".to_string()
            });
        }
        let PlayerKind::Program { protocol, command, .. } = &student.kind else { return None };
        let only =
            |word: &str, what: &str| Some(format!("[contract] {word} is only for programs of type {what}"));
        match protocol {
            ProgramProtocol::OneShot => {
                let words = command.words().join(" ");
                let has_board = words.contains("{board}") || words.contains("{position}");
                if self.illegal_input.is_some() && !has_board {
                    return Some(
                        "[contract] illegal-input: the command has neither {board} nor {position}"
                            .to_string(),
                    );
                }
                if self.protocol.is_some() { only("protocol", "ugi") } else { None }
            }
            _ if self.last_line.is_some() => only("last-line", "oneshot"),
            _ if self.illegal_input.is_some() => only("illegal-input", "oneshot or puzzles"),
            ProgramProtocol::Ugi => None,
            ProgramProtocol::Line if self.positions.is_some() => only("positions", "oneshot, ugi or hub"),
            ProgramProtocol::Line | ProgramProtocol::Hub if self.protocol.is_some() => {
                only("protocol", "ugi")
            }
            ProgramProtocol::Line | ProgramProtocol::Hub => None,
        }
    }
}

impl Run<'_> {
    /// Makes a contract test.
    pub(super) fn contract_test(&mut self, test: ContractTest) -> Finding {
        let points = self.course.contract.of(test).unwrap_or(0.0);
        match test {
            ContractTest::Start => self.start(points),
            ContractTest::BothSides => self.both_sides(points),
            ContractTest::Positions => self.positions(points),
            ContractTest::Time => self.time(points),
            ContractTest::LastLine => self.last_line(points),
            ContractTest::IllegalInput if self.course.solves_puzzles() => self.illegal_puzzle(points),
            ContractTest::IllegalInput => self.illegal_board(points),
            ContractTest::Protocol => self.protocol(points),
        }
    }

    /// The tests of a program that cannot be built: one says why, and the others that they were not made.
    pub(super) fn unbuilt(&self, failure: &BuildFailure) -> Vec<Finding> {
        let course = self.course;
        let max_points: f64 = course.contract.points().iter().sum::<f64>()
            + course.puzzles.iter().map(|puzzle| puzzle.points).sum::<f64>()
            + course.games.iter().map(|games| games.points).sum::<f64>();
        let mut finding = Finding::new("Your program can be unpacked and built", max_points);
        finding.say(format!("Your program was not tested, because {}.", failure.why.trim_end_matches('.')));
        finding.say("Try the same command in a fresh folder that has only the files you hand in.");
        finding.quote("What the compiler printed", &failure.evidence.stderr);
        finding.quote("Its standard output", &failure.evidence.stdout);
        vec![finding]
    }

    /// Asks for a move, and adds what went wrong to the finding. Returns the move.
    fn ask(&mut self, student: &PlayerSpec, session: &Session, finding: &mut Finding) -> Option<MoveId> {
        match self.answer(student, session) {
            Ok(mv) => Some(mv),
            Err(no_move) => {
                words::explain(&no_move, student, finding);
                if no_move.kind != VerdictKind::Build {
                    finding.boards.push(board("The position", session.position(), &[]));
                }
                None
            }
        }
    }

    pub(super) fn answer(&mut self, student: &PlayerSpec, session: &Session) -> Result<MoveId, NoMove> {
        let control = self.grader.control;
        let own = student.control(TimeControl::default());
        let side = session.position().turn();
        let failed = |error: crate::SpecError| NoMove::new(VerdictKind::Crash, error.to_string());
        let mut program = student.instantiate(session.position(), own, self.course.seed).map_err(failed)?;
        program.prepare(session, control);
        let go = Clocks::new(ByPlayer { one: own, two: own }).go(side);
        let begin = Instant::now();
        let answer = program.answer(session, &go, control);
        if answer.is_ok() {
            self.moves.push(begin.elapsed());
        }
        answer.map(|choice| choice.mv)
    }

    fn start(&mut self, points: f64) -> Finding {
        let mut finding = Finding::new("A legal move from the start position", points);
        let session = Session::game(&*self.game.start());
        let student = self.student.clone();
        if let Some(mv) = self.ask(&student, &session, &mut finding) {
            finding.share = 1.0;
            finding.say(format!("Your program played {}.", session.position().move_text(mv)));
        }
        finding
    }

    fn both_sides(&mut self, points: f64) -> Finding {
        let mut finding = Finding::new("A legal move for the other side", points);
        let session = self.random_game(1, 0);
        let student = self.student.clone();
        if let Some(mv) = self.ask(&student, &session, &mut finding) {
            finding.share = 1.0;
            let side = session.position().diagram().players[session.position().turn()].name;
            finding.say(format!("As {side} your program played {}.", session.position().move_text(mv)));
        }
        finding
    }

    fn positions(&mut self, points: f64) -> Finding {
        let mut finding = Finding::new("Legal moves in the middle of games", points);
        let student = self.student.clone();
        let mut legal = 0;
        for number in 0..POSITIONS {
            let session =
                self.random_game(4 + number * (MOST_PLIES - 4) / (POSITIONS - 1), number as u64 + 1);
            if self.grader.control.is_stopped() {
                break;
            }
            // One position is enough to see what is wrong.
            let mut here = Finding::new("", 0.0);
            match self.ask(&student, &session, &mut here) {
                Some(_) => legal += 1,
                None if finding.text.is_empty() => {
                    (finding.text, finding.quotes, finding.boards) = (here.text, here.quotes, here.boards);
                }
                None => {}
            }
        }
        finding.share = legal as f64 / POSITIONS as f64;
        let sentence = format!("Your program made a legal move in {legal} of {POSITIONS} positions.");
        finding.text.insert(0, sentence);
        finding
    }

    fn time(&mut self, points: f64) -> Finding {
        let whole = match self.student.control(TimeControl::default()).pace {
            Pace::Move(time) => time,
            _ => Duration::from_secs(1),
        };
        // Half of the usual time, or twice where programs may read it as whole seconds.
        let time =
            if whole < Duration::from_secs(2) && whole.subsec_nanos() == 0 { 2 * whole } else { whole / 2 };
        let shown = words::seconds(time);
        let mut finding = Finding::new(format!("The time limit that it is given: {shown}"), points);
        let student = PlayerSpec {
            own: TimeControl { pace: Pace::Move(time), ..self.student.own },
            ..self.student.clone()
        };
        let session = self.random_game(6, 99);
        if self.ask(&student, &session, &mut finding).is_some() {
            finding.share = 1.0;
            finding.say(format!(
                "With {shown} for a move instead of {}, your program had a legal move in time.",
                words::seconds(whole)
            ));
        }
        finding
    }

    fn last_line(&mut self, points: f64) -> Finding {
        let mut finding = Finding::new("The last line that it prints is its move", points);
        let session = Session::game(&*self.game.start());
        let mut student = self.student.clone();
        if let PlayerKind::Program { strict, .. } = &mut student.kind {
            *strict = true;
        }
        if self.ask(&student, &session, &mut finding).is_some() {
            finding.share = 1.0;
            finding.say("The last line is a move or a board, with nothing after it.");
        } else if let Some(quote) = finding.quotes.iter().find(|quote| quote.name == words::STDOUT) {
            let last = quote.text.lines().last().unwrap_or_default().trim();
            let sentence = format!(
                "The last line that your program printed was '{}'. Print what is not a move to standard error, or before the move.",
                engine::quoted(last)
            );
            finding.text.push(sentence);
        }
        finding
    }

    /// A board with one square too few must be refused.
    fn illegal_board(&mut self, points: f64) -> Finding {
        let mut finding = Finding::new("A board that is none is refused", points);
        let PlayerKind::Program { command, .. } = &self.student.kind else { return finding };
        let start = self.game.start();
        let time = self.student.control(TimeControl::default());
        let limit = if let Pace::Move(time) = time.pace { time } else { Duration::from_secs(1) };
        let right = start.text();
        let line =
            start.text_as("line").unwrap_or_else(|| right.split(' ').next().unwrap_or_default().to_string());
        let words: Vec<String> = command
            .filled(&*start, limit.as_secs_f64())
            .iter()
            .map(|word| word.replace(&right, &right[1..]).replace(&line, &line[1..]))
            .collect();
        finding.say(format!(
            "Your program was given '{}', which has one square too few.",
            engine::quoted(&line[1..])
        ));
        let mut workspace = Workspace::new(self.sandbox());
        let ran = self.run_freely(&mut workspace, &words, limit);
        let reader = AnswerReader::new(&*start);
        match ran {
            Err(no_move) => words::explain(&no_move, &self.student, &mut finding),
            Ok((lines, end, program)) => {
                let answer = lines.iter().rev().find(|line| reader.is_answer(line));
                match (answer, end) {
                    (Some(answer), _) => finding.say(format!(
                        "It should say that this is no board, and instead it printed the move '{}'.",
                        engine::quoted(answer.trim())
                    )),
                    (None, End::Exit(_)) => {
                        finding.share = 1.0;
                        finding.say("It ended without a move, as it should.");
                    }
                    (None, End::Signal(signal)) => finding.say(format!(
                        "It should end with a message, and instead it crashed ({}).",
                        words::signal(signal)
                    )),
                    (None, _) => finding.say(format!(
                        "It should end with a message, and instead it was still running after {}.",
                        words::seconds(limit)
                    )),
                }
                finding.quote(words::STDERR, &program.stderr);
            }
        }
        finding
    }

    fn protocol(&mut self, points: f64) -> Finding {
        let mut finding = Finding::new("The protocol is spoken", points);
        let PlayerKind::Program { command, .. } = &self.student.kind else { return finding };
        let words = command.filled(&*self.game.start(), 0.0);
        let sandbox = self.sandbox();
        let checks = compliance::check(self.game, &sandbox, &words, self.grader.control, &mut |_| {});
        let made = checks.iter().filter(|check| check.mark != Mark::Skip).count();
        let passed = checks.iter().filter(|check| check.mark == Mark::Pass).count();
        finding.share = passed as f64 / made.max(1) as f64;
        finding.say(format!("{passed} of {made} conversations went as the protocol says."));
        let failed = checks.iter().filter(|check| check.mark == Mark::Fail);
        let lines: Vec<String> = failed.map(|check| format!("{}: {}", check.name, check.note)).collect();
        finding.quote("What went wrong", &lines.join("\n"));
        finding
    }

    pub(super) fn sandbox(&self) -> Sandbox {
        let PlayerKind::Program { dir, limits, readable, environment, .. } = &self.student.kind else {
            return Sandbox::of_this_program();
        };
        Sandbox {
            limits: *limits,
            dir: dir.clone(),
            owner: self.student.name.clone(),
            readable: readable.clone(),
            environment: environment.clone(),
            ..Sandbox::of_this_program()
        }
    }

    /// Runs a command until it ends or its time is up.
    pub(super) fn run_freely(
        &self,
        workspace: &mut Workspace,
        words: &[String],
        limit: Duration,
    ) -> Result<(Vec<String>, End, Written), NoMove> {
        let crash = |error: &dyn std::fmt::Display| NoMove::new(VerdictKind::Crash, error.to_string());
        let deadline = Instant::now() + limit;
        let mut program = workspace.start(words).map_err(|error| crash(&error))?;
        let mut lines = Vec::new();
        loop {
            match program.next_output(deadline.min(Instant::now() + POLL)) {
                Some(OutputEvent::Line(line) | OutputEvent::Rest(line)) => lines.push(line),
                Some(OutputEvent::Flood(flood)) => {
                    program.terminate();
                    return Err(program.with_output(NoMove::new(VerdictKind::Flood, flood.to_string())));
                }
                Some(OutputEvent::End) => break,
                None if Instant::now() >= deadline || self.grader.control.is_stopped() => break,
                None => {}
            }
        }
        let end = program.wait_until(deadline).clone();
        let said = program.with_output(NoMove::new(VerdictKind::Crash, "")).evidence;
        if matches!(
            end,
            End::LimitExceeded(_) | End::NotStarted(_) | End::SupervisorKilled | End::Unavailable(_)
        ) {
            let no_move = program.no_move("", |_| String::new(), (VerdictKind::Crash, String::new()));
            return Err(NoMove { evidence: said, ..no_move });
        }
        Ok((lines, end, Written { stdout: said.stdout, stderr: said.stderr }))
    }

    /// A game after so many random plies, or fewer where it would be over.
    fn random_game(&self, plies: usize, salt: u64) -> Session {
        let mut random = ChaCha8Rng::seed_from_u64(game::mix(self.course.seed ^ game::mix(salt)));
        let mut session = Session::game(&*self.game.start());
        for _ in 0..plies {
            let moves = session.position().move_count();
            if moves == 0 || session.ending().is_some() {
                break;
            }
            session.play(MoveId::new(random.random_range(0..moves)));
        }
        while session.ending().is_some() && session.undo().is_some() {}
        session
    }
}

/// The end of what a program wrote.
pub(super) struct Written {
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// A board with arrows for moves.
pub(super) fn board(caption: &str, pos: &dyn AnyPosition, moves: &[MoveId]) -> Board {
    let options = engine::PictureOptions { moves: moves.to_vec(), ..engine::PictureOptions::default() };
    Board { caption: caption.to_string(), position: pos.text(), svg: engine::picture(pos, &options) }
}

/// The words of a command that has no placeholders.
pub(super) fn plain(command: &CommandLine) -> Vec<String> {
    command.words().to_vec()
}
