//! The games of a tournament on disk: every finished game is safe before the next one starts.
//!
//! A journal is a file of JSON lines. The first is the plan, every other one a game, in the order
//! in which they finished. Lines are only ever appended; a partial last line, after a power cut, is
//! removed. A tournament that was killed resumes after the last whole line.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::record::GameRecord;

/// A journal that games are appended to. While it is open, no other process can append.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// An existing journal.
#[derive(Debug)]
pub struct OpenedJournal {
    /// The journal, ready for more games.
    pub journal: Journal,
    /// The plan.
    pub plan: Plan,
    /// The finished games.
    pub games: Vec<GameRecord>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    plywood: String,
    version: u32,
    plan: Plan,
}

/// The kind of file, in the first line.
const KIND: &str = "tournament";
const VERSION: u32 = 1;
/// Longer than the line of a game with some thousand moves, or of a plan with some thousand
/// players.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// Why a journal cannot be opened or created.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// Another process is appending to it.
    #[error("{}: another tournament is being played there", .0.display())]
    Busy(PathBuf),
    /// A line is not part of a journal.
    #[error("{}, line {line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault.
        why: String,
    },
}

impl Journal {
    /// The name of a journal in the folder of a tournament.
    pub const NAME: &'static str = "games.jsonl";

    /// Opens the journal in a folder, if there is one with a complete plan.
    ///
    /// # Errors
    /// Fails if the file is something else, is damaged, or is in use by another process.
    pub fn open(folder: &Path) -> Result<Option<OpenedJournal>, JournalError> {
        let path = folder.join(Journal::NAME);
        match File::options().read(true).append(true).open(&path) {
            Ok(file) => Journal::read(file, &path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(JournalError::File { path, error }),
        }
    }

    /// Creates the journal in a folder.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn create(folder: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        let path = folder.join(Journal::NAME);
        let file = |error| JournalError::File { path: path.clone(), error };
        let opened = File::options().create(true).append(true).open(&path).map_err(file)?;
        lock(&opened, &path)?;
        // If another process has created it meanwhile, it is not ours.
        if opened.metadata().map_err(file)?.len() > 0 {
            return Err(JournalError::Busy(path));
        }
        let header = Header { plywood: KIND.to_string(), version: VERSION, plan: plan.clone() };
        let mut journal = Journal { file: opened };
        journal.append(&header).map_err(file)?;
        // Makes the name durable. Not every system can fsync a folder.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(journal)
    }

    fn read(mut file: File, path: &Path) -> Result<Option<OpenedJournal>, JournalError> {
        lock(&file, path)?;
        let fault = |error| JournalError::File { path: path.to_path_buf(), error };
        let Some(Contents { plan, games, whole, lacks_line_end }) = Contents::read(&file, path)? else {
            // A header that was cut off is written again.
            file.set_len(0).map_err(fault)?;
            return Ok(None);
        };
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(fault)?;
        if lacks_line_end {
            file.write_all(b"\n").map_err(fault)?;
        }
        Ok(Some(OpenedJournal { journal: Journal { file }, plan, games }))
    }

    /// The plan and the games of the journal in a folder, if there is one, whether or not another process is appending to
    /// it.
    ///
    /// # Errors
    /// Fails if the file is something else, or is damaged.
    pub fn load(folder: &Path) -> Result<Option<(Plan, Vec<GameRecord>)>, JournalError> {
        let path = folder.join(Journal::NAME);
        match File::open(&path) {
            Ok(file) => Ok(Contents::read(&file, &path)?.map(|contents| (contents.plan, contents.games))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(JournalError::File { path, error }),
        }
    }

    /// Writes the journal in a folder anew, with these games.
    ///
    /// # Errors
    /// Fails if it cannot be written, or if another process is appending to it.
    pub fn write(folder: &Path, plan: &Plan, games: &[GameRecord]) -> Result<(), JournalError> {
        let path = folder.join(Journal::NAME);
        let old = match File::open(&path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(JournalError::File { path, error }),
        };
        if let Some(old) = &old {
            lock(old, &path)?;
        }
        write_whole(&path, plan, games)
    }

    /// Replaces this journal by one with another plan and these games.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn replace(self, folder: &Path, plan: &Plan, games: &[GameRecord]) -> Result<Journal, JournalError> {
        let path = folder.join(Journal::NAME);
        write_whole(&path, plan, games)?;
        let opened = File::options().read(true).append(true).open(&path);
        let file = opened.map_err(|error| JournalError::File { path: path.clone(), error })?;
        lock(&file, &path)?;
        Ok(Journal { file })
    }

