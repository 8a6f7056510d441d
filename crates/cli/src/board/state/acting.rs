//! What somebody wants, done.

use std::time::Instant;

use engine::{ByPlayer, Level, Player, Reason, Session};

use super::super::cursor::Cursor;
use super::super::evaluation::Evaluation;
use super::super::keys::{Action, Look};
use super::super::line::Line;
use super::super::selection::Touched;
use super::{Effect, Message, Mode, Question, State};
use crate::plan;
use crate::plan::clock::Clock;
use crate::plan::seats::{self, Seat};

impl State {
    /// Does what somebody wants; a cell that is clicked comes through [`touch`](State::touch).
    pub(crate) fn act(&mut self, action: Action, now: Instant) -> Option<Effect> {
        match action {
            Action::Go(direction) => self.cursor.go(direction, &self.diagram, self.is_flipped),
            Action::Next { backwards } => self.next(backwards),
            Action::Choose | Action::Pass if self.is_watched() => return self.pause(now),
            Action::Choose => return self.touch(self.cursor.cell, now),
            Action::Click { .. } => (),
            Action::Cancel => return self.cancel(),
            Action::Type(first) => self.begin_typing(first),
            Action::Edit(edit) => self.edit(edit),
            Action::Complete => self.complete(),
            Action::Done => return self.done(now),
            Action::Answer(answer) => return self.answer(answer, now),
            Action::Look(look) => return self.look(look),
            Action::Pass => return self.pass(now),
            Action::Hint => return self.hint(),
            Action::Undo => return self.undo(now),
            Action::Resign => self.ask_to_resign(),
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::NewGame => self.mode = Mode::Asking(Question::NewGame),
            Action::Evaluate => {
                self.evaluation = match self.evaluation {
                    Some(_) => None,
                    None => Some(Evaluation::default()),
                };
                return Some(Effect::Shown);
            }
            Action::Level { up } => return self.change_level(up),
            Action::Save => self.mode = Mode::Naming(Line::new("")),
            Action::Letters => self.swaps_letters = !self.swaps_letters,
            Action::Help => self.mode = Mode::Help,
            Action::Quit => return Some(Effect::Leave),
            Action::Interrupt => return Some(Effect::Interrupt),
            Action::Redraw => return Some(Effect::Redraw),
            Action::Suspend => return Some(Effect::Suspend),
        }
        None
    }

    /// Says why nobody can move now.
    pub(super) fn say_closed(&mut self) {
        if self.looking_at.is_some() {
            self.refuse("This is a position of the past: End goes back to the game.");
        } else if let Some(player) = self.to_move() {
            let name = self.name(player);
            self.refuse(if self.is_paused {
                "The game stands still: Space lets it go on.".to_string()
            } else {
                format!("{name} is the machine's, and it is thinking.")
            });
        } else {
            self.refuse("The game is over: n begins a new one, u takes the last move back.");
        }
    }

    /// A cell is touched.
    pub(crate) fn touch(&mut self, cell: usize, now: Instant) -> Option<Effect> {
        if self.mode != Mode::Play {
            return None;
        }
        self.cursor = Cursor::at(cell, &self.diagram);
        if !self.is_open() {
            self.say_closed();
            return None;
        }
        let mut selection = std::mem::take(&mut self.selection);
        let touched = selection.touch(cell, self.ground());
        self.selection = selection;
        self.message = Message::default();
        match touched {
            Touched::Move(mv) => return self.play(&mv, now),
            Touched::Chosen(Some(reason)) => self.refuse(reason),
            Touched::Refused(reason) => self.refuse(format!("Not possible: {reason}")),
            Touched::Chosen(None) | Touched::Cleared => (),
        }
        None
    }

