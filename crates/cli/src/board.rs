//! The full-screen board: any game, any seats, by cursor, mouse or typed moves.

mod background_search;
mod cursor;
mod evaluation;
mod event;
mod keys;
mod line_editor;
mod review;
mod screen;
mod selection;
mod state;
#[cfg(test)]
mod tests;
mod theme;
mod view;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use engine::{Limits, Record, Time};
use ratatui::crossterm::event as terminal;
use ratatui::crossterm::style::force_color_output;

use crate::error::CliError;
use crate::interrupt;
use crate::plan::Plan;
use crate::plan::clock::next_tick;
use crate::plan::saved_game::{SaveFile, SavedGame};
use crate::plan::seats;
use crate::plan::transcript::Transcript;
use background_search::{BackgroundSearch, MoveTask, SearchEvent};
use event::Event;
use keys::Action;
use screen::Screen;
use state::{Effect, Mode, State};
use theme::Theme;
use view::HitMap;

/// Minimum time per move in self-play, so that people can follow.
const SELF_PLAY_DELAY: Duration = Duration::from_millis(700);

/// The time for each position of a review.
const REVIEW_TIME: Duration = Duration::from_millis(250);

/// A running game.
struct App {
    plan: Plan,
    state: State,
    search: BackgroundSearch,
    theme: Theme,
    hits: HitMap,
    /// Whether a rejected table was already reported.
    is_table_error_reported: bool,
}

/// What the event loop does next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Leave,
    Interrupted,
}

/// Plays until the user quits.
pub(crate) fn run(plan: Plan) -> Result<(), CliError> {
    let in_colour = anstream::stdout().current_choice() != anstream::ColorChoice::Never;
    force_color_output(in_colour);
    let theme = Theme::of_terminal(in_colour);
    let (sender, events) = mpsc::channel();
    let interrupts = sender.clone();
    interrupt::on_interrupt(move || {
        let _ = interrupts.send(Event::Interrupted);
    });
    let state = State::new(&plan);
    let search = BackgroundSearch::start(&plan.thinking, plan.seed, &sender);
    let terminal_error =
        |error| CliError::File(format!("cannot use the terminal: {error}; --plain plays at a line prompt"));
    let screen = Screen::open().map_err(terminal_error)?;
    event::spawn_reader(sender);
    let hits = HitMap::default();
    let mut app = App { plan, state, search, theme, hits, is_table_error_reported: false };
    let ended = app.play(&events, screen);
    let saved = app.autosave();
    let next = ended.map_err(terminal_error)?;
    saved?;
    app.print_outcome();
    if next == Next::Interrupted { Err(CliError::Interrupted) } else { Ok(()) }
}

impl App {
    fn play(&mut self, events: &Receiver<Event>, mut screen: Screen) -> std::io::Result<Next> {
        self.state.start_clock(Instant::now());
        self.game_changed();
        loop {
            let (state, theme, hits) = (&self.state, self.theme, &mut self.hits);
            screen.draw(|frame| *hits = view::draw(frame, state, theme, Instant::now()))?;
            // Handles all pending events before the next redraw.
            let mut next = self.wait(events);
            while let Some(event) = next {
                match self.handle_event(event, &mut screen)? {
                    Next::Continue => (),
                    ended => return Ok(ended),
                }
                next = match events.try_recv() {
                    Ok(event) => Some(event),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return Ok(Next::Leave),
                };
            }
            if let Some(effect) = self.state.check_flag(Instant::now()) {
                self.perform(effect, &mut screen)?;
            }
        }
    }

