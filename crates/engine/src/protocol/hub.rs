//! Lines of the Hub protocol, version 2: a command, then arguments with values.

use std::fmt;

use game::text::quoted;

/// A line, such as `done move=22-18 ponder=11-15`.
///
/// ```
/// use engine::protocol::HubLine;
///
/// let line = HubLine::read(r#"info depth=7 score=0.12 pv="22-18 11-15""#)?.unwrap();
/// assert_eq!((line.command(), line.value("pv")), ("info", Some("22-18 11-15")));
/// let line = HubLine::new("level").with("time", "60").with("inc", "0.5");
/// assert_eq!(line.to_string(), "level time=60 inc=0.5");
/// # Ok::<(), engine::protocol::HubError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HubLine {
    command: String,
    arguments: Vec<(String, String)>,
}

/// Why a text is not a line of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HubError {
    /// A quotation mark is not closed.
    #[error("the value of '{0}' begins with a quotation mark that is not closed")]
    OpenQuote(String),
    /// A name or an unquoted value contains a character that is not allowed.
    #[error("'{0}' has a quotation mark or an equals sign where it may have none")]
    Stray(String),
    /// A value has no name.
    #[error("there is a value without a name before '{0}'")]
    NoName(String),
}

impl HubLine {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &'static str) -> HubLine {
        HubLine { command: command.to_string(), arguments: Vec::new() }
    }

    /// The same line with one more argument; without a value it is a mere flag. Quotation marks in a value become
    /// apostrophes, since there is no way to write them.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl fmt::Display) -> HubLine {
        self.arguments.push((name.to_string(), value.to_string().replace('"', "'")));
        self
    }

    /// Parses a line; `None` if it is blank.
    ///
    /// # Errors
    /// Fails where it does not have the form `command name=value name="value with blanks" flag`.
    pub fn read(text: &str) -> Result<Option<HubLine>, HubError> {
        let (command, mut rest) = word(text.trim_start());
        if command.is_empty() && rest.is_empty() {
            return Ok(None);
        }
        let command = name(command, rest)?;
        let mut arguments = Vec::new();
        rest = rest.trim_start();
        while !rest.is_empty() {
            let (named, after) = word(rest);
            let named = name(named, rest)?;
            let (value, after) = match after.trim_start().strip_prefix('=') {
                None => (String::new(), after),
                Some(after) => value(&named, after.trim_start())?,
            };
            arguments.push((named, value));
            rest = after.trim_start();
        }
        Ok(Some(HubLine { command, arguments }))
    }

    /// The command.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The value of an argument, empty for a flag; `None` if there is no such argument.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Splits a text before its next blank or equals sign.
fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(text.len()))
}

fn name(word: &str, before: &str) -> Result<String, HubError> {
    match word {
        "" => Err(HubError::NoName(quoted(before))),
        _ if word.contains('"') => Err(HubError::Stray(quoted(word))),
        _ => Ok(word.to_string()),
    }
}

/// A value at the beginning of a text, and the rest of the text.
fn value<'t>(name: &str, text: &'t str) -> Result<(String, &'t str), HubError> {
    let (value, rest) = match text.strip_prefix('"') {
        Some(text) => text.split_once('"').ok_or_else(|| HubError::OpenQuote(quoted(name)))?,
        None => {
            let (value, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
            if value.contains(['"', '=']) {
                return Err(HubError::Stray(quoted(value)));
            }
            (value, rest)
        }
    };
    Ok((value.to_string(), rest))
}

impl fmt::Display for HubLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            match value.as_str() {
                "" => write!(f, " {name}")?,
                value if value.contains(|c: char| c.is_whitespace() || c == '=') => {
                    write!(f, " {name}=\"{value}\"")?;
                }
                value => write!(f, " {name}={value}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> HubLine {
        HubLine::read(text).unwrap().unwrap()
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        for text in [
            "hub",
            "id name=Plywood version=2 author=\"its authors\"",
            "param name=x value=1 type=int",
            "level infinite",
            "pos pos=Wee moves=\"22-18 11-15\"",
            "error message=\"a = b\"",
        ] {
            assert_eq!(line(text).to_string(), text);
        }
    }

    #[test]
    fn blanks_mean_nothing_between_words() {
        assert_eq!(line("  done   move = 22-18  "), line("done move=22-18"));
        assert_eq!(HubLine::read(" \t"), Ok(None));
        assert_eq!(line("pos moves=\"\""), line("pos moves"));
        assert_eq!(line("go think").value("think"), Some(""));
        assert_eq!(line("go think").value("ponder"), None);
    }

    #[test]
    fn what_is_no_line_is_refused() {
        let fault = |text: &str| HubLine::read(text).unwrap_err().to_string();
        assert_eq!(fault("a b=\"c"), "the value of 'b' begins with a quotation mark that is not closed");
        assert_eq!(fault("a =c"), "there is a value without a name before '=c'");
        assert_eq!(fault("=c"), "there is a value without a name before '=c'");
        assert_eq!(fault("a b=c\"d"), "'c\"d' has a quotation mark or an equals sign where it may have none");
        assert_eq!(fault("a \"b\""), "'\"b\"' has a quotation mark or an equals sign where it may have none");
        assert_eq!(HubLine::new("x").with("y", "a \"b\"").to_string(), "x y=\"a 'b'\"");
    }

    #[test]
    fn any_text_is_read_again_the_same_or_refused() {
        // Every sequence of these, up to a length.
        const PARTS: [char; 6] = ['a', ' ', '=', '"', '\u{a0}', 'é'];
        for length in 0..=6 {
            for number in 0..PARTS.len().pow(length) {
                let part = |i: u32| PARTS[number / PARTS.len().pow(i) % PARTS.len()];
                let text: String = (0..length).map(part).collect();
                if let Ok(Some(line)) = HubLine::read(&text) {
                    assert_eq!(HubLine::read(&line.to_string()), Ok(Some(line)), "{text:?}");
                }
            }
        }
    }
}
