//! The page of one program, for its author: its games, verdicts, output, times and costly moves, and nobody else's
//! output.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use engine::{GameRef, Outcome, PictureOptions, Session, Value, counted};

use super::page::{GAMES, SCRIPT, STYLE, count, filled, nonce};
use super::replay::{GameNotes, Replay};
use super::{About, escape, evidence, tables};
use crate::evidence::{Evidence, Skipped};
use crate::record::{GameRecord, Verdict};
use crate::review::{GameReview, ReviewedMove};
use crate::summary::{Score, Standings, Summary};

const TEMPLATE: &str = include_str!("../../data/report/student.html");
/// So many costly moves are shown.
const MOST_COSTLY: usize = 10;

/// What the page of a program is made of.
pub struct StudentPage<'p> {
    /// The program's name.
    pub name: &'p str,
    /// The tournament.
    pub about: &'p About,
    /// Its figures.
    pub summary: &'p Summary,
    /// All its games; those of others are left out.
    pub games: &'p [GameRecord],
    /// The reviews, by the number of the game.
    pub reviews: &'p BTreeMap<usize, GameReview>,
}

/// A name for the file of each player's page, without an extension: letters, digits and `-_.` of the player's name, and
/// no two the same, even where capitals do not count.
#[must_use]
pub fn student_file_names<'n>(players: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut free = |name: String| {
        let mut names = (1..).map(|i| if i == 1 { name.clone() } else { format!("{name}-{i}") });
        names.find(|name| taken.insert(name.to_lowercase())).unwrap_or(name.clone())
    };
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    players
        .map(|player| {
            let name: String = player.chars().take(80).map(plain).collect();
            let name = name.trim_start_matches('.');
            free(if name.is_empty() { "player".to_string() } else { name.to_string() })
        })
        .collect()
}

