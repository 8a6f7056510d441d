//! The state that the workers of a tournament share.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use engine::Control;

use super::scheduler::{NextGame, ScheduledGame, Scheduler};
use super::{POLL_INTERVAL, SaveGame, TournamentError};
use crate::record::GameRecord;

/// Hands out games to workers and takes their results.
pub(super) struct GameQueue<'s, 'k> {
    scheduler: Mutex<Scheduler>,
    /// Notified when a game is over: the next round may depend on it.
    changed: Condvar,
    save: Mutex<&'s mut SaveGame<'k>>,
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'s, 'k> GameQueue<'s, 'k> {
    pub(super) fn new(scheduler: Scheduler, save: &'s mut SaveGame<'k>) -> GameQueue<'s, 'k> {
        GameQueue { scheduler: Mutex::new(scheduler), changed: Condvar::new(), save: Mutex::new(save) }
    }

    pub(super) fn into_scheduler(self) -> Scheduler {
        self.scheduler.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next game. Returns `None` when all games are dealt or `halt` is set.
    pub(super) fn next_game(&self, halt: &Control) -> Option<Result<ScheduledGame, TournamentError>> {
        let mut scheduler = locked(&self.scheduler);
        while !halt.is_stopped() {
            match scheduler.next_game() {
                NextGame::Game(game) => return Some(game),
                NextGame::Finished => return None,
                NextGame::Wait => {
                    let woken = self.changed.wait_timeout(scheduler, POLL_INTERVAL);
                    scheduler = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
        None
    }

    /// Returns when the game is safe on disk.
    pub(super) fn save(&self, game: &GameRecord) -> std::io::Result<()> {
        (locked(&self.save))(game)
    }

    pub(super) fn record_result(&self, game: &GameRecord) {
        locked(&self.scheduler).record_result(game);
        self.changed.notify_all();
    }
}
