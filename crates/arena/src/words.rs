//! The words that make a player, as they are typed and as they are kept.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::spec::{PlayerSpec, SpecFault, Words};

/// Words with their values, such as `name=A type=plywood level=4`, of which none comes twice.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Value>")]
pub struct PlayerWords(BTreeMap<String, String>);

/// A value in a file, where numbers need no quotes.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a word has a text or a number as its value")]
enum Value {
    Text(String),
    Whole(i64),
    Fraction(f64),
}

impl From<BTreeMap<String, Value>> for PlayerWords {
    fn from(words: BTreeMap<String, Value>) -> PlayerWords {
        let text = |value| match value {
            Value::Text(text) => text,
            Value::Whole(number) => number.to_string(),
            Value::Fraction(number) => number.to_string(),
        };
        PlayerWords(words.into_iter().map(|(word, value)| (word, text(value))).collect())
    }
}

impl FromStr for PlayerWords {
    type Err = SpecFault;

    fn from_str(text: &str) -> Result<PlayerWords, SpecFault> {
        Ok(PlayerWords(Words::read(text)?.into_iter().collect()))
    }
}

impl PlayerWords {
    /// The value of a word.
    #[must_use]
    pub fn get(&self, word: &str) -> Option<&str> {
        self.0.get(word).map(String::as_str)
    }

    /// Gives a word a value.
    pub fn set(&mut self, word: &str, value: String) {
        self.0.insert(word.to_string(), value);
    }

    /// Takes a word away, and gives its value.
    pub fn take(&mut self, word: &str) -> Option<String> {
        self.0.remove(word)
    }

    /// The player that they make.
    ///
    /// # Errors
    /// Fails where they make none.
    pub fn player(&self) -> Result<PlayerSpec, SpecFault> {
        PlayerSpec::from_words(self.0.clone().into_iter().collect())
    }
}

/// As they would be typed, if no value has quotes in it.
impl fmt::Display for PlayerWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (word, value) in &self.0 {
            if value.contains(char::is_whitespace) {
                write!(f, "{gap}{word}=\"{value}\"")?;
            } else {
                write!(f, "{gap}{word}={value}")?;
            }
            gap = " ";
        }
        Ok(())
    }
}
