//! What happens: keys, the mouse, another size of the terminal, answers of those who think, signals.

use std::sync::mpsc::Sender;

use ratatui::crossterm::event as terminal;

use super::background_search::{SearchEvent, TaskId};

/// Something that happened.
pub(crate) enum Event {
    Terminal(terminal::Event),
    Search(TaskId, SearchEvent),
    /// Somebody wants the program to end.
    Interrupted,
    /// Nothing more will come from the terminal.
    Closed,
}

/// Listens to the terminal from now on, on a thread of its own.
pub(crate) fn spawn_reader(events: Sender<Event>) {
    std::thread::spawn(move || {
        loop {
            let event = terminal::read().map_or(Event::Closed, Event::Terminal);
            let is_over = matches!(event, Event::Closed);
            if events.send(event).is_err() || is_over {
                return;
            }
        }
    });
}
