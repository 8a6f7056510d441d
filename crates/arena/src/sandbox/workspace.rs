//! What a player that is a program has for a game: its folder, and what went wrong with it.

use std::sync::Arc;

use super::process::{Sandbox, SandboxError, SandboxedProcess};
use super::scratch_dir::{self, ScratchDir};
use crate::MachineError;

/// Starts a program in one folder, as often as a game needs it. The folder is copied once.
pub(crate) struct Workspace {
    sandbox: Sandbox,
    dir: Option<Arc<ScratchDir>>,
    /// Why the last start failed, or the folder could not be made.
    error: Option<String>,
}

impl Workspace {
    /// For one game; nothing is copied yet.
    pub(crate) fn new(sandbox: Sandbox) -> Workspace {
        Workspace { sandbox, dir: None, error: None }
    }

    /// Copies the program's folder, so that no clock runs while that is done.
    pub(crate) fn prepare(&mut self) {
        // What is wrong is told by `machine_error`.
        let _ = self.scratch_dir();
    }

    /// Starts the program.
    ///
    /// # Errors
    /// Fails where the folder cannot be copied or no process can be had; [`Workspace::machine_error`] then says so,
    /// since nothing of that is the program's doing.
    pub(crate) fn start(&mut self, command: &[String]) -> Result<SandboxedProcess, SandboxError> {
        let dir = self.scratch_dir()?;
        let started = self.sandbox.start_in(&dir, command);
        self.record_error(started)
    }

    /// The folder, copied if it was not, or is not usable any more.
    fn scratch_dir(&mut self) -> Result<Arc<ScratchDir>, SandboxError> {
        if let Some(dir) = self.dir.as_ref().filter(|dir| dir.is_usable()) {
            return Ok(Arc::clone(dir));
        }
        // The old one is removed before the new one takes as much space.
        self.dir = None;
        let made = self.sandbox.scratch_dir();
        let dir = self.record_error(made)?;
        Ok(Arc::clone(self.dir.insert(dir)))
    }

    fn record_error<T>(&mut self, result: Result<T, SandboxError>) -> Result<T, SandboxError> {
        self.error = result.as_ref().err().map(ToString::to_string);
        result
    }

    /// Why the program gave no answer, where that is not its own fault. A full disk is nobody's: whoever fails on
    /// it need not be the one who filled it.
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
