//! A league on disk.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{LeagueState, Purpose};
use crate::record::GameRecord;

/// Two games of a league, from one opening with both colours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedPair {
    /// Its number, from 0.
    pub pair: usize,
    /// What it was played for.
    pub purpose: Purpose,
    /// The players.
    pub players: [String; 2],
    /// The versions of their programs.
    pub prints: [String; 2],
    /// The half points of the first player, 0 to 4.
    pub half_points: u32,
    /// The games.
    pub games: Vec<GameRecord>,
}

/// A league that is open. While it is, no other process can change it.
#[derive(Debug)]
pub struct League {
    folder: PathBuf,
    /// What the league is; written by [`League::save`].
    pub state: LeagueState,
    /// The pairs that were played.
    pub pairs: Vec<PlayedPair>,
    journal: File,
}

/// Why a league cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// There is none.
    #[error("there is no league in '{}': 'plywood league add' makes one", .0.display())]
    None(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A file is no part of a league.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another process has it.
    #[error("{}: another process is changing this league", .0.display())]
    Busy(PathBuf),
}

/// The first words of the state.
#[derive(Serialize, Deserialize)]
struct Stored {
    plywood: String,
    version: u32,
    league: LeagueState,
}

const KIND: &str = "league";
const VERSION: u32 = 1;
const STATE: &str = "league.json";
const JOURNAL: &str = "pairs.jsonl";
const MAX_STATE_BYTES: u64 = 64 << 20;
const MAX_LINE_BYTES: u64 = 64 << 20;

impl League {
    /// Opens the league in a folder.
    ///
    /// # Errors
    /// Fails if there is none, if it is damaged, or if another process has it.
    pub fn open(folder: &Path) -> Result<League, LeagueError> {
        let path = folder.join(STATE);
        let text = match files::read_to_string(&path, MAX_STATE_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(LeagueError::None(folder.into()));
            }
            Err(error) => return Err(LeagueError::File { path, error }),
        };
        let damaged = |why: String| LeagueError::Damaged { path: path.clone(), why };
        let stored: Stored = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if stored.plywood != KIND || stored.version != VERSION {
            return Err(damaged(format!("expected a {KIND} of version {VERSION}")));
        }
        let (journal, pairs) = open_journal(folder)?;
        Ok(League { folder: folder.into(), state: stored.league, pairs, journal })
    }

    /// Makes a league in a folder, which may exist.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn create(folder: &Path, state: LeagueState) -> Result<League, LeagueError> {
        std::fs::create_dir_all(folder).map_err(|error| LeagueError::File { path: folder.into(), error })?;
        let (journal, pairs) = open_journal(folder)?;
        let league = League { folder: folder.into(), state, pairs, journal };
        league.save()?;
        Ok(league)
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the state: completely or not at all.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn save(&self) -> Result<(), LeagueError> {
        let path = self.folder.join(STATE);
        let stored = Stored { plywood: KIND.to_string(), version: VERSION, league: self.state.clone() };
        let text = serde_json::to_string_pretty(&stored).map_err(io::Error::other);
        text.and_then(|text| files::write(&path, text + "\n"))
            .map_err(|error| LeagueError::File { path, error })
    }

    /// Appends a pair. When this returns, it survives a power cut.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn append(&mut self, pair: PlayedPair) -> Result<(), LeagueError> {
        let fault = |error| LeagueError::File { path: self.folder.join(JOURNAL), error };
        let text = serde_json::to_string(&pair).map_err(io::Error::other).map_err(fault)? + "\n";
        let length = self.journal.metadata().map_err(fault)?.len();
        let written = self.journal.write_all(text.as_bytes()).and_then(|()| self.journal.sync_data());
        if written.is_err() {
            let _ = self.journal.set_len(length);
        }
        written.map_err(fault)?;
        self.pairs.push(pair);
        Ok(())
    }
}

/// Opens and locks the journal, and removes a line that was cut off.
fn open_journal(folder: &Path) -> Result<(File, Vec<PlayedPair>), LeagueError> {
    let path = folder.join(JOURNAL);
    let fault = |error| LeagueError::File { path: path.clone(), error };
    let mut file = File::options().read(true).append(true).create(true).open(&path).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(LeagueError::Busy(folder.into())),
        Err(TryLockError::Error(error)) => return Err(fault(error)),
    }
    let mut lines = BufReader::new(&file);
    let mut pairs: Vec<PlayedPair> = Vec::new();
    let mut whole = 0;
    while let Some(text) = files::read_line(&mut lines, MAX_LINE_BYTES).map_err(fault)? {
        if !text.ends_with(b"\n") {
            break;
        }
        let pair = serde_json::from_slice(&text).map_err(|error| LeagueError::Damaged {
            path: path.clone(),
            why: format!("line {}: {error}", pairs.len() + 1),
        })?;
        pairs.push(pair);
        whole += text.len() as u64;
    }
    file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(fault)?;
    Ok((file, pairs))
}
