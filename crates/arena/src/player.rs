//! Players.

pub(crate) mod greedy;
#[cfg(target_os = "linux")]
pub(crate) mod hub;
#[cfg(target_os = "linux")]
pub(crate) mod line;
pub(crate) mod machine;
#[cfg(target_os = "linux")]
pub(crate) mod oneshot;
#[cfg(target_os = "linux")]
pub(crate) mod persistent;
pub(crate) mod random;
pub(crate) mod reference;
#[cfg(target_os = "linux")]
pub(crate) mod ugi;
#[cfg(target_os = "linux")]
pub(crate) mod unbuilt;

use std::time::Duration;

#[cfg(target_os = "linux")]
pub(crate) use self::persistent::HANDSHAKE_TIMEOUT;
use engine::protocol::Go;
use engine::{Control, MoveId, Score, Session};

use crate::MachineError;
use crate::evidence::{Evidence, Skipped};
use crate::record::VerdictKind;

/// How late an answer may be: pipes and processors are shared.
pub const GRACE: Duration = Duration::from_millis(100);

/// How long to wait for a program without a time limit.
pub(crate) const UNLIMITED_WAIT: Duration = Duration::from_secs(600);

/// A player. It need not be trusted: the referee checks its answers.
pub trait Player: Send {
    /// Chooses a move in the current position, within the limits of `go`. When the control is stopped it should return at
    /// once; the answer is then ignored.
    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer;

    /// Prepares for the game, before any clock runs.
    fn prepare(&mut self, _: &Session, _: &Control) {}

    /// Why it is not ready, or gave no move, if that is the machine's fault and not its own. Called after
    /// [`Player::prepare`] and after an answer without a move.
    fn machine_error(&mut self) -> Option<MachineError> {
        None
    }

    /// What it wrote to standard error in this game, as far as that is kept. The game is over; it is not asked for another
    /// move.
    fn stderr(&mut self) -> String {
        String::new()
    }

    /// Recovers from a wrong answer, so that it can be asked again. Returns false if it cannot.
    fn recover(&mut self) -> bool {
        true
    }
}

/// A move, or why there is none.
pub type Answer = Result<Choice, NoMove>;

/// A move chosen by a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: MoveId,
    /// The player's own score for it, if it gives one.
    pub score: Option<Score>,
    /// The output lines that were skipped to find it.
    pub skipped: Skipped,
}

impl From<MoveId> for Choice {
    fn from(mv: MoveId) -> Choice {
        Choice { mv, score: None, skipped: Skipped::default() }
    }
}

/// Why a player gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoMove {
    /// The kind of verdict.
    pub kind: VerdictKind,
    /// The answer, if there was any.
    pub answer: Option<String>,
    /// What happened.
    pub what: String,
    /// The output and the board that show it.
    pub evidence: Box<Evidence>,
}

impl NoMove {
    /// No answer at all.
    pub fn new(kind: VerdictKind, what: impl Into<String>) -> NoMove {
        NoMove { kind, answer: None, what: what.into(), evidence: Box::default() }
    }
}

/// The time for the next move: the time per move, or all that is left on the clock.
pub(crate) fn time_limit(go: &Go, side: engine::Player) -> Duration {
    go.move_time.or(go.left[side]).unwrap_or(UNLIMITED_WAIT)
}
