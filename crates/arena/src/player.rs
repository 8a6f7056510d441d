//! Somebody who plays.

#[cfg(target_os = "linux")]
pub(crate) mod line;
pub(crate) mod machine;
#[cfg(target_os = "linux")]
pub(crate) mod oneshot;
pub(crate) mod random;
pub(crate) mod reference;

use engine::{Control, Session};

use crate::record::VerdictKind;

/// Somebody who plays games. Whoever implements this may be a stranger: the referee checks what it answers.
pub trait Player: Send {
    /// What it plays where the game stands: a move as text, or why there is none. A control that is stopped asks
    /// for any answer at once, which is not played.
    fn answer(&mut self, session: &Session, control: &Control) -> Answer;
}

/// A move as text, or why there is none.
pub type Answer = Result<String, Excuse>;

/// Why a player gave no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excuse {
    /// What the referee makes of it.
    pub kind: VerdictKind,
    /// What it answered, if anything.
    pub answer: Option<String>,
    /// What happened, in words.
    pub what: String,
}

impl Excuse {
    /// Why there is no answer at all.
    pub fn new(kind: VerdictKind, what: impl Into<String>) -> Excuse {
        Excuse { kind, answer: None, what: what.into() }
    }
}
