//! A tournament while it is played: its table, what is played now, what was played last, and how much is left.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::record::GameRecord;
use crate::summary::Standing;
use crate::tournament::Tournament;

/// When each game began, by number, and its players.
type Began = BTreeMap<usize, (Instant, [String; 2])>;

/// The games that are being played. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct GamesInPlay(Arc<Mutex<Began>>);

/// A game that is being played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameInPlay {
    /// Its number, from 1.
    pub game: usize,
    /// The players of the first and the second side.
    pub players: [String; 2],
    /// For how long, in seconds.
    pub seconds: f64,
}

/// A game is in play until this is dropped.
pub(crate) struct InPlay<'g> {
    games: &'g GamesInPlay,
    number: usize,
}

impl GamesInPlay {
    fn locked(&self) -> MutexGuard<'_, Began> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn begin(&self, number: usize, players: [String; 2]) -> InPlay<'_> {
        self.locked().insert(number, (Instant::now(), players));
        InPlay { games: self, number }
    }

    /// All of them, by number.
    #[must_use]
    pub fn list(&self) -> Vec<GameInPlay> {
        let in_play = |(&number, (begin, players)): (&usize, &(Instant, [String; 2]))| GameInPlay {
            game: number + 1,
            players: players.clone(),
            seconds: begin.elapsed().as_secs_f64(),
        };
        self.locked().iter().map(in_play).collect()
    }
}

impl Drop for InPlay<'_> {
    fn drop(&mut self) {
        self.games.locked().remove(&self.number);
    }
}

/// A tournament as its live page shows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct LiveMatch {
    /// Its title.
    pub title: String,
    /// All games.
    pub games: u64,
    /// The finished ones.
    pub played: u64,
    /// Those that have not begun.
    pub waiting: u64,
    /// Whether it is over.
    pub is_over: bool,
    /// How long the rest may take, in seconds.
    pub seconds_left: Option<f64>,
    /// The table, the best first.
    pub rows: Vec<LiveRow>,
    /// The games in play.
    pub playing: Vec<GameInPlay>,
    /// The last finished games, the latest first.
    pub recent: Vec<LiveGame>,
}

/// A line of the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LiveRow {
    /// The place, from 1.
    pub rank: usize,
    /// The player.
    pub name: String,
    /// Points, byes included.
    pub points: f64,
    /// Games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Elo above the mean.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LiveGame {
    /// Its number, from 1.
    pub game: usize,
    /// The players of the first and the second side.
    pub players: [String; 2],
    /// The result.
    pub result: &'static str,
    /// Why it ended.
    pub reason: String,
}

/// Follows a tournament. Clones share what is known.
#[derive(Clone, Debug)]
pub struct LiveView {
    known: Arc<Mutex<Known>>,
    in_play: GamesInPlay,
}

#[derive(Debug, Default)]
struct Known {
    shown: LiveMatch,
    recent: VecDeque<LiveGame>,
    computed: Option<Instant>,
}

/// So many finished games are shown.
const RECENT: usize = 12;
/// Computing the ratings of hundreds of players takes longer than a fast game.
const BETWEEN_TABLES: Duration = Duration::from_millis(1000);

impl LiveView {
    /// A view of a tournament with this title, before its first game.
    #[must_use]
    pub fn new(title: &str, tournament: &Tournament) -> LiveView {
        let names = tournament.players.iter().map(|player| &*player.name);
        let shown = LiveMatch {
            title: title.to_string(),
            games: tournament.games() as u64,
            rows: rows(&Standing::new(names)),
            ..LiveMatch::default()
        };
        let known = Arc::new(Mutex::new(Known { shown, ..Known::default() }));
        LiveView { known, in_play: tournament.in_play.clone() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a finished game.
    pub fn add(&self, game: &GameRecord, standing: &Standing, left: Option<Duration>) {
        let mut known = self.known();
        let record = &game.record;
        known.recent.push_front(LiveGame {
            game: game.number + 1,
            players: [record.players.one.clone(), record.players.two.clone()],
            result: engine::result_word(record.outcome),
            reason: record.reason.clone(),
        });
        known.recent.truncate(RECENT);
        known.shown.played = standing.games();
        known.shown.seconds_left = left.map(|left| left.as_secs_f64());
        if known.computed.is_none_or(|computed| computed.elapsed() >= BETWEEN_TABLES) {
            known.shown.rows = rows(standing);
            known.computed = Some(Instant::now());
        }
    }

    /// Takes the final score.
    pub fn finish(&self, standing: &Standing) {
        let mut known = self.known();
        known.shown.rows = rows(standing);
        known.shown.played = standing.games();
        known.shown.is_over = true;
    }

    /// What is to be shown now.
    #[must_use]
    pub fn status(&self) -> LiveMatch {
        let known = self.known();
        let playing = self.in_play.list();
        let waiting = known.shown.games.saturating_sub(known.shown.played + playing.len() as u64);
        LiveMatch { playing, waiting, recent: known.recent.iter().cloned().collect(), ..known.shown.clone() }
    }
}

fn rows(standing: &Standing) -> Vec<LiveRow> {
    let summary = standing.summary("", None);
    let row = |player: &&crate::summary::Standings| LiveRow {
        rank: player.rank,
        name: player.name.clone(),
        points: player.points,
        games: player.score.games,
        wins: player.score.wins,
        draws: player.score.draws,
        losses: player.score.losses,
        elo: player.rating.elo,
        error: (player.rating.high - player.rating.low) / 2.0,
    };
    summary.ranking().iter().map(row).collect()
}

/// The document of the live page, which refers to `page.js` and `page.css`.
pub const LIVE_PAGE: &str = include_str!("../data/report/live.html");
