//! The folder of a tournament: the journal of finished games, and the reports.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arena::report::{self, About, GamesFile};
use arena::{GameRecord, Journal, JournalError, OpenedJournal, Plan, Rehearsal, Summary, Tournament};
use engine::Control;

use super::changed;
use super::students::StudentPages;
use super::usage_error;
use crate::error::CliError;

/// How a folder is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpenMode {
    /// It must not have a tournament.
    New,
    /// Its tournament is continued.
    Resume,
    /// The same, and games of changed programs are played again; a folder without a tournament gets one.
    Changed,
}

/// Whether the games are reviewed when they are finished.
pub(crate) struct ReviewChoice<'c> {
    /// The nodes for each position.
    pub(crate) nodes: Option<u64>,
    pub(crate) control: &'c Control,
}

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
        mode: OpenMode,
    ) -> Result<(MatchFolder, Plan, Vec<GameRecord>), CliError> {
        let may_resume = mode != OpenMode::New;
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
                let given = given.complete(catalogue::CATALOGUE).map_err(usage_error)?;
                let found = renewed(path, found, given, mode)?;
                Ok((folder(found.journal), found.plan, found.games))
            }
            None if mode == OpenMode::Resume && given == Plan::default() => {
                Err(CliError::Usage(format!("there is no tournament in '{shown}' to resume")))
            }
            None => {
                let plan = given.complete(catalogue::CATALOGUE).map_err(usage_error)?;
                // Errors in the plan are reported before it is stored.
                let tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(usage_error)?;
                tournament.check_folders().map_err(|fault| CliError::Usage(fault.to_string()))?;
                let journal = Journal::create(path, &plan).map_err(refused)?;
                changed::store(path, &changed::fingerprints(&plan)?)?;
                Ok((folder(journal), plan, Vec::new()))
            }
        }
    }

    /// The games that are played again, as they were.
    pub(super) fn superseded(&self) -> Vec<GameRecord> {
        changed::superseded(&self.path)
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
        tournament: &Tournament,
        counted: &HashSet<usize>,
        review: ReviewChoice,
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
        StudentPages { folder: &path, about, summary, tournament, games: &games }
            .write(review.nodes, review.control)
    }
}

/// The journal of a tournament that is resumed, without the games of programs that have changed.
fn renewed(
    path: &Path,
    found: OpenedJournal,
    given: Plan,
    mode: OpenMode,
) -> Result<OpenedJournal, CliError> {
    // Where no player is given, those that are stored are meant.
    let plan = if given.players.is_empty() { found.plan.clone() } else { given.clone() };
    if mode == OpenMode::Changed && !given.players.is_empty() {
        check_same_players(&given, &found.plan)?;
        let found_players = found.plan.players.clone();
        check_same_plan(&Plan { players: found_players, ..given }, &found.plan)?;
    } else {
        check_same_plan(&given, &found.plan)?;
    }
    let now = changed::fingerprints(&plan)?;
    let Some(before) = changed::stored(path) else {
        // A tournament from before there were fingerprints.
        changed::store(path, &now)?;
        return Ok(found);
    };
    let mut changed = changed::changed(&now, &before);
    // A program that was repaired before its first game has nothing to be played again.
    changed.retain(|name| found.games.iter().any(|game| changed::is_of(game, name)));
    if changed.is_empty() {
        changed::store(path, &now)?;
        return Ok(found);
    }
    let names = listed(&changed);
    if mode == OpenMode::Resume {
        return Err(CliError::Usage(format!(
            "the programs of {names} have changed since their games were played: --changed plays these games again and \
             keeps the others"
        )));
    }
    let plan = Plan { players: plan.players.clone(), ..found.plan.clone() };
    let (found, again) = changed::supersede(path, found, &plan, &changed)?;
    changed::store(path, &now)?;
    // A closed standard error does not stop the match.
    let _ = writeln!(
        anstream::stderr(),
        "changed: {names}; {} played again, {} kept",
        engine::counted(again, "game is", "games are"),
        found.games.len()
    );
    Ok(found)
}

/// Names in a sentence: all of a few, otherwise the first ones and how many more there are.
fn listed(names: &[&str]) -> String {
    const MOST: usize = 8;
    let (shown, more) = names.split_at(names.len().min(MOST));
    let shown = shown.join(", ");
    if more.is_empty() { shown } else { format!("{shown} and {} more", more.len()) }
}

/// Checks that the players have the same names in the same order: who meets whom depends on that.
fn check_same_players(given: &Plan, stored: &Plan) -> Result<(), CliError> {
    let names = |plan: &Plan| -> Vec<String> {
        plan.players.iter().map(|player| player.get("name").unwrap_or_default().to_string()).collect()
    };
    let (given, stored) = (names(given), names(stored));
    if given == stored {
        return Ok(());
    }
    let missing = |of: &[String], from: &[String]| -> Vec<String> {
        of.iter().filter(|name| !from.contains(name)).cloned().collect()
    };
    let (new, gone) = (missing(&given, &stored), missing(&stored, &given));
    let list = |names: &[String]| listed(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let what = match (new.is_empty(), gone.is_empty()) {
        (true, true) => "their order differs".to_string(),
        (false, true) => format!("{} came", list(&new)),
        (true, false) => format!("{} left", list(&gone)),
        (false, false) => format!("{} came and {} left", list(&new), list(&gone)),
    };
    Err(CliError::Usage(format!(
        "these are not the players of the stored tournament: {what}. Who meets whom depends on all of them: name another \
         folder, or keep a standing league ('plywood league')"
    )))
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
