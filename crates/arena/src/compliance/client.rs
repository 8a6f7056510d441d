//! The client that the checks use to talk to a program.

use std::time::{Duration, Instant};

use engine::protocol::{Answer, Command, Go, Query, Response, Start};
use engine::{Control, GameRef, Session, counted, quoted};

use super::{Mark, OVERTIME, REPLY_TIMEOUT, SEARCH_TIMEOUT, games, seconds};
use crate::player::{HANDSHAKE_TIMEOUT, time_limit};
use crate::sandbox::supervisor::End;
use crate::sandbox::{ExpectError, Sandbox, SandboxedProcess, Workspace};

/// Why a check did not pass.
pub(super) struct CheckFailure {
    pub(super) mark: Mark,
    pub(super) note: String,
}

impl CheckFailure {
    pub(super) fn fail(note: impl Into<String>) -> CheckFailure {
        CheckFailure { mark: Mark::Fail, note: note.into() }
    }

    pub(super) fn skip(note: impl Into<String>) -> CheckFailure {
        CheckFailure { mark: Mark::Skip, note: note.into() }
    }
}

/// Runs a program and exchanges lines with it.
pub(super) struct TestClient {
    game: GameRef,
    workspace: Workspace,
    command: Vec<String>,
    control: Control,
    program: Option<SandboxedProcess>,
    finished: Option<Option<Session>>,
    /// The slowest `isready` of the last measurement.
    latency: Duration,
    /// How long the program took to start, up to `ugiok`.
    startup: Duration,
}

/// The tolerance of a check that measures time, in exchanges of `isready` and `readyok`. These take about a millisecond on
/// an idle machine; a scheduler that keeps them waiting keeps a search waiting longer.
const LATENCY_FACTOR: u32 = 20;
/// The tolerance of `quit`, in times that the program took to start.
const STARTUP_FACTOR: u32 = 5;
/// How many exchanges are measured.
const LATENCY_SAMPLES: usize = 3;
/// However busy the machine, later than this is too late.
const MAX_TOLERANCE: Duration = Duration::from_secs(6);

/// The number of different games in a check.
const MIDDLE_GAMES: usize = 3;

impl TestClient {
    pub(super) fn new(game: GameRef, sandbox: Sandbox, command: Vec<String>, control: Control) -> TestClient {
        TestClient {
            game,
            workspace: Workspace::new(sandbox),
            command,
            control,
            program: None,
            finished: None,
            latency: Duration::ZERO,
            startup: Duration::ZERO,
        }
    }

    /// The game at its start.
    pub(super) fn start(&self) -> Session {
        Session::game(&*self.game.start())
    }

    /// Different unfinished games in which the second side is to move.
    pub(super) fn middles(&self) -> Result<[Session; MIDDLE_GAMES], CheckFailure> {
        let none = || CheckFailure::skip("there is no suitable game to ask about");
        let middle = |number| games::middle(self.game, number).ok_or_else(none);
        Ok([middle(0)?, middle(1)?, middle(2)?])
    }

    /// A game at its start, an unfinished one, and a finished one if there is any.
    pub(super) fn stages(&mut self) -> Vec<Session> {
        let game = self.game;
        let finished = self.finished.get_or_insert_with(|| games::finished(game)).clone();
        let going = games::middle(game, 0);
        std::iter::once(self.start()).chain(going).chain(finished).collect()
    }

    /// Kills the program; the next exchange starts a new one.
    pub(super) fn drop_program(&mut self) {
        self.program = None;
    }

    /// How the program ended after `quit`; `None` if it did not in time.
    pub(super) fn end(&mut self, within: Duration) -> Option<End> {
        let deadline = Instant::now() + within;
        let end = self.program.as_mut().map(|program| program.wait_until(deadline).clone());
        self.drop_program();
        // After the deadline it was killed.
        end.filter(|_| Instant::now() < deadline)
    }

    /// Starts a new process and exchanges `ugi` and `ugiok`.
    pub(super) fn handshake(&mut self) -> Result<String, CheckFailure> {
        let begin = Instant::now();
        let program =
            self.workspace.start(&self.command).map_err(|error| CheckFailure::fail(error.to_string()))?;
        self.program = Some(program);
        self.send(&Command::Ugi)?;
        let (mut name, mut options) = (None, 0);
        let mut odd: Option<String> = None;
        self.wait("'ugi'", "'ugiok'", HANDSHAKE_TIMEOUT, |line| {
            match Answer::read(line) {
                Ok(Answer::UgiOk) => return Some(()),
                Ok(Answer::Name(text)) => name = Some(text),
                Ok(Answer::Option(_)) => options += 1,
                Err(_) if line.starts_with("option") || line.starts_with("id ") => {
                    odd.get_or_insert_with(|| quoted(line));
                }
                _ => {}
            }
            None
        })?;
        self.startup = begin.elapsed();
        if let Some(line) = odd {
            return Err(CheckFailure::fail(format!(
                "'{line}' is not of the form 'id name NAME', 'id author AUTHOR' or 'option name NAME type TYPE …'"
            )));
        }
        let name = name.ok_or_else(|| CheckFailure::fail("'ugiok' came without 'id name …' before it"))?;
        Ok(format!("{}, options: {options}", quoted(&name)))
    }

