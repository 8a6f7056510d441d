//! The clocks of a game.

use std::time::{Duration, Instant};

use engine::{ByPlayer, Player};

use crate::wire::{Clocks, TimeControl, number};

/// What is left to both players. A clock runs while its player is to move, from the second move of the game on;
/// while the server is down none does.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    left: ByPlayer<Duration>,
    /// What was left after each move, to be given back when moves are taken back.
    after: Vec<ByPlayer<Duration>>,
    running: Option<(Player, Instant)>,
}

impl Clock {
    pub(super) fn new(control: TimeControl) -> Clock {
        Clock { control, left: full(control), after: Vec::new(), running: None }
    }

    /// Clocks that stood like this after each move, in milliseconds.
    pub(super) fn recall(&mut self, after: impl Iterator<Item = (i64, i64)>) {
        let time = |millis: i64| Duration::from_millis(millis.max(0) as u64);
        self.after = after.map(|(one, two)| ByPlayer { one: time(one), two: time(two) }).collect();
        self.take_back(self.after.len());
    }

    /// Only so many moves are left: the clocks stand as they did after them.
    pub(super) fn take_back(&mut self, moves: usize) {
        self.after.truncate(moves);
        self.left = self.after.last().copied().unwrap_or(full(self.control));
        self.running = None;
    }

    /// A player has nothing left.
    pub(super) fn empty(&mut self, player: Player) {
        self.left[player] = Duration::ZERO;
    }

    pub(super) fn control(&self) -> TimeControl {
        self.control
    }

    pub(super) fn increment(&self) -> Duration {
        Duration::from_secs(self.control.increment.into())
    }

    /// What a player has left.
    pub(super) fn left(&self, player: Player, now: Instant) -> Duration {
        match self.running {
            Some((runs, since)) if runs == player => {
                self.left[player].saturating_sub(now.saturating_duration_since(since))
            }
            _ => self.left[player],
        }
    }

    /// Whose time is over.
    pub(super) fn fallen(&self, now: Instant) -> Option<Player> {
        let (player, _) = self.running?;
        self.left(player, now).is_zero().then_some(player)
    }

    /// When that would be.
    pub(super) fn falls_at(&self) -> Option<Instant> {
        self.running.map(|(player, since)| since + self.left[player])
    }

    /// A player has moved.
    pub(super) fn moved(&mut self, player: Player, now: Instant) {
        if self.running.is_some_and(|(runs, _)| runs == player) {
            let left = self.left(player, now);
            self.left[player] = left + self.increment();
        }
        self.after.push(self.left);
        self.running = None;
    }

    /// From now on this player's clock runs, or nobody's.
    pub(super) fn run(&mut self, player: Option<Player>, now: Instant) {
        if self.running.map(|(runs, _)| runs) == player {
            return;
        }
        if let Some((runs, _)) = self.running {
            let left = self.left(runs, now);
            self.left[runs] = left;
        }
        self.running = player.map(|player| (player, now));
    }

    /// Both clocks in milliseconds.
    pub(super) fn millis(&self) -> (i64, i64) {
        let millis = |player: Player| self.left[player].as_millis() as i64;
        (millis(Player::One), millis(Player::Two))
    }

    pub(super) fn view(&self, now: Instant) -> Clocks {
        Clocks {
            seconds_left: Player::ALL.map(|player| self.left(player, now).as_secs_f64()),
            running: self.running.map(|(player, _)| number(player)),
            seconds: self.control.seconds,
            increment: self.control.increment,
        }
    }
}

/// Everything that each player has at first.
fn full(control: TimeControl) -> ByPlayer<Duration> {
    ByPlayer::new(|_| Duration::from_secs(control.seconds.into()))
}
