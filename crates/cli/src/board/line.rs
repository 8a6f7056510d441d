//! A line that is being typed.

/// A text with a place in it where the next character goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    chars: Vec<char>,
    at: usize,
}

/// What a key does to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edit {
    Insert(char),
    Backspace,
    Delete,
    Left,
    Right,
    Home,
    End,
    Clear,
}

/// Nothing that is typed here is longer.
const LONGEST: usize = 400;

impl Line {
    pub(crate) fn new(text: &str) -> Line {
        let chars: Vec<char> = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
        Line { at: chars.len(), chars }
    }

    pub(crate) fn text(&self) -> String {
        self.chars.iter().collect()
    }

    /// What is before the place of the next character, and what is after it.
    pub(crate) fn parts(&self) -> (String, String) {
        let (before, after) = self.chars.split_at(self.at);
        (before.iter().collect(), after.iter().collect())
    }

    pub(crate) fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Insert(c) if self.chars.len() < LONGEST && !c.is_control() => {
                self.chars.insert(self.at, c);
                self.at += 1;
            }
            Edit::Insert(_) => (),
            Edit::Backspace if self.at > 0 => {
                self.at -= 1;
                self.chars.remove(self.at);
            }
            Edit::Backspace => (),
            Edit::Delete if self.at < self.chars.len() => {
                self.chars.remove(self.at);
            }
            Edit::Delete => (),
            Edit::Left => self.at = self.at.saturating_sub(1),
            Edit::Right => self.at = (self.at + 1).min(self.chars.len()),
            Edit::Home => self.at = 0,
            Edit::End => self.at = self.chars.len(),
            Edit::Clear => *self = Line::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_anywhere() {
        use Edit::{Backspace, Clear, Delete, End, Home, Insert, Left, Right};
        let mut line = Line::new("a1\u{1b}-b2");
        assert_eq!(line.text(), "a1-b2");
        for edit in
            [Left, Backspace, Insert('c'), Home, Delete, Insert('ä'), Left, Left, Delete, End, Right, Delete]
        {
            line.edit(edit);
        }
        assert_eq!(line.text(), "1-c2");
        assert_eq!(line.parts(), ("1-c2".to_string(), String::new()));
        line.edit(Insert('\n'));
        assert_eq!(line.text(), "1-c2");
        line.edit(Clear);
        line.edit(Backspace);
        assert_eq!(line, Line::default());
    }
}
