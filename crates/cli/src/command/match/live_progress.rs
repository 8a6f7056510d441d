//! Progress of a match on standard error.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use arena::{Event, LiveMatch, LiveView, Tournament};

use crate::progress::Progress;
use crate::render::standings;

/// A progress bar on a terminal; elsewhere a line for each tenth of the games.
pub(super) struct LiveProgress {
    bar: Option<Progress>,
    begin: Instant,
    games: u64,
    /// Games that were played before the match was resumed.
    old: u64,
    tenths: u64,
    view: LiveView,
    /// When the bar was last drawn: computing the statistics takes longer than a fast game.
    drawn: Option<Instant>,
}

/// Minimum time between two updates of the bar.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

impl LiveProgress {
    pub(super) fn new(tournament: &Tournament, old: usize, view: LiveView) -> LiveProgress {
        let games = tournament.games() as u64;
        let bar = std::io::stderr().is_terminal().then(|| Progress::bar(games, "playing the first games"));
        LiveProgress { bar, begin: Instant::now(), games, old: old as u64, tenths: 0, view, drawn: None }
    }

    pub(super) fn report(&mut self, event: &Event) {
        let games = event.standing.games();
        let tenths = 10 * games / self.games.max(1);
        self.view.add(event.game, event.standing, self.left(games));
        let line = || standings::line(event.standing, self.left(games));
        if let Some(bar) = &self.bar {
            if self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW_INTERVAL) {
                bar.update(games, line() + &queue(&self.view.status()));
                self.drawn = Some(Instant::now());
            }
        } else if tenths > self.tenths && !event.is_old {
            // A closed standard error does not stop the match.
            let _ = writeln!(anstream::stderr(), "{games} of {} games: {}", self.games, line());
        }
        self.tenths = tenths;
    }

    /// Estimated time for the remaining games.
    fn left(&self, games: u64) -> Option<Duration> {
        let new = games.checked_sub(self.old).filter(|&new| new > 0)?;
        let each = self.begin.elapsed().as_secs_f64() / new as f64;
        Some(Duration::from_secs_f64(each * self.games.saturating_sub(games) as f64))
    }
}

/// What is played now and how much waits: `; ann – ben and 3 more are playing, 212 wait`.
fn queue(status: &LiveMatch) -> String {
    let Some(first) = status.playing.first() else { return String::new() };
    let [one, two] = &first.players;
    let (more, verb) = match status.playing.len() {
        1 => (String::new(), "is playing"),
        count => (format!(" and {} more", count - 1), "are playing"),
    };
    format!("; {one} – {two}{more} {verb}, {} waiting", status.waiting)
}
