//! The one who asks.

use std::time::{Duration, Instant};

use engine::protocol::{Answer, Command, Go, Query, Response, Start};
use engine::{Control, GameRef, Session, quoted};

use super::{Mark, OVERTIME, REPLY_TIMEOUT, SEARCH_TIMEOUT, games};
use crate::player::{HANDSHAKE_TIMEOUT, time_limit};
use crate::sandbox::supervisor::End;
use crate::sandbox::{ExpectError, Sandbox, SandboxedProcess, Workspace};

/// Why a check is not passed.
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

/// Somebody who asks a program, and listens to what it says.
pub(super) struct TestClient {
    game: GameRef,
    workspace: Workspace,
    command: Vec<String>,
    control: Control,
    program: Option<SandboxedProcess>,
    finished: Option<Option<Session>>,
}

/// How many games are asked about.
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
        }
    }

    /// The game at its start.
    pub(super) fn start(&self) -> Session {
        Session::game(&*self.game.start())
    }

    /// Different games that go on, the other side to move than at the start.
    pub(super) fn middles(&self) -> Result<[Session; MIDDLE_GAMES], CheckFailure> {
        let none = || CheckFailure::skip("there is no such game to ask about");
        let middle = |number| games::middle(self.game, number).ok_or_else(none);
        Ok([middle(0)?, middle(1)?, middle(2)?])
    }

    /// A game at its start, one that goes on, and one that is over if there is any.
    pub(super) fn stages(&mut self) -> Vec<Session> {
        let game = self.game;
        let finished = self.finished.get_or_insert_with(|| games::finished(game)).clone();
        let going = games::middle(game, 0);
        std::iter::once(self.start()).chain(going).chain(finished).collect()
    }

    /// Ends the program; the next one knows nothing of it.
    pub(super) fn drop_program(&mut self) {
        self.program = None;
    }

    /// How the program ended, which was told to; nothing where it did not in time.
    pub(super) fn end(&mut self, within: Duration) -> Option<End> {
        let deadline = Instant::now() + within;
        let end = self.program.as_mut().map(|program| program.wait_until(deadline).clone());
        self.drop_program();
        // One that ended later did so because it was made to.
        end.filter(|_| Instant::now() < deadline)
    }

    /// Starts a fresh program, and hears who it is.
    pub(super) fn handshake(&mut self) -> Result<String, CheckFailure> {
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
        if let Some(line) = odd {
            return Err(CheckFailure::fail(format!(
                "'{line}' is not of the form 'id name NAME', 'id author AUTHOR' or 'option name NAME type TYPE …'"
            )));
        }
        let name = name.ok_or_else(|| CheckFailure::fail("'ugiok' came without 'id name …' before it"))?;
        Ok(format!("{}, options: {options}", quoted(&name)))
    }

    /// The program, greeted if it had to be started.
    fn program(&mut self) -> Result<&mut SandboxedProcess, CheckFailure> {
        if self.program.is_none() {
            self.handshake()
                .map_err(|failure| CheckFailure::skip(format!("it did not start again: {}", failure.note)))?;
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

    /// Waits for an answer, and says what came instead if it does not come.
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
            let seconds = within.as_secs_f64();
            let said = last.map_or(String::new(), |line| format!("; the last thing it said was '{line}'"));
            CheckFailure::fail(match error {
                ExpectError::Timeout => {
                    format!("{after} was not answered by {wanted} in {seconds} seconds{said}")
                }
                ExpectError::Flood(flood) => format!("after {after} {flood}"),
                ExpectError::Stopped => "it was broken off".to_string(),
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

    pub(super) fn ready(&mut self, within: Duration) -> Result<(), CheckFailure> {
        self.send(&Command::IsReady)?;
        let is_ready = |line: &str| (Answer::read(line) == Ok(Answer::ReadyOk)).then_some(());
        self.wait("'isready'", "'readyok'", within, is_ready)
    }

    /// Tells it a game by its moves.
    pub(super) fn set_up(&mut self, session: &Session) -> Result<(), CheckFailure> {
        let moves = session.moves().map(str::to_string).collect();
        self.send(&Command::Position { start: Start::Startpos, moves })
    }

    /// Tells it a game by the text of its first position, and its moves.
    pub(super) fn set_up_from_text(&mut self, session: &Session) -> Result<(), CheckFailure> {
        let start = Start::Fen(session.start().text());
        self.send(&Command::Position { start, moves: session.moves().map(str::to_string).collect() })
    }

    /// Lets it think, and checks what it answers, which may come so much later than the limits say.
    pub(super) fn best_move(
        &mut self,
        session: &Session,
        go: Go,
        later: Duration,
    ) -> Result<String, CheckFailure> {
        let is_timed = go.move_time.is_some() || go.left != engine::ByPlayer::default();
        let time = if is_timed { time_limit(&go, session.position().turn()) } else { Duration::ZERO };
        let command = Command::Go(go);
        self.send(&command)?;
        let begin = Instant::now();
        // One that comes too late is worth waiting for, to say how late.
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

    /// A best move that comes although none should.
    pub(super) fn premature_best_move(&mut self, time: Duration) -> Result<Option<String>, CheckFailure> {
        let control = self.control.clone();
        match self.program()?.expect(Instant::now() + time, &control, best_move) {
            Ok(line) => Ok(Some(quoted(&line))),
            Err(ExpectError::Closed) => self.wait("'go infinite'", "silence", REPLY_TIMEOUT, |_| None),
            Err(_) => Ok(None),
        }
    }

    /// Stops its thinking, and checks what it answers.
    pub(super) fn stop(&mut self, session: &Session) -> Result<String, CheckFailure> {
        self.send(&Command::Stop)?;
        let line = self.wait("'stop'", "'bestmove'", OVERTIME, best_move)?;
        check_best_move(session, "'stop'", &line)
    }

    /// Asks a question whose answer is known.
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

    /// Asks, and hears whether there is an answer before the one to the next question.
    pub(super) fn query_extension(
        &mut self,
        command: &Command,
        is_answer: impl Fn(&Answer) -> bool,
        within: Duration,
    ) -> Result<Option<Answer>, CheckFailure> {
        self.send(command)?;
        // Some take a while: whoever is asked whether it is ready meanwhile may say so before.
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

/// A line that should have a best move.
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

/// Where a game stands, in words.
fn describe_position(session: &Session) -> String {
    let text = session.position().text();
    match session.moves().len() {
        0 => format!("in the position '{text}'"),
        plies => format!("in the position '{text}' after {plies} moves"),
    }
}