impl StudentPage<'_> {
    /// The page: one file that loads nothing.
    #[must_use]
    pub fn html(&self) -> String {
        let games: Vec<GameRecord> = self.games.iter().filter_map(|game| self.own_view(game)).collect();
        let summary = self.own_summary(&games);
        let game = self.about.game;
        let notes = |played: &GameRecord| GameNotes {
            judged: self.own_moves(played).map(|mv| (mv.ply, mv.sign.as_str(), mv.best.as_str())).collect(),
            millis: self.millis(played),
        };
        let data = escape::json(&Replay::with_notes(game, &summary, &games, &notes));
        let nonce = nonce(&data);
        filled(TEMPLATE, |place| match place {
            "nonce" => nonce.clone(),
            "style" => page::stylesheet(STYLE).expect("a test makes reports"),
            "script" => page::script(SCRIPT).expect("a test makes reports"),
            "data" => data.clone(),
            "games" => GAMES.to_string(),
            "title" => escape::html(self.name),
            "lead" => self.lead(),
            "details" => self.details(),
            "build" => evidence::rehearsal(&summary),
            "verdict-count" => count(&games).to_string(),
            "verdicts" => tables::verdicts(&games) + &evidence::skipped(&summary),
            "worst" => self.worst(game, &games),
            "own" => games.iter().map(|game| self.game_section(game)).collect(),
            "game-count" => games.len().to_string(),
            "version" => env!("CARGO_PKG_VERSION").to_string(),
            _ => String::new(),
        })
    }

    /// The side of the program in a game: 0 or 1.
    fn side(&self, game: &GameRecord) -> Option<usize> {
        let players = &game.record.players;
        [&players.one, &players.two].iter().position(|player| *player == self.name)
    }

    /// A game of the program without anything that another program printed, or the time that it took.
    fn own_view(&self, game: &GameRecord) -> Option<GameRecord> {
        let side = self.side(game)?;
        let mut game = game.clone();
        for verdict in game.verdict.iter_mut().chain(&mut game.forgiven) {
            if verdict.player != self.name {
                *verdict = Verdict {
                    answer: None,
                    why: "the other program broke the rules or its limits".to_string(),
                    evidence: Evidence::default(),
                    ..verdict.clone()
                };
            }
        }
        game.stderr[1 - side].clear();
        game.skipped[1 - side] = Skipped::default();
        game.times[1 - side] = crate::record::Times::default();
        Some(game)
    }

    /// The program's plies in a game, from 1, and the microseconds of each; sides take turns in every game.
    fn times(&self, game: &GameRecord) -> Vec<(usize, u64)> {
        let Some(side) = self.side(game) else { return Vec::new() };
        let start = self.about.game.and_then(|known| known.read(&game.record.position).ok());
        let turn = start.map_or(0, |pos| pos.turn() as usize);
        let first = game.record.opening + (turn + game.record.opening + side) % 2;
        let plies = game.times[side].plies.iter().enumerate();
        plies.map(|(i, &micros)| (first + 2 * i + 1, micros)).collect()
    }

    /// The milliseconds of each ply after the opening, 0 for those of the other side.
    fn millis(&self, game: &GameRecord) -> Vec<u64> {
        let times = self.times(game);
        let last = times.last().map_or(game.record.opening, |(ply, _)| *ply);
        let mut millis = vec![0; last - game.record.opening];
        for (ply, micros) in times {
            millis[ply - 1 - game.record.opening] = micros.div_ceil(1000);
        }
        millis
    }

    /// The figures of the program, and the names of those that it met.
    fn own_summary(&self, games: &[GameRecord]) -> Summary {
        let players = games.iter().flat_map(|game| [&*game.record.players.one, &*game.record.players.two]);
        let met: HashSet<&str> = players.chain([self.name]).collect();
        let mut summary = self.summary.clone();
        summary.players.retain(|player| met.contains(&*player.name));
        summary.skipped.retain(|player, _| player == self.name);
        if let Some(rehearsal) = &mut summary.rehearsal {
            rehearsal.failed.retain(|verdict| verdict.player == self.name);
            rehearsal.programs = 1;
        }
        summary
    }

    fn standings(&self) -> Option<&Standings> {
        self.summary.players.iter().find(|player| player.name == self.name)
    }

    fn lead(&self) -> String {
        let Some(own) = self.standings() else { return String::new() };
        let Score { games, wins, draws, losses } = own.score;
        format!(
            "Place {} of {} with {} points of {}: won {wins}, drawn {draws}, lost {losses}.",
            own.rank,
            self.summary.players.len(),
            tables::points(own.points),
            games + own.byes,
        )
    }

    fn details(&self) -> String {
        let mut facts = vec![("Tournament".to_string(), self.about.title.clone())];
        facts.extend(self.about.game.map(|game| ("Game".to_string(), game.info().title.to_string())));
        if let Some(own) = self.standings() {
            let error = (own.rating.high - own.rating.low) / 2.0;
            facts.push(("Elo".to_string(), format!("{:+.0} ± {error:.0}", own.rating.elo)));
            facts.push(("Time a move".to_string(), tables::seconds(own.time.mean_seconds)));
            facts.push(("Longest move".to_string(), tables::seconds(own.time.longest_seconds)));
        }
        let shown = ["Time control", "Openings", "Wrong answers", "Protection", "Seed"];
        let of_tournament = self.about.details.iter().filter(|(name, _)| shown.contains(&name.as_str()));
        facts
            .iter()
            .chain(of_tournament)
            .map(|(name, value)| {
                format!("<div><dt>{}</dt><dd>{}</dd></div>", escape::html(name), escape::html(value))
            })
            .collect()
    }

    /// The moves of the program that the review names.
    fn own_moves(&self, game: &GameRecord) -> impl Iterator<Item = &ReviewedMove> {
        let side = self.side(game).map(|side| side as u8 + 1);
        let review = self.reviews.get(&game.number);
        review.into_iter().flat_map(|review| &review.moves).filter(move |mv| Some(mv.side) == side)
    }

    fn worst(&self, known: Option<GameRef>, games: &[GameRecord]) -> String {
        if games.iter().all(|game| !self.reviews.contains_key(&game.number)) {
            return "<p class=\"soft\">These games have not been reviewed.</p>".to_string();
        }
        let mut all: Vec<(&GameRecord, &ReviewedMove)> =
            games.iter().flat_map(|game| self.own_moves(game).map(move |mv| (game, mv))).collect();
        if all.is_empty() {
            return "<p>The review found no move that gave anything away.</p>".to_string();
        }
        all.sort_by_key(|(game, mv)| (std::cmp::Reverse(mv.loss), game.number, mv.ply));
        let nodes = self.reviews.values().next().map_or(0, |review| review.nodes);
        let mut text = format!(
            "<p class=\"soft\">{} by the word of the engine (with {nodes} nodes a position) and of its tables. The arrow is \
             the better move.</p><div class=\"costly\">",
            if all.len() > MOST_COSTLY {
                format!("{MOST_COSTLY} of {} moves", all.len())
            } else {
                counted(all.len() as u32, "move", "moves")
            }
        );
        for (game, mv) in all.into_iter().take(MOST_COSTLY) {
            let picture = known.and_then(|known| picture_before(known, game, mv)).unwrap_or_default();
            let (number, opponent) = (game.number + 1, self.opponent(game));
            let _ = write!(
                text,
                "<figure>{picture}<figcaption><a href=\"#game-{number}-{before}\">Game {number}, ply {ply}</a> against {opponent}: \
                 <strong>{played}{sign}</strong>, {article} {judgement}. It was {was}, and became {became}. Better: <strong>{best}</strong>.\
                 </figcaption></figure>",
                article = if mv.judgement.starts_with('i') { "an" } else { "a" },
                before = mv.ply - 1,
                ply = mv.ply,
                opponent = escape::html(opponent),
                played = escape::html(&mv.played),
                sign = escape::html(&mv.sign),
                judgement = escape::html(&mv.judgement),
                was = escape::html(&mv.before),
                became = escape::html(&mv.after),
                best = escape::html(&mv.best),
            );
        }
        text + "</div>"
    }

    fn opponent<'g>(&self, game: &'g GameRecord) -> &'g str {
        let players = &game.record.players;
        if players.one == self.name { &players.two } else { &players.one }
    }

    /// One game: its result, the time of each move, and what the program wrote to standard error.
    fn game_section(&self, game: &GameRecord) -> String {
        let Some(side) = self.side(game) else { return String::new() };
        let player = engine::Player::ALL[side];
        let result = match game.outcome() {
            Outcome::Draw => "drawn",
            outcome if outcome.for_player(player) == Value::Win => "won",
            Outcome::Win(_) => "lost",
        };
        let times = &game.times[side];
        let mean = times.total.as_secs_f64() / f64::from(times.moves.max(1));
        let time = match times.moves {
            0 => String::new(),
            _ => format!(
                ", {} a move, longest {}",
                tables::seconds(mean),
                tables::seconds(times.longest.as_secs_f64())
            ),
        };
        let side_name = self.about.game.map_or_else(
            || ["first", "second"][side].to_string(),
            |game| game.start().diagram().players[player].name.to_string(),
        );
        let moves = self.own_moves(game).count();
        let costly = if moves > 0 {
            format!(", {}", counted(moves as u32, "costly move", "costly moves"))
        } else {
            String::new()
        };
        let mut text = format!(
            "<details class=\"game\"><summary><a href=\"#game-{number}\">Game {number}</a> as {side_name} against {opponent}: \
             <strong class=\"{result}\">{result}</strong> ({reason}), {plies}{time}{costly}</summary>",
            number = game.number + 1,
            side_name = escape::html(&side_name),
            opponent = escape::html(self.opponent(game)),
            reason = escape::html(&game.record.reason),
            plies = counted(game.record.moves.len() as u32, "ply", "plies"),
        );
        text += &time_bars(&self.times(game));
        let stderr = &game.stderr[side];
        if stderr.is_empty() {
            text += "<p class=\"soft\">It wrote nothing to standard error.</p>";
        } else {
            let _ = write!(text, "<h4>Its standard error</h4><pre>{}</pre>", escape::html(stderr));
        }
        text + "</details>"
    }
}

