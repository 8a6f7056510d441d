//! The games of a tournament on the disk: every finished game is safe before the next one starts.
//!
//! A journal is a file of JSON lines. The first is the plan, every other one a game, in the order in which they were
//! finished. Lines are only ever appended; what a power cut leaves of the last one is cut off.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::record::GameRecord;

/// A journal that games are added to. Nobody else can, as long as it is there.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// A journal that was found.
#[derive(Debug)]
pub struct OpenedJournal {
    /// The journal, ready for more games.
    pub journal: Journal,
    /// The plan.
    pub plan: Plan,
    /// The games that were finished.
    pub games: Vec<GameRecord>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    plywood: String,
    version: u32,
    plan: Plan,
}

/// What the first line says the file is.
const KIND: &str = "tournament";
const VERSION: u32 = 1;
/// The line of a game of some thousand moves, or of a plan with some thousand players, is shorter.
const MAX_LINE_BYTES: u64 = 64 << 20;

/// Why there is no journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// Another program is adding games to it.
    #[error("{}: another tournament is being played there", .0.display())]
    Busy(PathBuf),
    /// A line is none of a journal.
    #[error("{}, line {line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl Journal {
    /// The name of a journal in the folder of a tournament.
    pub const NAME: &'static str = "games.jsonl";

    /// Opens the journal of a folder, if there is one with a whole plan in it.
    ///
    /// # Errors
    /// Fails where there is something else, or something is wrong with it, or somebody else has it.
    pub fn open(folder: &Path) -> Result<Option<OpenedJournal>, JournalError> {
        let path = folder.join(Journal::NAME);
        match File::options().read(true).append(true).open(&path) {
            Ok(file) => Journal::read(file, &path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(JournalError::File { path, error }),
        }
    }

    /// Begins the journal of a folder.
    ///
    /// # Errors
    /// Fails where it cannot be written.
    pub fn create(folder: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        let path = folder.join(Journal::NAME);
        let file = |error| JournalError::File { path: path.clone(), error };
        let opened = File::options().create(true).append(true).open(&path).map_err(file)?;
        lock(&opened, &path)?;
        // What another process has begun meanwhile is not ours.
        if opened.metadata().map_err(file)?.len() > 0 {
            return Err(JournalError::Busy(path));
        }
        let header = Header { plywood: KIND.to_string(), version: VERSION, plan: plan.clone() };
        let mut journal = Journal { file: opened };
        journal.append(&header).map_err(file)?;
        // The name is in the folder; where folders cannot be synchronised, nothing is lost by not doing it.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(journal)
    }

    fn read(mut file: File, path: &Path) -> Result<Option<OpenedJournal>, JournalError> {
        lock(&file, path)?;
        let fault = |error| JournalError::File { path: path.to_path_buf(), error };
        let wrong = |line: usize, why: String| JournalError::Line { path: path.to_path_buf(), line, why };
        if !file.metadata().map_err(fault)?.is_file() {
            return Err(wrong(1, "a journal is a regular file".to_string()));
        }
        let mut lines = BufReader::new(&file);
        let mut whole = 0;
        let mut plan: Option<Plan> = None;
        let mut games: Vec<GameRecord> = Vec::new();
        let mut numbers = HashSet::new();
        let mut lacks_line_end = false;
        for number in 1.. {
            let Some(text) = files::read_line(&mut lines, MAX_LINE_BYTES).map_err(fault)? else { break };
            // Without a line end it may have been cut off, or an editor has taken away nothing but the line end.
            let is_open = !text.ends_with(b"\n");
            if let Some(Plan { game: word, .. }) = &plan {
                let mut game: GameRecord = match serde_json::from_slice(&text) {
                    Ok(game) => game,
                    Err(_) if is_open => break,
                    Err(error) => return Err(wrong(number, format!("expected a game: {error}"))),
                };
                if !numbers.insert(game.number) {
                    return Err(wrong(number, format!("game {} is there twice", game.number)));
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
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(fault)?;
        if lacks_line_end {
            file.write_all(b"\n").map_err(fault)?;
        }
        Ok(plan.map(|plan| OpenedJournal { journal: Journal { file }, plan, games }))
    }

    /// Adds a game. When this returns, not even a power cut takes it away.
    ///
    /// # Errors
    /// Fails where it cannot be written.
    pub fn save(&mut self, game: &GameRecord) -> io::Result<()> {
        self.append(game)
    }

    /// Adds a line, all of it or nothing: another game may be added after one for which the disk had no space.
    fn append(&mut self, line: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(line)? + "\n";
        let length = self.file.metadata()?.len();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // Where even that fails, the line has no end, and is cut off when the journal is opened.
            let _ = self.file.set_len(length);
        }
        written
    }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy(path.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(JournalError::File { path: path.to_path_buf(), error }),
    }
}

/// Whether a text without a line end is what is left of a header that was being written. Anything else belongs to somebody
/// else, and must not be written over.
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
            times: [Times::default(); 2],
            skipped: Default::default(),
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
            // A line that lacks nothing but its end is whole.
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
        // Nor is anything written of what there is not.
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
        assert!(fault(&format!("{header}\n{one}\n{one}\n")).contains("line 3: game 4 is there twice"));
    }
}
