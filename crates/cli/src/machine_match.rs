//! Matches between players of this program that other commands need, with a progress line.

use std::sync::Arc;

use arena::{DistributedGames, Plan, PlayerOptions, Score, Summary};
use engine::Control;
use jobs::Executor;

use crate::error::CliError;
use crate::progress::Progress;

/// A player by its options, such as `name=a nodes=1000`.
pub(crate) fn player(options: &str) -> Result<PlayerOptions, CliError> {
    options.parse().map_err(|error| CliError::Refused(format!("the player '{options}': {error}")))
}

/// Plays a match, `concurrency` games at a time, or elsewhere; as far as it gets, if `control` stops it.
pub(crate) fn play(
    plan: Plan,
    what: &str,
    concurrency: usize,
    executor: Option<&Arc<dyn Executor>>,
    control: &Control,
) -> Result<Summary, CliError> {
    let refused =
        |error: &dyn std::fmt::Display| CliError::Refused(format!("the match cannot be played: {error}"));
    let plan = plan.complete(catalogue::CATALOGUE).map_err(|error| refused(&error))?;
    let mut tournament =
        plan.tournament(catalogue::CATALOGUE, concurrency).map_err(|error| refused(&error))?;
    if let Some(executor) = executor {
        tournament.concurrency = executor.slots();
        let games = DistributedGames::new(&plan, executor.clone(), false).map_err(|error| refused(&error))?;
        tournament.elsewhere = Some(games);
    }
    let bar = Progress::bar(tournament.games() as u64, what);
    let standing = tournament
        .run(Vec::new(), &mut |_| Ok(()), control, &mut |event| {
            let Score { wins, draws, losses, .. } = event.standing.score();
            bar.update(event.standing.games(), format!("{what}: +{wins} ={draws} −{losses}"));
        })
        .map_err(|error| refused(&error))?;
    Ok(tournament.summary(&plan.game, &standing))
}

/// The difference of the first two players in Elo, with the bounds of its 95 % interval, where they
/// are known.
pub(crate) fn elo(summary: &Summary) -> Option<[f64; 3]> {
    let estimate = summary.meetings.first()?.rating.as_ref()?;
    Some([estimate.elo?, estimate.elo_low?, estimate.elo_high?])
}
