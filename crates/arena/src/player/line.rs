//! A program that stays and speaks in lines.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{Control, Session};

use super::{Answer, Excuse, GRACE, Player, patience};
use crate::record::VerdictKind;
use crate::stranger::{Cage, CommandLine, Heard, Inmate, understand};

/// A program as in the Abalone assignment: it is told `1` or `2`, which side it has, and then the moves of the other
/// side, a line each; it prints its own. It knows no position but the start.
pub(crate) struct LinePlayer {
    cage: Cage,
    command: CommandLine,
    program: Option<Inmate>,
    /// How many moves of the game it knows.
    known: usize,
}

/// How often one looks whether the game is broken off.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

impl LinePlayer {
    /// The program, which is not started yet.
    pub(crate) fn new(cage: Cage, command: CommandLine) -> LinePlayer {
        LinePlayer { cage, command, program: None, known: 0 }
    }

    /// The program, told everything that it does not know yet.
    fn informed(&mut self, session: &Session, time: Duration) -> Result<&mut Inmate, Excuse> {
        let program = match self.program.take() {
            Some(program) => program,
            None => {
                let words = self.command.filled(session.start(), time.as_secs_f64());
                let fault =
                    |error: crate::stranger::CageFault| Excuse::new(VerdictKind::Crash, error.to_string());
                let mut program = self.cage.start(&words).map_err(fault)?;
                let is_first = session.position().turn() == engine::Player::One;
                program.say(if is_first { "1" } else { "2" });
                program
            }
        };
        let program = self.program.insert(program);
        for mv in session.moves().skip(self.known) {
            program.say(mv);
        }
        // Its own answer needs no telling.
        self.known = session.moves().len() + 1;
        Ok(program)
    }
}

impl Player for LinePlayer {
    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer {
        let time = patience(go, session.position().turn());
        let program = self.informed(session, time)?;
        let deadline = Instant::now() + time + GRACE;
        let line = loop {
            if control.is_stopped() {
                return Err(Excuse::new(VerdictKind::Silent, "the game was broken off"));
            }
            match program.hear(deadline.min(Instant::now() + BETWEEN_LOOKS)) {
                Some(Heard::Line(line)) if line.trim().is_empty() => {}
                Some(Heard::Line(line) | Heard::Rest(line)) => break line,
                Some(Heard::Flood) => {
                    return Err(Excuse::new(
                        VerdictKind::Flood,
                        "it printed more than a megabyte for one move",
                    ));
                }
                Some(Heard::End) => return Err(gone(program, deadline)),
                None if Instant::now() >= deadline => {
                    let what = format!("it printed nothing in {} seconds", time.as_secs_f64());
                    return Err(Excuse::new(VerdictKind::Timeout, what));
                }
                None => {}
            }
        };
        understand(session.position(), &line)
    }

    /// It was not told which of its moves counts.
    fn recover(&mut self) -> bool {
        false
    }
}

/// Why it says nothing more.
fn gone(program: &mut Inmate, deadline: Instant) -> Excuse {
    program.end_before(deadline);
    program.no_answer(
        "it ended in the middle of the game",
        |code| format!("it ended with code {code}"),
        (VerdictKind::Silent, "it closed its output".to_string()),
    )
}
