//! Checks whether a program implements the Universal Game Interface, and reports what it gets wrong.
//!
//! Each check is a short exchange. After a failed check the program is restarted, so that one fault is reported once.

mod client;
mod games;

use engine::GameRef;
use engine::protocol::{Answer, Command, Go, Query, Response};
use engine::{ByPlayer, Control, MoveId, Outcome, Session};
use serde::Serialize;
use std::time::Duration;

use crate::sandbox::Sandbox;
use crate::sandbox::supervisor::End;
use client::{CheckFailure, TestClient};

/// A check and its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// The name of the check.
    pub name: &'static str,
    /// The result.
    pub mark: Mark,
    /// What the program answered, what is wrong, or why the check was skipped.
    pub note: String,
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Passed.
    Pass,
    /// Failed.
    Fail,
    /// Not checked, or optional.
    Skip,
}

impl Mark {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Mark::Pass => "pass",
            Mark::Fail => "fail",
            Mark::Skip => "skip",
        }
    }
}

/// The note of a passed check, or why it did not pass.
type CheckResult = Result<String, CheckFailure>;

/// A check.
type CheckFn = fn(&mut TestClient) -> CheckResult;

const CHECKS: [(&str, CheckFn); 22] = [
    ("handshake", handshake),
    ("isready", is_ready),
    ("uginewgame", new_game),
    ("position-startpos", startpos),
    ("position-moves", moves),
    ("position-fen", fen),
    ("go-movetime", move_time),
    ("go-nodes", nodes),
    ("go-depth", depth),
    ("go-clock", clock),
    ("go-infinite", infinite),
    ("isready-thinking", ready_while_thinking),
    ("query-gameover", game_over),
    ("query-p1turn", turn),
    ("query-result", result),
    ("unknown-command", unknown),
    ("bad-position", bad_position),
    ("extension-legal", legal),
    ("extension-why", why),
    ("extension-value", value),
    ("extension-perft", perft),
    ("quit", quit),
];

/// Checks a program for this game. `tell` is called after every check; a stopped control ends the run early.
pub fn check(
    game: GameRef,
    sandbox: &Sandbox,
    command: &[String],
    control: &Control,
    tell: &mut dyn FnMut(&Check),
) -> Vec<Check> {
    let mut client = TestClient::new(game, sandbox.clone(), command.to_vec(), control.clone());
    let mut checks: Vec<Check> = Vec::new();
    let mut has_handshake = true;
    for (name, run) in CHECKS {
        if control.is_stopped() {
            break;
        }
        let result =
            if has_handshake { run(&mut client) } else { Err(CheckFailure::skip("there was no handshake")) };
        let (mark, note) = match result {
            Ok(note) => (Mark::Pass, note),
            Err(CheckFailure { mark, note }) => (mark, note),
        };
        if mark == Mark::Fail {
            client.drop_program();
            has_handshake &= name != "handshake";
        }
        let check = Check { name, mark, note };
        tell(&check);
        checks.push(check);
    }
    checks
}

/// Limit for an answer that needs no search.
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);
/// Limit for a search that is bounded by nodes or depth rather than by time.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(30);
/// How late an answer may be on an idle machine; [`TestClient::tolerance`] has what is allowed on a busy one.
const OVERTIME: Duration = Duration::from_secs(1);
/// How long to wait for an answer that must not come.
const QUIET_TIME: Duration = Duration::from_millis(300);

fn handshake(it: &mut TestClient) -> CheckResult {
    it.handshake()
}

fn is_ready(it: &mut TestClient) -> CheckResult {
    it.ready(REPLY_TIMEOUT)?;
    Ok(String::new())
}

fn new_game(it: &mut TestClient) -> CheckResult {
    it.send(&Command::NewGame)?;
    it.ready(REPLY_TIMEOUT)?;
    Ok(String::new())
}

fn quick() -> Go {
    Go { move_time: Some(Duration::from_millis(100)), ..Go::default() }
}

fn startpos(it: &mut TestClient) -> CheckResult {
    let session = it.start();
    it.set_up(&session)?;
    it.best_move(&session, quick(), OVERTIME)
}

/// Several games, so that a program that ignores the moves gets one wrong.
fn moves(it: &mut TestClient) -> CheckResult {
    let mut last = String::new();
    for session in it.middles()? {
        it.set_up(&session)?;
        last = it.best_move(&session, quick(), OVERTIME)?;
    }
    Ok(last)
}

