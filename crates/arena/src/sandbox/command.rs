//! A command line with placeholders.

use engine::{AnyPosition, quoted};

/// A program and its arguments, some of which depend on the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    words: Vec<String>,
}

/// Why a text is not a command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// It is empty.
    #[error("the command is empty")]
    Empty,
    /// A quotation mark is not closed.
    #[error("the command has a quotation mark that is not closed: {0}")]
    OpenQuote(String),
    /// An unknown placeholder.
    #[error(
        "unknown placeholder {{{0}}} in the command: expected {{n}}, {{side}}, {{board}}, {{seconds}} or {{position}}"
    )]
    Gap(String),
}

const GAPS: [&str; 5] = ["n", "side", "board", "seconds", "position"];

impl CommandLine {
    /// Parses words separated by blanks. Within quotation marks, `'` or `"`, or after a backslash, a blank is part of the
    /// word. No shell is involved.
    ///
    /// # Errors
    /// Fails if there are no words, a quotation mark is not closed, or a placeholder is unknown.
    pub fn read(text: &str) -> Result<CommandLine, CommandError> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                c if c.is_whitespace() => words.extend(word.take()),
                '\'' | '"' => {
                    let word = word.get_or_insert_default();
                    loop {
                        match chars.next() {
                            None => return Err(CommandError::OpenQuote(quoted(text))),
                            Some(end) if end == c => break,
                            Some(inside) => word.push(inside),
                        }
                    }
                }
                '\\' => word.get_or_insert_default().extend(chars.next()),
                c => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandError::Empty);
        }
        for gap in words.iter().flat_map(|word| gaps(word)) {
            if !GAPS.contains(&gap) {
                return Err(CommandError::Gap(quoted(gap)));
            }
        }
        Ok(CommandLine { words })
    }

    /// The words with the placeholders replaced.
    #[must_use]
    pub fn filled(&self, pos: &dyn AnyPosition, seconds: f64) -> Vec<String> {
        let text = pos.text();
        let mut parts = text.split(' ');
        let (board, side) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        // Where a game has a form on one line of its own, that is how its course gives a board.
        let line = pos.text_as("line").unwrap_or_else(|| board.to_string());
        let values =
            [board.split('/').count().to_string(), side.into(), line, seconds.to_string(), text.clone()];
        let fill = |word: &String| {
            let pairs = GAPS.iter().zip(&values);
            pairs.fold(word.clone(), |word, (gap, value)| word.replace(&format!("{{{gap}}}"), value))
        };
        self.words.iter().map(fill).collect()
    }

    /// The words as they are.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// The names between braces in a word, as far as they are names.
fn gaps(word: &str) -> impl Iterator<Item = &str> {
    let ends = word.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    ends.map(|(name, _)| name).filter(|name| name.chars().all(char::is_alphabetic) && !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        CommandLine::read(text).unwrap().words
    }

    #[test]
    fn words_are_split_as_people_expect() {
        assert_eq!(words("python3  a.py x"), ["python3", "a.py", "x"]);
        assert_eq!(words(r#"'a b' "c'd" e\ f "" g''h"#), ["a b", "c'd", "e f", "", "gh"]);
        assert_eq!(CommandLine::read("  "), Err(CommandError::Empty));
        assert_eq!(CommandLine::read("''"), Err(CommandError::Empty));
        assert_eq!(CommandLine::read("a 'b"), Err(CommandError::OpenQuote("a 'b".into())));
        assert_eq!(CommandLine::read("a {time}"), Err(CommandError::Gap("time".into())));
    }

    #[test]
    fn gaps_are_filled_and_stay_one_word() {
        let line = CommandLine::read("raichu.py {n} {side} {board} {seconds} --at={position}").unwrap();
        let start = catalogue::CATALOGUE.find("raichu").unwrap().start();
        let filled = line.filled(&*start, 0.5);
        let board = "........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........";
        assert_eq!(filled[..5], ["raichu.py", "8", "w", board, "0.5"]);
        assert_eq!(filled[5], format!("--at={}", start.text()));
        let abalone = catalogue::CATALOGUE.find("abalone").unwrap().start();
        let filled = CommandLine::read("x {board} {side}").unwrap().filled(&*abalone, 1.0);
        assert_eq!(filled[1..], ["bbbb/bbbbb/..bb../......./..rr../rrrrr/rrrr", "b"]);
    }
}
