//! What can go wrong, and the exit code that says so.

use std::io::{self, Write as _};
use std::process::ExitCode;

use engine::{MoveRefused, PositionRefused, UnknownGame};

use crate::{help, interrupt};

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The words were not used as they should be.
    #[error("{0}")]
    Misuse(String),
    /// The game refuses the position or the move.
    #[error("{0}")]
    Refused(String),
    /// Ctrl-C, after everything was left whole.
    #[error("interrupted")]
    Interrupted,
    /// A file or the keyboard did not do as it should.
    #[error("{0}")]
    File(String),
    /// The answer could not be written.
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// A move of a list, counted from 1, that is none.
    pub(crate) fn of_move(number: usize, refused: &MoveRefused) -> Failure {
        let message = format!("move {number}: {refused}");
        if refused.is_unreadable { Failure::Misuse(message) } else { Failure::Refused(message) }
    }

    /// Says what went wrong, once, on standard error. A reader that has heard enough is no failure.
    pub(crate) fn report(self) -> ExitCode {
        let code = match &self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Interrupted => return ExitCode::from(interrupt::EXIT_CODE),
            Failure::Misuse(_) => 2,
            Failure::Refused(_) | Failure::File(_) | Failure::Output(_) => 1,
        };
        // Where nobody listens, the exit code still speaks.
        let _ = writeln!(anstream::stderr(), "plywood: {self}");
        ExitCode::from(code)
    }
}

impl From<UnknownGame> for Failure {
    fn from(unknown: UnknownGame) -> Failure {
        Failure::Misuse(unknown.to_string())
    }
}

impl From<PositionRefused> for Failure {
    fn from(refused: PositionRefused) -> Failure {
        let message = format!("not a position: {refused}");
        if refused.is_malformed { Failure::Misuse(message) } else { Failure::Refused(message) }
    }
}

/// Says what is wrong with the words that were typed; or prints the help or the version that they ask for.
///
/// What was typed may be long and may hold anything, so only its printable beginning is repeated.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    const LONGEST_LINE: usize = 200;
    if !error.use_stderr() {
        return if help::print(error).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let text = error.render().to_string();
    for line in text.lines() {
        let printable: String = line.chars().filter(|c| !c.is_control()).take(LONGEST_LINE).collect();
        let _ = writeln!(anstream::stderr(), "{printable}");
    }
    ExitCode::from(2)
}
