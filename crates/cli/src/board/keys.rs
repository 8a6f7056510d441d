//! Key and mouse bindings.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::cursor::Direction;
use super::line_editor::Edit;
use super::state::Mode;

/// A user's action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Go(Direction),
    /// Go to the next selectable cell, or to the previous one.
    Next {
        backwards: bool,
    },
    /// Touch the cell under the cursor.
    Choose,
    /// Touch what is at this screen position.
    Click {
        column: u16,
        row: u16,
    },
    /// Clear the selection.
    Cancel,
    /// Start to type a move, perhaps with its first character.
    Type(Option<char>),
    Edit(Edit),
    /// Complete the typed text.
    Complete,
    /// Submit the typed text.
    Submit,
    /// The answer to a question.
    Answer(char),
    Browse(Browse),
    Pass,
    Hint,
    Undo,
    Resign,
    Flip,
    NewGame,
    Evaluate,
    /// Review the finished game, or go to the next mistake.
    Review,
    Level {
        up: bool,
    },
    Save,
    Letters,
    Help,
    Quit,
    Interrupt,
    Redraw,
    /// Suspend the process (Ctrl-Z).
    Suspend,
}

impl Action {
    /// Whether it works while the board is not visible.
    pub(crate) fn works_without_board(self) -> bool {
        matches!(self, Action::Quit | Action::Interrupt | Action::Redraw | Action::Suspend)
    }
}

/// Which position of the game to view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Browse {
    First,
    Back,
    Forward,
    Last,
}

/// The keys and their descriptions, in the order of the help screen.
pub(crate) const HELP: [(&str, &str); 22] = [
    ("arrows", "move the cursor"),
    ("Enter, Space", "select a piece, then its destination"),
    ("Tab", "go to the next selectable cell"),
    ("Esc", "clear the selection"),
    ("mouse", "click a piece, then its destination (Shift selects text)"),
    (":", "type a move (or start with a digit or capital)"),
    ("p", "pass if legal; pause self-play"),
    ("h", "show a hint"),
    ("u", "take back your last move"),
    ("e", "evaluation on or off: bar, best line,"),
    ("", "  and exact values from tables"),
    ("+ -", "change the machine's level"),
    ("PgUp PgDn", "view earlier and later moves (or wheel)"),
    ("Home End", "first position, current position"),
    ("f", "flip the board"),
    ("g", "letters or symbols for pieces"),
    ("v", "after the game: review it, mistake by mistake"),
    ("s", "save the game to a file"),
    ("n", "start a new game"),
    ("r", "resign"),
    ("q, Ctrl-C", "quit; the game is saved"),
    ("?", "rules and pieces, and this list"),
];

/// The action bound to an event, if any.
pub(crate) fn action(event: &Event, mode: &Mode) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => key_action(key, mode),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                Some(Action::Click { column: mouse.column, row: mouse.row })
            }
            MouseEventKind::ScrollUp => Some(Action::Browse(Browse::Back)),
            MouseEventKind::ScrollDown => Some(Action::Browse(Browse::Forward)),
            _ => None,
        },
        _ => None,
    }
}

fn key_action(key: &KeyEvent, mode: &Mode) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match (key.code, mode) {
            (KeyCode::Char('c'), _) => Some(Action::Interrupt),
            (KeyCode::Char('l'), _) => Some(Action::Redraw),
            (KeyCode::Char('z'), _) => Some(Action::Suspend),
            (KeyCode::Char('u'), Mode::EnterMove(_) | Mode::EnterFileName(_)) => {
                Some(Action::Edit(Edit::Clear))
            }
            _ => None,
        };
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    match mode {
        Mode::Help(_) => Some(match key.code {
            KeyCode::Char('?' | ' ') | KeyCode::F(1) | KeyCode::PageDown | KeyCode::Right => Action::Help,
            _ => Action::Cancel,
        }),
        Mode::Confirm(_) => Some(match key.code {
            KeyCode::Char(c) => Action::Answer(c.to_ascii_lowercase()),
            _ => Action::Cancel,
        }),
        Mode::EnterMove(_) | Mode::EnterFileName(_) => text_entry_key(key.code),
        Mode::Play => board_key(key.code),
    }
}

