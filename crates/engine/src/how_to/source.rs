//! The source of a [`HowTo`], as a game writes it.
//!
//! ```toml
//! goal = "Mark three squares in a row."
//!
//! [[piece]]
//! letters = "xo"                    # in the text of a position
//! name = "Mark"
//! moves = "Goes to any empty square, and stays."
//!
//! [[picture]]
//! caption = "Crosses can win at once."
//! position = "xx./oo./... x"        # or row by row, the side to move on a line of its own
//! moves = ["c3"]                    # arrows
//! cells = ["a3", "b3"]              # marked
//!
//! [[step]]                          # of the tour
//! position = "xx./oo./... x"        # left out where it goes on after the reply of the step before
//! say = "Win the game."
//! moves = ["c3"]                    # what is wanted
//! done = "Three in a row."
//! other = "That can wait: you can win."
//! ```

use game::CellId;
use serde::Deserialize;

use super::{Example, HowTo, HowToError, LegendEntry, TourStep, house_rules};
use crate::catalogue::GameEntry;
use crate::erased::{AnyPosition, MoveId};

/// What is said about a legal move that is not wanted, unless the step says something better.
const OTHER: &str = "That move is legal, but another one is wanted here. Try again.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    goal: String,
    #[serde(rename = "piece")]
    pieces: Vec<PieceSource>,
    #[serde(rename = "picture")]
    pictures: Vec<PictureSource>,
    /// What counts as progress; where there is a house rule about it.
    progress: Option<String>,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default, rename = "step")]
    tour: Vec<StepSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceSource {
    letters: String,
    name: String,
    moves: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PictureSource {
    caption: String,
    position: String,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    cells: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepSource {
    position: Option<String>,
    say: String,
    moves: Vec<String>,
    done: String,
    other: Option<String>,
    reply: Option<String>,
}

/// Reads what a game says about itself.
pub(super) fn read(entry: &GameEntry) -> Result<HowTo, HowToError> {
    let source: Source = toml::from_str(entry.how_to_source())
        .map_err(|error| HowToError { place: "syntax".to_string(), reason: error.to_string() })?;
    let reader = Reader { entry };
    let mut small_print = reader.house_rules(source.progress.as_deref())?;
    for note in source.notes {
        small_print.push(checked_sentence("notes", note)?);
    }
    Ok(HowTo {
        goal: checked_sentence("goal", source.goal)?,
        legend: reader.legend(source.pieces)?,
        examples: numbered(source.pictures, "picture", |place, picture| reader.example(place, picture))?,
        small_print,
        tour: reader.tour(source.tour)?,
    })
}

struct Reader<'e> {
    entry: &'e GameEntry,
}

impl Reader<'_> {
    fn house_rules(&self, progress: Option<&str>) -> Result<Vec<String>, HowToError> {
        let rules = self.entry.info().house_rules;
        match (rules.no_progress, progress) {
            (Some(_), None) => fail("progress", "the game has a rule about progress: say what it is"),
            (None, Some(_)) => fail("progress", "the game has no rule about progress"),
            (_, progress) => Ok(house_rules(rules, progress.unwrap_or_default())),
        }
    }

    /// Every kind of piece is in the legend once.
    fn legend(&self, pieces: Vec<PieceSource>) -> Result<Vec<LegendEntry>, HowToError> {
        let known = self.entry.start().diagram().pieces;
        let mut is_explained = vec![false; known.len()];
        let legend = numbered(pieces, "piece", |place, PieceSource { letters, name, moves }| {
            let mut numbers = Vec::new();
            for letter in letters.chars() {
                let Some(number) = known.iter().position(|piece| piece.letter == letter) else {
                    return fail(place, &format!("no piece has the letter '{letter}'"));
                };
                if std::mem::replace(&mut is_explained[number], true) {
                    return fail(place, &format!("'{letter}' is explained twice"));
                }
                numbers.push(number);
            }
            Ok(LegendEntry { name, pieces: numbers, moves: checked_sentence(place, moves)? })
        })?;
        match known.iter().zip(is_explained).find(|(_, is_explained)| !is_explained) {
            Some((piece, _)) => fail("piece", &format!("'{}' is not explained", piece.letter)),
            None => Ok(legend),
        }
    }

    fn example(&self, place: &str, source: PictureSource) -> Result<Example, HowToError> {
        let position = self.position(place, &source.position)?;
        Ok(Example {
            caption: checked_sentence(place, source.caption)?,
            moves: moves(place, &*position, &source.moves)?,
            cells: cells(place, &*position, &source.cells)?,
            position,
        })
    }

    fn tour(&self, steps: Vec<StepSource>) -> Result<Vec<TourStep>, HowToError> {
        let mut next: Option<Box<dyn AnyPosition>> = None;
        numbered(steps, "step", |place, source| {
            let position = match (&source.position, next.take()) {
                (Some(text), _) => self.position(place, text)?,
                (None, Some(next)) => next,
                (None, None) => {
                    return fail(place, "it needs a position: the step before has no reply");
                }
            };
            let wanted = moves(place, &*position, &source.moves)?;
            let Some(&first) = wanted.first() else { return fail(place, "no move is wanted") };
            if let Some(reply) = &source.reply {
                if wanted.len() > 1 {
                    return fail(place, "a reply needs a single wanted move");
                }
                let after = position.play(first);
                let reply = moves(place, &*after, std::slice::from_ref(reply))?;
                next = Some(after.play(reply[0]));
            }
            Ok(TourStep {
                position,
                say: checked_sentence(place, source.say)?,
                wanted,
                done: checked_sentence(place, source.done)?,
                other: checked_sentence(place, source.other.unwrap_or_else(|| OTHER.to_string()))?,
                reply: source.reply,
            })
        })
    }

    /// A position on one line, or row by row.
    fn position(&self, place: &str, text: &str) -> Result<Box<dyn AnyPosition>, HowToError> {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let text = match &*lines {
            [rows @ .., rest] if !rows.is_empty() => format!("{} {rest}", rows.join("/")),
            _ => text.to_string(),
        };
        self.entry
            .read(&text)
            .or_else(|invalid| fail(place, &format!("'{text}' is not a position: {}", invalid.reasons)))
    }
}

