//! The clocks of a game: how long each side has thought, and how long it still may.

use std::time::{Duration, Instant};

use game::{ByPlayer, Player};

use crate::clock::Time;

/// A base time for all moves together, and the increment that each move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockControl {
    /// The base time.
    pub base: Duration,
    /// The increment.
    pub increment: Duration,
}

/// The time that one side has used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// How long it has thought.
    pub used: Duration,
    /// The number of increments it has received.
    pub increments: u32,
}

/// Both clocks. They never read the system's clock: the caller passes the time, so a test can hold it.
#[derive(Clone, Debug)]
pub struct GameClock {
    controls: ByPlayer<Option<ClockControl>>,
    now: ByPlayer<Side>,
    /// Both sides' used time before each ply that was counted.
    before: Vec<ByPlayer<Side>>,
    /// Whose clock is running, and since when.
    running: Option<(Player, Instant)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Side {
    spent: Spent,
    /// Meaningful if a control limits the side. A clock that has run out stands at zero: the overdraft is not taken
    /// from the next increment.
    left: Duration,
}

impl GameClock {
    /// Clocks with these controls, if any, of which this much is already used.
    #[must_use]
    pub fn new(controls: ByPlayer<Option<ClockControl>>, spent: ByPlayer<Spent>) -> GameClock {
        let side = |player: Player| {
            let spent = spent[player];
            let given = controls[player].map_or(Duration::ZERO, |control: ClockControl| {
                control.base + control.increment * spent.increments
            });
            Side { spent, left: given.saturating_sub(spent.used) }
        };
        GameClock { controls, now: ByPlayer::new(side), before: Vec::new(), running: None }
    }

    /// Clocks restored from the time that was left after each ply so far.
    #[must_use]
    pub fn resumed(controls: ByPlayer<Option<ClockControl>>, left: &[ByPlayer<Duration>]) -> GameClock {
        let mut clock = GameClock::new(controls, ByPlayer::default());
        for &left in left {
            clock.before.push(clock.now);
            clock.now = ByPlayer::new(|player| Side { left: left[player], ..clock.now[player] });
        }
        clock
    }

    /// The time control of each side.
    #[must_use]
    pub fn controls(&self) -> ByPlayer<Option<ClockControl>> {
        self.controls
    }

    /// How long the clock of a side has run without being stopped.
    fn running_for(&self, player: Player, now: Instant) -> Duration {
        match self.running {
            Some((runs, since)) if runs == player => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        }
    }

    /// The time used by both sides.
    #[must_use]
    pub fn spent(&self, now: Instant) -> ByPlayer<Spent> {
        ByPlayer::new(|player| {
            let Spent { used, increments } = self.now[player].spent;
            Spent { used: used + self.running_for(player, now), increments }
        })
    }

    /// The time that a side has left; `None` if no control limits it.
    #[must_use]
    pub fn left(&self, player: Player, now: Instant) -> Option<Duration> {
        self.controls[player]?;
        Some(self.now[player].left.saturating_sub(self.running_for(player, now)))
    }

    /// What the clock of a side shows: the time left, or the time used if nothing limits it.
    #[must_use]
    pub fn displayed(&self, player: Player, now: Instant) -> Duration {
        self.left(player, now).unwrap_or_else(|| self.spent(now)[player].used)
    }

    /// Whose clock is running.
    #[must_use]
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// Starts the clock of a side, or stops both.
    pub fn run(&mut self, player: Option<Player>, now: Instant) {
        if self.running() == player {
            return;
        }
        if let Some((runs, _)) = self.running {
            let took = self.running_for(runs, now);
            self.use_up(runs, took);
        }
        self.running = player.map(|player| (player, now));
    }

    fn use_up(&mut self, player: Player, took: Duration) {
        let side = &mut self.now[player];
        side.spent.used += took;
        side.left = side.left.saturating_sub(took);
    }

    /// A side made a move: its clock stops and, if it was running, receives the increment.
    pub fn record_move(&mut self, player: Player, now: Instant) {
        let ran = self.running() == Some(player);
        self.before.push(self.now);
        self.run(None, now);
        if ran {
            self.add_increment(player);
        }
    }

    /// A side made a move that took this long, on clocks that are not run but counted.
    pub fn count_move(&mut self, player: Player, took: Duration) {
        self.before.push(self.now);
        self.use_up(player, took);
        self.add_increment(player);
    }

    fn add_increment(&mut self, player: Player) {
        let side = &mut self.now[player];
        side.spent.increments += 1;
        side.left += self.controls[player].map_or(Duration::ZERO, |control| control.increment);
    }

    /// The last plies were taken back, and with them the time they took. Plies from before the clocks were set are not
    /// known.
    pub fn take_back(&mut self, plies: usize, now: Instant) {
        self.keep(self.before.len().saturating_sub(plies), now);
    }

