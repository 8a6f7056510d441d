//! A program that stays for a game and is asked move by move, whatever its language.

use std::time::{Duration, Instant};

use engine::protocol::Go;
use engine::{AnyPosition, Control, Session, Worth};

use super::{Answer, Choice, Excuse, GRACE, Player, patience};
use crate::MachineError;
use crate::record::VerdictKind;
use crate::stranger::{Cage, CommandLine, Inmate, Missed, Workspace};

/// How long a program may take to say who it is, and to get ready.
pub(crate) const TIME_TO_BEGIN: Duration = Duration::from_secs(10);

/// What is said to a program, and what it says.
pub(crate) trait Language: Send {
    /// What asks for an answer at once.
    const STOP: &'static str;

    /// Makes a fresh program ready for a game.
    fn greet(&self, program: &mut Inmate, control: &Control) -> Result<(), Excuse>;

    /// All that is said to have a move: the whole game, and how far to think; `time` is how long one waits.
    fn question(session: &Session, go: &Go, time: Duration) -> String;

    /// The answer that a line is; nothing where it is none. What it says before about the worth of it is kept.
    fn answer(pos: &dyn AnyPosition, line: &str, worth: &mut Option<Worth>) -> Option<Answer>;
}

/// A program that is started for each game, and again after a wrong answer.
pub(crate) struct Resident<L> {
    workspace: Workspace,
    command: CommandLine,
    language: L,
    program: Option<Result<Inmate, Excuse>>,
}

impl<L: Language> Resident<L> {
    /// The program, which is not started yet.
    pub(crate) fn new(cage: Cage, command: CommandLine, language: L) -> Resident<L> {
        Resident { workspace: Workspace::new(cage), command, language, program: None }
    }

    /// The program, started and greeted if it was not.
    fn program(&mut self, session: &Session, control: &Control) -> Result<&mut Inmate, Excuse> {
        let program = match self.program.take() {
            Some(program) => program,
            None => self.start(session, control),
        };
        self.program.insert(program).as_mut().map_err(|excuse| excuse.clone())
    }

    fn start(&mut self, session: &Session, control: &Control) -> Result<Inmate, Excuse> {
        // How much time there is, it is told with every move.
        let words = self.command.filled(session.start(), 0.0);
        let started = self.workspace.start(&words);
        let mut program = started.map_err(|error| Excuse::new(VerdictKind::Crash, error.to_string()))?;
        match self.language.greet(&mut program, control) {
            Ok(()) => Ok(program),
            Err(excuse) => Err(program.testify(excuse)),
        }
    }
}

impl<L: Language> Player for Resident<L> {
    fn prepare(&mut self, session: &Session, control: &Control) {
        // What is wrong with it is said when it is asked.
        if let Ok(program) = self.program(session, control) {
            program.rest();
        }
    }

    fn machine_fault(&mut self) -> Option<MachineError> {
        self.workspace.machine_fault()
    }

    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer {
        let pos = session.position();
        let time = patience(go, pos.turn());
        let program = self.program(session, control)?;
        let (deadline, late) = limit(time);
        // At one blow, so that it is woken once.
        program.say(&L::question(session, go, time));
        let mut worth: Option<Worth> = None;
        let answer = match program.expect(deadline, control, |line| L::answer(pos, line, &mut worth)) {
            Ok(answer) => {
                program.rest_after_an_answer().and_then(|()| answer.map(|choice| Choice { worth, ..choice }))
            }
            Err(missed) => {
                program.say(L::STOP);
                Err(no_answer(program, missed, late, deadline))
            }
        };
        answer.map_err(|excuse| program.testify(excuse))
    }

    /// The next program knows nothing of this one.
    fn recover(&mut self) -> bool {
        self.program = None;
        true
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
        Missed::Flood(flood) => Excuse::new(VerdictKind::Flood, flood.to_string()),
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
fn limit(time: Duration) -> (Instant, (VerdictKind, String)) {
    let late = format!("it did not answer in {} seconds", time.as_secs_f64());
    (Instant::now() + time + GRACE, (VerdictKind::Timeout, late))
}
