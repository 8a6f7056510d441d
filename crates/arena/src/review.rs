//! The review of games after a match: the moves that lost most, by the engine's and the tables' word.
//!
//! Every position is searched to the same number of nodes, so that the same game has the same review on any machine,
//! and how long it takes is known beforehand.

use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

use engine::{Control, GameRef, Limits, Player, Rated, Score, Session, Thinker, ThinkerOptions};
use serde::{Deserialize, Serialize};

use crate::record::GameRecord;

/// The nodes for each position, where nothing else is said: some milliseconds.
pub const REVIEW_NODES: u64 = 5_000;
/// A small transposition table: it is cleared for every game.
const TABLE_BYTES: usize = 8 << 20;

/// What a review of a game found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameReview {
    /// The number of the game, from 0.
    pub number: usize,
    /// What was reviewed: a game that was played again has another key.
    pub key: String,
    /// The nodes for each position.
    pub nodes: u64,
    /// The moves that gave something away, in the order of the game.
    pub moves: Vec<ReviewedMove>,
}

/// A move that gave something away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// The ply, from 1.
    pub ply: usize,
    /// Who played it: 1 or 2.
    pub side: u8,
    /// The move.
    pub played: String,
    /// The best move.
    pub best: String,
    /// How bad it was, in a word: inaccuracy, mistake or blunder.
    pub judgement: String,
    /// Its sign: `?!`, `?` or `??`.
    pub sign: String,
    /// How much it gave away, in hundredths of a win.
    pub loss: u32,
    /// The position before the move, for its player, in words.
    pub before: String,
    /// The position after it, for the same player.
    pub after: String,
}

/// What a position is worth for the side to move.
#[derive(Clone)]
struct Found {
    rated: Rated,
    /// Whether a table or a finished game says so.
    is_exact: bool,
    best: Option<String>,
}

/// Identifies what was played.
#[must_use]
pub fn review_key(game: &GameRecord, nodes: u64) -> String {
    let text = format!("{nodes} {} {}", game.record.position, game.record.moves.join(" "));
    blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
}

/// Reviews the moves of some sides of games, on `threads` threads, and hands over each review when it is finished.
/// Stops early when the control is stopped.
pub fn review_games(
    game: GameRef,
    games: &[(&GameRecord, [bool; 2])],
    nodes: u64,
    threads: usize,
    control: &Control,
    finished: &mut dyn FnMut(GameReview),
) {
    let next = Mutex::new(games.iter());
    let (sender, reviews) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, games.len().max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let options = ThinkerOptions { table_bytes: TABLE_BYTES, ..ThinkerOptions::default() };
                let Ok(mut thinker) = game.start().game().thinker(&options) else { return };
                loop {
                    let task = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((record, sides)) = task else { return };
                    let review =
                        Reviewer { game, thinker: &mut *thinker, nodes, control }.review(record, *sides);
                    if control.is_stopped() || review.is_some_and(|review| sender.send(review).is_err()) {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for review in reviews {
            finished(review);
        }
    });
}

struct Reviewer<'r> {
    game: GameRef,
    thinker: &'r mut dyn Thinker,
    nodes: u64,
    control: &'r Control,
}

impl Reviewer<'_> {
    /// `None` if the game cannot be replayed.
    fn review(&mut self, record: &GameRecord, sides: [bool; 2]) -> Option<GameReview> {
        self.thinker.forget();
        let start = self.game.read(&record.record.position).ok()?;
        let mut whole = Session::game(&*start);
        for mv in &record.record.moves {
            whole.play_text(mv).ok()?;
        }
        let mut before: Option<Found> = None;
        let mut moves = Vec::new();
        for (ply, played) in record.record.moves.iter().enumerate().skip(record.record.opening) {
            let session = whole.after(ply);
            let turn = session.position().turn();
            if !sides[turn as usize] {
                before = None;
                continue;
            }
            let found = before.take().unwrap_or_else(|| self.found(&session));
            let after = self.found(&whole.after(ply + 1));
            if self.control.is_stopped() {
                return None;
            }
            if let Some(mv) = judged(ply + 1, turn, played, &found, &after) {
                moves.push(mv);
            }
            before = Some(after);
        }
        Some(GameReview {
            number: record.number,
            key: review_key(record, self.nodes),
            nodes: self.nodes,
            moves,
        })
    }

    fn found(&mut self, session: &Session) -> Found {
        if let Some(rated) = Rated::of_ending(session) {
            return Found { rated, is_exact: true, best: None };
        }
        let thought = self.thinker.think(session, 1, &Limits::nodes(self.nodes), self.control, &mut |_| {});
        let turn = session.position().turn();
        let estimate = thought.lines.first().map_or(Score::Estimate(0), |line| line.score);
        let score = thought.exact.map_or(estimate, Score::from);
        Found {
            rated: Rated { turn, score },
            is_exact: thought.exact.is_some(),
            best: thought.best_text().map(str::to_string),
        }
    }
}

fn judged(ply: usize, turn: Player, played: &str, before: &Found, after: &Found) -> Option<ReviewedMove> {
    let best = before.best.clone()?;
    let (judgement, loss) = before.rated.judge(after.rated, best == played);
    if judgement.sign().is_empty() {
        return None;
    }
    Some(ReviewedMove {
        ply,
        side: turn as u8 + 1,
        played: played.to_string(),
        best,
        judgement: judgement.word().to_string(),
        sign: judgement.sign().to_string(),
        loss,
        before: worth(before, turn),
        after: worth(after, turn),
    })
}

/// What a position is worth for a player, in words.
fn worth(found: &Found, player: Player) -> String {
    let is_mover = found.rated.turn == player;
    match found.rated.score {
        Score::Win(plies) => decided(if is_mover { "won" } else { "lost" }, plies),
        Score::Loss(plies) => decided(if is_mover { "lost" } else { "won" }, plies),
        Score::Estimate(0) if found.is_exact => "a draw".to_string(),
        Score::Estimate(points) => {
            let points = if is_mover { points } else { -points };
            let word = match points {
                300.. => "winning",
                100.. => "better",
                -99.. => "about even",
                -299.. => "worse",
                _ => "losing",
            };
            format!("{word} ({:+.1})", f64::from(points) / 100.0)
        }
    }
}

fn decided(word: &str, plies: u32) -> String {
    match plies {
        0 => word.to_string(),
        plies => format!("{word} in {}", engine::counted(plies, "ply", "plies")),
    }
}
