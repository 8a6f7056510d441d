//! The games that the program knows: the one place that names them all.

use abalone::Abalone;
use checkers::Checkers;
use dragon_queen::DragonQueen;
use game::text::quoted;
use game::{Game, HouseRules};

use crate::any::{AnyPosition, PositionRefused, read};
use crate::eval::Playable;
use crate::raichu_sizes;

/// What there is to know about a game before it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The rules that end whole games as draws.
    pub house_rules: HouseRules,
    /// Which sizes may follow the name after a colon, where the board has several.
    pub sizes: Option<&'static str>,
}

/// A game that was asked for, with the size of its board if one was named.
#[derive(Clone, Copy, Debug)]
pub struct GameRef {
    entry: &'static Entry,
    size: Option<usize>,
}

/// Why a word names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownGame {
    /// No game has that name.
    #[error("there is no game '{received}'{}", hint(*.suggestion))]
    Name {
        /// What was given.
        received: String,
        /// A name that is much like it.
        suggestion: Option<&'static str>,
    },
    /// A size was given to a game that has only one.
    #[error("{game} has one board only: leave out ':{received}'")]
    NoSizes {
        /// The game.
        game: &'static str,
        /// The size that was given.
        received: String,
    },
    /// The game has no board of that size.
    #[error("{game} has no board of size '{received}': {sizes}")]
    Size {
        /// The game.
        game: &'static str,
        /// The size that was given.
        received: String,
        /// Those that would do.
        sizes: &'static str,
    },
}

fn hint(suggestion: Option<&str>) -> String {
    match suggestion {
        Some(name) => format!(": did you mean '{name}'?"),
        None => format!(": there are {}", games().map(|info| info.name).collect::<Vec<_>>().join(", ")),
    }
}

type Start = fn(Option<usize>) -> Box<dyn AnyPosition>;
type Read = fn(Option<usize>, &str) -> Result<Box<dyn AnyPosition>, PositionRefused>;

#[derive(Debug)]
struct Entry {
    info: GameInfo,
    is_size: fn(usize) -> bool,
    start: Start,
    read: Read,
}

static GAMES: &[Entry] = &[
    Entry {
        info: GameInfo { sizes: Some(raichu_sizes::SIZES), ..info::<raichu::Raichu8>() },
        is_size: raichu::is_size,
        start: raichu_sizes::start,
        read: raichu_sizes::read,
    },
    one_board::<Checkers>(),
    one_board::<DragonQueen>(),
    one_board::<Abalone>(),
];

const fn info<G: Game>() -> GameInfo {
    GameInfo { name: G::NAME, title: G::TITLE, summary: G::SUMMARY, house_rules: G::HOUSE_RULES, sizes: None }
}

const fn one_board<G: Playable>() -> Entry {
    Entry {
        info: info::<G>(),
        is_size: |_| false,
        start: |_| Box::new(G::start()),
        read: |_, text| read::<G>(text),
    }
}

/// Every game.
pub fn games() -> impl Iterator<Item = &'static GameInfo> {
    GAMES.iter().map(|entry| &entry.info)
}

/// The game that a word such as `checkers` or `raichu:10` names.
///
/// # Errors
/// Fails when there is no such game or no such size of its board.
pub fn find(word: &str) -> Result<GameRef, UnknownGame> {
    let (name, size) = match word.split_once(':') {
        Some((name, size)) => (name, Some(size)),
        None => (word, None),
    };
    let Some(entry) = GAMES.iter().find(|entry| entry.info.name == name) else {
        return Err(UnknownGame::Name { received: quoted(name), suggestion: nearest(name) });
    };
    let game = entry.info.name;
    let size = match (size, entry.info.sizes) {
        (None, _) => None,
        (Some(size), None) => return Err(UnknownGame::NoSizes { game, received: quoted(size) }),
        (Some(size), Some(sizes)) => {
            let plain = |n: &usize| n.to_string() == size;
            let known = size.parse().ok().filter(plain).filter(|&n| (entry.is_size)(n));
            Some(known.ok_or_else(|| UnknownGame::Size { game, received: quoted(size), sizes })?)
        }
    };
    Ok(GameRef { entry, size })
}

/// The name of a game that is enough like a word to be what was meant.
fn nearest(word: &str) -> Option<&'static str> {
    const ALIKE: f64 = 0.7;
    let word = word.to_lowercase();
    let likeness = |info: &&GameInfo| strsim::jaro_winkler(&word, info.name);
    let best = games().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&best) >= ALIKE).then_some(best.name)
}

impl GameRef {
    /// What there is to know about the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        &self.entry.info
    }

    /// Where the game starts.
    #[must_use]
    pub fn start(&self) -> Box<dyn AnyPosition> {
        (self.entry.start)(self.size)
    }

    /// The position that a text describes.
    ///
    /// # Errors
    /// Fails with everything that is wrong with the text.
    pub fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionRefused> {
        (self.entry.read)(self.size, text)
    }
}
