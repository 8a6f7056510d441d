//! Game records in a file, updated after every move.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use engine::Record;

use crate::error::CliError;

/// A file of game records, one of which is the current game.
///
/// Several processes may share a file: a writer locks it, reads it again, replaces its own game's earlier state and
/// leaves the other games as they are.
pub(crate) struct Transcript {
    path: PathBuf,
    /// The current game as last written; `None` before the first write.
    current: RefCell<Option<Record>>,
    /// Held while the file is written, so that Ctrl-C does not interrupt it.
    write_lock: Arc<Mutex<()>>,
}

/// Enough for more than a hundred thousand games.
const MAX_BYTES: u64 = 64 << 20;

impl Transcript {
    fn new(path: PathBuf, current: Option<Record>) -> Transcript {
        files::remove_stale_beside(&path);
        Transcript { path, current: RefCell::new(current), write_lock: Arc::default() }
    }

    /// Opens a file to append a new game.
    pub(crate) fn open(path: PathBuf) -> Result<Transcript, CliError> {
        match std::fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(usage_error(&path, &error)),
            Ok(meta) if !meta.is_file() => {
                return Err(usage_error(&path, &"not a regular file"));
            }
            Ok(_) => {
                let text = read(&path)?;
                Record::read_all(&text).map_err(|fault| {
                    usage_error(&path, &format!("expected game records ({fault}); name another file"))
                })?;
            }
        }
        Ok(Transcript::new(path, None))
    }

    /// Opens the last game of a file, to continue it in place.
    pub(crate) fn open_last_game(path: PathBuf) -> Result<(Transcript, Record), CliError> {
        let mut records = Record::read_all(&read(&path)?).map_err(|fault| usage_error(&path, &fault))?;
        let last = records.pop().ok_or_else(|| usage_error(&path, &"the file has no game records"))?;
        Ok((Transcript::new(path, Some(last.clone())), last))
    }

    /// Opens a file for a game that may be in it already: the game replaces an identical record anywhere in the file, or
    /// its own prefix if that is the last record; otherwise it is appended.
    pub(crate) fn open_for(path: PathBuf, record: &Record) -> Result<Transcript, CliError> {
        let mut transcript = Transcript::open(path)?;
        if transcript.path.exists() {
            let records = Record::read_all(&read(&transcript.path)?).unwrap_or_default();
            let last = records.last().filter(|last| is_prefix(last, record));
            let current = records.iter().find(|known| *known == record).or(last);
            transcript.current = RefCell::new(current.cloned());
        }
        Ok(transcript)
    }

    /// The lock to take before exiting the process.
    pub(crate) fn write_lock(&self) -> Arc<Mutex<()>> {
        self.write_lock.clone()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Starts a new game after the current one.
    pub(crate) fn start_new_game(&mut self) {
        self.current.take();
    }

    /// Writes the current state of the game.
    pub(crate) fn save(&self, record: &Record) -> Result<(), CliError> {
        let _guard = self.write_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |error| CliError::File(format!("cannot write {}: {error}", self.path.display()));
        let _lock = files::lock(&self.path).map_err(failed)?;
        let text = files::read_to_string(&self.path, MAX_BYTES).map_err(failed)?;
        let text = replace_game(text, self.current.borrow().as_ref(), record);
        files::write(&self.path, text).map_err(failed)?;
        self.current.replace(Some(record.clone()));
        Ok(())
    }
}

fn read(path: &Path) -> Result<String, CliError> {
    files::read_to_string(path, MAX_BYTES).map_err(|error| usage_error(path, &error))
}

fn usage_error(path: &Path, reason: &dyn std::fmt::Display) -> CliError {
    CliError::Usage(format!("{}: {reason}", path.display()))
}

