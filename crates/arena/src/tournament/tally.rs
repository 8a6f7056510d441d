//! The score of a tournament, counted in the order of the schedule.

use std::collections::BTreeMap;

use super::scheduler::Scheduler;
use super::{Event, Tournament};
use crate::record::GameRecord;
use crate::summary::Standing;

/// Counts games in the order of the schedule, whatever the order in which they finish.
pub(super) struct Tally<'t> {
    of: &'t Tournament,
    standing: Standing,
    /// Games that finished before an earlier one did.
    waiting: BTreeMap<usize, GameRecord>,
    next: usize,
    /// How many of the games to come were played in an earlier run.
    old: usize,
    is_decided: bool,
}

impl Tally<'_> {
    pub(super) fn new(of: &Tournament, old: usize) -> Tally<'_> {
        let standing = Standing::new(of.players.iter().map(|player| player.name.as_str()));
        Tally { of, standing, waiting: BTreeMap::new(), next: 0, old, is_decided: false }
    }

    /// Adds a finished game. Returns whether the sequential test is decided.
    pub(super) fn add_finished(&mut self, game: GameRecord, observe: &mut dyn FnMut(&Event)) -> bool {
        if self.of.share.is_some() {
            // The games of a share have gaps, and no test depends on their order.
            self.add(&game, observe);
            return false;
        }
        self.waiting.insert(game.number, game);
        while let Some(game) = self.waiting.remove(&self.next) {
            self.add(&game, observe);
            let sprt = self.of.sprt;
            self.is_decided = sprt.is_some_and(|sprt| sprt.state(&self.standing.pairs()).decision.is_some());
            if self.is_decided {
                return true;
            }
        }
        false
    }

    fn add(&mut self, game: &GameRecord, observe: &mut dyn FnMut(&Event)) {
        self.next += 1;
        self.standing.add(game);
        let is_old = self.old > 0;
        self.old = self.old.saturating_sub(1);
        observe(&Event { game, standing: &self.standing, is_old });
    }

    /// The final score. In a tournament that was stopped, games after an aborted one count too.
    pub(super) fn finish(mut self, scheduler: &Scheduler, observe: &mut dyn FnMut(&Event)) -> Standing {
        if !self.is_decided {
            for game in std::mem::take(&mut self.waiting).values() {
                self.add(game, observe);
            }
        }
        for &player in &scheduler.byes {
            self.standing.add_bye(player, self.of.schedule.games_of_a_meeting() as u64);
        }
        self.standing
    }
}
