//! The options of a player, as typed and as stored.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::spec::{OptionReader, PlayerSpec, SpecError};

/// Options and their values, such as `name=A type=plywood level=4`; each occurs once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, Value>")]
pub struct PlayerOptions(BTreeMap<String, String>);

/// A value in a file, where numbers need no quotes and `option.Hash = 64` is a nested option.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a word has a text or a number as its value")]
enum Value {
    Text(String),
    Whole(i64),
    Fraction(f64),
    Truth(bool),
    Words(BTreeMap<String, Value>),
}

impl Value {
    /// An option with this value, or several with this prefix.
    fn words(self, word: String) -> Vec<(String, String)> {
        let text = match self {
            Value::Text(text) => text,
            Value::Whole(number) => number.to_string(),
            Value::Fraction(number) => number.to_string(),
            Value::Truth(truth) => truth.to_string(),
            Value::Words(words) => {
                let below = |(more, value): (String, Value)| value.words(format!("{word}.{more}"));
                return words.into_iter().flat_map(below).collect();
            }
        };
        vec![(word, text)]
    }
}

impl From<BTreeMap<String, Value>> for PlayerOptions {
    fn from(words: BTreeMap<String, Value>) -> PlayerOptions {
        PlayerOptions(words.into_iter().flat_map(|(word, value)| value.words(word)).collect())
    }
}

impl FromStr for PlayerOptions {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerOptions, SpecError> {
        Ok(PlayerOptions(OptionReader::read(text)?.into_iter().collect()))
    }
}

impl PlayerOptions {
    /// The value of an option.
    #[must_use]
    pub fn get(&self, word: &str) -> Option<&str> {
        self.0.get(word).map(String::as_str)
    }

    /// Sets the value of an option.
    pub fn set(&mut self, word: &str, value: String) {
        self.0.insert(word.to_string(), value);
    }

    /// Removes an option and returns its value.
    pub fn take(&mut self, word: &str) -> Option<String> {
        self.0.remove(word)
    }

    /// The player with these options.
    ///
    /// # Errors
    /// Fails if they do not describe a player.
    pub fn player(&self) -> Result<PlayerSpec, SpecError> {
        PlayerSpec::from_words(self.0.clone().into_iter().collect())
    }
}

/// As they would be typed, if no value contains quotes.
impl fmt::Display for PlayerOptions {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_may_be_words_with_words() {
        let read = |text: &str| serde_json::from_str::<PlayerOptions>(text).unwrap();
        let words =
            read(r#"{"type": "ugi", "cmd": "./a", "option": {"Hash": 64, "Book": false}, "time": 0.5}"#);
        assert_eq!(words.to_string(), "cmd=./a option.Book=false option.Hash=64 time=0.5 type=ugi");
        assert_eq!(words, words.to_string().parse().unwrap());
        assert_eq!(words, read(&serde_json::to_string(&words).unwrap()));
        assert!(words.player().is_ok());
    }
}
