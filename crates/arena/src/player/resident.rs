//! A program that stays for a game and is asked move by move, whatever its language.

use std::time::{Duration, Instant};

use engine::{Control, Session};

use super::{Excuse, GRACE};
use crate::record::VerdictKind;
use crate::stranger::{Cage, CommandLine, Inmate, Missed};

/// How long a program may take to say who it is, and to get ready.
pub(crate) const TIME_TO_BEGIN: Duration = Duration::from_secs(10);

/// A program that is started for each game, and again after a wrong answer.
pub(crate) struct Resident {
    cage: Cage,
    command: CommandLine,
    program: Option<Result<Inmate, Excuse>>,
}

/// What is done to make a fresh program ready to play.
pub(crate) type Greeting<'g> = &'g dyn Fn(&mut Inmate, &Control) -> Result<(), Excuse>;

impl Resident {
    /// The program, which is not started yet.
    pub(crate) fn new(cage: Cage, command: CommandLine) -> Resident {
        Resident { cage, command, program: None }
    }

    /// The program, started and greeted if it was not.
    pub(crate) fn get(
        &mut self,
        session: &Session,
        control: &Control,
        greet: Greeting,
    ) -> Result<&mut Inmate, Excuse> {
        let program = match self.program.take() {
            Some(program) => program,
            None => self.start(session, control, greet),
        };
        self.program.insert(program).as_mut().map_err(|excuse| excuse.clone())
    }

    fn start(&self, session: &Session, control: &Control, greet: Greeting) -> Result<Inmate, Excuse> {
        // How much time there is, it is told with every move.
        let words = self.command.filled(session.start(), 0.0);
        let started = self.cage.start(&words);
        let mut program = started.map_err(|error| Excuse::new(VerdictKind::Crash, error.to_string()))?;
        greet(&mut program, control)?;
        Ok(program)
    }

    /// Ends the program; the next one knows nothing of it.
    pub(crate) fn leave(&mut self) {
        self.program = None;
    }
}

/// Says a line and waits for the one that answers it, while a program gets ready.
pub(crate) fn ask(
    program: &mut Inmate,
    control: &Control,
    line: &str,
    answer: &str,
    is_answer: impl Fn(&str) -> bool,
) -> Result<(), Excuse> {
    program.say(line);
    let deadline = Instant::now() + TIME_TO_BEGIN;
    let heard = program.expect(deadline, control, |line| is_answer(line).then_some(()));
    heard.map_err(|missed| {
        let seconds = TIME_TO_BEGIN.as_secs();
        let late = format!("it did not answer '{line}' with '{answer}' in {seconds} seconds");
        no_answer(program, missed, (VerdictKind::Silent, late), deadline)
    })
}

/// Why it said no move: `late` where time was up.
pub(crate) fn no_answer(
    program: &mut Inmate,
    missed: Missed,
    late: (VerdictKind, String),
    deadline: Instant,
) -> Excuse {
    match missed {
        Missed::Late => Excuse::new(late.0, late.1),
        Missed::Stopped => Excuse::new(VerdictKind::Silent, "the game was broken off"),
        Missed::Flood => Excuse::new(VerdictKind::Flood, "it printed more than a megabyte for one move"),
        Missed::Gone => {
            program.end_before(deadline);
            program.no_answer(
                "it ended in the middle of the game",
                |code| format!("it ended with code {code}"),
                (VerdictKind::Silent, "it closed its output".to_string()),
            )
        }
    }
}

/// When an answer is too late, and what is said then.
pub(crate) fn limit(time: Duration) -> (Instant, (VerdictKind, String)) {
    let late = format!("it did not answer in {} seconds", time.as_secs_f64());
    (Instant::now() + time + GRACE, (VerdictKind::Timeout, late))
}
