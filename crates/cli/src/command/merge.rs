//! `plywood merge`: the shards of a tournament become one journal with reports.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use arena::report::About;
use arena::{Audit, GameRecord, Journal, Plan, Share};
use clap::Args;
use engine::Control;

use super::r#match::{MatchFolder, OpenMode, ReviewChoice, SHARDS, refused, usage_error};
use super::print_json;
use crate::error::CliError;
use crate::render::standings;

/// The text after the options in `--help`.
pub(crate) const HELP: &str =
    "Merges the games of all shards in DIR (plywood match --shard K/N --out DIR) into the
journal of the tournament, in the order of the schedule, and writes the reports once
all games are there. The result is that of the tournament played in one piece.

A Swiss round is paired by the results of the rounds before it: play the shards,
merge them, and play the same shards again, once for each round.

Exit code 0: all games of the rounds that have begun are there. 1: some are missing;
the same shards, or 'plywood match --out DIR --resume', play them.

Examples:
  plywood match --file class.toml --out class --shard 1/2
  plywood match --file class.toml --out class --shard 2/2
  plywood merge class";

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The folder of the tournament
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print JSON: {games, missing, rounds, complete}, and once it is complete the summary of plywood match --json
    #[arg(long)]
    json: bool,
}

/// How far a tournament is.
#[derive(serde::Serialize)]
struct Progress {
    games: usize,
    missing: usize,
    rounds: usize,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<arena::Summary>,
}

impl MergeArgs {
    pub(crate) fn run(&self) -> Result<(), CliError> {
        let (plan, games) = self.read()?;
        let mut tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(usage_error)?;
        let audit = tournament.audit(games.clone());
        let audit = audit.map_err(|fault| CliError::Refused(format!("the shards do not fit: {fault}")))?;
        Journal::write(&self.folder, &plan, &games).map_err(refused)?;
        let rounds = tournament.schedule.rounds();
        let complete = audit.rounds == rounds && audit.missing.is_empty();
        let summary = complete.then(|| tournament.summary(&plan.game, &audit.standing));
        if let Some(summary) = &summary {
            tournament.share = None;
            let (folder, plan, found) = MatchFolder::open(&self.folder, Plan::default(), OpenMode::Resume)?;
            let game = plan.game(catalogue::CATALOGUE).ok();
            let about = About::of(&plan, &tournament, game, None).with_nodes(summary);
            let counted = found.iter().map(|game| game.number).collect();
            let review = ReviewChoice { nodes: None, control: &Control::new() };
            folder.finish(&about, summary, &tournament, &counted, review)?;
        }
        let progress = Progress {
            games: games.len(),
            missing: audit.missing.len(),
            rounds: audit.rounds,
            complete,
            summary,
        };
        self.show(&progress, &audit, rounds)
    }

    fn show(&self, progress: &Progress, audit: &Audit, rounds: usize) -> Result<(), CliError> {
        if self.json {
            print_json(progress)?;
        } else if let Some(summary) = &progress.summary {
            write!(anstream::stdout().lock(), "{}", standings::table(summary))?;
        }
        if !progress.complete {
            let (games, done) = (progress.games, audit.rounds);
            let message = format!("{games} games are merged, {done} of {rounds} rounds are complete");
            if !audit.is_between_rounds || games == 0 {
                let missing = audit.missing.len();
                return Err(CliError::Refused(format!(
                    "{message}, {missing} games are missing: {}; run their shards again, or 'plywood match --out {} \
                     --resume' plays them",
                    listed(&audit.missing),
                    self.folder.display()
                )));
            }
            let _ = writeln!(anstream::stderr(), "{message}: run the shards again for the next round");
        }
        Ok(())
    }

    /// The plan, and all games in the order of the schedule. If two shards have the same game, the first counts.
    fn read(&self) -> Result<(Plan, Vec<GameRecord>), CliError> {
        let mut plan: Option<Plan> = None;
        let mut games = BTreeMap::new();
        for folder in std::iter::once(self.folder.clone()).chain(shards(&self.folder)) {
            let Some((found, played)) = Journal::load(&folder).map_err(refused)? else { continue };
            if plan.get_or_insert_with(|| found.clone()) != &found {
                return Err(CliError::Refused(format!(
                    "'{}' has the games of another tournament than the shards before it",
                    folder.display()
                )));
            }
            for game in played {
                games.entry(game.number).or_insert(game);
            }
        }
        match plan {
            Some(plan) => Ok((plan, games.into_values().collect())),
            None => Err(CliError::Usage(format!(
                "there is no tournament in '{0}': play shards with 'plywood match --shard K/N --out {0}' first",
                self.folder.display()
            ))),
        }
    }
}

/// The folders of the shards, in the order of their names.
fn shards(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join(SHARDS)).into_iter().flatten().flatten();
    let is_shard = |name: &str| name.replace("-of-", "/").parse::<Share>().is_ok();
    let named = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_shard));
    let mut folders: Vec<PathBuf> = named.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// The first few of many numbers.
fn listed(numbers: &[usize]) -> String {
    const SHOWN: usize = 8;
    let mut text: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    if numbers.len() > SHOWN {
        text.push("…".to_string());
    }
    text.join(", ")
}
