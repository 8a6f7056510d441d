//! The record of a game, kept in a file while it is played.

use std::cell::RefCell;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use engine::Record;

use crate::failure::Failure;
use crate::whole_file;

/// A file with the games that it had before, and the present one at its end.
pub(crate) struct Transcript {
    path: PathBuf,
    earlier: Vec<String>,
    /// The present game as it was written last.
    last: RefCell<Option<String>>,
    /// Held while the file is written.
    whole: Arc<Mutex<()>>,
}

impl Transcript {
    /// Reads what the file holds already.
    pub(crate) fn open(path: PathBuf) -> Result<Transcript, Failure> {
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
        let earlier = if earlier.trim().is_empty() { Vec::new() } else { vec![earlier] };
        Ok(Transcript { path, earlier, last: RefCell::default(), whole: Arc::default() })
    }

    /// Takes the last game out of a file, to go on with it there.
    pub(crate) fn reopen(path: PathBuf) -> Result<(Transcript, Record), Failure> {
        let refused = |reason: String| Failure::Misuse(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(&path).map_err(|error| refused(error.to_string()))?;
        let mut records = Record::read_all(&text).map_err(|fault| refused(fault.to_string()))?;
        let last = records.pop().ok_or_else(|| refused("there is no game in it".to_string()))?;
        let earlier = records.iter().map(Record::write).collect();
        let transcript = Transcript { path, earlier, last: RefCell::default(), whole: Arc::default() };
        Ok((transcript, last))
    }

    /// Where a game goes that was perhaps begun there: in place of its beginning if that is the last game of the file, else
    /// after all games.
    pub(crate) fn open_for(path: PathBuf, record: &Record) -> Result<Transcript, Failure> {
        match Transcript::reopen(path.clone()) {
            Ok((transcript, last)) if is_beginning(&last, record) => Ok(transcript),
            _ => Transcript::open(path),
        }
    }

    /// What whoever would end the program holds first.
    pub(crate) fn whole(&self) -> Arc<Mutex<()>> {
        self.whole.clone()
    }

    pub(crate) fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// A new game begins after the present one.
    pub(crate) fn turn_page(&mut self) {
        self.earlier.extend(self.last.take());
    }

    /// Writes the game as it stands.
    pub(crate) fn save(&self, record: &Record) -> Result<(), Failure> {
        let mut text = String::new();
        for earlier in &self.earlier {
            text += earlier;
            text += if earlier.ends_with("\n\n") { "" } else { "\n" };
        }
        let record = record.write();
        text += &record;
        self.last.replace(Some(record));
        let _whole = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        whole_file::write(&self.path, &text)
            .map_err(|error| Failure::File(format!("cannot write {}: {error}", self.path.display())))
    }
}

/// Whether a game is another one before it went on.
fn is_beginning(earlier: &Record, later: &Record) -> bool {
    let start = |record: &Record| (record.game.clone(), record.position.clone());
    start(earlier) == start(later) && later.moves.starts_with(&earlier.moves) && earlier.outcome.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{ByPlayer, Session};

    #[test]
    fn a_game_that_goes_on_takes_the_place_of_its_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let mut session = Session::game(&*engine::find("checkers").unwrap().start());
        let record =
            |session: &Session| Record::of("checkers", session, ByPlayer::new(|_| "human".to_string()));
        let save =
            |record: &Record| Transcript::open_for(path.clone(), record).unwrap().save(record).unwrap();
        let games = || Record::read_all(&std::fs::read_to_string(&path).unwrap()).unwrap();
        session.play("22-18").unwrap();
        save(&record(&session));
        session.play("12-16").unwrap();
        save(&record(&session));
        assert_eq!(games(), [record(&session)]);
        let first = record(&session);
        session.undo();
        session.play("11-15").unwrap();
        save(&record(&session));
        assert_eq!(games(), [first.clone(), record(&session)]);
        let (mut transcript, last) = Transcript::reopen(path.clone()).unwrap();
        assert_eq!(last, record(&session));
        transcript.save(&first).unwrap();
        transcript.turn_page();
        transcript.save(&last).unwrap();
        assert_eq!(games(), [first.clone(), first, last]);
    }
}