    /// Appends a game. When this returns, the game survives a power cut.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn save(&mut self, game: &GameRecord) -> io::Result<()> {
        self.append(game)
    }

    /// Appends a line completely or not at all, so that a game can still be saved after one failed
    /// for lack of space.
    fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(line)? + "\n";
        let length = self.file.metadata()?.len();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // If even that fails, the line has no end, and is removed when the journal is next
            // opened.
            let _ = self.file.set_len(length);
        }
        written
    }
}

/// Writes a whole journal. After a crash there is the old one or the new one.
fn write_whole(path: &Path, plan: &Plan, games: &[GameRecord]) -> Result<(), JournalError> {
    let header = Header { plywood: KIND.to_string(), version: VERSION, plan: plan.clone() };
    let written = files::write_with(path, |file| {
        let mut to = io::BufWriter::new(file);
        serde_json::to_writer(&mut to, &header)?;
        to.write_all(b"\n")?;
        for game in games {
            serde_json::to_writer(&mut to, game)?;
            to.write_all(b"\n")?;
        }
        to.flush()
    });
    written.map_err(|error| JournalError::File { path: path.to_path_buf(), error })
}

/// What a journal contains.
struct Contents {
    plan: Plan,
    games: Vec<GameRecord>,
    /// The length of all whole lines.
    whole: u64,
    /// Whether only the line end of the last one is missing.
    lacks_line_end: bool,
}

impl Contents {
    /// Reads a journal; `None` if not even its first line is whole.
    fn read(file: &File, path: &Path) -> Result<Option<Contents>, JournalError> {
        let fault = |error| JournalError::File { path: path.to_path_buf(), error };
        let wrong = |line: usize, why: String| JournalError::Line { path: path.to_path_buf(), line, why };
        if !file.metadata().map_err(fault)?.is_file() {
            return Err(wrong(1, "a journal is a regular file".to_string()));
        }
        let mut lines = BufReader::new(file);
        let mut whole = 0;
        let mut plan: Option<Plan> = None;
        let mut games: Vec<GameRecord> = Vec::new();
        let mut numbers = HashSet::new();
        let mut lacks_line_end = false;
        for number in 1.. {
            let Some(text) = files::read_line(&mut lines, MAX_LINE_BYTES).map_err(fault)? else { break };
            // Without a line end, the line may be truncated, or an editor may have removed just the
            // line end.
            let is_open = !text.ends_with(b"\n");
            if let Some(Plan { game: word, .. }) = &plan {
                let mut game: GameRecord = match serde_json::from_slice(&text) {
                    Ok(game) => game,
                    Err(_) if is_open => break,
                    Err(error) => return Err(wrong(number, format!("expected a game: {error}"))),
                };
                if !numbers.insert(game.number) {
                    return Err(wrong(number, format!("game {} appears twice", game.number)));
                }
                game.record.game.clone_from(word);
                games.push(game);
            } else {
                match read_header(&text) {
                    Ok(found) => plan = Some(found),
                    Err(_) if is_open && is_cut_off_header(&text) => break,
                    Err(why) => return Err(wrong(number, why)),
                }
            }
            whole += text.len() as u64;
            lacks_line_end = is_open;
        }
        Ok(plan.map(|plan| Contents { plan, games, whole, lacks_line_end }))
    }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy(path.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(JournalError::File { path: path.to_path_buf(), error }),
    }
}

/// Whether a text without a line end is the beginning of a header. Anything else was not written by
/// us and must not be overwritten.
fn is_cut_off_header(text: &[u8]) -> bool {
    let beginning = format!("{{\"plywood\":\"{KIND}\",\"version\":{VERSION},\"plan\":{{");
    let length = text.len().min(beginning.len());
    text[..length] == beginning.as_bytes()[..length]
}

