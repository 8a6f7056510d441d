//! Somebody who plays.

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

use std::time::Duration;

#[cfg(target_os = "linux")]
pub(crate) use self::persistent::HANDSHAKE_TIMEOUT;
use engine::protocol::Go;
use engine::{Control, MoveId, Score, Session};

use crate::MachineError;
use crate::evidence::{Evidence, Skipped};
use crate::record::VerdictKind;

/// How much later than it should an answer may come: pipes and processors are shared.
pub const GRACE: Duration = Duration::from_millis(100);

/// How long one waits for the answer of a program whose time is not limited.
pub(crate) const UNLIMITED_WAIT: Duration = Duration::from_secs(600);

/// Somebody who plays games. Whoever implements this may be a stranger: the referee checks what it answers.
pub trait Player: Send {
    /// What it plays where the game stands, within the limits of `go`: a move, or why there is none. A
    /// control that is stopped asks for any answer at once, which is not played.
    fn answer(&mut self, session: &Session, go: &Go, control: &Control) -> Answer;

    /// Gets ready to play from where the session stands, before any clock runs.
    fn prepare(&mut self, _: &Session, _: &Control) {}

    /// Why it is not ready, or gave no move, where that is the machine's fault and not its own. It is asked after
    /// [`Player::prepare`], and after an answer without a move.
    fn machine_error(&mut self) -> Option<MachineError> {
        None
    }

    /// Gets over a wrong answer, so that it can be asked again. False where it cannot.
    fn recover(&mut self) -> bool {
        true
    }
}

/// A move, or why there is none.
pub type Answer = Result<Choice, NoMove>;

/// What a player wants to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: MoveId,
    /// The player's own score for it, if it gives one.
    pub score: Option<Score>,
    /// The lines that had to be skipped to find it.
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
    /// What the referee makes of it.
    pub kind: VerdictKind,
    /// What it answered, if anything.
    pub answer: Option<String>,
    /// What happened, in words.
    pub what: String,
    /// What there is to see of it.
    pub evidence: Box<Evidence>,
}

impl NoMove {
    /// Why there is no answer at all.
    pub fn new(kind: VerdictKind, what: impl Into<String>) -> NoMove {
        NoMove { kind, answer: None, what: what.into(), evidence: Box::default() }
    }
}

/// How long a player may think about its next move: what it is given for it, or all that is left on its clock.
pub(crate) fn time_limit(go: &Go, side: engine::Player) -> Duration {
    go.move_time.or(go.left[side]).unwrap_or(UNLIMITED_WAIT)
}
