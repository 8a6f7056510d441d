//! What a player that is a program has for a game: its home, and what went wrong with it.

use std::sync::Arc;

use super::cage::{Cage, CageError, Inmate};
use super::home::{self, Home};
use crate::MachineError;

/// Starts a program in one home, as often as a game needs it. The home is copied once.
pub(crate) struct Workspace {
    cage: Cage,
    home: Option<Arc<Home>>,
    /// Why the last start failed, or the home could not be made.
    fault: Option<String>,
}

impl Workspace {
    /// For one game; nothing is copied yet.
    pub(crate) fn new(cage: Cage) -> Workspace {
        Workspace { cage, home: None, fault: None }
    }

    /// Copies the program's folder, so that no clock runs while that is done.
    pub(crate) fn prepare(&mut self) {
        // What is wrong is told by `machine_fault`.
        let _ = self.home();
    }

    /// Starts the program.
    ///
    /// # Errors
    /// Fails where the folder cannot be copied or no process can be had; [`Workspace::machine_fault`] then says so,
    /// since nothing of that is the program's doing.
    pub(crate) fn start(&mut self, command: &[String]) -> Result<Inmate, CageError> {
        let home = self.home()?;
        let started = self.cage.start_in(&home, command);
        self.noted(started)
    }

    /// The home, copied if it was not, or is not usable any more.
    fn home(&mut self) -> Result<Arc<Home>, CageError> {
        if let Some(home) = self.home.as_ref().filter(|home| home.is_usable()) {
            return Ok(Arc::clone(home));
        }
        // The old one is removed before the new one takes as much space.
        self.home = None;
        let made = self.cage.home();
        let home = self.noted(made)?;
        Ok(Arc::clone(self.home.insert(home)))
    }

    fn noted<T>(&mut self, result: Result<T, CageError>) -> Result<T, CageError> {
        self.fault = result.as_ref().err().map(ToString::to_string);
        result
    }

    /// Why the program gave no answer, where that is not its own fault. A full disk is nobody's: whoever fails on
    /// it need not be the one who filled it.
    pub(crate) fn machine_fault(&mut self) -> Option<MachineError> {
        let home = self.home.as_ref();
        let what = self.fault.take().or_else(|| home?.take_fault()).or_else(|| {
            let is_full = home.is_some_and(|home| !home.is_spoiled() && home.is_out_of_space());
            let place = std::env::temp_dir();
            is_full.then(|| format!("no space is left in {}, where programs run", place.display()))
        })?;
        Some(MachineError { what, largest_folder: home::largest() })
    }
}
