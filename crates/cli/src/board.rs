//! A game on a board that fills the terminal: for any game, any seats, by cursor, mouse or typed moves.

mod cursor;
mod evaluation;
mod event;
mod keys;
mod line;
mod look;
mod screen;
mod selection;
mod state;
#[cfg(test)]
mod tests;
mod thinking;
mod view;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use engine::{Limits, Record, Time};
use ratatui::crossterm::event as terminal;
use ratatui::crossterm::style::force_color_output;

use crate::failure::Failure;
use crate::interrupt;
use crate::plan::Plan;
use crate::plan::kept::{Kept, Unfinished};
use crate::plan::seats;
use crate::plan::transcript::Transcript;
use event::Event;
use keys::Action;
use look::Look;
use screen::Screen;
use state::{Effect, Mode, State};
use thinking::{Answer, Choice, Thinking};
use view::Scene;

/// Where nobody plays against it, the machine moves no faster than people can watch.
const WATCHING: Duration = Duration::from_millis(700);

/// A game that is going on.
struct Sitting {
    plan: Plan,
    state: State,
    thinking: Thinking,
    look: Look,
    scene: Scene,
    /// Whether it was said that a table is refused.
    is_fault_told: bool,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
    Interrupted,
}

/// Plays until somebody leaves.
pub(crate) fn run(plan: Plan) -> Result<(), Failure> {
    let in_colour = anstream::stdout().current_choice() != anstream::ColorChoice::Never;
    force_color_output(in_colour);
    let look = Look::of_terminal(in_colour);
    let (sender, events) = mpsc::channel();
    let telling = sender.clone();
    interrupt::tell(move || {
        let _ = telling.send(Event::Interrupted);
    });
    let state = State::new(&plan);
    let thinking = Thinking::start(&plan.thinking, plan.seed, &sender);
    let cannot =
        |error| Failure::File(format!("cannot use the terminal: {error}; --plain plays at a prompt"));
    let screen = Screen::open().map_err(cannot)?;
    event::listen(sender);
    let scene = Scene::default();
    let mut sitting = Sitting { plan, state, thinking, look, scene, is_fault_told: false };
    let left = sitting.play(&events, screen);
    let kept = sitting.keep();
    let next = left.map_err(cannot)?;
    kept?;
    sitting.say_goodbye();
    if next == Next::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

impl Sitting {
    fn play(&mut self, events: &Receiver<Event>, mut screen: Screen) -> std::io::Result<Next> {
        self.state.start_clock(Instant::now());
        self.changed();
        loop {
            let (state, look, scene) = (&self.state, self.look, &mut self.scene);
            screen.draw(|frame| *scene = view::draw(frame, state, look, Instant::now()))?;
            // Everything that has happened meanwhile is seen at once.
            let mut next = self.wait(events);
            while let Some(event) = next {
                match self.happened(event, &mut screen)? {
                    Next::GoOn => (),
                    left => return Ok(left),
                }
                next = match events.try_recv() {
                    Ok(event) => Some(event),
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return Ok(Next::Leave),
                };
            }
            if let Some(effect) = self.state.look_at_clock(Instant::now()) {
                self.does(effect, &mut screen)?;
            }
        }
    }

    /// Sleeps until something happens or a clock shows something new.
    fn wait(&self, events: &Receiver<Event>) -> Option<Event> {
        match self.state.clock.next_tick(Instant::now()) {
            None => events.recv().ok().or(Some(Event::Closed)),
            Some(tick) => match events.recv_timeout(tick) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Event::Closed),
            },
        }
    }

    fn happened(&mut self, event: Event, screen: &mut Screen) -> std::io::Result<Next> {
        let now = Instant::now();
        let effect = match event {
            Event::Terminal(terminal::Event::Paste(text)) => {
                if !self.scene.is_too_small {
                    self.state.paste(&text);
                }
                None
            }
            Event::Terminal(event) => match keys::action(&event, &self.state.mode) {
                // Nobody plays on a board that is not seen.
                Some(action) if self.scene.is_too_small && !action.needs_no_board() => None,
                Some(Action::Click { column, row }) => self.clicked(column, row, now),
                Some(action) => self.state.act(action, now),
                None => None,
            },
            Event::Answer(ticket, answer) if self.thinking.is_wanted(ticket, &answer) => {
                self.answered(answer, now)
            }
            Event::Answer(..) => None,
            Event::Interrupted | Event::Closed => Some(Effect::Interrupt),
        };
        effect.map_or(Ok(Next::GoOn), |effect| self.does(effect, screen))
    }

    fn clicked(&mut self, column: u16, row: u16, now: Instant) -> Option<Effect> {
        if self.state.mode == Mode::Help {
            return self.state.act(Action::Cancel, now);
        }
        if let Some(cell) = self.scene.cell_at(column, row) {
            return self.state.touch(cell, now);
        }
        let plies = self.scene.ply_at(column, row)?;
        self.state.look_at(plies)
    }

    fn answered(&mut self, answer: Answer, now: Instant) -> Option<Effect> {
        let effect = self.take_in(answer, now);
        if let Some(fault) = self.plan.thinking.tables.fault().filter(|_| !self.is_fault_told) {
            self.state.refuse(format!("{fault}; it was not used"));
            self.is_fault_told = true;
        }
        effect
    }

    fn take_in(&mut self, answer: Answer, now: Instant) -> Option<Effect> {
        match answer {
            Answer::Chosen(Some(mv)) => {
                let looking_at = self.state.looking_at;
                let effect = self.state.play(&mv, now);
                // Whoever looks back goes on doing so.
                looking_at.and_then(|plies| self.state.look_at(plies));
                effect
            }
            Answer::Chosen(None) => None,
            Answer::Advice(thought) => {
                self.state.advise(&thought);
                // The adviser goes back to what it did before.
                self.state.evaluation.is_some().then_some(Effect::Shown)
            }
            Answer::Known(probe) => {
                if let Some(evaluation) = &mut self.state.evaluation {
                    evaluation.probe = Some(probe);
                }
                None
            }
            Answer::Thought(thought) => {
                if let Some(evaluation) = &mut self.state.evaluation {
                    evaluation.thought = Some(thought);
                }
                None
            }
        }
    }

    fn does(&mut self, effect: Effect, screen: &mut Screen) -> std::io::Result<Next> {
        match effect {
            Effect::Changed => self.changed(),
            Effect::Begun => {
                self.turn_page();
                self.changed();
            }
            Effect::Shown => self.evaluate(),
            Effect::Hint => self.thinking.hint(self.state.session.clone(), self.plan.time),
            Effect::Save(path) => self.save(path),
            Effect::Redraw => screen.clear()?,
            Effect::Suspend => {
                self.state.clock.stop(Instant::now());
                screen.suspend()?;
                self.state.start_clock(Instant::now());
            }
            Effect::Leave => return Ok(Next::Leave),
            Effect::Interrupt => return Ok(Next::Interrupted),
        }
        Ok(Next::GoOn)
    }

    /// The game has changed: it is kept, and whoever is to think begins.
    fn changed(&mut self) {
        if let Err(failure) = self.keep() {
            self.state.say(format!("The game is not kept: {failure}"));
        }
        self.thinking.stop_machine();
        self.state.is_advising = false;
        if self.state.is_machines_turn() && !self.state.is_paused {
            let now = Instant::now();
            let time = self.state.clock.time(self.state.session.position().turn(), now);
            let watches = self.state.is_watched() && time.is_none();
            self.thinking.choose(Choice {
                session: self.state.session.clone(),
                level: self.state.level,
                limits: Limits { time: time.unwrap_or(Time::Move(self.plan.time)), ..Limits::none() },
                not_before: watches.then(|| now + WATCHING),
            });
        }
        self.evaluate();
    }

    /// Lets the position that is shown be evaluated, if that is wanted.
    fn evaluate(&mut self) {
        // A hint comes first; after it this is asked again.
        if self.state.is_advising {
            return;
        }
        if self.state.evaluation.is_some() && self.state.position().outcome().is_none() {
            self.thinking.evaluate(self.state.shown());
        } else {
            self.thinking.stop_adviser();
        }
    }

    fn record(&self) -> Record {
        let players = seats::players(self.state.seats, self.state.level);
        Record::of(self.plan.game, &self.state.session, players)
    }

    /// Writes the game to where it is kept, as long as it is not over, and into its transcript.
    fn keep(&self) -> Result<(), Failure> {
        let record = self.record();
        if let Some(transcript) = &self.plan.transcript {
            transcript.save(&record)?;
        }
        match &self.plan.kept {
            Some(kept) if self.is_resumable() => {
                let (clock, transcript) = (&self.state.clock, self.plan.transcript.as_ref());
                kept.save(&Unfinished::new(&record, self.state.level, self.plan.time, clock, transcript))
            }
            Some(kept) => {
                kept.remove();
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Whether there is anything to go on with.
    fn is_resumable(&self) -> bool {
        self.state.session.ending().is_none() && self.state.session.moves().len() > 0
    }

    /// A new game begins, and the old one stays where it is.
    fn turn_page(&mut self) {
        self.plan.kept = self.plan.kept.take().and_then(|_| Kept::new(self.plan.game));
        if let Some(transcript) = &mut self.plan.transcript {
            transcript.turn_page();
        }
    }

    fn save(&mut self, path: PathBuf) {
        let name = path.display().to_string();
        let record = self.record();
        match Transcript::open_for(path, &record).and_then(|file| file.save(&record)) {
            Ok(()) => {
                self.state.say(format!("Saved in {name}; 'plywood play --resume {name}' goes on with it."));
            }
            Err(failure) => self.state.refuse(failure.to_string()),
        }
    }

    /// What is said when the terminal is as it was.
    fn say_goodbye(&self) {
        let session = &self.state.session;
        let words = match session.ending() {
            Some(ending) => ending.describe(session.position()),
            None if self.plan.kept.is_some() && self.is_resumable() => {
                "The game is left unfinished; 'plywood play --resume' goes on with it.".to_string()
            }
            None => "The game is left unfinished.".to_string(),
        };
        // A terminal that is gone hears nothing.
        let _ = writeln!(std::io::stderr(), "{words}");
    }
}
