//! A program that exchanges moves, one per line.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{Control, Session};

use super::persistent::no_answer;
use super::{Answer, GRACE, NoMove, Player, time_limit};
use crate::MachineError;
use crate::answer::parse_answer;
use crate::record::VerdictKind;
use crate::sandbox::{CommandLine, Sandbox, SandboxedProcess, Workspace};

/// A program as in the Abalone assignment: it reads its side, `1` or `2`, and then the opponent's
/// moves, one per line, and prints its own. It can only play from the start position.
pub(crate) struct LinePlayer {
    workspace: Workspace,
    command: CommandLine,
    program: Option<SandboxedProcess>,
    /// The number of moves it knows.
    known: usize,
}

impl LinePlayer {
    /// A player whose program is not started yet.
    pub(crate) fn new(sandbox: Sandbox, command: CommandLine) -> LinePlayer {
        LinePlayer { workspace: Workspace::new(sandbox), command, program: None, known: 0 }
    }

    /// The program, after sending it the moves that it does not know.
    fn up_to_date(&mut self, session: &Session, time: Duration) -> Result<&mut SandboxedProcess, NoMove> {
        let program = match self.program.take() {
            Some(program) => program,
            None => {
                let words = self.command.filled(session.start(), time.as_secs_f64());
                let fault =
                    |error: crate::sandbox::SandboxError| NoMove::new(VerdictKind::Crash, error.to_string());
                let mut program = self.workspace.start(&words).map_err(fault)?;
                let is_first = session.position().turn() == engine::Player::One;
                program.send_line(if is_first { "1" } else { "2" });
                program
            }
        };
        let program = self.program.insert(program);
        for mv in session.moves().skip(self.known) {
            program.send_line(&session.position().game().assignment_notation(mv));
        }
        // It knows its own answer.
        self.known = session.moves().len() + 1;
        Ok(program)
    }
}

impl Player for LinePlayer {
    fn prepare(&mut self, _: &Session, _: &Control) {
        self.workspace.prepare();
    }

    fn machine_error(&mut self) -> Option<MachineError> {
        self.workspace.machine_error()
    }

    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer {
        let time = time_limit(go, session.position().turn());
        self.workspace.log().begin_ply(session.moves().len() + 1);
        let program = self.up_to_date(session, time)?;
        let deadline = Instant::now() + time + GRACE;
        let line =
            program.expect(deadline, control, |line| (!line.trim().is_empty()).then(|| line.to_string()));
        let answer = match line {
            Ok(line) => program.suspend_after_answer().and_then(|()| parse_answer(session.position(), &line)),
            Err(error) => {
                let late = program.missing_line(time);
                Err(no_answer(program, error, (VerdictKind::Timeout, late), deadline))
            }
        };
        answer.map_err(|no_move| program.with_output(no_move))
    }

    fn stderr(&mut self) -> String {
        if let Some(program) = &mut self.program {
            program.close_stderr();
        }
        self.workspace.log().text()
    }

    /// It cannot be told that its move did not count.
    fn recover(&mut self) -> bool {
        false
    }
}
