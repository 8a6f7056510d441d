//! The games that a program knows. The engine knows none: a [`Catalogue`] is handed to whatever needs one.

use game::text::quoted;
use game::{Game, HouseRules, Position as _};

use crate::assignment::Assignment;
use crate::erased::{AnyPosition, InvalidPosition, erase, read};
use crate::play::Play;

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

/// Where a game starts on a board of this size, or of the usual one.
pub type StartFn = fn(Option<usize>) -> Box<dyn AnyPosition>;
/// The position that a text describes, which has the size that was asked for, if one was.
pub type ReadFn = fn(Option<usize>, &str) -> Result<Box<dyn AnyPosition>, InvalidPosition>;

/// A game as its folder registers it.
#[derive(Debug)]
pub struct GameEntry {
    info: GameInfo,
    start: StartFn,
    read: ReadFn,
    is_size: fn(usize) -> bool,
    bench: &'static [(&'static str, &'static str)],
    assignment: Assignment,
    how_to: &'static str,
}

/// The boards of a game that has several sizes.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The sizes in words.
    pub words: &'static str,
    /// Whether there is a board of this size.
    pub is_size: fn(usize) -> bool,
    /// Where the game starts on a board of this size, or of the usual one.
    pub start: StartFn,
    /// The position that a text describes, which has the size that was asked for, if one was.
    pub read: ReadFn,
}

/// The entry of a game with one board.
#[must_use]
pub const fn entry<P: Play>() -> GameEntry {
    GameEntry {
        info: GameInfo {
            name: P::Position::NAME,
            title: P::Position::TITLE,
            summary: P::Position::SUMMARY,
            house_rules: P::Position::HOUSE_RULES,
            sizes: None,
        },
        start: |_| erase::<P>(P::Position::start()),
        read: |_, text| read::<P>(text),
        is_size: |_| false,
        bench: P::BENCH,
        assignment: P::ASSIGNMENT,
        how_to: P::HOW_TO,
    }
}

impl GameEntry {
    /// The same game on boards of several sizes.
    #[must_use]
    pub const fn with_sizes(self, sizes: Sizes) -> GameEntry {
        GameEntry {
            info: GameInfo { sizes: Some(sizes.words), ..self.info },
            start: sizes.start,
            read: sizes.read,
            is_size: sizes.is_size,
            bench: self.bench,
            assignment: self.assignment,
            how_to: self.how_to,
        }
    }

    /// What there is to know about the game.
    #[must_use]
    pub const fn info(&self) -> &GameInfo {
        &self.info
    }

    /// Where the game starts on its usual board.
    #[must_use]
    pub fn start(&self) -> Box<dyn AnyPosition> {
        (self.start)(None)
    }

    /// The position that a text describes, on the usual board.
    ///
    /// # Errors
    /// Fails with everything that is wrong with the text.
    pub fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, InvalidPosition> {
        (self.read)(None, text)
    }

    /// The program `plywood GAME`.
    #[must_use]
    pub const fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    pub(crate) fn how_to_source(&self) -> &'static str {
        self.how_to
    }

    pub(crate) fn bench(&self) -> &'static [(&'static str, &'static str)] {
        self.bench
    }
}

/// Some games.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue(pub &'static [&'static GameEntry]);

/// A game that was asked for, with the size of its board if one was named.
#[derive(Clone, Copy, Debug)]
pub struct GameRef {
    entry: &'static GameEntry,
    size: Option<usize>,
}

/// Why a word names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownGame {
    /// No game has that name.
    #[error("there is no game '{received}': {}", hint(.suggestion, .names))]
    Name {
        /// What was given.
        received: String,
        /// A name that is much like it.
        suggestion: Option<&'static str>,
        /// Every name there is.
        names: Vec<&'static str>,
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

fn hint(suggestion: &Option<&str>, names: &[&str]) -> String {
    match suggestion {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("there are {}", names.join(", ")),
    }
}

impl Catalogue {
    /// What there is to know about each game.
    pub fn games(self) -> impl Iterator<Item = &'static GameInfo> {
        self.0.iter().map(|entry| &entry.info)
    }

    /// The names of all games.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        self.games().map(|info| info.name).collect()
    }

    /// Every game, on its usual board.
    pub fn all(self) -> impl Iterator<Item = GameRef> {
        self.0.iter().map(|&entry| GameRef { entry, size: None })
    }

    /// Whether openings of some game are known by this name.
    #[must_use]
    pub fn has_opening_set(self, name: &str) -> bool {
        self.all().any(|game| game.start().game().opening_sets().iter().any(|set| set.name == name))
    }

    /// The game that a word such as `checkers` or `raichu:10` names.
    ///
    /// # Errors
    /// Fails when there is no such game or no such size of its board.
    pub fn find(self, word: &str) -> Result<GameRef, UnknownGame> {
        let (name, size) = match word.split_once(':') {
            Some((name, size)) => (name, Some(size)),
            None => (word, None),
        };
        let Some(&entry) = self.0.iter().find(|entry| entry.info.name == name) else {
            let (suggestion, names) = (self.nearest(name), self.names());
            return Err(UnknownGame::Name { received: quoted(name), suggestion, names });
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
    fn nearest(self, word: &str) -> Option<&'static str> {
        const ALIKE: f64 = 0.7;
        let word = word.to_lowercase();
        let likeness = |info: &&GameInfo| strsim::jaro_winkler(&word, info.name);
        let best = self.games().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
        (likeness(&best) >= ALIKE).then_some(best.name)
    }
}

impl GameRef {
    /// What there is to know about the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        &self.entry.info
    }

    /// The game as its folder registers it.
    #[must_use]
    pub fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    /// The word that names it, with the size if one was named.
    #[must_use]
    pub fn word(&self) -> String {
        match self.size {
            Some(size) => format!("{}:{size}", self.entry.info.name),
            None => self.entry.info.name.to_string(),
        }
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
    pub fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, InvalidPosition> {
        (self.entry.read)(self.size, text)
    }
}
