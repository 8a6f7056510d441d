//! A game record as text: tags in brackets, an empty line, and the moves, one word each.
//!
//! ```text
//! [Game "dragon-queen"]
//! [Position "..Q../.DDD./...../...../WWWWW w 0"]
//! [Players "Ann" "plywood, level 5"]
//! [Result "1-0"]
//! [Reason "resignation"]
//!
//! a1-a2 c5-c4 b1-b2
//! ```
//!
//! A file may hold several, one after the other. The result is `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is
//! not over. Player 1 is listed first, whichever player starts.

use std::fmt::Write as _;

use game::text::quoted;
use game::{ByPlayer, Outcome, PlayedGame, Player, SharedGame};

use crate::catalogue::{Catalogue, UnknownGame};
use crate::erased::{AnyPosition, InvalidPosition};
use crate::legal_move::InvalidMove;
use crate::session::Session;

/// A game that was played, or that is going on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The word for the game.
    pub game: String,
    /// Where it started.
    pub position: String,
    /// Who played.
    pub players: ByPlayer<String>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What brought the end about; for a game that goes on, why it is not over.
    pub reason: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The number of moves that belong to a given opening. It is not part of the text: a parsed record has 0.
    pub opening: usize,
}

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// A line begins like a tag but is not one.
    #[error("line {line}: '{received}' is no tag: write [Game \"checkers\"]")]
    Tag {
        /// The number of the line, from 1.
        line: usize,
        /// Its text.
        received: String,
    },
    /// There is no such tag.
    #[error("line {line}: there is no tag '{received}': there are {}", TAGS.join(", "))]
    Unknown {
        /// The number of the line, from 1.
        line: usize,
        /// The name.
        received: String,
    },
    /// A tag has the wrong number of values.
    #[error("line {line}: {tag} has {expected} value{}, not {received}", if *expected == 1 { "" } else { "s" })]
    Values {
        /// The number of the line, from 1.
        line: usize,
        /// The tag.
        tag: &'static str,
        /// The number of values found.
        received: usize,
        /// The number of values expected.
        expected: usize,
    },
    /// A result is not valid.
    #[error("line {line}: '{received}' is no result: write 1-0, 0-1, 1/2-1/2 or *")]
    Result {
        /// The number of the line, from 1.
        line: usize,
        /// What was given.
        received: String,
    },
    /// A tag is missing.
    #[error("the record that ends on line {line} has no tag '{tag}'")]
    Missing {
        /// The number of the line, from 1.
        line: usize,
        /// The tag.
        tag: &'static str,
    },
}

/// Why a record cannot be played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The position is invalid.
    #[error("not a position: {0}")]
    Position(#[from] InvalidPosition),
    /// A move is not legal.
    #[error("move {number}: {refused}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        refused: InvalidMove,
    },
}

const TAGS: [&str; 5] = ["Game", "Position", "Players", "Result", "Reason"];
const RESULTS: [(&str, Option<Outcome>); 4] = [
    ("1-0", Some(Outcome::Win(Player::One))),
    ("0-1", Some(Outcome::Win(Player::Two))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("*", None),
];
const WIDTH: usize = 80;

/// A result as records have it: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is not over.
#[must_use]
pub fn result_word(outcome: Option<Outcome>) -> &'static str {
    RESULTS.iter().find(|(_, known)| *known == outcome).map_or("*", |(word, _)| word)
}

/// Parses a result: `Some(None)` for a game that is not over, `None` if the word is not a result.
#[must_use]
pub fn read_result(word: &str) -> Option<Option<Outcome>> {
    RESULTS.iter().find(|(known, _)| *known == word).map(|(_, outcome)| *outcome)
}

impl Record {
    /// The record of a session about the game that `game` is the word for.
    #[must_use]
    pub fn of(game: &str, session: &Session, players: ByPlayer<String>) -> Record {
        let ending = session.ending();
        Record {
            game: game.to_string(),
            position: session.start().text(),
            players,
            outcome: ending.map(|ending| ending.outcome),
            reason: ending.map_or_else(|| "unfinished".to_string(), |ending| ending.reason.to_string()),
            moves: session.moves().map(str::to_string).collect(),
            opening: 0,
        }
    }

    /// The moves of the opening, and those that the players chose.
    #[must_use]
    pub fn split_opening(&self) -> (&[String], &[String]) {
        self.moves.split_at(self.opening.min(self.moves.len()))
    }

    /// The game in the format that other programs share ([`AnyGame::shared_form`](crate::AnyGame::shared_form)), if the
    /// game has one. `start` is the position of the record, `number` counts the games of an
    /// event from 1, and `date` is the day as `2026.11.18`, or nothing.
    #[must_use]
    pub fn write_shared(
        &self,
        start: &dyn AnyPosition,
        event: &str,
        number: usize,
        date: &str,
    ) -> Option<String> {
        start.write_game(&PlayedGame {
            event,
            number,
            date,
            players: ByPlayer { one: &self.players.one, two: &self.players.two },
            outcome: self.outcome,
            reason: &self.reason,
            moves: &self.moves,
            opening: self.opening,
        })
    }

