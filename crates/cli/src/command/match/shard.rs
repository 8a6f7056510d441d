//! `plywood match --shard`: a part of a tournament, in a folder of its own below that of the tournament.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arena::{GameRecord, Journal, Plan, PlayedShare, Share};

use super::folder::{MatchFolder, OpenMode, refused};
use crate::error::CliError;

/// The folder of the shards in the folder of a tournament.
pub(crate) const SHARDS: &str = "shards";

/// The folder of a shard.
pub(super) fn folder_of(out: &Path, share: Share) -> PathBuf {
    out.join(SHARDS).join(share.to_string())
}

/// Opens the folder of a shard, and reads what was merged so far. A shard always resumes.
pub(super) fn open(
    out: &Path,
    share: Share,
    given: Plan,
) -> Result<(MatchFolder, Plan, Vec<GameRecord>, PlayedShare), CliError> {
    let (folder, plan, before) = MatchFolder::open(&folder_of(out, share), given, OpenMode::Resume)?;
    if plan.sprt.is_some() {
        let message = "--shard: a sequential test looks at the games in their order, so it has no shards";
        return Err(CliError::Usage(message.to_string()));
    }
    let mut known = match Journal::load(out).map_err(refused)? {
        None => Vec::new(),
        Some((merged, games)) if merged == plan => games,
        Some(_) => {
            return Err(CliError::Usage(format!("'{}' has the games of another tournament", out.display())));
        }
    };
    // A game that this shard has is counted once.
    let own: HashSet<usize> = before.iter().map(|game| game.number).collect();
    known.retain(|game| !own.contains(&game.number));
    Ok((folder, plan, before, PlayedShare { share, known }))
}

/// Says what was played, and what comes next.
pub(super) fn report(out: &Path, share: Share, games: u64, old: usize) {
    let Share { number, of } = share;
    let played = games.saturating_sub(old as u64);
    // A closed standard error is not an error.
    let _ = writeln!(
        anstream::stderr(),
        "shard {number} of {of}: {played} games played, {games} there; 'plywood merge {}' merges the shards",
        out.display()
    );
}