    fn next(&mut self, backwards: bool) {
        let cells = if self.selection.is_empty() {
            self.starts()
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
        if self.session.ending().is_none() {
            self.message = Message::default();
        }
        if self.looking_at.is_some() { self.look(Look::Last) } else { None }
    }

    fn look(&mut self, look: Look) -> Option<Effect> {
        let (at, last) = (self.plies_shown(), self.session.moves().len());
        let to = match look {
            Look::First => 0,
            Look::Back => at.saturating_sub(1),
            Look::Forward => (at + 1).min(last),
            Look::Last => last,
        };
        self.look_at(to)
    }

    /// Shows the position after so many plies.
    pub(crate) fn look_at(&mut self, plies: usize) -> Option<Effect> {
        if self.mode != Mode::Play || plies == self.plies_shown() {
            return None;
        }
        self.looking_at = (plies < self.session.moves().len()).then_some(plies);
        self.selection.clear();
        self.forget_evaluation();
        self.evaluation.is_some().then_some(Effect::Shown)
    }

    fn pass(&mut self, now: Instant) -> Option<Effect> {
        if !self.is_open() {
            self.say_closed();
            return None;
        }
        match self.session.position().attempt(&[]) {
            Ok(mv) => self.play(&mv, now),
            Err(refused) => {
                self.refuse(format!("Not possible: {}", refused.reason));
                None
            }
        }
    }

    fn hint(&mut self) -> Option<Effect> {
        if !self.is_open() {
            self.say_closed();
            return None;
        }
        self.is_advising = true;
        self.say("Looking for a good move …");
        Some(Effect::Hint)
    }

    fn undo(&mut self, now: Instant) -> Option<Effect> {
        let has_resigned = self.session.ending().is_some_and(|ending| ending.reason == Reason::Resignation);
        let before =
            if has_resigned { replayed(&self.session) } else { plan::taken_back(&self.session, self.seats) };
        let Some(before) = before else {
            self.refuse("There is no move of yours to take back.");
            return None;
        };
        let plies = self.session.moves().len() - before.moves().len();
        self.session = before;
        self.clock.take_back(plies, now);
        self.refresh();
        self.start_clock(now);
        self.say("Taken back.");
        Some(Effect::Changed)
    }

    fn ask_to_resign(&mut self) {
        if self.to_move().is_none() {
            self.say_closed();
        } else if seats::has(self.seats, Seat::Human) {
            self.mode = Mode::Asking(Question::Resign);
        } else {
            self.refuse("Nobody here plays who could resign.");
        }
    }

    /// Who would resign: the only person, or whoever is to move.
    pub(crate) fn resigning(&self) -> Player {
        let turn = self.session.position().turn();
        if self.seats[turn] == Seat::Human { turn } else { turn.other() }
    }

    fn answer(&mut self, answer: char, now: Instant) -> Option<Effect> {
        let Mode::Asking(question) = self.mode else { return None };
        self.mode = Mode::Play;
        match (question, answer) {
            (Question::Resign, 'y') => {
                let player = self.resigning();
                self.session.resign(player);
                self.refresh();
                self.start_clock(now);
                self.say_ending();
                Some(Effect::Changed)
            }
            (Question::NewGame, 'y' | 'x') => {
                if answer == 'x' {
                    self.seats = self.seats.swapped();
                }
                self.session = Session::game(self.session.start());
                self.clock = Clock::new(self.clock.pace(), ByPlayer::default());
                self.message = Message::default();
                self.is_paused = false;
                self.sit_down();
                self.start_clock(now);
                Some(Effect::Begun)
            }
            _ => None,
        }
    }

    fn change_level(&mut self, up: bool) -> Option<Effect> {
        if !seats::has(self.seats, Seat::Machine) {
            self.refuse("The machine does not play in this game.");
            return None;
        }
        let number = self.level.number();
        match Level::new(if up { number + 1 } else { number.saturating_sub(1) }) {
            Some(level) => {
                self.level = level;
                self.say(format!("Level {} from its next move on.", level.number()));
            }
            None => self.refuse(format!("Levels go from 1 to {}.", Level::HIGHEST.number())),
        }
        None
    }
}

/// The same moves with nobody having given up.
fn replayed(session: &Session) -> Option<Session> {
    let mut again = Session::game(session.start());
    for mv in session.moves() {
        again.play(mv).ok()?;
    }
    Some(again)
}