fn text_entry_key(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Char(c) => Action::Edit(Edit::Insert(c)),
        KeyCode::Backspace => Action::Edit(Edit::Backspace),
        KeyCode::Delete => Action::Edit(Edit::Delete),
        KeyCode::Left => Action::Edit(Edit::Left),
        KeyCode::Right => Action::Edit(Edit::Right),
        KeyCode::Home => Action::Edit(Edit::Home),
        KeyCode::End => Action::Edit(Edit::End),
        KeyCode::Tab => Action::Complete,
        KeyCode::Enter => Action::Submit,
        KeyCode::Esc => Action::Cancel,
        _ => return None,
    })
}

fn board_key(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Up => Action::Go(Direction::Up),
        KeyCode::Down => Action::Go(Direction::Down),
        KeyCode::Left => Action::Go(Direction::Left),
        KeyCode::Right => Action::Go(Direction::Right),
        KeyCode::Tab => Action::Next { backwards: false },
        KeyCode::BackTab => Action::Next { backwards: true },
        KeyCode::Enter | KeyCode::Char(' ') => Action::Choose,
        KeyCode::Esc => Action::Cancel,
        KeyCode::PageUp => Action::Browse(Browse::Back),
        KeyCode::PageDown => Action::Browse(Browse::Forward),
        KeyCode::Home => Action::Browse(Browse::First),
        KeyCode::End => Action::Browse(Browse::Last),
        KeyCode::F(1) | KeyCode::Char('?') => Action::Help,
        KeyCode::Char(':') => Action::Type(None),
        KeyCode::Char(c) if c.is_ascii_digit() || c.is_ascii_uppercase() => Action::Type(Some(c)),
        KeyCode::Char('p') => Action::Pass,
        KeyCode::Char('h') => Action::Hint,
        KeyCode::Char('u') => Action::Undo,
        KeyCode::Char('r') => Action::Resign,
        KeyCode::Char('f') => Action::Flip,
        KeyCode::Char('n') => Action::NewGame,
        KeyCode::Char('e') => Action::Evaluate,
        KeyCode::Char('v') => Action::Review,
        KeyCode::Char('+' | '=') => Action::Level { up: true },
        KeyCode::Char('-' | '_') => Action::Level { up: false },
        KeyCode::Char('s') => Action::Save,
        KeyCode::Char('g') => Action::Letters,
        KeyCode::Char('q') => Action::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::line_editor::LineEditor;
    use crate::board::state::Confirmation;

    fn pressed(code: KeyCode, mode: &Mode) -> Option<Action> {
        action(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), mode)
    }

    #[test]
    fn every_key_in_help_is_bound() {
        for (keys, _) in HELP {
            for key in keys.split([' ', ',']).filter(|key| key.chars().count() == 1) {
                let c = key.chars().next().unwrap();
                assert!(pressed(KeyCode::Char(c), &Mode::Play).is_some(), "{key}");
            }
        }
    }

    #[test]
    fn letters_depend_on_mode() {
        let typing = Mode::EnterMove(LineEditor::default());
        assert_eq!(pressed(KeyCode::Char('u'), &Mode::Play), Some(Action::Undo));
        assert_eq!(pressed(KeyCode::Char('u'), &typing), Some(Action::Edit(Edit::Insert('u'))));
        assert_eq!(pressed(KeyCode::Char('2'), &Mode::Play), Some(Action::Type(Some('2'))));
        assert_eq!(pressed(KeyCode::Char('A'), &Mode::Play), Some(Action::Type(Some('A'))));
        assert_eq!(
            pressed(KeyCode::Char('Y'), &Mode::Confirm(Confirmation::Resign)),
            Some(Action::Answer('y'))
        );
        assert_eq!(pressed(KeyCode::Char('u'), &Mode::Help(0)), Some(Action::Cancel));
        assert_eq!(pressed(KeyCode::Char('?'), &Mode::Help(0)), Some(Action::Help));
    }

    #[test]
    fn ctrl_c_interrupts_in_every_mode() {
        let key = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        for mode in [
            Mode::Play,
            Mode::Help(0),
            Mode::EnterFileName(LineEditor::default()),
            Mode::Confirm(Confirmation::NewGame),
        ] {
            assert_eq!(action(&key, &mode), Some(Action::Interrupt));
        }
    }
}
