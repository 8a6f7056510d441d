//! Where a command has its jobs done: in this process, or by another one.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use jobs::{Executor, ExecutorError, Ledger, ProcessExecutor};

use crate::error::CliError;

/// Where the work is done.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct ExecutorArgs {
    /// Where the work is done: local, ray (a Ray cluster; needs the Python package with the extra 'ray'), or a command
    /// that executes jobs, such as 'ssh HOST plywood job serve' [default: local]
    #[arg(long, value_name = "WHERE")]
    on: Option<String>,
}

const LOCAL: &str = "local";
const RAY: &str = "ray";
/// The variable with the command that has jobs done on a Ray cluster, and the usual command.
const CLUSTER: (&str, &str) = ("PLYWOOD_CLUSTER", "plywood-cluster");

impl ExecutorArgs {
    /// Whether the work is done elsewhere.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.on.as_deref().is_some_and(|on| on != LOCAL)
    }

    /// Starts the executor, if the work is to be done elsewhere. Results that it has not yet handed over are in `folder`.
    pub(crate) fn start(&self, folder: &Path) -> Result<Option<Arc<dyn Executor>>, CliError> {
        let Some(on) = self.on.as_deref().filter(|on| *on != LOCAL) else { return Ok(None) };
        let ray = || {
            let program = std::env::var(CLUSTER.0).unwrap_or_else(|_| CLUSTER.1.to_string());
            format!("{program} execute")
        };
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec {}", if on == RAY { ray() } else { on.to_string() })]);
        // The nodes run this very program.
        if let Ok(this) = std::env::current_exe() {
            command.env("PLYWOOD", this);
        }
        let ledger = Ledger::open(folder)
            .map_err(|error| CliError::File(format!("cannot write to '{}': {error}", folder.display())))?;
        match ProcessExecutor::start(command, ledger, note) {
            Ok(executor) => Ok(Some(Arc::new(executor))),
            Err(ExecutorError::Ended { .. }) if on == RAY => Err(CliError::Refused(format!(
                "--on ray: {} did not start; 'pip install plywood[ray]' installs it, and {} names another command",
                CLUSTER.1, CLUSTER.0
            ))),
            Err(fault) => Err(CliError::Refused(format!("--on {on}: {fault}"))),
        }
    }
}

/// Removes the folder of results if none is left.
pub(crate) fn remove_empty(folder: &Path) {
    let _ = std::fs::remove_dir(folder);
}

/// Prints what the executor has to say. On a terminal it takes the line of the progress bar, which is drawn again.
fn note(text: &str) {
    let mut to = anstream::stderr().lock();
    let clear = if std::io::stderr().is_terminal() { "\r\x1b[2K" } else { "" };
    // A closed standard error does not stop the work.
    let _ = writeln!(to, "{clear}{text}");
}
