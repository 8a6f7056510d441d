//! Playing the games of a league.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, mpsc};

use arena::league::{League, LeagueState, NextPair, PlayedPair};
use arena::{GameRecord, Plan, PlayerSpec, Tournament, fingerprint};
use engine::{Control, Outcome, Player};

use super::{refused, text};
#[cfg(target_os = "linux")]
use crate::command::r#match::{SandboxWord, prepare_sandbox};
use crate::cpu_load;
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

#[derive(clap::Args, Debug)]
pub(crate) struct RunArgs {
    /// The folder of the league
    #[arg(value_name = "LEAGUE")]
    folder: PathBuf,
    /// Rounds after the promotions: in each, every player meets one of about its strength
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: u32,
    /// Pairs of games at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// The sandbox for programs [default: the first that works]
    #[cfg(target_os = "linux")]
    #[arg(long, value_enum)]
    sandbox: Option<SandboxWord>,
    /// Start no program unless a sandbox works
    #[cfg(target_os = "linux")]
    #[arg(long)]
    require_sandbox: bool,
    /// Print the table as JSON, as 'show' does
    #[arg(long)]
    json: bool,
}

impl RunArgs {
    pub(super) fn run(self) -> Result<(), CliError> {
        let mut league = League::open(&self.folder).map_err(refused)?;
        renew(&mut league)?;
        let control = Control::new();
        let interrupt = Interrupt::cancelling(control.token());
        let players = self.players(&league, &control)?;
        let stage = Stage {
            players: &players,
            concurrency: self.concurrency.map_or_else(cpu_load::processors, usize::from),
            control: &control,
        };
        loop {
            self.settle(&mut league)?;
            let next = league.state.next_pairs(&league.pairs, false);
            if next.is_empty() || control.is_stopped() {
                break;
            }
            stage.play(&mut league, next, "promotion games")?;
        }
        for round in 1..=self.rounds {
            let next = league.state.next_pairs(&league.pairs, true);
            if next.is_empty() || control.is_stopped() {
                break;
            }
            stage.play(&mut league, next, &format!("round {round} of {}", self.rounds))?;
            self.settle(&mut league)?;
        }
        let table = arena::league::LeagueTable::new(&league.state, &league.pairs);
        if self.json {
            super::print_json(&table)?;
        } else {
            write!(anstream::stdout().lock(), "{}", text(&table))?;
        }
        if interrupt.was_pressed() { Err(CliError::Interrupted) } else { Ok(()) }
    }

    /// Promotes whoever has earned it, and says so.
    fn settle(&self, league: &mut League) -> Result<(), CliError> {
        for news in league.state.settle(&league.pairs) {
            // A closed standard error does not stop the league.
            let _ = writeln!(anstream::stderr(), "{news}");
        }
        league.save().map_err(refused)
    }

    /// The players, unpacked and built, in a plan with all of them.
    fn players(&self, league: &League, control: &Control) -> Result<Tournament, CliError> {
        let players = league.state.active().map(|member| member.options.clone()).collect();
        let plan = Plan { players, ..league.state.plan.clone() };
        let fault = |error: &dyn std::fmt::Display| CliError::Usage(error.to_string());
        let mut tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(|error| fault(&error))?;
        #[cfg(target_os = "linux")]
        if tournament.has_programs() {
            prepare_sandbox(self.sandbox, self.require_sandbox)?;
        }
        tournament.concurrency = self.concurrency.map_or_else(cpu_load::processors, usize::from);
        let place = std::path::absolute(league.folder().join("programs")).map_err(|error| fault(&error))?;
        let progress = Progress::start_delayed("preparing programs");
        let prepared = tournament.prepare(&plan, &place, control, &|| {});
        drop(progress);
        prepared.map_err(|error| CliError::File(error.to_string()))?;
        tournament.check_folders().map_err(|error| fault(&error))?;
        Ok(tournament)
    }
}