    /// Waits for an event or for the next tick of a clock.
    fn wait(&self, events: &Receiver<Event>) -> Option<Event> {
        match next_tick(&self.state.clock, Instant::now()) {
            None => events.recv().ok().or(Some(Event::Closed)),
            Some(tick) => match events.recv_timeout(tick) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Closed),
            },
        }
    }

    fn handle_event(&mut self, event: Event, screen: &mut Screen) -> std::io::Result<Next> {
        let now = Instant::now();
        let effect = match event {
            Event::Terminal(terminal::Event::Paste(text)) => {
                if !self.hits.is_too_small {
                    self.state.paste(&text);
                }
                None
            }
            Event::Terminal(event) => match keys::action(&event, &self.state.mode) {
                // No moves on a board that is not visible.
                Some(action) if self.hits.is_too_small && !action.works_without_board() => None,
                Some(Action::Click { column, row }) => self.handle_click(column, row, now),
                Some(action) => self.state.act(action, now),
                None => None,
            },
            Event::Search(id, event) if self.search.accept(id, &event) => {
                self.handle_search_event(event, now)
            }
            Event::Search(..) => None,
            Event::Interrupted | Event::Closed => Some(Effect::Interrupt),
        };
        effect.map_or(Ok(Next::Continue), |effect| self.perform(effect, screen))
    }

    fn handle_click(&mut self, column: u16, row: u16, now: Instant) -> Option<Effect> {
        if matches!(self.state.mode, Mode::Help(_)) {
            return self.state.act(Action::Cancel, now);
        }
        if let Some(cell) = self.hits.cell_at(column, row) {
            return self.state.touch(cell, now);
        }
        let plies = self.hits.ply_at(column, row)?;
        self.state.view_ply(plies)
    }

    fn handle_search_event(&mut self, event: SearchEvent, now: Instant) -> Option<Effect> {
        let effect = self.apply_search_event(event, now);
        if let Some(fault) = self.plan.thinking.tables.fault().filter(|_| !self.is_table_error_reported) {
            self.state.show_refusal(format!("{fault}; it was not used"));
            self.is_table_error_reported = true;
        }
        effect
    }

    fn apply_search_event(&mut self, event: SearchEvent, now: Instant) -> Option<Effect> {
        match event {
            SearchEvent::BestMove(Some(mv)) => {
                let viewed_ply = self.state.viewed_ply;
                let effect = self.state.play(mv, now);
                // A user who browses earlier positions stays there.
                viewed_ply.and_then(|plies| self.state.view_ply(plies));
                effect
            }
            SearchEvent::BestMove(None) => None,
            SearchEvent::Hint(thought) => {
                self.state.show_hint(&thought);
                // The hint interrupted an evaluation: restart it.
                self.state.evaluation.is_some().then_some(Effect::Shown)
            }
            SearchEvent::Probe(probe) => {
                if let Some(evaluation) = &mut self.state.evaluation {
                    evaluation.probe = Some(probe);
                }
                None
            }
            SearchEvent::Reviewed(found) => {
                self.state.add_reviewed(found);
                // The review took the place of an evaluation: restart it.
                (self.state.evaluation.is_some() && !self.state.is_reviewing()).then_some(Effect::Shown)
            }
            SearchEvent::Update(thought) => {
                if let Some(evaluation) = &mut self.state.evaluation {
                    evaluation.thought = Some(thought);
                }
                None
            }
        }
    }

    fn perform(&mut self, effect: Effect, screen: &mut Screen) -> std::io::Result<Next> {
        match effect {
            Effect::Changed => self.game_changed(),
            Effect::Begun => {
                self.start_new_record();
                self.game_changed();
            }
            Effect::Shown => self.evaluate(),
            Effect::Hint => self.search.hint(self.state.session.clone(), self.plan.time),
            Effect::Review => self.search.review(self.state.session.clone(), REVIEW_TIME),
            Effect::Save(path) => self.save_transcript(path),
            Effect::Redraw => screen.clear()?,
            Effect::Suspend => {
                self.state.clock.run(None, Instant::now());
                screen.suspend()?;
                self.state.start_clock(Instant::now());
            }
            Effect::Leave => return Ok(Next::Leave),
            Effect::Interrupt => return Ok(Next::Interrupted),
        }
        Ok(Next::Continue)
    }

    /// Saves the changed game and starts the searches that are due.
    fn game_changed(&mut self) {
        if let Err(failure) = self.autosave() {
            self.state.show_message(format!("The game cannot be saved: {failure}"));
        }
        self.search.stop_machine();
        self.state.is_hint_pending = false;
        if self.state.is_machines_turn() && !self.state.is_paused {
            let now = Instant::now();
            let time = self.state.clock.time(self.state.session.position().turn(), now);
            let watches = self.state.is_self_play() && time.is_none();
            self.search.choose(MoveTask {
                session: self.state.session.clone(),
                level: self.state.level,
                limits: Limits { time: time.unwrap_or(Time::Move(self.plan.time)), ..Limits::none() },
                not_before: watches.then(|| now + SELF_PLAY_DELAY),
            });
        }
        self.evaluate();
    }

    /// Evaluates the displayed position if the evaluation is on.
    fn evaluate(&mut self) {
        // Hint and review come first; this is called again after them.
        if self.state.is_hint_pending || self.state.is_reviewing() {
            return;
        }
        if self.state.evaluation.is_some() && self.state.position().outcome().is_none() {
            self.search.evaluate(self.state.shown());
        } else {
            self.search.stop_analyst();
        }
    }

    fn record(&self) -> Record {
        let players = seats::player_names(self.state.seats, self.state.level);
        Record::of(self.plan.game, &self.state.session, players)
    }

    /// Writes the transcript and, while the game is unfinished, the save file.
    fn autosave(&self) -> Result<(), CliError> {
        let record = self.record();
        if let Some(transcript) = &self.plan.transcript {
            transcript.save(&record)?;
        }
        match &self.plan.save_file {
            Some(save_file) if self.is_resumable() => {
                let (clock, transcript) = (&self.state.clock, self.plan.transcript.as_ref());
                save_file.save(&SavedGame::new(record, self.state.level, self.plan.time, clock, transcript))
            }
            Some(save_file) => {
                save_file.remove();
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Whether there is a game to resume.
    fn is_resumable(&self) -> bool {
        self.state.session.ending().is_none() && self.state.session.moves().len() > 0
    }

    /// Starts new files for a new game; the old game stays saved.
    fn start_new_record(&mut self) {
        self.plan.save_file = self.plan.save_file.take().and_then(|_| SaveFile::new(self.plan.game));
        if let Some(transcript) = &mut self.plan.transcript {
            transcript.start_new_game();
        }
    }

    fn save_transcript(&mut self, path: PathBuf) {
        let name = path.display().to_string();
        let record = self.record();
        match Transcript::open_for(path, &record).and_then(|file| file.save(&record)) {
            Ok(()) => {
                self.state
                    .show_message(format!("Saved in {name}; 'plywood play --resume {name}' continues it."));
            }
            Err(failure) => self.state.show_refusal(failure.to_string()),
        }
    }

    /// Prints the result after the terminal is restored.
    fn print_outcome(&self) {
        let session = &self.state.session;
        let words = match session.ending() {
            Some(ending) => ending.describe(session.position()),
            None if self.plan.save_file.is_some() && self.is_resumable() => {
                "The game is left unfinished; 'plywood play --resume' continues it.".to_string()
            }
            None => "The game is left unfinished.".to_string(),
        };
        // The terminal may be gone.
        let _ = writeln!(std::io::stderr(), "{words}");
    }
}