    /// All plies were taken back but the first `kept`.
    pub fn keep(&mut self, kept: usize, now: Instant) {
        self.run(None, now);
        if let Some(&sides) = self.before.get(kept) {
            self.now = sides;
        }
        self.before.truncate(kept);
    }

    /// The side whose flag has fallen.
    #[must_use]
    pub fn flag(&self, now: Instant) -> Option<Player> {
        let player = self.running()?;
        self.left(player, now)?.is_zero().then_some(player)
    }

    /// When the flag of the side whose clock runs would fall.
    #[must_use]
    pub fn flag_time(&self) -> Option<Instant> {
        let (player, since) = self.running?;
        self.controls[player]?;
        Some(since + self.now[player].left)
    }

    /// A side has run out of time.
    pub fn empty(&mut self, player: Player) {
        self.now[player].left = Duration::ZERO;
    }

    /// The machine's time limit for a move of this side, if a clock limits it.
    #[must_use]
    pub fn time(&self, player: Player, now: Instant) -> Option<Time> {
        let increment = self.controls[player]?.increment;
        Some(Time::Clock { left: self.left(player, now)?, increment })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const CONTROL: ClockControl =
        ClockControl { base: Duration::from_secs(10), increment: Duration::from_secs(2) };

    fn clock(control: Option<ClockControl>) -> GameClock {
        GameClock::new(ByPlayer { one: control, two: control }, ByPlayer::default())
    }

    #[test]
    fn a_move_stops_the_clock_and_adds_the_increment() {
        let begin = Instant::now();
        let mut clock = clock(Some(CONTROL));
        clock.run(Some(Player::One), begin);
        assert_eq!(clock.left(Player::One, begin + 3 * SECOND), Some(7 * SECOND));
        clock.record_move(Player::One, begin + 3 * SECOND);
        clock.run(Some(Player::Two), begin + 3 * SECOND);
        let later = begin + 5 * SECOND;
        assert_eq!(Player::ALL.map(|player| clock.left(player, later)), [Some(9 * SECOND), Some(8 * SECOND)]);
        assert_eq!(clock.spent(later).one, Spent { used: 3 * SECOND, increments: 1 });
        assert_eq!((clock.flag(later), clock.flag_time()), (None, Some(begin + 13 * SECOND)));
        assert_eq!(clock.flag(begin + 13 * SECOND), Some(Player::Two));
        assert_eq!(
            clock.time(Player::One, later),
            Some(Time::Clock { left: 9 * SECOND, increment: 2 * SECOND })
        );
    }

    #[test]
    fn a_move_on_a_clock_that_stood_still_adds_nothing() {
        let begin = Instant::now();
        let mut clock = clock(Some(CONTROL));
        clock.record_move(Player::One, begin + SECOND);
        assert_eq!(clock.left(Player::One, begin + SECOND), Some(10 * SECOND));
    }

    #[test]
    fn taking_back_gives_the_time_back() {
        let begin = Instant::now();
        let mut clock = clock(Some(CONTROL));
        let mut now = begin;
        for player in [Player::One, Player::Two, Player::One] {
            clock.run(Some(player), now);
            now += 4 * SECOND;
            clock.record_move(player, now);
        }
        clock.take_back(2, now);
        let spent = clock.spent(now);
        assert_eq!((spent.one.used, spent.two.used), (4 * SECOND, Duration::ZERO));
        assert_eq!(clock.left(Player::One, now), Some(8 * SECOND));
        clock.take_back(9, now);
        assert_eq!(clock.spent(now), ByPlayer::default());
    }

    #[test]
    fn clocks_without_a_control_count_up() {
        let begin = Instant::now();
        let mut clock = clock(None);
        clock.run(Some(Player::Two), begin);
        let later = begin + 100 * SECOND;
        assert_eq!(
            (clock.displayed(Player::Two, later), clock.left(Player::Two, later)),
            (100 * SECOND, None)
        );
        assert_eq!(
            (clock.flag(later), clock.flag_time(), clock.time(Player::Two, later)),
            (None, None, None)
        );
    }

    #[test]
    fn counted_moves_need_no_running_clock_and_debts_are_forgiven() {
        let mut clock = clock(Some(CONTROL));
        clock.count_move(Player::One, 11 * SECOND);
        assert_eq!(clock.left(Player::One, Instant::now()), Some(2 * SECOND));
        let resumed = GameClock::new(
            clock.controls(),
            ByPlayer { one: Spent { used: 4 * SECOND, increments: 3 }, two: Spent::default() },
        );
        assert_eq!(resumed.left(Player::One, Instant::now()), Some(12 * SECOND));
    }
}
