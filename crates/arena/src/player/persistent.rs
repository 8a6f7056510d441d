//! A program that stays for a game and is asked move by move, whatever its protocol.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{AnyPosition, Control, Score, Session};

use super::{Answer, Choice, GRACE, NoMove, Player, time_limit};
use crate::MachineError;
use crate::record::VerdictKind;
use crate::sandbox::{CommandLine, ExpectError, Sandbox, SandboxedProcess, Workspace};

/// How long a program may take to say who it is, and to get ready.
pub(crate) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// What is said to a program, and what it says.
pub(crate) trait EngineProtocol: Send {
    /// What asks for an answer at once.
    const STOP: &'static str;

    /// Makes a fresh program ready for a game.
    fn handshake(&self, program: &mut SandboxedProcess, control: &Control) -> Result<(), NoMove>;

    /// All that is said to have a move: the whole game, and how far to think; `time` is how long one waits.
    fn request(session: &Session, go: &Go, time: Duration) -> String;

    /// The answer that a line is; nothing where it is none. What it says before about its score is kept.
    fn parse_line(pos: &dyn AnyPosition, line: &str, score: &mut Option<Score>) -> Option<Answer>;
}

/// A program that is started for each game, and again after a wrong answer.
pub(crate) struct PersistentPlayer<L> {
    workspace: Workspace,
    command: CommandLine,
    protocol: L,
    program: Option<Result<SandboxedProcess, NoMove>>,
}

impl<L: EngineProtocol> PersistentPlayer<L> {
    /// The program, which is not started yet.
    pub(crate) fn new(sandbox: Sandbox, command: CommandLine, protocol: L) -> PersistentPlayer<L> {
        PersistentPlayer { workspace: Workspace::new(sandbox), command, protocol, program: None }
    }

    /// The program, started and greeted if it was not.
    fn program(&mut self, session: &Session, control: &Control) -> Result<&mut SandboxedProcess, NoMove> {
        let program = match self.program.take() {
            Some(program) => program,
            None => self.start(session, control),
        };
        self.program.insert(program).as_mut().map_err(|no_move| no_move.clone())
    }

    fn start(&mut self, session: &Session, control: &Control) -> Result<SandboxedProcess, NoMove> {
        // How much time there is, it is told with every move.
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
        // What is wrong with it is said when it is asked.
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
        let program = self.program(session, control)?;
        let (deadline, late) = limit(time);
        // At one blow, so that it is woken once.
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

    /// The next program knows nothing of this one.
    fn recover(&mut self) -> bool {
        self.program = None;
        true
    }
}

/// Says a line and waits for the one that answers it, while a program gets ready.
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

/// Why it said no move: `late` where time was up.
pub(crate) fn no_answer(
    program: &mut SandboxedProcess,
    error: ExpectError,
    late: (VerdictKind, String),
    deadline: Instant,
) -> NoMove {
    match error {
        ExpectError::Timeout => NoMove::new(late.0, late.1),
        ExpectError::Stopped => NoMove::new(VerdictKind::Silent, "the game was broken off"),
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

/// When an answer is too late, and what is said then.
fn limit(time: Duration) -> (Instant, (VerdictKind, String)) {
    let late = format!("it did not answer in {} seconds", time.as_secs_f64());
    (Instant::now() + time + GRACE, (VerdictKind::Timeout, late))
}
