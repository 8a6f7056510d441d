//! Games that are not over, kept in the user's data directory until they are.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use engine::{ByPlayer, Level, Record};
use serde::{Deserialize, Serialize};

use super::clock::{Clock, Spent, TimeControl};
use super::transcript::Transcript;
use crate::error::CliError;

/// A place for one game.
pub(crate) struct SaveFile {
    path: PathBuf,
}

/// A game that was left.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedGame {
    /// The record says what was played, by whom and at which level.
    record: String,
    level: u8,
    /// How long the machine thinks about a move.
    seconds_a_move: f64,
    clock: Option<SavedTimeControl>,
    spent: [SavedTime; 2],
    /// Where its record goes besides.
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

/// How many games are kept; the oldest go.
const MAX_GAMES: usize = 50;
/// A game of some thousand moves is much shorter.
const MAX_BYTES: u64 = 1 << 20;
const EXTENSION: &str = "json";

impl SaveFile {
    /// A place for a new game; nothing where the system has none for data of this user.
    pub(crate) fn new(game: &str) -> Option<SaveFile> {
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        // A file for each sitting, so that games at several terminals do not meet.
        let name = format!("{game}-{}-{}.{EXTENSION}", since.as_millis(), std::process::id());
        let folder = save_folder()?;
        files::remove_stale(&folder);
        Some(SaveFile { path: folder.join(name) })
    }

    /// The place of the game that was left last, of this kind if one is named.
    pub(crate) fn latest(game: Option<&str>) -> Result<SaveFile, CliError> {
        let nothing = || {
            let kind = game.map(|game| format!(" of {game}")).unwrap_or_default();
            CliError::Usage(format!("there is no unfinished game{kind}: 'plywood play GAME' begins one"))
        };
        let of_this_game = |path: &Path| {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            game.is_none_or(|game| name.strip_prefix(game).is_some_and(|rest| rest.starts_with('-')))
        };
        let path = saved_files().into_iter().find(|path| of_this_game(path)).ok_or_else(nothing)?;
        Ok(SaveFile { path })
    }

    /// A game in a file of this form.
    pub(crate) fn at(path: PathBuf) -> SaveFile {
        SaveFile { path }
    }

    pub(crate) fn read(&self) -> Result<SavedGame, CliError> {
        let fault = |reason: String| {
            CliError::Usage(format!("{}: not a game that was left: {reason}", self.path.display()))
        };
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

    /// The game is over, or nothing has happened in it.
    pub(crate) fn remove(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn save_folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "plywood")?.data_dir().join("unfinished"))
}

/// Every game that is kept, the latest first.
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
        record: &Record,
        level: Level,
        time: Duration,
        clock: &Clock,
        transcript: Option<&Transcript>,
    ) -> SavedGame {
        let (time_control, spent) = (clock.time_control(), clock.spent(Instant::now()));
        let saved = |spent: Spent| SavedTime { seconds: spent.used.as_secs_f64(), moves: spent.moves };
        let saved_time_control = |TimeControl { base, increment }: TimeControl| SavedTimeControl {
            seconds: base.as_secs_f64(),
            increment: increment.as_secs_f64(),
        };
        SavedGame {
            record: record.write(),
            level: level.number(),
            seconds_a_move: time.as_secs_f64(),
            clock: time_control.map(saved_time_control),
            spent: [saved(spent.one), saved(spent.two)],
            // From wherever it is resumed, it is the same file.
            transcript: transcript.and_then(|file| std::path::absolute(file.path()).ok()),
        }
    }

    /// The game; nothing where there is none.
    pub(crate) fn record(&self) -> Option<Record> {
        Record::read_all(&self.record).ok()?.pop()
    }

    /// The file that its record goes into, if it has one.
    ///
    /// # Errors
    /// Fails where the file holds something else by now.
    pub(crate) fn transcript(&self) -> Result<Option<Transcript>, CliError> {
        match (&self.transcript, self.record()) {
            (Some(path), Some(record)) => Transcript::open_for(path.clone(), &record).map(Some),
            _ => Ok(None),
        }
    }

    pub(crate) fn level(&self) -> Option<Level> {
        Level::new(self.level)
    }

    /// How long the machine thinks about a move.
    pub(crate) fn time(&self) -> Option<Duration> {
        duration(self.seconds_a_move).filter(|time| !time.is_zero())
    }

    /// The clocks as they stood.
    pub(crate) fn clock(&self) -> Option<Clock> {
        let time_control = match &self.clock {
            None => None,
            Some(time_control) => Some(TimeControl {
                base: duration(time_control.seconds).filter(|base| !base.is_zero())?,
                increment: duration(time_control.increment)?,
            }),
        };
        let spent = |saved: &SavedTime| Some(Spent { used: duration(saved.seconds)?, moves: saved.moves });
        let [one, two] = &self.spent;
        Some(Clock::new(time_control, ByPlayer { one: spent(one)?, two: spent(two)? }))
    }
}

/// A number of seconds that a clock can still add to.
fn duration(seconds: f64) -> Option<Duration> {
    const MAX_SECONDS: f64 = 1e9;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Session;

    #[test]
    fn saved_game_round_trips() {
        let mut session = Session::game(&*catalogue::CATALOGUE.find("abalone").unwrap().start());
        session.play_text("A4B3").unwrap();
        let record = Record::of("abalone", &session, ByPlayer::new(|_| "human".to_string()));
        let time_control = TimeControl { base: Duration::from_secs(300), increment: Duration::from_secs(3) };
        let spent =
            ByPlayer { one: Spent { used: Duration::from_secs(42), moves: 1 }, two: Spent::default() };
        let (level, time) = (Level::new(4).unwrap(), Duration::from_millis(500));
        let clock = Clock::new(Some(time_control), spent);
        let folder = tempfile::tempdir().unwrap();
        let save_file = SaveFile::at(folder.path().join("deep/game.json"));
        save_file.save(&SavedGame::new(&record, level, time, &clock, None)).unwrap();
        let read = save_file.read().unwrap();
        assert_eq!((read.record(), read.level(), read.time()), (Some(record), Some(level), Some(time)));
        let again = read.clock().unwrap();
        assert_eq!((again.time_control(), again.spent(Instant::now())), (Some(time_control), spent));
        save_file.remove();
        assert!(matches!(save_file.read(), Err(CliError::Usage(_))));
    }

    #[test]
    fn malformed_save_files_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        for text in ["", "{}", "{\"record\": 7}", "\u{1b}"] {
            std::fs::write(&path, text).unwrap();
            assert!(SaveFile::at(path.clone()).read().is_err(), "{text}");
        }
        let times = "{\"seconds\":-1,\"moves\":0},{\"seconds\":1e300,\"moves\":0}";
        let odd = format!(
            "{{\"record\":\"x\",\"level\":0,\"seconds_a_move\":-5,\"clock\":null,\"spent\":[{times}],\"transcript\":null}}"
        );
        std::fs::write(&path, odd).unwrap();
        let odd = SaveFile::at(path).read().unwrap();
        assert!(
            odd.record().is_none() && odd.level().is_none() && odd.time().is_none() && odd.clock().is_none()
        );
    }
}
