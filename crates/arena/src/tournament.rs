//! A tournament: many games between players, in the order of a schedule.

mod error;
mod game;
mod queue;
mod scheduler;
mod share;
mod tally;

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use engine::{AnyPosition, AnyTables, Control};

use crate::adjudication::Adjudication;
use crate::game_job::DistributedGames;
use crate::live::GamesInPlay;
use crate::opening::{OpeningError, OpeningSource, Openings};
use crate::record::GameRecord;
use crate::sandbox::{self, Protection};
use crate::schedule::Schedule;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::statistics::Sprt;
use crate::summary::{Standing, Summary};
use crate::time_control::TimeControl;
use crate::workers;
pub use error::TournamentError;
pub use game::RetryPolicy;
use queue::GameQueue;
pub(crate) use scheduler::ScheduledGame;
use scheduler::Scheduler;
pub use share::{Audit, PlayedShare, Share, ShareError};
use tally::Tally;

/// Games between players, each opening with both colours.
pub struct Tournament {
    /// The name of the game, with its size.
    pub game: String,
    /// The start position of games without an opening.
    pub start: Box<dyn AnyPosition>,
    /// The players; no two have the same name.
    pub players: Vec<PlayerSpec>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where the openings come from.
    pub openings: OpeningSource,
    /// Tables used to judge random openings.
    pub opening_tables: Option<Arc<dyn AnyTables>>,
    /// The time control of players that have none of their own.
    pub control: TimeControl,
    /// What follows a wrong answer, a crash or a timeout.
    pub retry: RetryPolicy,
    /// When games are adjudicated.
    pub adjudication: Adjudication,
    /// Tables that adjudicate a game as soon as its position is in them.
    pub tables: Option<Arc<dyn AnyTables>>,
    /// Seeds everything that is random.
    pub seed: u64,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// Plays the games; without it they are played in this process.
    pub elsewhere: Option<DistributedGames>,
    /// The part of the tournament that is played; without it the whole.
    pub share: Option<PlayedShare>,
    /// A sequential test of the first player against the second; the tournament stops when it is decided.
    pub sprt: Option<Sprt>,
    /// Games that are played again because a program has changed. Their results decide the pairings of later rounds, so
    /// that nobody else's games change, and do not count.
    pub superseded: Vec<GameRecord>,
    /// The games that are being played in this process.
    pub in_play: GamesInPlay,
}

/// A finished game, as reported to the observer.
pub struct Event<'e> {
    /// The game. Games are reported in the order of the schedule.
    pub game: &'e GameRecord,
    /// The score including this game.
    pub standing: &'e Standing,
    /// Whether the game was played in an earlier run and is only counted.
    pub is_old: bool,
}

/// Saves a finished game; returns when it is safe on disk.
pub type SaveGame<'k> = dyn FnMut(&GameRecord) -> std::io::Result<()> + Send + 'k;

/// How often workers and the collector check whether they should stop.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A game, or why it could not be played.
type FinishedGame = Result<GameRecord, TournamentError>;

