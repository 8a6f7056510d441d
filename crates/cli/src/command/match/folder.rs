//! The folder of a tournament: the journal of finished games, and the reports.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arena::report::{self, About, GamesFile};
use arena::{GameRecord, Journal, JournalError, Plan, Rehearsal, Summary};

use super::usage_error;
use crate::error::CliError;

/// The output folder of a tournament.
pub(crate) struct MatchFolder {
    path: PathBuf,
    journal: Journal,
}

impl MatchFolder {
    /// Opens the folder for a plan; resuming, it returns the games that are stored.
    pub(crate) fn open(
        path: &Path,
        given: Plan,
        may_resume: bool,
    ) -> Result<(MatchFolder, Plan, Vec<GameRecord>), CliError> {
        let shown = path.display();
        std::fs::create_dir_all(path)
            .map_err(|error| CliError::Usage(format!("cannot write to '{shown}': {error}")))?;
        files::remove_stale(path);
        let folder = |journal| MatchFolder { path: path.to_path_buf(), journal };
        match Journal::open(path).map_err(refused)? {
            Some(found) if !may_resume => Err(CliError::Usage(format!(
                "'{shown}' already has a tournament with {} games: add --resume to continue it, or name another folder",
                found.games.len()
            ))),
            Some(found) => {
                check_same_plan(&given.complete(catalogue::CATALOGUE).map_err(usage_error)?, &found.plan)?;
                Ok((folder(found.journal), found.plan, found.games))
            }
            None if may_resume && given == Plan::default() => {
                Err(CliError::Usage(format!("there is no tournament in '{shown}' to resume")))
            }
            None => {
                let plan = given.complete(catalogue::CATALOGUE).map_err(usage_error)?;
                // Errors in the plan are reported before it is stored.
                let tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(usage_error)?;
                tournament.check_folders().map_err(|fault| CliError::Usage(fault.to_string()))?;
                Ok((folder(Journal::create(path, &plan).map_err(refused)?), plan, Vec::new()))
            }
        }
    }

    pub(super) fn append(&mut self, game: &GameRecord) -> std::io::Result<()> {
        self.journal.save(game)
    }

    /// The stored rehearsal, if there is one.
    pub(super) fn rehearsal(&self) -> Option<Rehearsal> {
        let text = files::read_to_string(&self.path.join(REHEARSAL), MAX_REHEARSAL_BYTES).ok()?;
        serde_json::from_str(&text).ok()
    }

    pub(super) fn save_rehearsal(&self, rehearsal: &Rehearsal) -> Result<(), CliError> {
        let json = serde_json::to_string_pretty(rehearsal).map_err(std::io::Error::other)? + "\n";
        let path = self.path.join(REHEARSAL);
        files::write(&path, &json)
            .map_err(|error| CliError::File(format!("cannot write to '{}': {error}", path.display())))
    }

    /// Removes the journal of a match that was not played, so that the folder can be used again.
    pub(super) fn abandon(self) {
        let path = self.path.join(Journal::NAME);
        drop(self);
        // If that fails, the next match reports the journal.
        let _ = std::fs::remove_file(path);
    }

    /// Writes the reports about the counted games.
    pub(crate) fn finish(
        self,
        about: &About,
        summary: &Summary,
        counted: &HashSet<usize>,
    ) -> Result<(), CliError> {
        let MatchFolder { path, journal } = self;
        // The journal is locked while it is open for writing.
        drop(journal);
        let found = Journal::open(&path).map_err(refused)?;
        let mut games = found.map(|found| found.games).unwrap_or_default();
        games.retain(|game| counted.contains(&game.number));
        games.sort_by_key(|game| game.number);
        let write = |name: &str, text: &str| {
            let path = path.join(name);
            files::write(&path, text)
                .map_err(|error| CliError::File(format!("cannot write to '{}': {error}", path.display())))
        };
        let json = serde_json::to_string_pretty(summary).map_err(std::io::Error::other)? + "\n";
        write("summary.json", &json)?;
        write("standings.csv", &report::csv(summary))?;
        write("games.csv", &report::games_csv(&games))?;
        let GamesFile { extension, text } = report::games_text(about, &games);
        write(&format!("games.{extension}"), &text)?;
        write(REPORT, &report::html(about, summary, &games))?;
        // A closed standard error is not an error.
        let _ = writeln!(anstream::stderr(), "report: {}", path.join(REPORT).display());
        Ok(())
    }
}

const REPORT: &str = "report.html";
const REHEARSAL: &str = "rehearsal.json";
/// Larger files are not read.
const MAX_REHEARSAL_BYTES: u64 = 16 << 20;

pub(crate) fn refused(fault: JournalError) -> CliError {
    match fault {
        JournalError::File { .. } | JournalError::Busy(_) => CliError::File(fault.to_string()),
        JournalError::Line { .. } => CliError::Refused(fault.to_string()),
    }
}

/// Checks that the given settings equal the stored ones; omitted settings are taken from the stored plan.
fn check_same_plan(given: &Plan, stored: &Plan) -> Result<(), CliError> {
    let words = |plan: &Plan| match serde_json::to_value(plan) {
        Ok(serde_json::Value::Object(words)) => words,
        _ => serde_json::Map::new(),
    };
    let stored = words(stored);
    for (word, value) in words(given) {
        if Some(&value) != stored.get(&word) && value != serde_json::Value::Array(Vec::new()) {
            let before = stored.get(&word).map_or("the default".to_string(), ToString::to_string);
            return Err(CliError::Usage(format!(
                "this is not the stored tournament: expected {word} = {before}, found {value}; omit the option to resume, \
                 or name another folder"
            )));
        }
    }
    Ok(())
}
