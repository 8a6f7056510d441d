//! Programs that have changed since their games were played: exactly these games are played again.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use arena::{GameRecord, Journal, OpenedJournal, Plan, fingerprint};

use super::folder::refused;
use crate::error::CliError;

/// The fingerprint of each player's program when its games were played.
const FINGERPRINTS: &str = "fingerprints.json";
/// The games that were played again, as they were.
const SUPERSEDED: &str = "superseded.jsonl";
const MAX_FINGERPRINT_BYTES: u64 = 64 << 20;
const MAX_SUPERSEDED_BYTES: u64 = 1 << 32;

/// The fingerprints of all players, by name.
pub(super) type Fingerprints = BTreeMap<String, String>;

/// The fingerprints of the players of a plan, as they are now.
pub(super) fn fingerprints(plan: &Plan) -> Result<Fingerprints, CliError> {
    let of = |player: &arena::PlayerOptions| {
        let name = player.get("name").unwrap_or_default().to_string();
        match fingerprint(player) {
            Ok(print) => Ok((name, print)),
            Err(error) => Err(CliError::Usage(format!("cannot read the program of '{name}': {error}"))),
        }
    };
    plan.players.iter().map(of).collect()
}

/// The fingerprints from when the games were played; `None` for a tournament that has none.
pub(super) fn stored(folder: &Path) -> Option<Fingerprints> {
    let text = files::read_to_string(&folder.join(FINGERPRINTS), MAX_FINGERPRINT_BYTES).ok()?;
    serde_json::from_str(&text).ok()
}

pub(super) fn store(folder: &Path, prints: &Fingerprints) -> Result<(), CliError> {
    let json = serde_json::to_string_pretty(prints).map_err(std::io::Error::other)? + "\n";
    let path = folder.join(FINGERPRINTS);
    files::write(&path, json)
        .map_err(|error| CliError::File(format!("cannot write to '{}': {error}", path.display())))
}

/// The players whose program differs.
pub(super) fn changed<'n>(now: &'n Fingerprints, before: &Fingerprints) -> Vec<&'n str> {
    now.iter().filter(|(name, print)| before.get(*name) != Some(*print)).map(|(name, _)| &**name).collect()
}

/// Whether a player played a game.
pub(super) fn is_of(game: &GameRecord, name: &str) -> bool {
    let players = &game.record.players;
    players.one == name || players.two == name
}

/// Takes the games of these players out of the journal, which then has the new plan, so that they are played again.
/// Returns how many there were.
pub(super) fn supersede(
    folder: &Path,
    found: OpenedJournal,
    plan: &Plan,
    changed: &[&str],
) -> Result<(OpenedJournal, usize), CliError> {
    let OpenedJournal { journal, games, .. } = found;
    let changed: HashSet<&str> = changed.iter().copied().collect();
    let is_changed = |game: &GameRecord| {
        let players = &game.record.players;
        changed.contains(&*players.one) || changed.contains(&*players.two)
    };
    let (again, kept): (Vec<_>, Vec<_>) = games.into_iter().partition(is_changed);
    // First what the pairings of later rounds depend on, then the journal: a crash in between loses nothing.
    let path = folder.join(SUPERSEDED);
    append(&path, &again)
        .map_err(|error| CliError::File(format!("cannot write to '{}': {error}", path.display())))?;
    let journal = Journal::replace(journal, folder, plan, &kept).map_err(refused)?;
    Ok((OpenedJournal { journal, plan: plan.clone(), games: kept }, again.len()))
}

fn append(path: &Path, games: &[GameRecord]) -> std::io::Result<()> {
    let mut text = String::new();
    for game in games {
        text += &serde_json::to_string(game)?;
        text.push('\n');
    }
    let mut file = File::options().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// The first result of every game that was played again.
pub(super) fn superseded(folder: &Path) -> Vec<GameRecord> {
    let text = files::read_to_string(&folder.join(SUPERSEDED), MAX_SUPERSEDED_BYTES).unwrap_or_default();
    let mut numbers = HashSet::new();
    let games = text.lines().filter_map(|line| serde_json::from_str::<GameRecord>(line).ok());
    games.filter(|game| numbers.insert(game.number)).collect()
}
