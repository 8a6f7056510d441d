//! Unfinished games, saved in the user's data folder until they are over.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use engine::{ByPlayer, ClockControl, GameClock, Level, Record, Spent};
use serde::{Deserialize, Serialize};

use super::clock::{TimeControl, game_clock, time_control};
use super::transcript::Transcript;
use crate::error::CliError;

/// The file of one saved game.
pub(crate) struct SaveFile {
    path: PathBuf,
}

/// An unfinished game.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGame {
    /// Moves and players, as the text of a game record.
    #[serde(with = "record_text")]
    pub(crate) record: Record,
    level: u8,
    /// The machine's time per move.
    seconds_a_move: f64,
    clock: Option<SavedTimeControl>,
    spent: [SavedTime; 2],
    /// The file for its record.
    transcript: Option<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct SavedTimeControl {
    seconds: f64,
    increment: f64,
}

#[derive(Serialize, Deserialize)]
struct SavedTime {
    seconds: f64,
    moves: u32,
}

/// Older games are deleted.
const MAX_GAMES: usize = 50;
/// Enough for a game of several thousand moves.
const MAX_BYTES: u64 = 1 << 20;
const EXTENSION: &str = "json";

impl SaveFile {
    /// A file for a new game; `None` if the user has no data folder.
    pub(crate) fn new(game: &str) -> Option<SaveFile> {
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        // One file per process, so that games at several terminals do not collide.
        let name = format!("{game}-{}-{}.{EXTENSION}", since.as_millis(), std::process::id());
        let folder = save_folder()?;
        files::remove_stale(&folder);
        Some(SaveFile { path: folder.join(name) })
    }

    /// The most recently saved game, or the most recent one of `game`.
    pub(crate) fn latest(game: Option<&str>) -> Result<SaveFile, CliError> {
        let nothing = || {
            let kind = game.map(|game| format!(" of {game}")).unwrap_or_default();
            CliError::Usage(format!("there is no unfinished game{kind}: 'plywood play GAME' starts one"))
        };
        let of_this_game = |path: &Path| {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            game.is_none_or(|game| name.strip_prefix(game).is_some_and(|rest| rest.starts_with('-')))
        };
        let path = saved_files().into_iter().find(|path| of_this_game(path)).ok_or_else(nothing)?;
        Ok(SaveFile { path })
    }

    /// A saved game at a given path.
    pub(crate) fn at(path: PathBuf) -> SaveFile {
        SaveFile { path }
    }

    pub(crate) fn read(&self) -> Result<SavedGame, CliError> {
        let fault =
            |reason: String| CliError::Usage(format!("{}: not a saved game: {reason}", self.path.display()));
        let text = files::read_to_string(&self.path, MAX_BYTES).map_err(|error| fault(error.to_string()))?;
        serde_json::from_str(&text).map_err(|error| fault(error.to_string()))
    }

    pub(crate) fn save(&self, saved: &SavedGame) -> Result<(), CliError> {
        let fault = |error| CliError::File(format!("cannot write {}: {error}", self.path.display()));
        let text = serde_json::to_string_pretty(saved).map_err(|error| fault(error.into()))?;
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(fault)?;
        }
        files::write(&self.path, &text).map_err(fault)?;
        for old in saved_files().into_iter().skip(MAX_GAMES) {
            let _ = std::fs::remove_file(old);
        }
        Ok(())
    }

    /// Deletes the file: the game is over, or has no moves yet.
    pub(crate) fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn save_folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "plywood")?.data_dir().join("unfinished"))
}

/// Every saved game, the latest first.
fn saved_files() -> Vec<PathBuf> {
    let Some(entries) = save_folder().and_then(|folder| std::fs::read_dir(folder).ok()) else {
        return Vec::new();
    };
    let dated = entries.flatten().filter_map(|entry| {
        let path = entry.path();
        let is_ours = path.extension().is_some_and(|ending| ending == EXTENSION);
        let changed = entry.metadata().and_then(|meta| meta.modified()).ok()?;
        is_ours.then_some((changed, path))
    });
    let mut dated: Vec<(SystemTime, PathBuf)> = dated.collect();
    dated.sort_by(|a, b| b.cmp(a));
    dated.into_iter().map(|(_, path)| path).collect()
}