    /// The record of a game that was read from a file of another program, as far as its main line goes.
    #[must_use]
    pub fn from_shared(game: &str, shared: &SharedGame) -> Record {
        let named = |name: &str| if name.is_empty() { "?".to_string() } else { name.to_string() };
        Record {
            game: game.to_string(),
            position: shared.position.clone(),
            players: ByPlayer { one: named(&shared.players.one), two: named(&shared.players.two) },
            outcome: shared.outcome,
            reason: if shared.outcome.is_some() { "as recorded" } else { "unfinished" }.to_string(),
            moves: shared.main_line().map(str::to_string).collect(),
            opening: 0,
        }
    }

    /// The text of the record, every line ended.
    #[must_use]
    pub fn write(&self) -> String {
        let result = result_word(self.outcome);
        let mut text = String::new();
        let values: [&[&str]; 5] = [
            &[&self.game],
            &[&self.position],
            &[&self.players.one, &self.players.two],
            &[result],
            &[&self.reason],
        ];
        for (tag, values) in TAGS.iter().zip(values) {
            let values: String = values.iter().map(|value| format!(" \"{}\"", escaped(value))).collect();
            let _ = writeln!(text, "[{tag}{values}]");
        }
        text.push('\n');
        let mut line = String::new();
        for mv in &self.moves {
            if !line.is_empty() && line.len() + 1 + mv.len() > WIDTH {
                let _ = writeln!(text, "{}", std::mem::take(&mut line));
            }
            let blank = if line.is_empty() { "" } else { " " };
            let _ = write!(line, "{blank}{mv}");
        }
        if !line.is_empty() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Every record of a text.
    ///
    /// # Errors
    /// Fails with the first line that is not part of a record.
    pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
        let mut records = Vec::new();
        let mut draft = Draft::default();
        let mut last = 0;
        for (i, content) in text.lines().enumerate() {
            let (line, content) = (i + 1, content.trim());
            if content.starts_with('[') {
                if !draft.moves.is_empty() || draft.is_complete() {
                    records.push(std::mem::take(&mut draft).finish(last)?);
                }
                draft.read_tag(line, content)?;
            } else {
                for word in content.split_whitespace() {
                    // At the beginning of a line it would be a tag.
                    if word.starts_with('[') {
                        return Err(RecordError::Tag { line, received: quoted(word) });
                    }
                    draft.moves.push(word.to_string());
                }
            }
            if !content.is_empty() {
                last = line;
            }
        }
        if draft != Draft::default() {
            records.push(draft.finish(last)?);
        }
        Ok(records)
    }

    /// Replays the game.
    ///
    /// # Errors
    /// Fails if the game is unknown, the position invalid, or a move illegal.
    pub fn replay(&self, catalogue: Catalogue) -> Result<Session, ReplayError> {
        let mut session = Session::game(&*catalogue.find(&self.game)?.read(&self.position)?);
        for (i, mv) in self.moves.iter().enumerate() {
            session.play_text(mv).map_err(|refused| ReplayError::Move { number: i + 1, refused })?;
        }
        Ok(session)
    }
}

/// The part of a record that has been read.
#[derive(Default, PartialEq)]
struct Draft {
    tags: [Option<Vec<String>>; 5],
    outcome: Option<Outcome>,
    moves: Vec<String>,
}

impl Draft {
    fn is_complete(&self) -> bool {
        self.tags.iter().all(Option::is_some)
    }

    fn read_tag(&mut self, line: usize, content: &str) -> Result<(), RecordError> {
        let fault = || RecordError::Tag { line, received: quoted(content) };
        let inside = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(fault)?;
        let (name, rest) = inside.split_once(' ').ok_or_else(fault)?;
        let values = values(rest).ok_or_else(fault)?;
        let unknown = || RecordError::Unknown { line, received: quoted(name) };
        let place = TAGS.iter().position(|&tag| tag == name).ok_or_else(unknown)?;
        let tag = TAGS[place];
        let (received, expected) = (values.len(), if tag == "Players" { 2 } else { 1 });
        if received != expected {
            return Err(RecordError::Values { line, tag, received, expected });
        }
        if tag == "Result" {
            let wrong = || RecordError::Result { line, received: quoted(&values[0]) };
            self.outcome = read_result(&values[0]).ok_or_else(wrong)?;
        }
        self.tags[place] = Some(values);
        Ok(())
    }

    fn finish(self, line: usize) -> Result<Record, RecordError> {
        let Draft { tags, outcome, moves } = self;
        let mut values = Vec::new();
        for (tag, found) in TAGS.into_iter().zip(tags) {
            values.extend(found.ok_or(RecordError::Missing { line, tag })?);
        }
        let [game, position, one, two, _, reason] =
            <[String; 6]>::try_from(values).expect("each tag has as many values as it should");
        let players = ByPlayer { one, two };
        Ok(Record { game, position, players, outcome, reason, moves, opening: 0 })
    }
}

/// The replacement for a character in a value: a record has no control characters.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// A value between quotation marks.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c => text.push(printable(c)),
        }
    }
    text
}

/// Parses quoted values separated by blanks; `None` if the text is anything else.
fn values(text: &str) -> Option<Vec<String>> {
    let mut values = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut value = String::new();
        let mut chars = rest.strip_prefix('"')?.chars();
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => value.push(printable(chars.next()?)),
                c => value.push(printable(c)),
            }
        }
        values.push(value);
        rest = chars.as_str().trim_start();
    }
    Some(values)
}
