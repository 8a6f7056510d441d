//! A program that is started afresh for every move.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{Control, Session};

use super::{Answer, Choice, Excuse, Player, patience};
use crate::record::VerdictKind;
use crate::stranger::keeper::End;
use crate::stranger::{Cage, CommandLine, Heard, Inmate, UNSUPERVISED, understand};

/// A program in the manner of the Raichu course: it gets the position on its command line and prints better and
/// better answers until its time is up. The last line counts.
pub(crate) struct OneShot {
    cage: Cage,
    command: CommandLine,
}

/// How often one looks whether the game is broken off.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// How long it may take to read what was printed, on a busy machine.
const TIME_TO_READ: Duration = Duration::from_secs(5);

impl OneShot {
    /// The program.
    #[must_use]
    pub(crate) fn new(cage: Cage, command: CommandLine) -> OneShot {
        OneShot { cage, command }
    }
}

/// What a program printed last.
#[derive(Default)]
struct Last {
    /// The last whole line that is not empty.
    line: Option<String>,
    /// What came after it without an end.
    rest: Option<String>,
    flooded: bool,
    ended: bool,
}

impl Last {
    /// Listens until there is nothing more to hear, or time is up, or the game is broken off.
    fn hear(&mut self, program: &Inmate, deadline: Instant, control: &Control) {
        while !(control.is_stopped() || self.flooded || self.ended) {
            match program.hear(deadline.min(Instant::now() + BETWEEN_LOOKS)) {
                Some(Heard::Line(line)) if line.trim().is_empty() => {}
                Some(Heard::Line(line)) => self.line = Some(line),
                Some(Heard::Rest(rest)) => self.rest = Some(rest),
                Some(Heard::Flood) => self.flooded = true,
                Some(Heard::End) => self.ended = true,
                None if Instant::now() >= deadline => break,
                None => {}
            }
        }
    }
}

/// On a clock it cannot know how many moves are to come, so that it is told how much of it to take.
fn share(go: &Go, side: engine::Player) -> Duration {
    const MOVES_TO_COME: u32 = 25;
    match (go.move_time, go.left[side]) {
        (None, Some(left)) => left.min(left / MOVES_TO_COME + go.increment[side].unwrap_or_default()),
        _ => patience(go, side),
    }
}

/// How often a program is started again because the machine had no process for its keeper: somebody else's
/// program may have taken them all, for as long as it is let.
const ATTEMPTS: usize = 5;

impl Player for OneShot {
    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer {
        let time = share(go, session.position().turn());
        for _ in 1..ATTEMPTS {
            if let Some(answer) = self.attempt(session, time, control)? {
                return Ok(answer);
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        let nobody = || Excuse::new(VerdictKind::Crash, "it could not be started: the machine is full");
        self.attempt(session, time, control)?.ok_or_else(nobody)
    }
}

impl OneShot {
    /// One run of the program; nothing where it did not begin.
    fn attempt(
        &self,
        session: &Session,
        time: Duration,
        control: &Control,
    ) -> Result<Option<Choice>, Excuse> {
        let pos = session.position();
        let words = self.command.filled(pos, time.as_secs_f64());
        let deadline = Instant::now() + time;
        let trouble = |error: &dyn std::fmt::Display| Excuse::new(VerdictKind::Crash, error.to_string());
        let mut program = self.cage.start(&words).map_err(|error| trouble(&error))?;
        let mut last = Last::default();
        last.hear(&program, deadline, control);
        if last.flooded {
            program.end();
            return Err(Excuse::new(VerdictKind::Flood, "it printed more than a megabyte for one move"));
        }
        let end = if last.ended { program.end_before(deadline) } else { program.end() }.clone();
        // Without a report of its supervisor nobody knows when it printed what.
        match end {
            End::NotKept => return Ok(None),
            End::KeeperKilled => return Err(Excuse::new(VerdictKind::Crash, UNSUPERVISED)),
            _ => {}
        }
        // What it printed in time may not have been read in time.
        last.hear(&program, Instant::now() + TIME_TO_READ, control);
        // A line that was cut off in the middle is taken only where it makes sense.
        if let Some(mv) = last.rest.and_then(|rest| understand(pos, &rest).ok()) {
            return Ok(Some(mv));
        }
        match last.line {
            Some(line) => understand(pos, &line).map(Some),
            None => Err(program.no_answer(
                "it ended without printing anything",
                |code| format!("it ended with code {code} and printed nothing"),
                (VerdictKind::Timeout, format!("it printed nothing in {} seconds", time.as_secs_f64())),
            )),
        }
    }
}
