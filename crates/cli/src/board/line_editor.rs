//! A single-line text editor.

/// A text with a cursor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LineEditor {
    chars: Vec<char>,
    cursor: usize,
}

/// An editing operation.
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

/// Further characters are ignored.
const MAX_CHARS: usize = 400;

impl LineEditor {
    pub(crate) fn new(text: &str) -> LineEditor {
        let chars: Vec<char> = text.chars().filter(|c| !c.is_control()).take(MAX_CHARS).collect();
        LineEditor { cursor: chars.len(), chars }
    }

    pub(crate) fn text(&self) -> String {
        self.chars.iter().collect()
    }

    /// The text before and after the cursor.
    pub(crate) fn parts(&self) -> (String, String) {
        let (before, after) = self.chars.split_at(self.cursor);
        (before.iter().collect(), after.iter().collect())
    }

    pub(crate) fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Insert(c) if self.chars.len() < MAX_CHARS && !c.is_control() => {
                self.chars.insert(self.cursor, c);
                self.cursor += 1;
            }
            Edit::Insert(_) => (),
            Edit::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.chars.remove(self.cursor);
            }
            Edit::Backspace => (),
            Edit::Delete if self.cursor < self.chars.len() => {
                self.chars.remove(self.cursor);
            }
            Edit::Delete => (),
            Edit::Left => self.cursor = self.cursor.saturating_sub(1),
            Edit::Right => self.cursor = (self.cursor + 1).min(self.chars.len()),
            Edit::Home => self.cursor = 0,
            Edit::End => self.cursor = self.chars.len(),
            Edit::Clear => *self = LineEditor::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_at_any_cursor_position() {
        use Edit::{Backspace, Clear, Delete, End, Home, Insert, Left, Right};
        let mut line = LineEditor::new("a1\u{1b}-b2");
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
        assert_eq!(line, LineEditor::default());
    }
}
