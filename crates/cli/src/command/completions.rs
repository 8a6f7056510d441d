//! `plywood completions`: a completion script for a shell.

use std::io::Write as _;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Args;
use crate::error::CliError;

pub(crate) fn run(shell: Shell) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "plywood", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(())
}
