//! What keeps a game from being played that is no player's fault.

use std::fmt;

/// The machine, or this program, could not do what a player needs: no space, no memory, no processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineError {
    /// What went wrong.
    pub what: String,
    /// Whose folder takes the most space, and its bytes, where that may have to do with it.
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
