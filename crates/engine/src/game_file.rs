//! Files with many games: our own records, or the game's shared format.

use game::{Outcome, SharedGame, SharedMove};

use crate::catalogue::{Catalogue, GameRef, UnknownGame};
use crate::record::{Record, RecordError};

/// The number of moves that name the opening if the file does not.
const OPENING_MOVES: usize = 3;

/// A game of a file, and the word for its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FiledGame {
    /// The word for the game, such as `checkers`.
    pub game: String,
    /// The contents of the file.
    pub shared: SharedGame,
}

/// Reads the games of a text: in the shared form of `game`, if that is given, or as our own records.
///
/// # Errors
/// Fails if one of our records is malformed; files in the shared format are always read as far as possible.
pub fn read_games(
    catalogue: Catalogue,
    game: Option<GameRef>,
    text: &str,
) -> Result<Vec<FiledGame>, RecordError> {
    if let Some(game) = game
        && let Some(games) = game.start().game().read_games(text)
    {
        let name = game.start().game().name().to_string();
        return Ok(games.into_iter().map(|shared| FiledGame { game: name.clone(), shared }).collect());
    }
    let records = Record::read_all(text)?;
    Ok(records.into_iter().map(|record| filed(catalogue, record)).collect())
}

/// The game whose shared form has files with this ending, if there is exactly one.
///
/// # Errors
/// Fails if the catalogue does not know its own games, which cannot happen.
pub fn game_of_form(catalogue: Catalogue, form: &str) -> Result<Option<GameRef>, UnknownGame> {
    let mut found = None;
    for info in catalogue.games() {
        let game = catalogue.find(info.name)?;
        if game.start().game().shared_form().is_some_and(|known| known.eq_ignore_ascii_case(form)) {
            if found.is_some() {
                return Ok(None);
            }
            found = Some(game);
        }
    }
    Ok(found)
}

fn filed(catalogue: Catalogue, record: Record) -> FiledGame {
    let mut faults = Vec::new();
    let mut legal = record.moves.len();
    if let Err(fault) = record.replay(catalogue) {
        if let crate::record::ReplayError::Move { number, .. } = &fault {
            legal = number - 1;
        } else {
            legal = 0;
        }
        faults.push(fault.to_string());
    }
    let moves = record.moves.into_iter().take(legal);
    let plain = |text| SharedMove { text, comment: String::new(), signs: Vec::new(), variations: Vec::new() };
    let shared = SharedGame {
        end: 0,
        event: String::new(),
        date: String::new(),
        players: record.players,
        opening: String::new(),
        result: crate::result_word(record.outcome).to_string(),
        outcome: record.outcome,
        position: record.position,
        comment: String::new(),
        moves: moves.map(plain).collect(),
        faults,
    };
    FiledGame { game: record.game, shared }
}

impl FiledGame {
    /// The name of the opening, or its first moves.
    #[must_use]
    pub fn opening(&self) -> String {
        if self.shared.opening.is_empty() {
            self.shared.main_line().take(OPENING_MOVES).collect::<Vec<_>>().join(" ")
        } else {
            self.shared.opening.clone()
        }
    }

    /// The game as a record of its main line.
    #[must_use]
    pub fn record(&self) -> Record {
        Record::from_shared(&self.game, &self.shared)
    }
}

/// A filter of games; empty fields match everything.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameQuery {
    /// A part of a player's name.
    pub player: String,
    /// A part of the opening's name, or its first moves.
    pub opening: String,
    /// The outcome, `Some(None)` for games without one.
    pub outcome: Option<Option<Outcome>>,
}

impl GameQuery {
    /// Whether a game passes the filter.
    #[must_use]
    pub fn matches(&self, game: &FiledGame) -> bool {
        let shared = &game.shared;
        let has = |text: &str, part: &str| text.to_lowercase().contains(&part.trim().to_lowercase());
        let is_player = has(&shared.players.one, &self.player) || has(&shared.players.two, &self.player);
        let is_opening = has(&shared.opening, &self.opening) || self.begins(shared);
        is_player && is_opening && self.outcome.is_none_or(|outcome| outcome == shared.outcome)
    }

    /// Whether the game begins with the given moves.
    fn begins(&self, shared: &SharedGame) -> bool {
        let mut played = shared.main_line();
        let mut wanted = self.opening.split_whitespace().peekable();
        wanted.peek().is_some() && wanted.all(|mv| played.next() == Some(mv))
    }
}
