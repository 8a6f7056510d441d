//! Carrying out actions.

use std::time::Instant;

use engine::{ByPlayer, Level, Player, Reason, Session};

use super::super::cursor::Cursor;
use super::super::evaluation::Evaluation;
use super::super::keys::{Action, Browse};
use super::super::line_editor::LineEditor;
use super::super::selection::TouchResult;
use super::{Confirmation, Effect, Message, Mode, State};
use crate::plan;
use crate::plan::clock::{game_clock, time_control};
use crate::plan::seats::{self, Seat};

impl State {
    /// Carries out an action; clicks on cells go through [`touch`](State::touch).
    pub(crate) fn act(&mut self, action: Action, now: Instant) -> Option<Effect> {
        match action {
            Action::Go(direction) => self.cursor.go(direction, &self.diagram, self.is_flipped),
            Action::Next { backwards } => self.next(backwards),
            Action::Choose | Action::Pass if self.is_self_play() => return self.toggle_pause(now),
            Action::Choose => return self.touch(self.cursor.cell, now),
            Action::Click { .. } => (),
            Action::Cancel => return self.cancel(),
            Action::Type(first) => self.begin_typing(first),
            Action::Edit(edit) => self.edit(edit),
            Action::Complete => self.complete(),
            Action::Submit => return self.submit(now),
            Action::Answer(answer) => return self.answer(answer, now),
            Action::Browse(browse) => return self.browse(browse),
            Action::Pass => return self.pass(now),
            Action::Hint => return self.hint(),
            Action::Undo => return self.undo(now),
            Action::Resign => self.ask_to_resign(),
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::NewGame => self.mode = Mode::Confirm(Confirmation::NewGame),
            Action::Evaluate => {
                self.evaluation = match self.evaluation {
                    Some(_) => None,
                    None => Some(Evaluation::default()),
                };
                return Some(Effect::Shown);
            }
            Action::Review => return self.review(),
            Action::Level { up } => return self.change_level(up),
            Action::Save => self.mode = Mode::EnterFileName(LineEditor::new("")),
            Action::Letters => self.swap_piece_symbols = !self.swap_piece_symbols,
            Action::Help => {
                self.mode = Mode::Help(if let Mode::Help(page) = self.mode { page + 1 } else { 0 });
            }
            Action::Quit => return Some(Effect::Leave),
            Action::Interrupt => return Some(Effect::Interrupt),
            Action::Redraw => return Some(Effect::Redraw),
            Action::Suspend => return Some(Effect::Suspend),
        }
        None
    }

    /// Explains why the user cannot move now.
    pub(super) fn explain_blocked(&mut self) {
        if self.viewed_ply.is_some() {
            self.show_refusal("This is an earlier position: End returns to the game.");
        } else if let Some(player) = self.to_move() {
            let name = self.name(player);
            self.show_refusal(if self.is_paused {
                "The game is paused: Space resumes it.".to_string()
            } else {
                format!("{name} is played by the machine, which is thinking.")
            });
        } else {
            self.show_refusal("The game is over: n starts a new one, u takes back the last move.");
        }
    }

    /// Touches a cell.
    pub(crate) fn touch(&mut self, cell: usize, now: Instant) -> Option<Effect> {
        if self.mode != Mode::Play {
            return None;
        }
        self.cursor = Cursor::at(cell, &self.diagram);
        if !self.can_move() {
            self.explain_blocked();
            return None;
        }
        let mut selection = std::mem::take(&mut self.selection);
        let touched = selection.touch(cell, self.selection_context());
        self.selection = selection;
        self.message = Message::default();
        self.refused.clear();
        match touched {
            TouchResult::Move(mv) => return self.play(mv, now),
            TouchResult::Chosen(Some(reason)) => self.show_refusal(reason),
            TouchResult::Refused(reason, cells) => {
                self.show_refusal(format!("Not possible: {reason}"));
                self.refused = cells;
            }
            TouchResult::Chosen(None) | TouchResult::Cleared => (),
        }
        None
    }

    fn next(&mut self, backwards: bool) {
        let cells = if self.selection.is_empty() {
            self.origin_cells()
        } else {
            self.destinations().into_iter().map(|found| found.cell).collect()
        };
        self.cursor.next_of(&cells, &self.diagram, backwards, self.is_flipped);
    }