fn read_header(text: &[u8]) -> Result<Plan, String> {
    let header: Header = serde_json::from_slice(text)
        .map_err(|error| format!("expected the plan of a tournament: {error}"))?;
    if header.plywood != KIND {
        return Err(format!(
            "expected a tournament, found a file of kind {}",
            engine::quoted(&header.plywood)
        ));
    }
    if header.version != VERSION {
        return Err(format!("expected version {VERSION}, found version {}", header.version));
    }
    Ok(header.plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Skipped;
    use crate::record::Times;
    use engine::{ByPlayer, Outcome, Record};

    fn game(number: usize) -> GameRecord {
        GameRecord {
            number,
            record: Record {
                game: plan().game,
                position: "…".to_string(),
                players: ByPlayer { one: "A".to_string(), two: "B".to_string() },
                outcome: Some(Outcome::Draw),
                reason: "repetition".to_string(),
                moves: vec!["a".to_string(), "b".to_string()],
                opening: 1,
            },
            verdict: None,
            forgiven: Vec::new(),
            times: <[Times; 2]>::default(),
            skipped: Default::default(),
            node: None,
            stderr: Default::default(),
        }
    }

    fn plan() -> Plan {
        Plan { game: "abalone".to_string(), ..Plan::default() }
    }

    #[test]
    fn what_was_kept_is_found_whatever_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Journal::open(folder.path()).unwrap().is_none());
        let mut journal = Journal::create(folder.path(), &plan()).unwrap();
        for number in [1, 0, 2] {
            journal.save(&game(number)).unwrap();
        }
        drop(journal);
        let path = folder.path().join(Journal::NAME);
        let text = std::fs::read(&path).unwrap();
        let first_line = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in 0..=text.len() {
            std::fs::write(&path, &text[..length]).unwrap();
            let Some(mut found) = Journal::open(folder.path()).unwrap() else {
                assert!(length < first_line);
                continue;
            };
            // A line that lacks only its line end is complete.
            let seen = text[..length].iter().chain(text.get(length));
            let lines = seen.filter(|&&byte| byte == b'\n').count();
            let numbers: Vec<usize> = found.games.iter().map(|game| game.number).collect();
            assert_eq!((&numbers[..], found.plan), (&[1, 0, 2][..lines - 1], plan()));
            found.journal.save(&game(9)).unwrap();
            drop(found.journal);
            let again = Journal::open(folder.path()).unwrap().unwrap().games;
            assert_eq!((again.len(), again.last()), (lines, Some(&game(9))));
        }
    }

    #[test]
    fn games_that_were_kept_before_output_was_kept_are_read() {
        let line = r#"{"number":3,"start":"…","opening":[],"moves":["a"],"first":"A","second":"B","result":"0-1",
            "reason":"garbage","verdict":{"kind":"garbage","player":"A","ply":2,"answer":"x","why":"no move"},
            "times":[{"moves":2,"total":{"secs":0,"nanos":5},"longest":{"secs":0,"nanos":4}},
            {"moves":1,"total":{"secs":0,"nanos":5},"longest":{"secs":0,"nanos":5}}]}"#;
        let folder = tempfile::tempdir().unwrap();
        drop(Journal::create(folder.path(), &plan()).unwrap());
        let path = folder.path().join(Journal::NAME);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{}\n", line.replace('\n', " "))).unwrap();
        let games = Journal::open(folder.path()).unwrap().unwrap().games;
        let verdict = games[0].verdict.as_ref().unwrap();
        assert!(verdict.evidence.is_empty() && games[0].skipped == <[Skipped; 2]>::default());
        // Empty fields are not written either.
        let again = serde_json::to_string(&games[0]).unwrap();
        assert!(!again.contains("evidence") && !again.contains("skipped"), "{again}");
    }

    #[test]
    fn the_line_of_a_game_stays_as_it_is() {
        let line = r#"{"number":4,"start":"…","opening":["a"],"moves":["b"],"first":"A","second":"B","result":"1/2-1/2","reason":"repetition","times":[{"moves":0,"total":{"secs":0,"nanos":0},"longest":{"secs":0,"nanos":0}},{"moves":0,"total":{"secs":0,"nanos":0},"longest":{"secs":0,"nanos":0}}]}"#;
        assert_eq!(serde_json::to_string(&game(4)).unwrap(), line);
        let unfinished = line.replace("1/2-1/2", "*");
        let error = serde_json::from_str::<GameRecord>(&unfinished).unwrap_err().to_string();
        assert!(error.starts_with("expected 1-0, 0-1 or 1/2-1/2 as the result, found '*'"), "{error}");
    }

    #[test]
    fn one_tournament_has_a_journal_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), &plan()).unwrap();
        assert!(matches!(Journal::open(folder.path()), Err(JournalError::Busy(_))));
        drop(journal);
        assert!(Journal::open(folder.path()).unwrap().is_some());
    }

    #[test]
    fn what_is_no_journal_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(Journal::NAME);
        let fault = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Journal::open(folder.path()).unwrap_err().to_string()
        };
        assert!(fault("hello\n").contains("line 1: expected the plan"));
        for other in ["hello", "{\"plywood\":\"tournaments\"}", "{}", " "] {
            assert!(fault(other).contains("line 1: expected the plan"), "{other}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), other, "nothing is lost");
        }
        let header =
            serde_json::to_string(&Header { plywood: KIND.into(), version: 1, plan: plan() }).unwrap();
        assert!(
            fault(&format!("{}\n", header.replace("\"version\":1", "\"version\":7"))).contains("version 7")
        );
        assert!(fault(&format!("{header}\n{{}}\n")).contains("line 2: expected a game"));
        let one = serde_json::to_string(&game(4)).unwrap();
        assert!(fault(&format!("{header}\n{one}\n{one}\n")).contains("line 3: game 4 appears twice"));
    }
}
