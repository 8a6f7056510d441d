//! Events: keys, mouse, terminal size, search results, signals.

use std::sync::mpsc::Sender;

use ratatui::crossterm::event as terminal;

use super::background_search::{SearchEvent, TaskId};

/// An event of the board's event loop.
pub(crate) enum Event {
    Terminal(terminal::Event),
    Search(TaskId, SearchEvent),
    /// SIGINT, SIGTERM or SIGHUP.
    Interrupted,
    /// The terminal is closed.
    Closed,
}

/// Reads terminal events on a thread of its own.
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
