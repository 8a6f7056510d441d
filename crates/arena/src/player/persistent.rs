//! A program that runs for a whole game, whatever its protocol.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{AnyPosition, Control, Score, Session};

use super::{Answer, Choice, GRACE, NoMove, Player, time_limit};
use crate::MachineError;
use crate::record::VerdictKind;
use crate::sandbox::{CommandLine, ExpectError, Sandbox, SandboxedProcess, Workspace};

/// How long a program may take for each step of the handshake.
pub(crate) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// The protocol between the arena and a program.
pub(crate) trait EngineProtocol: Send {
    /// The command that ends a search.
    const STOP: &'static str;

    /// Makes a new process ready for a game.
    fn handshake(&self, program: &mut SandboxedProcess, control: &Control) -> Result<(), NoMove>;

    /// The request for a move: the game so far and the limits of the search; `time` is how long the arena waits.
    fn request(session: &Session, go: &Go, time: Duration) -> String;

    /// The answer in a line, or `None` if the line is something else. A score in the line is stored in `score`.
    fn parse_line(pos: &dyn AnyPosition, line: &str, score: &mut Option<Score>) -> Option<Answer>;
}

/// A program that is started for each game, and again after a forgiven error.
pub(crate) struct PersistentPlayer<L> {
    workspace: Workspace,
    command: CommandLine,
    protocol: L,
    program: Option<Result<SandboxedProcess, NoMove>>,
}

impl<L: EngineProtocol> PersistentPlayer<L> {
    /// A player whose program is not started yet.
    pub(crate) fn new(sandbox: Sandbox, command: CommandLine, protocol: L) -> PersistentPlayer<L> {
        PersistentPlayer { workspace: Workspace::new(sandbox), command, protocol, program: None }
    }

    /// The program, after a handshake if it was not running.
    fn program(&mut self, session: &Session, control: &Control) -> Result<&mut SandboxedProcess, NoMove> {
        let program = match self.program.take() {
            Some(program) => program,
            None => self.start(session, control),
        };
        self.program.insert(program).as_mut().map_err(|no_move| no_move.clone())
    }

    fn start(&mut self, session: &Session, control: &Control) -> Result<SandboxedProcess, NoMove> {
        // It receives its time with every request.
        let words = self.command.filled(session.start(), 0.0);
        let started = self.workspace.start(&words);
        let mut program = started.map_err(|error| NoMove::new(VerdictKind::Crash, error.to_string()))?;
        match self.protocol.handshake(&mut program, control) {
            Ok(()) => Ok(program),
            Err(no_move) => Err(program.with_output(no_move)),
        }
    }
}

impl<L: EngineProtocol> Player for PersistentPlayer<L> {
    fn prepare(&mut self, session: &Session, control: &Control) {
        // An error is reported when it is asked for a move.
        if let Ok(program) = self.program(session, control) {
            program.suspend();
        }
    }

    fn machine_error(&mut self) -> Option<MachineError> {
        self.workspace.machine_error()
    }

    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer {
        let pos = session.position();
        let time = time_limit(go, pos.turn());
        self.workspace.log().begin_ply(session.moves().len() + 1);
        let program = self.program(session, control)?;
        let (deadline, late) = limit(time);
        // In one write, so that the program is resumed once.
        program.send_line(&L::request(session, go, time));
        let mut score: Option<Score> = None;
        let answer = match program.expect(deadline, control, |line| L::parse_line(pos, line, &mut score)) {
            Ok(answer) => {
                program.suspend_after_answer().and_then(|()| answer.map(|choice| Choice { score, ..choice }))
            }
            Err(error) => {
                program.send_line(L::STOP);
                Err(no_answer(program, error, late, deadline))
            }
        };
        answer.map_err(|no_move| program.with_output(no_move))
    }

    fn stderr(&mut self) -> String {
        if let Some(Ok(program)) = &mut self.program {
            program.close_stderr();
        }
        self.workspace.log().text()
    }

    /// The next request starts a new process.
    fn recover(&mut self) -> bool {
        self.program = None;
        true
    }
}

/// Sends a line and waits for its answer, during the handshake.
pub(crate) fn send_and_expect(
    program: &mut SandboxedProcess,
    control: &Control,
    line: &str,
    answer: &str,
    is_answer: impl Fn(&str) -> bool,
) -> Result<(), NoMove> {
    program.send_line(line);
    let deadline = Instant::now() + HANDSHAKE_TIMEOUT;
    let answered = program.expect(deadline, control, |line| is_answer(line).then_some(()));
    answered.map_err(|error| {
        let seconds = HANDSHAKE_TIMEOUT.as_secs();
        let late = format!("it did not answer '{line}' with '{answer}' in {seconds} seconds");
        no_answer(program, error, (VerdictKind::Silent, late), deadline)
    })
}

/// Why there is no move; `late` is the verdict on a timeout.
pub(crate) fn no_answer(
    program: &mut SandboxedProcess,
    error: ExpectError,
    late: (VerdictKind, String),
    deadline: Instant,
) -> NoMove {
    match error {
        ExpectError::Timeout => NoMove::new(late.0, late.1),
        ExpectError::Stopped => NoMove::new(VerdictKind::Silent, "the game was aborted"),
        ExpectError::Flood(flood) => NoMove::new(VerdictKind::Flood, flood.to_string()),
        ExpectError::Closed => {
            program.wait_until(deadline);
            program.no_move(
                "it ended in the middle of the game",
                |code| format!("it ended with code {code}"),
                (VerdictKind::Silent, "it closed its output".to_string()),
            )
        }
    }
}

/// The deadline of an answer, and the verdict if it passes.
fn limit(time: Duration) -> (Instant, (VerdictKind, String)) {
    let late = format!("it did not answer in {} seconds", time.as_secs_f64());
    (Instant::now() + time + GRACE, (VerdictKind::Timeout, late))
}
