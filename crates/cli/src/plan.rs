//! A game that is to be played: who plays, how well, and where it is kept. It is played at the prompt or on a board
//! that fills the terminal.

pub(crate) mod clock;
pub(crate) mod saved_game;
pub(crate) mod seats;
pub(crate) mod transcript;

use std::time::Duration;

use engine::{AnyPosition, ByPlayer, Level, Machine, Session, ThinkerOptions};

use crate::error::CliError;
use clock::Clock;
use saved_game::SaveFile;
use seats::Seat;
use transcript::Transcript;

/// What is to be played.
pub(crate) struct Plan {
    /// The word for the game.
    pub(crate) game: &'static str,
    /// The game as far as it has come.
    pub(crate) session: Session,
    /// Who plays; where it is left open, that is asked.
    pub(crate) seats: Option<ByPlayer<Seat>>,
    pub(crate) level: Level,
    /// For each move of the machine, where there is no clock.
    pub(crate) time: Duration,
    /// What there is on the clocks.
    pub(crate) clock: Clock,
    pub(crate) seed: u64,
    pub(crate) thinking: ThinkerOptions,
    /// Where the record goes, if that was asked for.
    pub(crate) transcript: Option<Transcript>,
    /// Where the game is kept until it is over.
    pub(crate) save_file: Option<SaveFile>,
    /// Whether positions are evaluated from the beginning, on a board that fills the terminal.
    pub(crate) evaluates: bool,
}

impl Plan {
    /// The machine at a level.
    pub(crate) fn machine(&self, level: Level) -> Result<Machine, CliError> {
        Machine::new(self.session.start(), level, self.seed, &self.thinking)
            .map_err(|fault| CliError::Usage(fault.to_string()))
    }
}

/// A move as it was meant that may have been typed in small letters or capitals.
pub(crate) fn normalise_case(pos: &dyn AnyPosition, typed: &str) -> String {
    let typed = typed.trim();
    let is_move = |mv: &String| pos.recognise(mv).map_or_else(|refused| !refused.is_unreadable, |_| true);
    let spellings = [typed.to_string(), typed.to_lowercase(), typed.to_uppercase()];
    spellings.into_iter().find(is_move).unwrap_or_else(|| typed.to_string())
}

/// The game before the last move of a person, without it and everything after it; nothing where there is none.
pub(crate) fn before_last_human_move(session: &Session, seats: ByPlayer<Seat>) -> Option<Session> {
    let mut before = session.clone();
    while before.undo().is_some() {
        if seats[before.position().turn()] == Seat::Human {
            return Some(before);
        }
    }
    None
}
