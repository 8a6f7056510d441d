//! Somebody who plays.

pub(crate) mod machine;
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
    /// What happened, in words.
    pub what: String,
}
