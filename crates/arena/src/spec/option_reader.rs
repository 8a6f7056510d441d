//! Reads options one by one; an option that was not read is an error.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::quoted;

use super::{PlayerKind, SpecError};
use crate::time_control::{Pace, TimeControl};

/// The longest time per move.
const SECONDS_IN_A_DAY: f64 = 86_400.0;

/// Options that were not read yet.
pub(crate) struct OptionReader(pub(super) Vec<(String, String)>);

impl OptionReader {
    /// Parses `word=value` and `word="value with blanks"`; no word may occur twice.
    pub(crate) fn read(text: &str) -> Result<Vec<(String, String)>, SpecError> {
        let mut words: Vec<(String, String)> = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let no_value = || SpecError::NoValue(quoted(rest.split_whitespace().next().unwrap_or(rest)));
            let (word, after) = rest.split_once('=').ok_or_else(no_value)?;
            if word.is_empty() || word.contains(char::is_whitespace) {
                return Err(no_value());
            }
            let (value, after) = match after.strip_prefix('"') {
                Some(after) => after.split_once('"').ok_or_else(|| SpecError::OpenQuote(quoted(word)))?,
                None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
            if value.is_empty() {
                return Err(no_value());
            }
            if words.iter().any(|(known, _)| known == word) {
                return Err(SpecError::Twice(quoted(word)));
            }
            words.push((word.to_string(), value.to_string()));
            rest = after.trim_start();
        }
        Ok(words)
    }

    /// The default name of a player: for a program its folder, for the engine its options.
    pub(super) fn name(&self, kind: &str) -> String {
        let value = |wanted: &str| self.0.iter().find(|(word, _)| word == wanted).map(|(_, value)| &**value);
        let folder = value("dir").and_then(|dir| Path::new(dir).file_name()?.to_str());
        let wishes = self.0.iter().filter(|(word, _)| !["cmd", "dir", "weights"].contains(&&**word));
        let wishes: Vec<String> = wishes.map(|(word, value)| format!("{word}={value}")).collect();
        match (folder, kind) {
            (Some(folder), _) => folder.to_string(),
            (None, "plywood") if !wishes.is_empty() => wishes.join(" "),
            _ => kind.to_string(),
        }
    }

    /// The limits of a player that supports all of them.
    pub(super) fn limits(&mut self) -> Result<TimeControl, SpecError> {
        Ok(TimeControl {
            pace: self.seconds("time")?.map_or(Pace::Free, Pace::Move),
            nodes: self.number("nodes", 1..=u64::MAX)?,
            depth: self.number("depth", 1..=255)?.map(|depth| depth as u8),
        })
    }

    /// The options after `option.`, with their values.
    pub(super) fn options(&mut self) -> Result<Vec<(String, String)>, SpecError> {
        let named = self.take_all("option.").into_iter().map(|(name, value)| match &*name {
            "" => Err(SpecError::NoOption),
            _ => Ok((name, value)),
        });
        named.collect()
    }

    /// What follows `set.`, with its values: parameters of the search.
    pub(super) fn params(&mut self) -> Result<Vec<(String, i32)>, SpecError> {
        let named = self.take_all("set.").into_iter().map(|(name, value)| {
            let unknown = |why: String| SpecError::Param { name: quoted(&name), why };
            let number = value
                .parse()
                .map_err(|_| unknown(format!("expected a whole number, found '{}'", quoted(&value))))?;
            let mut params = engine::SearchParams::DEFAULT;
            let known = params.set(&name, number);
            known.map(|()| (name.clone(), number)).map_err(|error| unknown(error.to_string()))
        });
        named.collect()
    }

    /// What follows `env.`, with its values.
    pub(super) fn environment(&mut self) -> Result<Vec<(String, String)>, SpecError> {
        let named = self.take_all("env.").into_iter().map(|(name, value)| {
            let is_name = !name.is_empty() && !name.contains(['=', '\0']) && !value.contains('\0');
            if is_name { Ok((name, value)) } else { Err(SpecError::NoVariable(quoted(&name))) }
        });
        named.collect()
    }

    /// Removes all options with this prefix, and returns them without it.
    fn take_all(&mut self, beginning: &str) -> Vec<(String, String)> {
        let (found, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.0).into_iter().partition(|(word, _)| word.starts_with(beginning));
        self.0 = rest;
        found.into_iter().map(|(word, value)| (word[beginning.len()..].to_string(), value)).collect()
    }

    pub(super) fn truth(&mut self, word: &'static str) -> Result<Option<bool>, SpecError> {
        let Some(value) = self.take(word) else { return Ok(None) };
        let wanted = "expected true or false";
        value.parse().map(Some).map_err(|_| SpecError::Value { word, value: quoted(&value), wanted })
    }

    pub(super) fn take(&mut self, word: &str) -> Option<String> {
        let place = self.0.iter().position(|(known, _)| known == word)?;
        Some(self.0.remove(place).1)
    }

    pub(super) fn number(
        &mut self,
        word: &'static str,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<Option<u64>, SpecError> {
        let wanted = match word {
            "level" => "expected a level from 1 to 10",
            "depth" if *range.end() < 100 => "expected a depth from 1 to 99 plies",
            "depth" => "expected a depth from 1 to 255 plies",
            "threads" if *range.end() > 1024 => "expected a number of threads from 1 to 65536",
            "threads" => "expected a number of threads from 1 to 1024",
            "contempt" => "expected a contempt from 0 to 1000 points",
            "memory" => "expected a number of megabytes from 1 to 1048576",
            "disk" => "expected a number of megabytes from 1 to 1048576",
            "files" => "expected a number of files from 1 to 1073741824",
            "processes" => "expected a number of processes from 1 to 65536",
            "table" => "expected a table size from 1 to 65536 megabytes",
            _ => "expected a whole number from 1",
        };
        let Some(value) = self.take(word) else { return Ok(None) };
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| SpecError::Value { word, value: quoted(&value), wanted })
    }

    /// The paths in a colon-separated list.
    pub(super) fn paths(&mut self, word: &str) -> Vec<PathBuf> {
        let value = self.take(word).unwrap_or_default();
        std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect()
    }

    pub(super) fn seconds(&mut self, word: &'static str) -> Result<Option<Duration>, SpecError> {
        let Some(value) = self.take(word) else { return Ok(None) };
        let wanted = "expected a number of seconds greater than 0, such as 0.2";
        let seconds = value.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= SECONDS_IN_A_DAY);
        let fault = || SpecError::Value { word, value: quoted(&value), wanted };
        Ok(Some(Duration::from_secs_f64(seconds.ok_or_else(fault)?)))
    }

    /// Fails if options are left.
    pub(super) fn end(self, kind: &PlayerKind) -> Result<(), SpecError> {
        match self.0.into_iter().next() {
            None => Ok(()),
            Some((word, _)) => {
                Err(SpecError::Word { kind: kind.word(), word: quoted(&word), words: kind.words() })
            }
        }
    }
}