    /// The program, started with a handshake if necessary.
    fn program(&mut self) -> Result<&mut SandboxedProcess, CheckFailure> {
        if self.program.is_none() {
            self.handshake()
                .map_err(|failure| CheckFailure::skip(format!("it did not restart: {}", failure.note)))?;
        }
        self.program.as_mut().ok_or_else(|| CheckFailure::skip("it does not run"))
    }

    pub(super) fn send(&mut self, command: &Command) -> Result<(), CheckFailure> {
        self.send_line(&command.to_string())
    }

    pub(super) fn send_line(&mut self, line: &str) -> Result<(), CheckFailure> {
        self.program()?.send_line(line);
        Ok(())
    }

    /// Waits for an answer; the failure describes what came instead.
    fn wait<T>(
        &mut self,
        after: &str,
        wanted: &str,
        within: Duration,
        mut matcher: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, CheckFailure> {
        let control = self.control.clone();
        let program = self.program()?;
        let deadline = Instant::now() + within;
        let mut last: Option<String> = None;
        let found = program.expect(deadline, &control, |line| {
            if !line.trim().is_empty() {
                last = Some(quoted(line.trim()));
            }
            matcher(line)
        });
        found.map_err(|error| {
            let within = seconds(within);
            let said = last.map_or(String::new(), |line| format!("; its last line was '{line}'"));
            CheckFailure::fail(match error {
                ExpectError::Timeout => {
                    format!("{after} was not answered by {wanted} in {within}{said}")
                }
                ExpectError::Flood(flood) => format!("after {after} {flood}"),
                ExpectError::Stopped => "it was stopped".to_string(),
                ExpectError::Closed => {
                    program.wait_until(deadline);
                    let still = (crate::VerdictKind::Silent, "it closed its output".to_string());
                    let code = |code| format!("it ended with code {code}");
                    let why = program.no_move("it ended", code, still).what;
                    format!("after {after} {why}{said}")
                }
            })
        })
    }

    /// How late an answer may be: `least` on an idle machine, and on a busy one as many times what an exchange takes
    /// now. The program must not be searching.
    pub(super) fn tolerance(&mut self, least: Duration) -> Result<Duration, CheckFailure> {
        // A new program may initialise itself before its first answer.
        self.ready(REPLY_TIMEOUT)?;
        self.latency = Duration::ZERO;
        for _ in 0..LATENCY_SAMPLES {
            let begin = Instant::now();
            self.ready(REPLY_TIMEOUT)?;
            self.latency = self.latency.max(begin.elapsed());
        }
        Ok(self.last_tolerance(least))
    }

    /// How long a program may take to exit: starting and exiting processes is slow on a busy machine even where an exchange
    /// is quick.
    pub(super) fn quit_tolerance(&mut self) -> Result<Duration, CheckFailure> {
        let tolerance = self.tolerance(OVERTIME)?;
        Ok(tolerance.max((STARTUP_FACTOR * self.startup).min(MAX_TOLERANCE)))
    }

    fn last_tolerance(&self, least: Duration) -> Duration {
        least.max((LATENCY_FACTOR * self.latency).min(MAX_TOLERANCE))
    }

    pub(super) fn ready(&mut self, within: Duration) -> Result<(), CheckFailure> {
        self.send(&Command::IsReady)?;
        let is_ready = |line: &str| (Answer::read(line) == Ok(Answer::ReadyOk)).then_some(());
        self.wait("'isready'", "'readyok'", within, is_ready)
    }

    /// Sets up a game by its moves from the start.
    pub(super) fn set_up(&mut self, session: &Session) -> Result<(), CheckFailure> {
        let moves = session.moves().map(str::to_string).collect();
        self.send(&Command::Position { start: Start::Startpos, moves })
    }

    /// Sets up a game by the text of its first position and its moves.
    pub(super) fn set_up_from_text(&mut self, session: &Session) -> Result<(), CheckFailure> {
        let start = Start::Fen(session.start().text());
        self.send(&Command::Position { start, moves: session.moves().map(str::to_string).collect() })
    }

    /// Starts a search and checks its answer, which may be `later` than the limits at least.
    pub(super) fn best_move(
        &mut self,
        session: &Session,
        go: Go,
        later: Duration,
    ) -> Result<String, CheckFailure> {
        let is_timed = go.move_time.is_some() || go.left != engine::ByPlayer::default();
        let time = if is_timed { time_limit(&go, session.position().turn()) } else { Duration::ZERO };
        let later = self.tolerance(later)?;
        let command = Command::Go(go);
        self.send(&command)?;
        let begin = Instant::now();
        // Wait for a late answer, to report how late it was.
        let after = format!("'{command}'");
        let line = self.wait(&after, "'bestmove'", time + later + SEARCH_TIMEOUT, best_move)?;
        let took = begin.elapsed();
        if is_timed && took > time + later {
            let (took, time) = (took.as_secs_f64(), time.as_secs_f64());
            return Err(CheckFailure::fail(format!("{after} took {took:.1} seconds of {time}")));
        }
        check_best_move(session, &after, &line)
    }

    pub(super) fn go_infinite(&mut self) -> Result<(), CheckFailure> {
        self.send(&Command::Go(Go { infinite: true, ..Go::default() }))
    }

    /// A best move that comes before `stop`.
    pub(super) fn premature_best_move(&mut self, time: Duration) -> Result<Option<String>, CheckFailure> {
        let control = self.control.clone();
        match self.program()?.expect(Instant::now() + time, &control, best_move) {
            Ok(line) => Ok(Some(quoted(&line))),
            Err(ExpectError::Closed) => self.wait("'go infinite'", "silence", REPLY_TIMEOUT, |_| None),
            Err(_) => Ok(None),
        }
    }

    /// Stops the search and checks the answer.
    pub(super) fn stop(&mut self, session: &Session) -> Result<String, CheckFailure> {
        let tolerance = self.last_tolerance(OVERTIME);
        self.send(&Command::Stop)?;
        let line = self.wait("'stop'", "'bestmove'", tolerance, best_move)?;
        check_best_move(session, "'stop'", &line)
    }

    /// Sends a query whose answer is known.
    pub(super) fn query(
        &mut self,
        session: &Session,
        query: Query,
        right: Response,
    ) -> Result<(), CheckFailure> {
        let command = Command::Query(query);
        self.send(&command)?;
        let is_response =
            |line: &str| line.trim_start().starts_with("response").then(|| line.trim().to_string());
        let line = self.wait(&format!("'{command}'"), "'response …'", REPLY_TIMEOUT, is_response)?;
        let right = Answer::Response(right);
        if Answer::read(&line).as_ref() == Ok(&right) {
            return Ok(());
        }
        let line = quoted(&line);
        Err(CheckFailure::fail(format!(
            "'{command}' was answered by '{line}', not by '{right}', {}",
            describe_position(session)
        )))
    }

    /// Sends a command of an extension; `None` if `isready` is answered first.
    pub(super) fn query_extension(
        &mut self,
        command: &Command,
        is_answer: impl Fn(&Answer) -> bool,
        within: Duration,
    ) -> Result<Option<Answer>, CheckFailure> {
        self.send(command)?;
        // A slow command may be overtaken by `isready`, so wait a while before sending that.
        let patience = Duration::from_millis(500);
        let control = self.control.clone();
        let wanted = |line: &str| Answer::read(line).ok().filter(|answer| is_answer(answer));
        if let Ok(answer) = self.program()?.expect(Instant::now() + patience, &control, wanted) {
            return Ok(Some(answer));
        }
        self.send(&Command::IsReady)?;
        self.wait(&format!("'{command}' and 'isready'"), "'readyok'", within, |line| {
            match Answer::read(line) {
                Ok(Answer::ReadyOk) => Some(None),
                Ok(answer) if is_answer(&answer) => Some(Some(answer)),
                _ => None,
            }
        })
    }
}

/// A line that starts with `bestmove`.
fn best_move(line: &str) -> Option<String> {
    (line.split_whitespace().next() == Some("bestmove")).then(|| line.trim().to_string())
}

/// Checks an answer to 'go'.
fn check_best_move(session: &Session, after: &str, line: &str) -> Result<String, CheckFailure> {
    let said = quoted(line);
    let mv = match Answer::read(line) {
        Ok(Answer::BestMove(Some(mv))) => mv,
        Ok(_) => {
            return Err(CheckFailure::fail(format!(
                "{after} was answered by '{said}', and there are moves, {}",
                describe_position(session)
            )));
        }
        Err(_) => {
            return Err(CheckFailure::fail(format!(
                "{after} was answered by '{said}', which is not 'bestmove MOVE'"
            )));
        }
    };
    match session.position().parse_move(&mv) {
        Ok(mv) => Ok(format!("bestmove {}", session.position().move_text(mv))),
        Err(refused) => Err(CheckFailure::fail(format!(
            "{after} was answered by '{said}', {}: {refused}",
            describe_position(session)
        ))),
    }
}

/// The position of a game, for messages.
fn describe_position(session: &Session) -> String {
    let text = session.position().text();
    match session.moves().len() {
        0 => format!("in the position '{text}'"),
        plies => format!("in the position '{text}' after {}", counted(plies, "move", "moves")),
    }
}
