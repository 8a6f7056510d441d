//! The gate: matches decide whether a candidate replaces the evaluation in use.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arena::statistics::Decision;
use arena::{Plan, PlayerOptions, Score};
use engine::Control;
use jobs::Executor;
use serde::{Deserialize, Serialize};

use super::run::Candidate;
use crate::error::CliError;
use crate::machine_match;

/// Candidates play each other at this many nodes a move, …
const CANDIDATE_NODES: u64 = 1_000;
/// … this many games for each pair.
const CANDIDATE_GAMES: usize = 60;
/// The sequential test asks whether the candidate is this much stronger, rather than equal.
const ELO: &str = "0,30";
/// A game is expected to have this many plies.
const EXPECTED_PLIES: f64 = 70.0;
const LEAST_GAMES: usize = 40;
const MOST_GAMES: usize = 4_000;

/// What came of the matches.
#[derive(Serialize, Deserialize, Clone)]
pub(super) struct Verdict {
    /// The best candidate.
    pub(super) candidate: String,
    /// Its games against the evaluation in use.
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Elo with the bounds of its 95 % interval, where they are known.
    pub(super) elo: Option<[f64; 3]>,
    pub(super) time: f64,
    pub(super) is_kept: bool,
}

impl Verdict {
    pub(super) fn text(&self) -> String {
        let elo = self
            .elo
            .map_or(String::new(), |[elo, low, high]| format!(", {elo:+.0} Elo ({low:+.0} to {high:+.0})"));
        format!(
            "{} against the evaluation in use at {} s a move: +{} ={} −{}{elo}: {}",
            self.candidate,
            self.time,
            self.wins,
            self.draws,
            self.losses,
            if self.is_kept { "stronger" } else { "not shown to be stronger" }
        )
    }
}

pub(super) struct Gate<'g> {
    pub(super) game: &'g str,
    pub(super) data: &'g Path,
    /// The network in use; the game's own evaluation where there is none yet.
    pub(super) in_use: Option<PathBuf>,
    pub(super) time: f64,
    pub(super) budget: Duration,
    pub(super) concurrency: usize,
    pub(super) seed: u64,
    pub(super) control: &'g Control,
    /// Plays the games elsewhere.
    pub(super) executor: Option<&'g Arc<dyn Executor>>,
}

impl Gate<'_> {
    pub(super) fn decide(&self, candidates: &[Candidate]) -> Result<Verdict, CliError> {
        let best = match candidates {
            [only] => only.name.clone(),
            _ => self.best_of(candidates)?,
        };
        let each = self.time * EXPECTED_PLIES / self.concurrency.max(1) as f64;
        let games = (self.budget.as_secs_f64() / each) as usize;
        let games = games.clamp(LEAST_GAMES, MOST_GAMES).next_multiple_of(2);
        let weights = self.in_use.as_ref().map_or("best".to_string(), |path| quoted(path));
        let plan = Plan {
            players: vec![
                self.player(&best, &format!("time={}", self.time))?,
                machine_match::player(&format!("name=in-use time={} weights={weights}", self.time))?,
            ],
            games: Some(games),
            sprt: Some(ELO.to_string()),
            ..self.plan()
        };
        let what = format!("{best} against the evaluation in use");
        let summary = machine_match::play(plan, &what, self.concurrency, self.executor, self.control)?;
        let is_kept = summary.sprt.as_ref().is_some_and(|sprt| sprt.decision == Some(Decision::Stronger));
        let Score { wins, draws, losses, .. } = summary.between(&best, "in-use").unwrap_or_default();
        let elo = machine_match::elo(&summary);
        Ok(Verdict { candidate: best, wins, draws, losses, elo, time: self.time, is_kept })
    }

    /// The candidate with the most points against the others.
    fn best_of(&self, candidates: &[Candidate]) -> Result<String, CliError> {
        let players = candidates
            .iter()
            .map(|candidate| self.player(&candidate.name, &format!("nodes={CANDIDATE_NODES}")));
        let plan =
            Plan { players: players.collect::<Result<_, _>>()?, games: Some(CANDIDATE_GAMES), ..self.plan() };
        let what = "candidates against each other";
        let summary = machine_match::play(plan, what, self.concurrency, self.executor, self.control)?;
        let first = summary.ranking().first().map(|standing| standing.name.clone());
        first.ok_or_else(|| CliError::Refused("no game between the candidates was finished".to_string()))
    }

    fn plan(&self) -> Plan {
        Plan { game: self.game.to_string(), seed: Some(self.seed), ..Plan::default() }
    }

    fn player(&self, name: &str, limit: &str) -> Result<PlayerOptions, CliError> {
        machine_match::player(&format!("name={name} {limit} weights={}", quoted(&self.data.join(name))))
    }
}

/// A path as one word.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.display())
}