/// Notes which programs have changed since they last played.
fn renew(league: &mut League) -> Result<(), CliError> {
    let LeagueState { staff, members, .. } = &mut league.state;
    for member in staff.iter_mut().chain(members).filter(|member| member.active) {
        let print = fingerprint(&member.options).map_err(|error| {
            CliError::File(format!(
                "the program of '{}' cannot be read: {error}; 'plywood league remove' takes it out",
                member.name
            ))
        })?;
        if print != member.print {
            let _ = writeln!(anstream::stderr(), "{} has changed: it is rated anew", member.name);
            member.print = print;
        }
    }
    league.save().map_err(refused)
}

/// What games are played with.
struct Stage<'s> {
    players: &'s Tournament,
    concurrency: usize,
    control: &'s Control,
}

impl Stage<'_> {
    /// Plays pairs, several at a time, and writes each when it is finished.
    fn play(&self, league: &mut League, pairs: Vec<NextPair>, what: &str) -> Result<(), CliError> {
        let first = league.pairs.last().map_or(0, |pair| pair.pair + 1);
        let prints: HashMap<String, String> =
            league.state.active().map(|member| (member.name.clone(), member.print.clone())).collect();
        let plan = league.state.plan.clone();
        let progress = Progress::bar(pairs.len() as u64, what);
        let count = pairs.len();
        let tasks = Mutex::new(pairs.into_iter().enumerate());
        let (sender, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, count.max(1)) {
                let (sender, tasks, plan) = (sender.clone(), &tasks, &plan);
                scope.spawn(move || {
                    loop {
                        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((i, pair)) = task.filter(|_| !self.control.is_stopped()) else { return };
                        let games = self.games(plan, &pair, first + i);
                        let is_fault = games.is_err();
                        if sender.send((first + i, pair, games)).is_err() || is_fault {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut done = 0;
            for (number, pair, games) in finished {
                let games = games.inspect_err(|_| self.control.stop())?;
                // Of a pair that was interrupted nothing is kept.
                if games.len() < 2 {
                    continue;
                }
                let half_points = games.iter().map(|game| half_points(game, &pair.players[0])).sum();
                let prints =
                    pair.players.each_ref().map(|name| prints.get(name).cloned().unwrap_or_default());
                let NextPair { purpose, players } = pair;
                league
                    .append(PlayedPair { pair: number, purpose, players, prints, half_points, games })
                    .map_err(refused)
                    .inspect_err(|_| self.control.stop())?;
                done += 1;
                progress.update(done, what.to_string());
            }
            Ok(())
        })
    }

    /// Both games of a pair.
    fn games(&self, plan: &Plan, pair: &NextPair, number: usize) -> Result<Vec<GameRecord>, CliError> {
        let fault = |error: &dyn std::fmt::Display| CliError::File(error.to_string());
        let find = |name: &String| self.players.players.iter().find(|player| player.name == *name).cloned();
        let players: Option<Vec<PlayerSpec>> = pair.players.iter().map(find).collect();
        let Some(players) = players else { return Ok(Vec::new()) };
        let stand_in = |name: &str| format!("name={name} type=random").parse();
        let two: Result<Vec<_>, arena::SpecError> = ["one", "two"].map(stand_in).into_iter().collect();
        let seed = Some(plan.seed().wrapping_mul(1_000_003).wrapping_add(number as u64));
        let plan =
            Plan { players: two.map_err(|error| fault(&error))?, games: Some(2), seed, ..plan.clone() };
        let mut tournament = plan.tournament(catalogue::CATALOGUE, 1).map_err(|error| fault(&error))?;
        tournament.players = players;
        let mut games = Vec::new();
        tournament
            .run(Vec::new(), &mut |_| Ok(()), self.control, &mut |event| games.push(event.game.clone()))
            .map_err(|error| fault(&error))?;
        Ok(games)
    }
}

fn half_points(game: &GameRecord, name: &str) -> u32 {
    let own = if game.record.players.one == *name { Player::One } else { Player::Two };
    match game.outcome() {
        Outcome::Draw => 1,
        Outcome::Win(winner) => 2 * u32::from(winner == own),
    }
}
