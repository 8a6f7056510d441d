//! Typing moves and file names.

use std::path::PathBuf;
use std::time::Instant;

use engine::LegalMove;

use super::super::line_editor::{Edit, LineEditor};
use super::{Effect, Message, Mode, State};
use crate::plan;

impl State {
    pub(super) fn begin_typing(&mut self, first: Option<char>) {
        if !self.can_move() {
            return self.explain_blocked();
        }
        self.selection.clear();
        self.message = Message::default();
        self.mode = Mode::EnterMove(LineEditor::new(&first.map(String::from).unwrap_or_default()));
    }

    pub(super) fn edit(&mut self, edit: Edit) {
        let (Mode::EnterMove(line) | Mode::EnterFileName(line)) = &mut self.mode else { return };
        if edit == Edit::Backspace && line.text().is_empty() {
            self.mode = Mode::Play;
        } else {
            line.edit(edit);
            self.message = Message::default();
        }
    }

    /// The legal moves that start with the typed text, ignoring case.
    pub(crate) fn candidates(&self, typed: &str) -> Vec<&LegalMove> {
        let typed = typed.trim().to_lowercase();
        self.moves.iter().filter(|mv| mv.text.to_lowercase().starts_with(&typed)).collect()
    }

    /// Extends the typed text to the longest common prefix of its candidates.
    pub(super) fn complete(&mut self) {
        let Mode::EnterMove(line) = &self.mode else { return };
        let candidates = self.candidates(&line.text());
        let Some((first, others)) = candidates.split_first() else { return };
        let common = |length: &usize| {
            others.iter().all(|other| other.text.get(..*length) == first.text.get(..*length))
        };
        let longest = (0..=first.text.len()).rev().filter(|&i| first.text.is_char_boundary(i)).find(common);
        if let Some(text) = longest.and_then(|length| first.text.get(..length)) {
            self.mode = Mode::EnterMove(LineEditor::new(text));
        }
    }

    pub(super) fn submit(&mut self, now: Instant) -> Option<Effect> {
        match std::mem::replace(&mut self.mode, Mode::Play) {
            Mode::EnterMove(line) => {
                let typed = line.text();
                if typed.trim().is_empty() {
                    return None;
                }
                let effect = match plan::parse_typed_move(self.session.position(), &typed) {
                    Ok(mv) => self.play(mv, now),
                    Err(refused) => {
                        self.show_refusal(if refused.is_unreadable {
                            refused.reason
                        } else {
                            format!("Not possible: {}", refused.reason)
                        });
                        None
                    }
                };
                if effect.is_none() {
                    // Keeps the text for correction.
                    self.mode = Mode::EnterMove(line);
                }
                effect
            }
            Mode::EnterFileName(line) => {
                let name = line.text().trim().to_string();
                (!name.is_empty()).then(|| Effect::Save(PathBuf::from(name)))
            }
            other => {
                self.mode = other;
                None
            }
        }
    }

    /// Inserts pasted text as part of a move or file name, never as commands.
    pub(crate) fn paste(&mut self, text: &str) {
        let text = text.lines().next().unwrap_or_default();
        if self.mode == Mode::Play {
            self.begin_typing(None);
        }
        for c in text.chars() {
            self.edit(Edit::Insert(c));
        }
    }
}
