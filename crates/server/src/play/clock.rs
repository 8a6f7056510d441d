//! The clocks of a game as stored and shown. A player's clock runs on that player's turn, from the
//! third ply on; no clock runs while the server is down.

use std::time::{Duration, Instant};

use engine::{ByPlayer, ClockControl, GameClock, Player};

use crate::wire::{Clocks, TimeControl, number};

/// The clocks of a game with these times left after each move, in milliseconds.
pub(super) fn game_clock(control: TimeControl, left: impl Iterator<Item = (i64, i64)>) -> GameClock {
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    let both = Some(ClockControl { base: seconds(control.seconds), increment: seconds(control.increment) });
    let time = |millis: i64| Duration::from_millis(millis.max(0) as u64);
    let left: Vec<_> = left.map(|(one, two)| ByPlayer { one: time(one), two: time(two) }).collect();
    GameClock::resumed(ByPlayer { one: both, two: both }, &left)
}

/// The time control of both players.
pub(super) fn control(clock: &GameClock) -> TimeControl {
    let seconds = |time: Duration| time.as_secs() as u32;
    let (base, increment) =
        clock.controls().one.map_or((0, 0), |control| (seconds(control.base), seconds(control.increment)));
    TimeControl { seconds: base, increment }
}

/// The time that both players have left, in milliseconds.
pub(super) fn millis(clock: &GameClock, now: Instant) -> (i64, i64) {
    let millis = |player: Player| clock.left(player, now).unwrap_or_default().as_millis() as i64;
    (millis(Player::One), millis(Player::Two))
}

pub(super) fn view(clock: &GameClock, now: Instant) -> Clocks {
    let TimeControl { seconds, increment } = control(clock);
    Clocks {
        seconds_left: Player::ALL.map(|player| clock.left(player, now).unwrap_or_default().as_secs_f64()),
        running: clock.running().map(number),
        seconds,
        increment,
    }
}
