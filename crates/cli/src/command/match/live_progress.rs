//! How a match stands, while it is played.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use arena::{Event, Tournament};

use crate::progress::Progress;
use crate::render::standings;

/// On standard error: a bar on a terminal, and elsewhere a line now and then.
pub(super) struct LiveProgress {
    bar: Option<Progress>,
    begin: Instant,
    games: u64,
    /// How many were played before.
    old: u64,
    tenths: u64,
    /// When the bar was drawn last: the numbers take longer to work out than a fast game.
    drawn: Option<Instant>,
}

/// Between two looks at a bar.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

impl LiveProgress {
    pub(super) fn new(tournament: &Tournament, old: usize) -> LiveProgress {
        let games = tournament.games() as u64;
        let bar = std::io::stderr().is_terminal().then(|| Progress::bar(games, "the first games are played"));
        LiveProgress { bar, begin: Instant::now(), games, old: old as u64, tenths: 0, drawn: None }
    }

    pub(super) fn report(&mut self, event: &Event) {
        let games = event.standing.games();
        let tenths = 10 * games / self.games.max(1);
        let line = || standings::line(event.standing, self.left(games));
        if let Some(bar) = &self.bar {
            if self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW_INTERVAL) {
                bar.update(games, line());
                self.drawn = Some(Instant::now());
            }
        } else if tenths > self.tenths && !event.is_old {
            // Where nobody can be told, the match goes on.
            let _ = writeln!(anstream::stderr(), "{games} of {} games: {}", self.games, line());
        }
        self.tenths = tenths;
    }

    /// About how long the games that are left will take.
    fn left(&self, games: u64) -> Option<Duration> {
        let new = games.checked_sub(self.old).filter(|&new| new > 0)?;
        let each = self.begin.elapsed().as_secs_f64() / new as f64;
        Some(Duration::from_secs_f64(each * self.games.saturating_sub(games) as f64))
    }
}
