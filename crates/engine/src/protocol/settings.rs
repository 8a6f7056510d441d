//! The options of the engine.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use game::text::quoted;

use crate::erased::AnyGame;
use crate::level::Level;
use crate::tables::{TablesAt, TablesChoice};
use crate::think::{Contempt, ThinkerOptions, WeightsChoice};

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Its type and range.
    pub kind: Kind,
}

/// The type and range of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number.
    Spin {
        /// The default.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// The default.
        default: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// Any text.
    String {
        /// The default.
        default: String,
    },
    /// Yes or no.
    Check {
        /// The default.
        default: bool,
    },
    /// A button.
    Button,
}

/// The values of this engine's options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    threads: usize,
    megabytes: usize,
    level: Level,
    seed: u64,
    contempt: Contempt,
    weights: WeightsChoice,
    lines: usize,
    overhead: Duration,
    tables: TablesWord,
    /// The default tables.
    usual_tables: TablesWord,
}

/// Which tables are probed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum TablesWord {
    None,
    Embedded,
    /// The embedded tables and those in a folder.
    Folder(PathBuf),
}

impl TablesWord {
    /// The value of the option.
    fn text(&self) -> String {
        match self {
            TablesWord::None => "none".to_string(),
            TablesWord::Embedded => "embedded".to_string(),
            TablesWord::Folder(folder) => folder.display().to_string(),
        }
    }
}

/// Why an option could not be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// There is no such option.
    #[error("there is no option '{received}': there are {names}")]
    Unknown {
        /// The name that was given.
        received: String,
        /// The options there are.
        names: String,
    },
    /// The value is not allowed.
    #[error("option {name} cannot be '{received}': {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value that was given.
        received: String,
        /// What was expected.
        expected: String,
    },
}

#[derive(Clone, Copy)]
enum Name {
    Threads,
    Hash,
    Level,
    MultiPv,
    Contempt,
    Weights,
    Seed,
    Overhead,
    Tables,
}

const NAMES: [Name; 9] = [
    Name::Threads,
    Name::Hash,
    Name::Level,
    Name::MultiPv,
    Name::Contempt,
    Name::Weights,
    Name::Seed,
    Name::Overhead,
    Name::Tables,
];

/// The largest contempt, in hundredths of the least piece.
const MOST_CONTEMPT: i32 = 10_000;

impl Name {
    fn text(self) -> &'static str {
        match self {
            Name::Threads => "Threads",
            Name::Hash => "Hash",
            Name::Level => "Level",
            Name::MultiPv => "MultiPV",
            Name::Contempt => "Contempt",
            Name::Weights => "Weights",
            Name::Seed => "Seed",
            Name::Overhead => "Overhead",
            Name::Tables => "Tables",
        }
    }

    fn kind(self) -> Kind {
        let spin = |default, min, max| Kind::Spin { default, min, max };
        match self {
            Name::Threads => spin(1, 1, 1_024),
            Name::Hash => spin(64, 1, 65_536),
            Name::Level => spin(10, 1, 10),
            Name::MultiPv => spin(1, 1, 500),
            Name::Contempt => Kind::String { default: "usual".to_string() },
            Name::Weights => Kind::String { default: "best".to_string() },
            Name::Seed => spin(0, 0, u32::MAX.into()),
            Name::Overhead => spin(10, 0, 5_000),
            Name::Tables => Kind::String { default: "embedded".to_string() },
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            megabytes: 64,
            level: Level::HIGHEST,
            seed: 0,
            contempt: Contempt::Usual,
            weights: WeightsChoice::Best,
            lines: 1,
            overhead: Duration::from_millis(10),
            tables: TablesWord::Embedded,
            usual_tables: TablesWord::Embedded,
        }
    }
}

impl Settings {
    /// The defaults, with tables in a folder.
    #[must_use]
    pub fn with_tables(folder: PathBuf) -> Settings {
        let tables = TablesWord::Folder(folder);
        Settings { tables: tables.clone(), usual_tables: tables, ..Settings::default() }
    }