    fn cancel(&mut self) -> Option<Effect> {
        if self.mode != Mode::Play {
            self.mode = Mode::Play;
            return None;
        }
        self.selection.clear();
        self.hint.clear();
        self.refused.clear();
        if self.session.ending().is_none() {
            self.message = Message::default();
        }
        if self.viewed_ply.is_some() { self.browse(Browse::Last) } else { None }
    }

    fn browse(&mut self, browse: Browse) -> Option<Effect> {
        let (at, last) = (self.plies_shown(), self.session.moves().len());
        let to = match browse {
            Browse::First => 0,
            Browse::Back => at.saturating_sub(1),
            Browse::Forward => (at + 1).min(last),
            Browse::Last => last,
        };
        self.view_ply(to)
    }

    /// Displays the position after `plies` plies.
    pub(crate) fn view_ply(&mut self, plies: usize) -> Option<Effect> {
        if self.mode != Mode::Play || plies == self.plies_shown() {
            return None;
        }
        self.viewed_ply = (plies < self.session.moves().len()).then_some(plies);
        self.selection.clear();
        self.reset_evaluation();
        self.describe_reviewed();
        self.evaluation.is_some().then_some(Effect::Shown)
    }

    fn pass(&mut self, now: Instant) -> Option<Effect> {
        if !self.can_move() {
            self.explain_blocked();
            return None;
        }
        match self.session.position().touch(&[]) {
            Ok(mv) => self.play(mv, now),
            Err(refused) => {
                self.show_refusal(format!("Not possible: {}", refused.reason));
                None
            }
        }
    }

    fn hint(&mut self) -> Option<Effect> {
        if !self.can_move() {
            self.explain_blocked();
            return None;
        }
        self.is_hint_pending = true;
        self.show_message("Searching for a hint …");
        Some(Effect::Hint)
    }

    fn undo(&mut self, now: Instant) -> Option<Effect> {
        let has_resigned = self.session.ending().is_some_and(|ending| ending.reason == Reason::Resignation);
        let before = if has_resigned {
            let mut reopened = self.session.clone();
            reopened.reopen();
            Some(reopened)
        } else {
            plan::before_last_human_move(&self.session, self.seats)
        };
        let Some(before) = before else {
            self.show_refusal("There is no move of yours to take back.");
            return None;
        };
        let plies = self.session.moves().len() - before.moves().len();
        self.session = before;
        self.clock.take_back(plies, now);
        self.refresh();
        self.start_clock(now);
        self.show_message("Taken back.");
        Some(Effect::Changed)
    }

    fn ask_to_resign(&mut self) {
        if self.to_move().is_none() {
            self.explain_blocked();
        } else if seats::has(self.seats, Seat::Human) {
            self.mode = Mode::Confirm(Confirmation::Resign);
        } else {
            self.show_refusal("The machine plays both sides: there is no player to resign.");
        }
    }

    /// Who would resign: the only human, or else the side to move.
    pub(crate) fn resigning(&self) -> Player {
        let turn = self.session.position().turn();
        if self.seats[turn] == Seat::Human { turn } else { turn.other() }
    }

    fn answer(&mut self, answer: char, now: Instant) -> Option<Effect> {
        let Mode::Confirm(question) = self.mode else { return None };
        self.mode = Mode::Play;
        match (question, answer) {
            (Confirmation::Resign, 'y') => {
                let player = self.resigning();
                self.session.resign(player);
                self.refresh();
                self.start_clock(now);
                self.announce_ending();
                Some(Effect::Changed)
            }
            (Confirmation::NewGame, 'y' | 'x') => {
                if answer == 'x' {
                    self.seats = self.seats.swapped();
                }
                self.session = Session::game(self.session.start());
                self.clock = game_clock(time_control(&self.clock), ByPlayer::default());
                self.message = Message::default();
                self.is_paused = false;
                self.orient_board();
                self.start_clock(now);
                Some(Effect::Begun)
            }
            _ => None,
        }
    }

    fn change_level(&mut self, up: bool) -> Option<Effect> {
        if !seats::has(self.seats, Seat::Machine) {
            self.show_refusal("The machine does not play in this game.");
            return None;
        }
        let number = self.level.number();
        match Level::new(if up { number + 1 } else { number.saturating_sub(1) }) {
            Some(level) => {
                self.level = level;
                self.show_message(format!("Level {} from the machine's next move on.", level.number()));
            }
            None => self.show_refusal(format!("Levels go from 1 to {}.", Level::HIGHEST.number())),
        }
        None
    }
}