/// Replaces `earlier` by `record` in a text of games, or appends `record` if `earlier` is not there. If two games are
/// equal so far, either may be replaced.
fn replace_game(text: String, earlier: Option<&Record>, record: &Record) -> String {
    let new = record.write();
    let Some(earlier) = earlier else { return append(text, &new) };
    let old = earlier.write();
    let is_alone = |start: usize| {
        let (before, after) = (&text[..start], &text[start + old.len()..]);
        (before.is_empty() || before.ends_with('\n'))
            && (after.is_empty() || after.starts_with(['\n', '[', '\r']))
    };
    if let Some((start, _)) = text.match_indices(&old).find(|&(start, _)| is_alone(start)) {
        let after = text[start + old.len()..].trim_start_matches(['\r', '\n']);
        return match after {
            "" => format!("{}{new}", &text[..start]),
            after => append(format!("{}{new}", &text[..start]), after),
        };
    }
    // The file was edited: compare records instead of bytes.
    let mut records = Record::read_all(&text).unwrap_or_default();
    match records.iter_mut().find(|known| *known == earlier) {
        Some(known) => {
            *known = record.clone();
            records.iter().fold(String::new(), |text, record| append(text, &record.write()))
        }
        None => append(text, &new),
    }
}

/// Appends `more` after an empty line.
fn append(mut text: String, more: &str) -> String {
    if text.trim().is_empty() {
        return more.to_string();
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    text + more
}

/// Whether a game is an earlier state of another one.
fn is_prefix(earlier: &Record, later: &Record) -> bool {
    let start = |record: &Record| (record.game.clone(), record.position.clone());
    start(earlier) == start(later) && later.moves.starts_with(&earlier.moves) && earlier.outcome.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{ByPlayer, Session};

    fn record(session: &Session) -> Record {
        Record::of("checkers", session, ByPlayer::new(|_| "human".to_string()))
    }

    fn session(moves: &[&str]) -> Session {
        let mut session = Session::game(&*catalogue::CATALOGUE.find("checkers").unwrap().start());
        moves.iter().for_each(|mv| session.play_text(mv).unwrap());
        session
    }

    fn games(path: &Path) -> Vec<Record> {
        Record::read_all(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    #[test]
    fn continued_game_replaces_its_prefix() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let mut session = session(&[]);
        let save =
            |record: &Record| Transcript::open_for(path.clone(), record).unwrap().save(record).unwrap();
        session.play_text("22-18").unwrap();
        save(&record(&session));
        session.play_text("12-16").unwrap();
        save(&record(&session));
        assert_eq!(games(&path), [record(&session)]);
        let first = record(&session);
        session.undo();
        session.play_text("11-15").unwrap();
        save(&record(&session));
        assert_eq!(games(&path), [first.clone(), record(&session)]);
        let (mut transcript, last) = Transcript::open_last_game(path.clone()).unwrap();
        assert_eq!(last, record(&session));
        transcript.save(&first).unwrap();
        transcript.start_new_game();
        transcript.save(&last).unwrap();
        assert_eq!(games(&path), [first.clone(), first, last]);
    }

    #[test]
    fn concurrent_games_share_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let [one, two] = [(); 2].map(|()| Transcript::open(path.clone()).unwrap());
        let lines: [&[&str]; 2] = [&["22-18", "12-16", "18-14"], &["22-18", "11-15", "18x11"]];
        // Both games are equal until the second move.
        for plies in 0..=3 {
            one.save(&record(&session(&lines[0][..plies]))).unwrap();
            two.save(&record(&session(&lines[1][..plies]))).unwrap();
        }
        assert_eq!(games(&path), lines.map(|line| record(&session(line))));
    }

    #[test]
    fn foreign_edits_are_preserved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let [short, long] = [&["22-18"][..], &["22-18", "12-16"]].map(|moves| record(&session(moves)));
        let transcript = Transcript::open(path.clone()).unwrap();
        transcript.save(&short).unwrap();
        // Edited on another system, without a final line end, and with a game after it.
        let edited = (short.write() + "\n" + &long.write()).replace('\n', "\r\n");
        std::fs::write(&path, edited.trim_end()).unwrap();
        transcript.save(&long).unwrap();
        assert_eq!(games(&path), [long.clone(), long.clone()]);
        std::fs::write(&path, "Dear diary,").unwrap();
        transcript.save(&short).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("Dear diary,\n\n{}", short.write()));
        std::fs::remove_file(&path).unwrap();
        transcript.save(&long).unwrap();
        assert_eq!(games(&path), [long]);
    }
}
