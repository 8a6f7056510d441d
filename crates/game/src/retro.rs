//! Predecessors of positions, for retrograde analysis.

use crate::Indexed;

/// The ability to list the positions that lead to this one, so that a table can be solved
/// backwards. A game implements this trait either for all positions or with an empty body.
pub trait Retro: Indexed {
    /// Every position from which a legal move, including passes and captures, leads exactly here,
    /// each once; `None` if the game does not support this. These are all positions that
    /// [`Notation::read`](crate::Notation::read) accepts, whether or not they can arise in a game.
    fn predecessors(&self) -> Option<Vec<Self>> {
        None
    }

    /// Replaces the contents of `list` with the predecessors from which a quiet move leads here, as
    /// defined by [`Indexed`]. A table solver calls this for each position that it settles;
    /// meaningful only if this position has a slice.
    fn quiet_predecessors(&self, list: &mut Vec<Self>) {
        list.clear();
        let here = self.slice();
        let quiet = |p: &Self| p.slice().is_some() && p.slice().map(Self::partner) == here;
        list.extend(self.predecessors().unwrap_or_default().into_iter().filter(quiet));
    }
}
