//! The folder of a tournament: the games as they are finished, and what comes of them.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arena::report::{self, About, GamesFile};
use arena::{GameRecord, Journal, JournalError, Plan, Rehearsal, Summary};

use super::usage_error;
use crate::error::CliError;

/// A folder that games are kept in.
pub(super) struct MatchFolder {
    path: PathBuf,
    journal: Journal,
}

impl MatchFolder {
    /// The folder for a plan, with the games that are there already where they may be.
    pub(super) fn open(
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
                "'{shown}' has {} games of a tournament: add --resume to go on with it, or name another folder",
                found.games.len()
            ))),
            Some(found) => {
                check_same_plan(&given.complete(catalogue::CATALOGUE).map_err(usage_error)?, &found.plan)?;
                Ok((folder(found.journal), found.plan, found.games))
            }
            None if may_resume && given == Plan::default() => {
                Err(CliError::Usage(format!("there is no tournament in '{shown}' to go on with")))
            }
            None => {
                let plan = given.complete(catalogue::CATALOGUE).map_err(usage_error)?;
                // Whatever is wrong with the plan is said before it is kept.
                let tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(usage_error)?;
                tournament.check_folders().map_err(|fault| CliError::Usage(fault.to_string()))?;
                Ok((folder(Journal::create(path, &plan).map_err(refused)?), plan, Vec::new()))
            }
        }
    }

    pub(super) fn append(&mut self, game: &GameRecord) -> std::io::Result<()> {
        self.journal.save(game)
    }

    /// How programs did before the first game, as far as it was kept.
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

    /// Takes the journal of a match away that is not played, so that the folder can be used again.
    pub(super) fn abandon(self) {
        let path = self.path.join(Journal::NAME);
        drop(self);
        // Where it cannot be removed, the next match is told that it is there.
        let _ = std::fs::remove_file(path);
    }

    /// Writes everything that comes of the games that count.
    pub(super) fn finish(
        self,
        about: &About,
        summary: &Summary,
        counted: &HashSet<usize>,
    ) -> Result<(), CliError> {
        let MatchFolder { path, journal } = self;
        // Nobody reads a journal that is being written.
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
        // Where nobody can be told, it is there all the same.
        let _ = writeln!(anstream::stderr(), "report: {}", path.join(REPORT).display());
        Ok(())
    }
}

const REPORT: &str = "report.html";
const REHEARSAL: &str = "rehearsal.json";
/// No more of it is read.
const MAX_REHEARSAL_BYTES: u64 = 16 << 20;

fn refused(fault: JournalError) -> CliError {
    match fault {
        JournalError::File { .. } | JournalError::Busy(_) => CliError::File(fault.to_string()),
        JournalError::Line { .. } => CliError::Refused(fault.to_string()),
    }
}

/// Whether what is given is not other than what is kept. What is not given is as it was.
fn check_same_plan(given: &Plan, kept: &Plan) -> Result<(), CliError> {
    let words = |plan: &Plan| match serde_json::to_value(plan) {
        Ok(serde_json::Value::Object(words)) => words,
        _ => serde_json::Map::new(),
    };
    let kept = words(kept);
    for (word, value) in words(given) {
        if Some(&value) != kept.get(&word) && value != serde_json::Value::Array(Vec::new()) {
            let before = kept.get(&word).map_or("as usual".to_string(), ToString::to_string);
            return Err(CliError::Usage(format!(
                "this is not the tournament that was begun: {word} is {value} and was {before}; leave it out to go on, \
                 or name another folder"
            )));
        }
    }
    Ok(())
}
