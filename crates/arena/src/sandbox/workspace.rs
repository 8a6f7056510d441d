//! The scratch directory of a program during one game, and machine errors with it.

use std::sync::Arc;

use super::process::{Sandbox, SandboxError, SandboxedProcess};
use super::scratch_dir::{self, ScratchDir};
use super::stderr_log::StderrLog;
use crate::MachineError;

/// Starts a program as often as a game needs it, in one scratch directory.
pub(crate) struct Workspace {
    sandbox: Sandbox,
    dir: Option<Arc<ScratchDir>>,
    /// Why the last start or copy failed.
    error: Option<String>,
    log: StderrLog,
}

impl Workspace {
    /// For one game; nothing is copied yet.
    pub(crate) fn new(sandbox: Sandbox) -> Workspace {
        Workspace { sandbox, dir: None, error: None, log: StderrLog::default() }
    }

    /// Copies the program's folder before any clock runs.
    pub(crate) fn prepare(&mut self) {
        // A failure is reported by `machine_error`.
        let _ = self.scratch_dir();
    }

    /// Starts the program.
    ///
    /// # Errors
    /// Fails if the folder cannot be copied or no process can be created; [`Workspace::machine_error`] then returns the
    /// reason, since the program is not at fault.
    pub(crate) fn start(&mut self, command: &[String]) -> Result<SandboxedProcess, SandboxError> {
        let dir = self.scratch_dir()?;
        let started = self.sandbox.start_in(&dir, command, &self.log);
        self.record_error(started)
    }

    /// The standard error of the programs that were started here, as far as it is kept.
    pub(crate) fn log(&self) -> &StderrLog {
        &self.log
    }

    /// The folder that programs run in.
    ///
    /// # Errors
    /// Fails if the program's folder cannot be copied.
    pub(crate) fn home(&mut self) -> Result<std::path::PathBuf, SandboxError> {
        Ok(self.scratch_dir()?.home())
    }

    /// The scratch directory, created if it does not exist or is unusable.
    fn scratch_dir(&mut self) -> Result<Arc<ScratchDir>, SandboxError> {
        if let Some(dir) = self.dir.as_ref().filter(|dir| dir.is_usable()) {
            return Ok(Arc::clone(dir));
        }
        // Remove the old one before the new one takes as much space.
        self.dir = None;
        let made = self.sandbox.scratch_dir();
        let dir = self.record_error(made)?;
        Ok(Arc::clone(self.dir.insert(dir)))
    }

    fn record_error<T>(&mut self, result: Result<T, SandboxError>) -> Result<T, SandboxError> {
        self.error = result.as_ref().err().map(ToString::to_string);
        result
    }

    /// Why there was no answer, if that was the machine's fault. A full disk counts as such: the program that fails on it
    /// need not be the one that filled it.
    pub(crate) fn machine_error(&mut self) -> Option<MachineError> {
        let dir = self.dir.as_ref();
        let what = self.error.take().or_else(|| dir?.take_machine_error()).or_else(|| {
            let is_full = dir.is_some_and(|dir| !dir.is_unusable() && dir.is_out_of_space());
            let place = std::env::temp_dir();
            is_full.then(|| format!("no space is left in {}, where programs run", place.display()))
        })?;
        Some(MachineError { what, largest_folder: scratch_dir::largest() })
    }
}