    /// Every option with its default.
    pub fn declared(&self) -> impl Iterator<Item = Declared> {
        let usual_tables = self.usual_tables.text();
        NAMES.into_iter().map(move |name| {
            let kind = match name {
                Name::Tables => Kind::String { default: usual_tables.clone() },
                name => name.kind(),
            };
            Declared { name: name.text().to_string(), kind }
        })
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Fails, and changes nothing, if there is no such option or the value is not allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let is_meant = |known: &Name| known.text().eq_ignore_ascii_case(name);
        let Some(known) = NAMES.into_iter().find(is_meant) else {
            let names = NAMES.map(Name::text).join(", ");
            return Err(SettingError::Unknown { received: quoted(name), names });
        };
        let wrong =
            |expected: String| SettingError::Value { name: known.text(), received: quoted(value), expected };
        match known.kind() {
            Kind::Spin { min, max, .. } => {
                let number = value.parse().ok().filter(|number| (min..=max).contains(number));
                self.set_number(known, number.ok_or_else(|| wrong(format!("a number from {min} to {max}")))?);
            }
            _ if matches!(known, Name::Tables) => {
                self.tables = match value {
                    "none" => TablesWord::None,
                    "embedded" => TablesWord::Embedded,
                    folder if Path::new(folder).is_dir() => TablesWord::Folder(folder.into()),
                    _ => return Err(wrong("embedded, none, or a folder with tables".to_string())),
                };
            }
            _ if matches!(known, Name::Weights) => {
                self.weights = match value {
                    "best" => WeightsChoice::Best,
                    "terms" => WeightsChoice::Terms,
                    "first" => WeightsChoice::First,
                    file => match files::read(Path::new(file), WeightsChoice::MOST_BYTES) {
                        Ok(bytes) => WeightsChoice::File(bytes.into()),
                        Err(_) => return Err(wrong("best, terms, first, or a file of weights".to_string())),
                    },
                };
            }
            _ => {
                let points = || value.parse().ok().filter(|n: &i32| n.abs_diff(0) <= MOST_CONTEMPT as u32);
                self.contempt = match value {
                    "usual" => Contempt::Usual,
                    _ => Contempt::Points(points().ok_or_else(|| {
                        wrong(format!("usual, or a number from -{MOST_CONTEMPT} to {MOST_CONTEMPT}"))
                    })?),
                };
            }
        }
        Ok(())
    }

    /// Sets a number that is in its range.
    fn set_number(&mut self, name: Name, number: i64) {
        let count = usize::try_from(number).unwrap_or(0);
        match name {
            Name::Threads => self.threads = count,
            Name::Hash => self.megabytes = count,
            Name::Level => {
                self.level = u8::try_from(number).ok().and_then(Level::new).unwrap_or(Level::HIGHEST);
            }
            Name::MultiPv => self.lines = count,
            Name::Seed => self.seed = count as u64,
            Name::Overhead => self.overhead = Duration::from_millis(count as u64),
            Name::Contempt | Name::Weights | Name::Tables => (),
        }
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The seed of a level's errors.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of lines to report (MultiPV).
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The time lost on every move between the program and the engine.
    #[must_use]
    pub fn overhead(&self) -> Duration {
        self.overhead
    }

    /// The options of a thinker for this game.
    #[must_use]
    pub fn thinking(&self, game: &dyn AnyGame) -> ThinkerOptions {
        let in_folder = |folder: &PathBuf| {
            TablesChoice::These(
                game.tables(&TablesAt { folder: Some(folder.clone()), ..TablesAt::default() }),
            )
        };
        ThinkerOptions {
            threads: self.threads,
            table_bytes: self.megabytes << 20,
            weights: self.weights.clone(),
            tables: match &self.tables {
                TablesWord::None => TablesChoice::None,
                TablesWord::Embedded => TablesChoice::Embedded,
                TablesWord::Folder(folder) => in_folder(folder),
            },
            contempt: self.contempt,
            ..ThinkerOptions::default()
        }
    }

    /// Whether a thinker made for these settings serves the others.
    #[must_use]
    pub fn think_alike(&self, other: &Settings) -> bool {
        let made = |settings: &Settings| Settings { lines: 1, overhead: Duration::ZERO, ..settings.clone() };
        made(self) == made(other)
    }
}

/// The declaration as it follows the word `option`.
impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match &self.kind {
            Kind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            Kind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::String { default } => write!(f, "string default {default}"),
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Button => f.write_str("button"),
        }
    }
}
