//! Exact values from sources other than search.

use game::{Exact, Position};

/// Exact values from another source, such as a tablebase. It ignores rules that end a game after a
/// number of plies: its distances are those without such a rule.
pub trait Oracle<G>: Send + Sync {
    /// The value of a position, if known.
    fn look_up(&self, pos: &G) -> Option<Exact>;
}

/// An oracle without any values.
pub struct NoOracle;

impl<G: Position> Oracle<G> for NoOracle {
    #[inline]
    fn look_up(&self, _: &G) -> Option<Exact> {
        None
    }
}