fn fen(it: &mut TestClient) -> CheckResult {
    let mut last = String::new();
    for session in it.middles()? {
        let mut session = Session::game(session.position());
        it.set_up_from_text(&session)?;
        last = it.best_move(&session, quick(), OVERTIME)?;
        // And with a move after it.
        if session.position().move_count() == 0 {
            continue;
        }
        session.play(MoveId::new(0));
        if session.ending().is_none() {
            it.set_up_from_text(&session)?;
            last = it.best_move(&session, quick(), OVERTIME)?;
        }
    }
    Ok(last)
}

fn go_from_start(it: &mut TestClient, go: Go, within: Duration) -> CheckResult {
    let session = it.start();
    it.set_up(&session)?;
    it.best_move(&session, go, within)
}

fn move_time(it: &mut TestClient) -> CheckResult {
    go_from_start(it, Go { move_time: Some(QUIET_TIME), ..Go::default() }, OVERTIME)
}

fn nodes(it: &mut TestClient) -> CheckResult {
    go_from_start(it, Go { nodes: Some(1000), ..Go::default() }, SEARCH_TIMEOUT)
}

fn depth(it: &mut TestClient) -> CheckResult {
    go_from_start(it, Go { depth: Some(3), ..Go::default() }, SEARCH_TIMEOUT)
}

fn clock(it: &mut TestClient) -> CheckResult {
    let both = |time: u64| {
        let time = Some(Duration::from_millis(time));
        ByPlayer { one: time, two: time }
    };
    let go = Go { left: both(2000), increment: both(20), ..Go::default() };
    go_from_start(it, go, Duration::ZERO)
}

fn infinite(it: &mut TestClient) -> CheckResult {
    let session = it.start();
    it.set_up(&session)?;
    let quiet_time = it.tolerance(QUIET_TIME)?;
    it.go_infinite()?;
    if let Some(line) = it.premature_best_move(quiet_time)? {
        return Err(CheckFailure::fail(format!(
            "'{line}' came before 'stop': after 'go infinite' it must wait"
        )));
    }
    it.stop(&session)
}

fn ready_while_thinking(it: &mut TestClient) -> CheckResult {
    let session = it.start();
    it.set_up(&session)?;
    let tolerance = it.tolerance(OVERTIME)?;
    it.go_infinite()?;
    it.ready(tolerance)?;
    it.stop(&session)
}

fn game_over(it: &mut TestClient) -> CheckResult {
    for session in it.stages() {
        it.set_up(&session)?;
        it.query(&session, Query::GameOver, Response::Is(session.ending().is_some()))?;
    }
    Ok(String::new())
}

fn turn(it: &mut TestClient) -> CheckResult {
    // The side to move of a finished game is undefined.
    for session in it.stages().into_iter().filter(|session| session.ending().is_none()) {
        it.set_up(&session)?;
        let is_first = session.position().turn() == engine::Player::One;
        it.query(&session, Query::P1Turn, Response::Is(is_first))?;
    }
    Ok(String::new())
}

fn result(it: &mut TestClient) -> CheckResult {
    let mut last: Option<Outcome> = None;
    for session in it.stages() {
        it.set_up(&session)?;
        last = session.ending().map(|ending| ending.outcome);
        it.query(&session, Query::Result, Response::Result(last))?;
    }
    match last {
        Some(_) => Ok(String::new()),
        None => Ok("only in games that go on".to_string()),
    }
}

fn unknown(it: &mut TestClient) -> CheckResult {
    let session = it.start();
    it.set_up(&session)?;
    for line in ["xyzzy plugh", "", "isreadynow"] {
        it.send_line(line)?;
    }
    it.ready(REPLY_TIMEOUT)?;
    it.best_move(&session, quick(), OVERTIME)
}

fn bad_position(it: &mut TestClient) -> CheckResult {
    for line in ["position fen no such position", "position startpos moves z99", "position", "position fen"] {
        it.send_line(line)?;
        it.ready(REPLY_TIMEOUT)?;
    }
    // Afterwards a correct position must work.
    let [session, ..] = it.middles()?;
    it.set_up(&session)?;
    it.best_move(&session, quick(), OVERTIME)
}

