//! A game that is to be played: who plays, how well, and where it is kept. It is played at the prompt or on a board
//! that fills the terminal.

pub(crate) mod clock;
pub(crate) mod saved_game;
pub(crate) mod seats;
pub(crate) mod transcript;

use std::time::Duration;

use engine::{AnyPosition, ByPlayer, Level, Machine, MoveId, MoveRefused, Session, ThinkerOptions};

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
        Machine::new(self.session.start().game(), level, self.seed, &self.thinking)
            .map_err(|fault| CliError::Usage(fault.to_string()))
    }
}

/// The move that was typed, whatever the case of its letters. A spelling that is written like a move is not tried in
/// another case.
pub(crate) fn parse_typed_move(pos: &dyn AnyPosition, typed: &str) -> Result<MoveId, MoveRefused> {
    let typed = typed.trim();
    let refused = match pos.parse_move(typed) {
        Err(refused) if refused.is_unreadable => refused,
        parsed => return parsed,
    };
    let others = [typed.to_lowercase(), typed.to_uppercase()].into_iter().filter(|other| other != typed);
    let mut parsed = others.map(|other| pos.parse_move(&other));
    parsed.find(|parsed| !matches!(parsed, Err(refused) if refused.is_unreadable)).unwrap_or(Err(refused))
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
