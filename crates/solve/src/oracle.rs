//! Where exact values may come from besides a search.

use game::{Exact, Position};

/// Exact values from somewhere else, such as a table. A rule that ends games after some number of plies is not its
/// business: the distances are those without such a rule.
pub trait Oracle<G>: Send + Sync {
    /// The value of a position, where it is known.
    fn look_up(&self, pos: &G) -> Option<Exact>;
}

/// Knows nothing.
pub struct NoOracle;

impl<G: Position> Oracle<G> for NoOracle {
    #[inline]
    fn look_up(&self, _: &G) -> Option<Exact> {
        None
    }
}