impl Tournament {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.schedule.games()
    }

    /// The protection that programs run under, if any player is a program and the games are played here.
    #[must_use]
    pub fn protection(&self) -> Option<Protection> {
        (self.has_programs() && self.elsewhere.is_none()).then(sandbox::protection)
    }

    /// Whether any player is an external program.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.players.iter().any(|player| matches!(player.kind, PlayerKind::Program { .. }))
    }

    fn drawn_openings(&self) -> Result<Openings, OpeningError> {
        let tables = self.opening_tables.clone();
        Openings::from_source(self.start.in_play(), &self.openings, tables, self.seed)
    }

    /// A warning about the openings that matters when players are compared, if there is one.
    ///
    /// # Errors
    /// Fails if the opening source has no openings.
    pub fn opening_warning(&self) -> Result<Option<String>, TournamentError> {
        let mut openings = self.drawn_openings()?;
        openings.get(0)?;
        Ok(openings.warning())
    }

    /// Checks that the folders of all programs are readable and within their limits, so that they can be copied. Archives
    /// are checked when they are unpacked.
    ///
    /// # Errors
    /// Fails for the first folder that is not.
    pub fn check_folders(&self) -> Result<(), TournamentError> {
        #[cfg(target_os = "linux")]
        for player in &self.players {
            if let PlayerKind::Program { dir: Some(dir), limits, .. } = &player.kind
                && dir.is_dir()
            {
                sandbox::check_folder(dir, limits).map_err(|why| TournamentError::Folder {
                    player: player.name.clone(),
                    dir: dir.display().to_string(),
                    why: why.to_string(),
                })?;
            }
        }
        Ok(())
    }

    /// The figures to show for a score.
    #[must_use]
    pub fn summary(&self, game: &str, standing: &Standing) -> Summary {
        Summary { protection: self.protection(), ..standing.summary(game, self.sprt) }
    }

    /// Plays the tournament until all games are played, the sequential test is decided, or `control` is stopped. Games in
    /// `before`, from an earlier run of the same plan, are counted and not played again. A worker saves its game before it
    /// starts the next one.
    ///
    /// The sequential test sees pairs in the order of the schedule, and games after the deciding one do not count, so that
    /// its result does not depend on which game happens to finish first.
    ///
    /// # Errors
    /// Fails if a player cannot play this game, there are no openings, or a game cannot be saved.
    pub fn run(
        &self,
        before: Vec<GameRecord>,
        save: &mut SaveGame,
        control: &Control,
        observe: &mut dyn FnMut(&Event),
    ) -> Result<Standing, TournamentError> {
        self.check()?;
        self.check_folders()?;
        let openings = self.drawn_openings()?;
        let mut tally = Tally::new(self, before.len());
        let mut scheduler = Scheduler::new(self, openings);
        for game in self.share.iter().flat_map(|played| &played.known) {
            scheduler.resume(game);
        }
        for game in &self.superseded {
            scheduler.pair_by(game);
        }
        for game in before {
            scheduler.resume(&game);
            if tally.add_finished(game, observe) {
                return Ok(tally.finish(&scheduler, observe));
            }
        }
        let queue = GameQueue::new(scheduler, save);
        let halt = Control::new();
        let (sender, results) = mpsc::channel::<FinishedGame>();
        let result = std::thread::scope(|scope| {
            let work = || {
                let (sender, queue, halt) = (sender.clone(), &queue, halt.clone());
                move || self.work(queue, &halt, &sender)
            };
            let count = self.concurrency.clamp(1, self.games().max(1));
            workers::start(scope, count, work).map_err(TournamentError::Threads)?;
            drop(sender);
            let result = collect_results(&mut tally, &results, control, &halt, observe);
            halt.stop();
            result
        });
        result?;
        Ok(tally.finish(&queue.into_scheduler(), observe))
    }

    /// A worker: plays games until none are left, `halt` is set, or the receiver is gone.
    fn work(&self, queue: &GameQueue, halt: &Control, sender: &mpsc::Sender<FinishedGame>) {
        while let Some(next) = queue.next_game(halt) {
            let finished = next.and_then(|game| self.play_and_save(&game, queue, halt));
            let saved = match finished {
                // Aborted.
                Ok(None) => return,
                Ok(Some(game)) => Ok(game),
                Err(fault) => Err(fault),
            };
            if let Ok(game) = &saved {
                queue.record_result(game);
            }
            let is_fault = saved.is_err();
            if sender.send(saved).is_err() || is_fault {
                return;
            }
        }
    }

    /// Plays a game, here or elsewhere, and returns when it is safe on disk. `None` if `halt` was stopped.
    fn play_and_save(
        &self,
        game: &ScheduledGame,
        queue: &GameQueue,
        halt: &Control,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let (played, result) = match &self.elsewhere {
            Some(elsewhere) if !self.is_lost_unbuilt(game) => elsewhere.play(game, halt)?.unzip(),
            _ => (self.play(game, halt)?, None),
        };
        let Some(played) = played else { return Ok(None) };
        queue.save(&played)?;
        if let Some(result) = result {
            // What is left over is only space.
            let _ = std::fs::remove_file(result);
        }
        Ok(Some(played))
    }

    /// Fails if a player cannot play this game.
    pub(crate) fn check(&self) -> Result<(), TournamentError> {
        for player in &self.players {
            player.instantiate(&*self.start, player.control(self.control), self.seed)?;
            let has_openings = self.openings != OpeningSource::Random { plies: 0, balance: None };
            if player.kind.plays_from_start_only() && has_openings {
                return Err(TournamentError::OnlyFromTheStart(player.name.clone()));
            }
        }
        Ok(())
    }
}

/// Counts finished games until there are no more or the sequential test is decided.
fn collect_results(
    tally: &mut Tally,
    results: &mpsc::Receiver<FinishedGame>,
    control: &Control,
    halt: &Control,
    observe: &mut dyn FnMut(&Event),
) -> Result<(), TournamentError> {
    loop {
        if control.is_stopped() {
            halt.stop();
        }
        match results.recv_timeout(POLL_INTERVAL) {
            Ok(finished) => {
                if tally.add_finished(finished?, observe) {
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
