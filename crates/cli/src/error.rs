//! What can go wrong, and the exit code that says so.

use std::io::{self, Write as _};
use std::process::ExitCode;

use engine::{MoveRefused, PositionRefused, UnknownGame};

use crate::{help, interrupt};

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The words were not used as they should be.
    #[error("{0}")]
    Usage(String),
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

impl CliError {
    /// A move of a list, counted from 1, that is none.
    pub(crate) fn in_move_list(number: usize, refused: &MoveRefused) -> CliError {
        let message = format!("move {number}: {refused}");
        if refused.is_unreadable { CliError::Usage(message) } else { CliError::Refused(message) }
    }

    /// Says what went wrong, once, on standard error. A reader that has heard enough is no failure.
    pub(crate) fn report(self) -> ExitCode {
        let code = match &self {
            CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            CliError::Interrupted => return ExitCode::from(interrupt::EXIT_CODE),
            CliError::Usage(_) => 2,
            CliError::Refused(_) | CliError::File(_) | CliError::Output(_) => 1,
        };
        // Where nobody listens, the exit code still speaks.
        let _ = writeln!(anstream::stderr(), "plywood: {self}");
        ExitCode::from(code)
    }
}

impl From<UnknownGame> for CliError {
    fn from(unknown: UnknownGame) -> CliError {
        CliError::Usage(unknown.to_string())
    }
}

impl From<PositionRefused> for CliError {
    fn from(refused: PositionRefused) -> CliError {
        let message = format!("not a position: {refused}");
        if refused.is_malformed { CliError::Usage(message) } else { CliError::Refused(message) }
    }
}

/// Says what is wrong with the words that were typed; or prints the help or the version that they ask for.
///
/// What was typed may be long and may hold anything, so only its printable beginning is repeated.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    const MAX_LINE_CHARS: usize = 200;
    if !error.use_stderr() {
        return if help::print(error).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let text = error.render().to_string();
    for line in text.lines() {
        let printable: String = line.chars().filter(|c| !c.is_control()).take(MAX_LINE_CHARS).collect();
        let _ = writeln!(anstream::stderr(), "{printable}");
    }
    ExitCode::from(2)
}