/// The position that a move was played in, with the better move as an arrow.
fn picture_before(known: GameRef, game: &GameRecord, mv: &ReviewedMove) -> Option<String> {
    let mut session = Session::game(&*known.read(&game.record.position).ok()?);
    for text in game.record.moves.iter().take(mv.ply - 1) {
        session.play_text(text).ok()?;
    }
    let pos = session.position();
    let best = pos.parse_move(&mv.best).ok()?;
    Some(engine::picture(pos, &PictureOptions { moves: vec![best], ..PictureOptions::default() }))
}

/// The times of moves as bars: their plies, and the microseconds of each.
fn time_bars(times: &[(usize, u64)]) -> String {
    const WIDTH: usize = 7;
    const HEIGHT: f64 = 48.0;
    let own: Vec<(usize, f64)> = times.iter().map(|&(ply, micros)| (ply, micros as f64 / 1e6)).collect();
    let longest = own.iter().map(|(_, time)| *time).fold(0.0, f64::max);
    if longest <= 0.0 {
        return String::new();
    }
    let mut bars = String::new();
    for (i, (ply, time)) in own.iter().enumerate() {
        let height = (HEIGHT * time / longest).max(1.0);
        let _ = write!(
            bars,
            "<rect class=\"fill\" x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{height:.1}\"><title>ply {ply}: {}</title></rect>",
            i * WIDTH,
            HEIGHT - height,
            WIDTH - 2,
            tables::seconds(*time),
        );
    }
    format!(
        "<h4>Time for each move <span class=\"soft\">up to {longest}</span></h4><svg class=\"times\" role=\"img\" aria-label=\"Time \
         for each move, up to {longest}\" viewBox=\"0 0 {width} {HEIGHT}\" width=\"{width}\" height=\"{HEIGHT}\">{bars}</svg>",
        width = own.len() * WIDTH,
        longest = tables::seconds(longest),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_a_file_of_its_own() {
        let names = ["ann", "Ann", "../../etc", "a/b", "a b", "größe", "", "...", "ann-2"];
        let files = student_file_names(names.into_iter());
        assert_eq!(
            files,
            ["ann", "Ann-2", "_.._etc", "a_b", "a_b-2", "größe", "player", "player-2", "ann-2-2"]
        );
    }
}