/// Reads the entries of a list, each with its place for an error.
fn numbered<S, T>(
    sources: Vec<S>,
    kind: &str,
    mut read: impl FnMut(&str, S) -> Result<T, HowToError>,
) -> Result<Vec<T>, HowToError> {
    let sources = sources.into_iter().enumerate();
    sources.map(|(i, source)| read(&format!("{kind} {}", i + 1), source)).collect()
}

fn moves(place: &str, pos: &dyn AnyPosition, texts: &[String]) -> Result<Vec<MoveId>, HowToError> {
    let read = |text: &String| {
        pos.parse_move(text).or_else(|invalid| fail(place, &format!("'{text}': {}", invalid.reason)))
    };
    texts.iter().map(read).collect()
}

fn cells(place: &str, pos: &dyn AnyPosition, names: &[String]) -> Result<Vec<CellId>, HowToError> {
    let diagram = pos.diagram();
    let read = |name: &String| {
        let found = diagram.cells.iter().position(|cell| cell.name == *name);
        found.map_or_else(|| fail(place, &format!("there is no cell '{name}'")), Ok)
    };
    names.iter().map(read).collect()
}

/// What people read begins with a capital and ends with a full stop.
fn checked_sentence(place: &str, text: String) -> Result<String, HowToError> {
    let begins = text.chars().next().is_some_and(char::is_uppercase);
    if begins && text.ends_with(['.', '!', '?']) {
        return Ok(text);
    }
    fail(place, &format!("expected sentences with a capital and a full stop, found '{text}'"))
}

fn fail<T>(place: &str, reason: &str) -> Result<T, HowToError> {
    Err(HowToError { place: place.to_string(), reason: reason.to_string() })
}
