//! The record of a game, kept in a file while it is played.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{ByPlayer, Record, Session};

use crate::failure::Failure;
use crate::whole_file;

/// A file with the games that it had before, and the present one at its end.
pub(super) struct Transcript {
    path: PathBuf,
    earlier: String,
    game: &'static str,
    players: ByPlayer<String>,
    /// Held while the file is written.
    whole: Arc<Mutex<()>>,
}

impl Transcript {
    /// Reads what the file holds already. Whoever would end the program holds `whole` first.
    pub(super) fn open(
        path: PathBuf,
        game: &'static str,
        players: ByPlayer<String>,
        whole: Arc<Mutex<()>>,
    ) -> Result<Transcript, Failure> {
        let refused = |reason: String| Failure::Misuse(format!("{}: {reason}", path.display()));
        let earlier = match std::fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(refused(error.to_string())),
            Ok(meta) if !meta.is_file() => {
                return Err(refused("not a file that games are kept in".to_string()));
            }
            Ok(_) => std::fs::read_to_string(&path).map_err(|error| refused(error.to_string()))?,
        };
        if let Err(fault) = Record::read_all(&earlier) {
            return Err(refused(format!(
                "the file has something else than games in it ({fault}); name another"
            )));
        }
        Ok(Transcript { path, earlier, game, players, whole })
    }

    /// Writes the game as it stands.
    pub(super) fn save(&self, session: &Session) -> Result<(), Failure> {
        let record = Record::of(self.game, session, self.players.clone()).write();
        let gap = if self.earlier.is_empty() || self.earlier.ends_with("\n\n") { "" } else { "\n" };
        let _whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        whole_file::write(&self.path, &format!("{}{gap}{record}", self.earlier))
            .map_err(|error| Failure::File(format!("cannot write {}: {error}", self.path.display())))
    }
}
