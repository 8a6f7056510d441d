//! The games as data for the page: the board once, and for each ply only the changed cells.
//!
//! A cell is one base-64 digit, or two on boards with more than 64 cells; its contents are one more
//! digit, or a full stop. A position has one character per cell, and a ply is cell, contents, cell,
//! contents …

use std::collections::HashMap;

use engine::{GameRef, Outcome, Record, Session};
use page::Diagram;
use serde::Serialize;

use crate::record::{GameRecord, Verdict};
use crate::summary::Summary;

const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// The data that the page needs to show games.
#[derive(Serialize)]
pub(super) struct Replay<'r> {
    /// The board; `None` if the game is unknown.
    diagram: Option<Diagram>,
    /// The number of digits of a cell.
    digits: usize,
    /// The players, in the order of the summary.
    names: Vec<&'r str>,
    reasons: Vec<&'r str>,
    starts: Vec<Start>,
    games: Vec<Game<'r>>,
}

/// A start position.
#[derive(Serialize, PartialEq, Eq, Hash, Clone, Default)]
struct Start {
    board: String,
    turn: usize,
}

/// A game. Short names, because there may be thousands.
#[derive(Serialize)]
struct Game<'r> {
    /// Its number, from 1.
    n: usize,
    /// The players of the first and the second side.
    p: [usize; 2],
    /// The winner: 0 for the first side, 1 for the second, 2 for a draw.
    r: usize,
    /// The reason of the result.
    w: usize,
    /// The start position.
    s: usize,
    /// The number of moves in the opening.
    o: usize,
    /// The moves.
    m: String,
    /// The cells that a player touches for each move.
    t: String,
    /// The cells that each move changes.
    c: String,
    /// The violation that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    v: Option<Fault<'r>>,
    /// Forgiven violations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    f: Vec<Fault<'r>>,
    /// The moves that were judged: ply, sign, and what was best.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    q: Vec<(usize, &'r str, &'r str)>,
    /// The milliseconds of each ply after the opening, 0 where they are not told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    u: Vec<u64>,
}

/// What is known about the moves of a game.
#[derive(Default)]
pub(super) struct GameNotes<'r> {
    /// The moves that were judged: ply, sign, and what was best.
    pub(super) judged: Vec<(usize, &'r str, &'r str)>,
    /// The milliseconds of each ply after the opening; 0 where they are not told.
    pub(super) millis: Vec<u64>,
}

#[derive(Serialize)]
struct Fault<'r> {
    kind: &'static str,
    by: usize,
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'r str>,
    why: &'r str,
}

/// Numbers for texts that occur often.
#[derive(Default)]
struct Numbers<T> {
    known: HashMap<T, usize>,
    list: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbers<T> {
    fn of(&mut self, item: T) -> usize {
        *self.known.entry(item).or_insert_with_key(|item| {
            self.list.push(item.clone());
            self.list.len() - 1
        })
    }
}

impl<'r> Replay<'r> {
    /// The games of a tournament. A game that cannot be replayed is shown as far as possible.
    pub(super) fn new(game: Option<GameRef>, summary: &'r Summary, games: &'r [GameRecord]) -> Replay<'r> {
        Replay::with_notes(game, summary, games, &|_| GameNotes::default())
    }

    /// The same with notes on the moves of each game.
    pub(super) fn with_notes(
        game: Option<GameRef>,
        summary: &'r Summary,
        games: &'r [GameRecord],
        notes: &dyn Fn(&GameRecord) -> GameNotes<'r>,
    ) -> Replay<'r> {
        let mut names = Numbers::default();
        for player in &summary.players {
            names.of(&*player.name);
        }
        let mut reasons = Numbers::default();
        let mut starts = Numbers::default();
        let told = games.iter().map(|played| {
            let record = &played.record;
            let course = game.and_then(|game| Course::of(game, record)).unwrap_or_default();
            let notes = notes(played);
            let mut fault = |verdict: &'r Verdict| Fault {
                kind: verdict.kind.word(),
                by: names.of(&*verdict.player),
                ply: verdict.ply,
                answer: verdict.answer.as_deref(),
                why: &verdict.why,
            };
            Game {
                v: played.verdict.as_ref().map(&mut fault),
                f: played.forgiven.iter().map(&mut fault).collect(),
                n: played.number + 1,
                p: [names.of(&*record.players.one), names.of(&*record.players.two)],
                r: match played.outcome() {
                    Outcome::Win(winner) => winner as usize,
                    Outcome::Draw => 2,
                },
                w: reasons.of(&*record.reason),
                s: starts.of(course.start),
                o: record.opening,
                m: course.moves.join(" "),
                t: course.touched.join(" "),
                c: course.changes.join(" "),
                q: notes.judged,
                u: notes.millis,
            }
        });
        let games = told.collect();
        let diagram = game.map(|game| Diagram::of(&game.start().diagram()));
        let digits = diagram.as_ref().map_or(1, |diagram| digits(diagram.cells.len()));
        Replay { diagram, digits, names: names.list, reasons: reasons.list, starts: starts.list, games }
    }
}

/// The course of a game.
#[derive(Default)]
struct Course {
    start: Start,
    moves: Vec<String>,
    touched: Vec<String>,
    changes: Vec<String>,
}

impl Course {
    fn of(game: GameRef, record: &Record) -> Option<Course> {
        let mut session = Session::game(&*game.read(&record.position).ok()?);
        let mut before = session.position().occupants();
        let start =
            Start { board: before.iter().map(|&piece| content(piece)).collect(), turn: turn(&session) };
        let digits = digits(before.len());
        let (mut moves, mut touched, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for mv in &record.moves {
            if session.play_text(mv).is_err() {
                break;
            }
            let after = session.position().occupants();
            let mut change = String::new();
            for (cell, (old, new)) in before.iter().zip(&after).enumerate() {
                if old != new {
                    push_number(&mut change, cell, digits);
                    change.push(content(*new));
                }
            }
            let cells = session.plies().last().map_or(&[][..], |(mv, _)| &mv.touched);
            let mut path = String::new();
            for &cell in cells {
                push_number(&mut path, cell, digits);
            }
            moves.push(mv.clone());
            touched.push(path);
            changes.push(change);
            before = after;
        }
        Some(Course { start, moves, touched, changes })
    }
}

fn turn(session: &Session) -> usize {
    session.position().turn() as usize
}

/// The number of digits of a cell.
fn digits(cells: usize) -> usize {
    if cells <= DIGITS.len() { 1 } else { 2 }
}

fn push_number(text: &mut String, number: usize, digits: usize) {
    for place in (0..digits).rev() {
        text.push(char::from(DIGITS[number >> (6 * place) & 63]));
    }
}

fn content(piece: Option<usize>) -> char {
    piece.map_or('.', |kind| char::from(DIGITS[kind & 63]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_digit_or_two() {
        let written = |number, digits| {
            let mut text = String::new();
            push_number(&mut text, number, digits);
            text
        };
        assert_eq!([digits(37), digits(64), digits(65), digits(676)], [1, 1, 2, 2]);
        assert_eq!([written(0, 1), written(63, 1), written(65, 2), written(675, 2)], ["0", "_", "11", "AZ"]);
    }
}
