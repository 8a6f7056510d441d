//! Errors of commands, and their exit codes.

use std::io::{self, Write as _};
use std::process::ExitCode;

use engine::{InvalidMove, InvalidPosition, UnknownGame};

use crate::{help, interrupt};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Invalid arguments or input: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// A position, move, file or claim that was understood and rejected: exit code 1.
    #[error("{0}")]
    Refused(String),
    /// Ctrl-C, after cleaning up: exit code 130.
    #[error("interrupted")]
    Interrupted,
    /// A file or the terminal cannot be read or written: exit code 1.
    #[error("{0}")]
    File(String),
    /// Standard output cannot be written: exit code 1.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// An invalid move in a list, counted from 1.
    pub(crate) fn in_move_list(number: usize, refused: &InvalidMove) -> CliError {
        let message = format!("move {number}: {refused}");
        if refused.is_unreadable { CliError::Usage(message) } else { CliError::Refused(message) }
    }

    /// Prints the error once on standard error. A closed pipe is not an error.
    pub(crate) fn report(self) -> ExitCode {
        let code = match &self {
            CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            CliError::Interrupted => return ExitCode::from(interrupt::EXIT_CODE),
            CliError::Usage(_) => 2,
            CliError::Refused(_) | CliError::File(_) | CliError::Output(_) => 1,
        };
        // A closed standard error still leaves the exit code.
        let _ = writeln!(anstream::stderr(), "plywood: {self}");
        ExitCode::from(code)
    }
}

impl From<UnknownGame> for CliError {
    fn from(unknown: UnknownGame) -> CliError {
        CliError::Usage(unknown.to_string())
    }
}

impl From<InvalidPosition> for CliError {
    fn from(refused: InvalidPosition) -> CliError {
        let message = format!("not a position: {refused}");
        if refused.is_malformed { CliError::Usage(message) } else { CliError::Refused(message) }
    }
}

/// Prints a usage error, or the requested help or version.
///
/// Arguments may be long and may contain control characters, so only a printable prefix of each line is quoted.
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