/// The answer of an extension; the check is skipped if there is none.
fn extension(
    it: &mut TestClient,
    session: &Session,
    command: &Command,
    is_it: impl Fn(&Answer) -> bool,
) -> Result<Answer, CheckFailure> {
    it.set_up(session)?;
    let answer = it.query_extension(command, is_it, SEARCH_TIMEOUT)?;
    answer
        .ok_or_else(|| CheckFailure::skip(format!("'{command}' is not answered; this extension is optional")))
}

fn wrong(command: &Command, answer: &Answer, right: &Answer) -> CheckFailure {
    let text = |answer: &Answer| engine::quoted(&answer.to_string());
    CheckFailure::fail(format!("'{command}' was answered by '{}', not by '{}'", text(answer), text(right)))
}

fn legal(it: &mut TestClient) -> CheckResult {
    let [session, ..] = it.middles()?;
    let answer = extension(it, &session, &Command::Legal, |answer| matches!(answer, Answer::Legal(_)))?;
    let mut right: Vec<String> = session.position().moves().into_iter().map(|mv| mv.text).collect();
    right.sort();
    let given = match &answer {
        Answer::Legal(moves) => {
            let known = moves
                .iter()
                .map(|mv| session.position().parse_move(mv).map(|mv| session.position().move_text(mv)));
            let mut known = known.collect::<Result<Vec<String>, _>>().unwrap_or_default();
            known.sort();
            known
        }
        _ => Vec::new(),
    };
    if given == right {
        Ok(String::new())
    } else {
        Err(wrong(&Command::Legal, &answer, &Answer::Legal(right)))
    }
}

fn why(it: &mut TestClient) -> CheckResult {
    let [session, ..] = it.middles()?;
    let is_why = |answer: &Answer| matches!(answer, Answer::Why(_));
    let good = session.position().moves().into_iter().next().map(|mv| mv.text).unwrap_or_default();
    // A move of the start position, illegal here since the other side is to move.
    let starts = it.start().position().moves();
    let bad = starts.into_iter().map(|mv| mv.text).find(|mv| session.position().parse_move(mv).is_err());
    let command = Command::Why(good);
    match extension(it, &session, &command, is_why)? {
        Answer::Why(None) => {}
        answer => return Err(wrong(&command, &answer, &Answer::Why(None))),
    }
    let Some(bad) = bad else { return Ok(String::new()) };
    let reason = session.position().parse_move(&bad).err().map(|refused| refused.to_string());
    let command = Command::Why(bad);
    match extension(it, &session, &command, is_why)? {
        Answer::Why(Some(reason)) => Ok(reason),
        answer => Err(wrong(&command, &answer, &Answer::Why(reason))),
    }
}

fn value(it: &mut TestClient) -> CheckResult {
    let session = it.start();
    let is_value = |answer: &Answer| matches!(answer, Answer::Value(_) | Answer::Ended(_));
    match extension(it, &session, &Command::Value, is_value)? {
        answer @ Answer::Value(_) => Ok(answer.to_string()),
        answer => {
            Err(CheckFailure::fail(format!("'value' was answered by '{answer}', and the game is not over")))
        }
    }
}

fn perft(it: &mut TestClient) -> CheckResult {
    const DEPTH: u32 = 2;
    let session = it.start();
    let command = Command::Perft(DEPTH);
    let answer = extension(it, &session, &command, |answer| matches!(answer, Answer::Perft { .. }))?;
    let right = Answer::Perft { depth: DEPTH, nodes: session.position().perft(DEPTH, 1) };
    if answer == right { Ok(right.to_string()) } else { Err(wrong(&command, &answer, &right)) }
}

fn quit(it: &mut TestClient) -> CheckResult {
    let tolerance = it.quit_tolerance()?;
    it.send(&Command::Quit)?;
    match it.end(tolerance) {
        Some(End::Exit(0)) => Ok(String::new()),
        Some(End::Exit(code)) => Ok(format!("it ended with code {code}")),
        Some(End::Signal(signal)) => Err(CheckFailure::fail(format!("signal {signal} ended it, not 'quit'"))),
        _ => Err(CheckFailure::fail(format!("it was still running {} after 'quit'", seconds(tolerance)))),
    }
}

/// A time in words, to a tenth of a second.
fn seconds(time: Duration) -> String {
    let tenths = (10.0 * time.as_secs_f64()).round() / 10.0;
    if tenths == 1.0 { "1 second".to_string() } else { format!("{tenths} seconds") }
}
