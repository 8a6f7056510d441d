//! Errors that keep a game from being played and are not a player's fault.

use std::fmt;

/// The machine, or this program, could not provide what a player needs: space, memory, processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineError {
    /// The error.
    pub what: String,
    /// The player with the largest folder, and its size in bytes, if that may be the cause.
    pub largest_folder: Option<(String, u64)>,
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        match &self.largest_folder {
            Some((player, bytes)) => {
                write!(f, "; the player whose files take the most space is {player}, with {} MB", bytes >> 20)
            }
            None => Ok(()),
        }
    }
}