impl SavedGame {
    pub(crate) fn new(
        record: Record,
        level: Level,
        time: Duration,
        clock: &GameClock,
        transcript: Option<&Transcript>,
    ) -> SavedGame {
        let (time_control, spent) = (time_control(clock), clock.spent(Instant::now()));
        let saved = |spent: Spent| SavedTime { seconds: spent.used.as_secs_f64(), moves: spent.increments };
        let saved_time_control = |TimeControl(ClockControl { base, increment }): TimeControl| {
            SavedTimeControl { seconds: base.as_secs_f64(), increment: increment.as_secs_f64() }
        };
        SavedGame {
            record,
            level: level.number(),
            seconds_a_move: time.as_secs_f64(),
            clock: time_control.map(saved_time_control),
            spent: [saved(spent.one), saved(spent.two)],
            // Absolute, so that the game can be resumed from any folder.
            transcript: transcript.and_then(|file| std::path::absolute(file.path()).ok()),
        }
    }

    /// The file for its record, if any.
    ///
    /// # Errors
    /// Fails if the file no longer contains game records.
    pub(crate) fn transcript(&self) -> Result<Option<Transcript>, CliError> {
        self.transcript.as_ref().map(|path| Transcript::open_for(path.clone(), &self.record)).transpose()
    }

    pub(crate) fn level(&self) -> Option<Level> {
        Level::new(self.level)
    }

    /// The machine's time per move.
    pub(crate) fn time(&self) -> Option<Duration> {
        duration(self.seconds_a_move).filter(|time| !time.is_zero())
    }

    /// The clocks when the game was saved.
    pub(crate) fn clock(&self) -> Option<GameClock> {
        let time_control = match &self.clock {
            None => None,
            Some(saved) => Some(TimeControl(ClockControl {
                base: duration(saved.seconds).filter(|base| !base.is_zero())?,
                increment: duration(saved.increment)?,
            })),
        };
        let spent =
            |saved: &SavedTime| Some(Spent { used: duration(saved.seconds)?, increments: saved.moves });
        let [one, two] = &self.spent;
        Some(game_clock(time_control, ByPlayer { one: spent(one)?, two: spent(two)? }))
    }
}

mod record_text {
    use engine::Record;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(record: &Record, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&record.write())
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Record, D::Error> {
        let mut records = Record::read_all(&String::deserialize(deserializer)?).map_err(D::Error::custom)?;
        records.pop().ok_or_else(|| D::Error::custom("expected a game record, found none"))
    }
}

/// A non-negative number of seconds that an `Instant` can still add.
fn duration(seconds: f64) -> Option<Duration> {
    const MAX_SECONDS: f64 = 1e9;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Session;
    use serde_json::json;

    #[test]
    fn saved_game_round_trips() {
        let mut session = Session::game(&*catalogue::CATALOGUE.find("abalone").unwrap().start());
        session.play_text("A4B3").unwrap();
        let record = Record::of("abalone", &session, ByPlayer::new(|_| "human".to_string()));
        let time_control =
            TimeControl(ClockControl { base: Duration::from_secs(300), increment: Duration::from_secs(3) });
        let spent =
            ByPlayer { one: Spent { used: Duration::from_secs(42), increments: 1 }, two: Spent::default() };
        let (level, time) = (Level::new(4).unwrap(), Duration::from_millis(500));
        let clock = game_clock(Some(time_control), spent);
        let folder = tempfile::tempdir().unwrap();
        let save_file = SaveFile::at(folder.path().join("deep/game.json"));
        save_file.save(&SavedGame::new(record.clone(), level, time, &clock, None)).unwrap();
        let read = save_file.read().unwrap();
        assert_eq!((&read.record, read.level(), read.time()), (&record, Some(level), Some(time)));
        let again = read.clock().unwrap();
        assert_eq!((super::time_control(&again), again.spent(Instant::now())), (Some(time_control), spent));
        save_file.remove();
        assert!(matches!(save_file.read(), Err(CliError::Usage(_))));
    }

    #[test]
    fn malformed_save_files_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        let start = catalogue::CATALOGUE.find("abalone").unwrap().start();
        let record = Record::of("abalone", &Session::game(&*start), ByPlayer::new(|_| "human".to_string()));
        let odd = |record: &str| {
            let times = [-1.0, 1e300].map(|seconds| json!({ "seconds": seconds, "moves": 0 }));
            let odd =
                json!({ "record": record, "level": 0, "seconds_a_move": -5, "clock": null, "spent": times });
            odd.to_string()
        };
        let without_record = [odd(""), odd("x")];
        for text in ["", "{}", "{\"record\": 7}", "\u{1b}", &without_record[0], &without_record[1]] {
            std::fs::write(&path, text).unwrap();
            assert!(SaveFile::at(path.clone()).read().is_err(), "{text}");
        }
        std::fs::write(&path, odd(&record.write())).unwrap();
        let odd = SaveFile::at(path).read().unwrap();
        assert!(odd.level().is_none() && odd.time().is_none() && odd.clock().is_none());
    }
}
