//! The settings of a game: who plays, at what strength, and where it is saved. It is played at the prompt or on the
//! full-screen board.

pub(crate) mod clock;
pub(crate) mod saved_game;
pub(crate) mod seats;
pub(crate) mod transcript;

use std::time::Duration;

use engine::{
    AnyPosition, ByPlayer, GameClock, InvalidMove, Level, Machine, MoveId, Session, ThinkerOptions,
};

use crate::error::CliError;
use saved_game::SaveFile;
use seats::Seat;
use transcript::Transcript;

/// The settings of a game.
pub(crate) struct Plan {
    /// The name of the game on the command line.
    pub(crate) game: &'static str,
    /// The moves so far.
    pub(crate) session: Session,
    /// Who plays each side; `None` means to ask.
    pub(crate) seats: Option<ByPlayer<Seat>>,
    pub(crate) level: Level,
    /// The machine's time per move if there is no clock.
    pub(crate) time: Duration,
    /// The state of both clocks.
    pub(crate) clock: GameClock,
    pub(crate) seed: u64,
    pub(crate) thinking: ThinkerOptions,
    /// The file for the record, if requested.
    pub(crate) transcript: Option<Transcript>,
    /// Where the game is saved until it is over.
    pub(crate) save_file: Option<SaveFile>,
    /// Whether the full-screen board starts with the evaluation on.
    pub(crate) evaluates: bool,
}

impl Plan {
    /// Creates the machine at a level.
    pub(crate) fn machine(&self, level: Level) -> Result<Machine, CliError> {
        Machine::new(self.session.start().game(), level, self.seed, &self.thinking)
            .map_err(|fault| CliError::Usage(fault.to_string()))
    }
}

/// The legal move for the typed text, in any case of letters. A text that is valid notation as
/// typed is not tried in another case.
pub(crate) fn parse_typed_move(pos: &dyn AnyPosition, typed: &str) -> Result<MoveId, InvalidMove> {
    let typed = typed.trim();
    let refused = match pos.parse_move(typed) {
        Err(refused) if refused.is_unreadable => refused,
        parsed => return parsed,
    };
    let others = [typed.to_lowercase(), typed.to_uppercase()].into_iter().filter(|other| other != typed);
    let mut parsed = others.map(|other| pos.parse_move(&other));
    parsed.find(|parsed| !matches!(parsed, Err(refused) if refused.is_unreadable)).unwrap_or(Err(refused))
}

/// The game without the last human move and everything after it; `None` if there is no such move.
pub(crate) fn before_last_human_move(session: &Session, seats: ByPlayer<Seat>) -> Option<Session> {
    let mut before = session.clone();
    while before.undo().is_some() {
        if seats[before.position().turn()] == Seat::Human {
            return Some(before);
        }
    }
    None
}
